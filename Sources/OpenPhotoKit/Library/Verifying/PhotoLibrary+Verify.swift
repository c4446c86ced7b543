package import AssetLoading
public import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

extension PhotoLibrary {
    /// Reads every file of every asset, compares it with the digest at import, and finds files that belong to no asset.
    ///
    /// Changes no file except the catalogue, which records the library's own files that are missing or damaged. An
    /// import of the right bytes, or ``healDamagedFiles(from:progress:onFile:)``, replaces these files. A quick check
    /// records nothing.
    ///
    /// Before a file is read, the kernel is asked to drop the file from its cache. A file system may ignore this
    /// request, and a disk has its own cache. Memory does not grow with the library. Recently deleted photos are
    /// checked too, because they can be restored. Files that belong to no asset are searched for in the first subset
    /// only.
    ///
    /// - Parameters:
    ///   - request: Which files to check, and how.
    ///   - progress: Counts bytes, and can cancel the check, as the task can.
    ///   - onFile: Called for every file in the order in which the assets were added, one call at a time, on a private
    ///     queue. Files that belong to no asset come last.
    /// - Returns: The counts, which include those of the interrupted run that this run continued.
    /// - Throws: `missingResource` if the folder of the originals is missing or empty and the catalogue lists files in
    ///   it: nothing is checked then; `cancelled`; errors of the catalogue.
    @discardableResult
    public func verify(
        _ request: VerifyRequest = VerifyRequest(), progress: Progress? = nil,
        onFile: @escaping @Sendable (VerifiedFile) -> Void
    ) async throws -> VerifySummary {
        let loading = LoadProgress(childOf: progress)
        return try await loading.run("verify") { [self] in
            try verifyAndWait(request, loading: loading, onFile: onFile)
        }
    }

    /// Does the same on this thread, and shows the progress in `loading`.
    @discardableResult
    package func verifyAndWait(
        _ request: VerifyRequest = VerifyRequest(), loading: LoadProgress = LoadProgress(),
        onFile: @escaping @Sendable (VerifiedFile) -> Void
    ) throws -> VerifySummary {
        try checkIsOwners()
        return try local.verify(request, loading, onFile: onFile)
    }

    /// Reads the whole search index and compares it with its checksums.
    ///
    /// Writes nothing. The index holds only data that is in the catalogue too. With a damaged index some photos may not
    /// be found by their content; ``repair(at:rebuild:allowingSyncedFolder:ioJobs:jobs:decoding:progress:onFile:)``
    /// deletes it, and the next search makes a new one.
    ///
    /// - Throws: `ioFailure` or `libraryFormatTooNew` if the index cannot be read.
    public func verifySearchIndex() async throws -> SearchIndexCondition {
        try checkIsOwners()
        let signatures = try local.signatures
        return try await LoadProgress().run("verify-index") { try signatures.verify() }
    }
}

extension LocalLibrary {
    fileprivate func verify(
        _ request: VerifyRequest, _ loading: LoadProgress, onFile: @escaping @Sendable (VerifiedFile) -> Void
    ) throws -> VerifySummary {
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        try folder.checkOriginalsAreThere(by: catalog)
        let start = try startingPoint(request)
        let checkpointWriter = Mutex(CheckpointWriter(start.checkpoint, path: request.checkpointPath))

        try forEachFile(of: request.subset, after: start.row) { _, resource, _ in
            loading.addExpected(files: 1, bytes: resource.bytes)
            return !loading.isCancelled
        }
        loading.walkFinished()
        loading.setPhase(.loading)

        let check = FileCheck(request, folder.path, loading)
        let damage = Mutex<DamageRecord?>(try DamageRecord(catalog, in: folder.path, isActive: !request.isQuick))
        let order = OrderedHandover<(file: VerifiedFile?, isLast: Bool, asset: String)>(
            label: "openphotokit.verify", width: .underWay(ioJobs: request.ioJobs, jobs: 1))
        try forEachFile(of: request.subset, after: start.row) { asset, resource, isLast in
            let place = order.reserve()
            check.run(resource, of: asset) { file in
                order.put((file, isLast, asset), at: place) { batch in
                    for entry in batch {
                        if let file = entry.file {
                            damage.withLock { $0?.add(file) }
                            onFile(file)
                        }
                        checkpointWriter.withLock { $0.add(entry.file, isLast: entry.isLast, of: entry.asset) }
                    }
                }
            }
            return !loading.isCancelled
        }
        order.finish()
        damage.withLock {
            $0?.write()
            // A private queue may hold the closure longer, and an open record would prevent closing the catalogue.
            $0 = nil
        }
        if request.subset.number == 1 {
            try forEachOrphan { file in
                onFile(file)
                checkpointWriter.withLock { $0.addOrphan(file) }
                return !loading.isCancelled
            }
        }

        guard !loading.isCancelled else {
            checkpointWriter.withLock { $0.write() }
            throw interruption(request, checkpointWriter.withLock { $0.failure })
        }
        checkpointWriter.withLock { $0.remove() }
        succeeded = true
        return checkpointWriter.withLock { $0.summary }
    }

    private func startingPoint(_ request: VerifyRequest) throws -> (checkpoint: VerifyCheckpoint, row: Int64) {
        let task = VerifyCheckpoint.Task(
            library: libraryID, libraryPath: Data(folder.path.bytes), catalog: try catalog.generation(),
            subset: request.subset, isQuick: request.isQuick)
        if request.resumes, let path = request.checkpointPath,
            let checkpoint = VerifyCheckpoint.read(from: path, for: task), let last = checkpoint.lastAsset,
            let row = try catalog.row(of: last, .asset)
        {
            return (checkpoint, row)
        }
        return (VerifyCheckpoint(task: task), 0)
    }

    private func interruption(_ request: VerifyRequest, _ failure: (any Error)?) -> PhotoLibraryError {
        let remedy =
            if let failure { " Where it stopped could not be kept: \(failure)" } else {
                request.checkpointPath == nil ? "" : " It can be resumed."
            }
        return PhotoLibraryError(.cancelled, "Interrupted before all was checked.\(remedy)", cause: failure)
    }

    /// Visits every file of the subset's assets, and whether it is the last file of its asset, until `body` returns
    /// false.
    private func forEachFile(
        of subset: LibrarySubset, after row: Int64, _ body: (String, AssetResource, Bool) -> Bool
    ) throws {
        try catalog.forEachAsset(after: row) { asset in
            guard subset.contains(asset.localIdentifier) else { return true }
            for (index, resource) in asset.resources.enumerated() {
                let isLast = index == asset.resources.count - 1
                guard body(asset.localIdentifier, resource, isLast) else { return false }
            }
            return true
        }
    }

    /// Visits every file in the library's folders that belongs to no asset, until `body` returns false.
    private func forEachOrphan(_ body: (VerifiedFile) -> Bool) throws {
        for subfolder in LibraryFolder.Subfolder.allCases {
            let subfolderPath = folder.path.appending(subfolder.rawValue)
            guard access(subfolderPath.platform, F_OK) == 0 else { continue }
            _ = try FolderWalk().walk(subfolderPath) { entry in
                let file =
                    switch entry {
                    case .file(let path, _, _), .skipped(let path, _), .failed(let path, _): path
                    }
                var relative = file
                // A planned file belongs to a running import, or to an ended import whose files the next import
                // removes.
                guard relative.removePrefix(folder.path), try !catalog.hasPath(relative) else { return true }
                return body(
                    VerifiedFile(
                        localIdentifier: nil, path: file, status: .orphan,
                        error: PhotoLibraryError(
                            .libraryDamaged,
                            "This file belongs to no asset. A repair of the library takes it in.", remedy: .repair,
                            path: file.string)))
            }
        }
    }
}

extension LibraryFolder {
    /// Checks that the folder of the originals is there, because a disk that is not mounted is one fault and not one
    /// per file.
    ///
    /// - Throws: `missingResource` if the folder of the originals is missing or empty and the catalogue lists files in
    ///   it.
    func checkOriginalsAreThere(by catalog: PhotoCatalog) throws {
        let subfolder = Subfolder.originals.rawValue
        let originals = path.appending(subfolder)
        guard !originals.hasEntries, try catalog.hasStoredFile(below: FilePath(subfolder)) else { return }
        throw PhotoLibraryError(
            .missingResource,
            "The library's folder of originals is gone or empty. If it is on a disk of its own, mount that; else restore "
                + "the folder from a backup.", path: originals.string)
    }
}

extension FilePath {
    /// Whether the path is a folder that is not empty.
    fileprivate var hasEntries: Bool {
        guard let folder = opendir(platform) else { return false }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let first = (entry.pointee.d_name.0, entry.pointee.d_name.1, entry.pointee.d_name.2)
            let dot = CChar(bitPattern: UInt8(ascii: "."))
            guard first == (dot, 0, first.2) || first == (dot, dot, 0) else { return true }
        }
        return false
    }
}
