package import AssetLoading
internal import Foundation
package import LibraryStorage
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// Compares the files of a library with its catalogue.
package struct LibraryVerifier {
    private let library: LibraryContext
    private var folder: LibraryFolder { library.folder }
    private var catalog: PhotoCatalog { library.catalog }

    package init(_ library: LibraryContext) { self.library = library }

    /// Checks the files of the requested assets, then searches for files that belong to no asset.
    ///
    /// Blocks.
    ///
    /// - Returns: The counts, which include those of the interrupted run that this run continued.
    package func run(
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

        let check = FileCheck(request, library, loading)
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
            library: library.libraryID, libraryPath: Data(folder.path.bytes), catalog: try catalog.generation(),
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
            if let failure { " The checkpoint could not be written: \(failure)" } else {
                request.checkpointPath == nil ? "" : " It can be resumed."
            }
        return PhotoLibraryError(.cancelled, "The check was cancelled before it was complete.\(remedy)", cause: failure)
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

    /// Whether a repair may add the file to the library, as far as its name and its first bytes show.
    ///
    /// True for a file that cannot be read.
    private static func mayBePhoto(_ entry: FolderWalk.Entry) -> Bool {
        switch entry {
        case .file(let path, _, let isLink):
            FileKinds.isNamedLikePhoto(path)
                || (try? FileKinds.beginsLikePhoto(path, followsLinks: isLink)) ?? true
        case .skipped: false
        case .failed: true
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
                guard relative.removePrefix(folder.path), try !catalog.hasPath(relative), try !catalog.isStub(relative)
                else {
                    return true
                }
                let error: PhotoLibraryError =
                    LibraryFolder.isStub(relative)
                    ? .originalWithoutAsset(file)
                    : Self.mayBePhoto(entry) ? .photoWithoutAsset(file) : .noPhotoOfLibrary(file)
                return body(VerifiedFile(localIdentifier: nil, path: file, status: .orphan, error: error))
            }
        }
    }
}

extension PhotoLibraryError {
    fileprivate static func photoWithoutAsset(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .libraryDamaged, "This file belongs to no photo of the library. A repair adds it.", remedy: .repair,
            path: path.string)
    }

    fileprivate static func originalWithoutAsset(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .libraryDamaged,
            "The original of this photo is in stores, as this file says, and the catalogue does not name it. Add such a "
                + "store, and import its originals.", remedy: .importFromStore, path: path.string)
    }

    fileprivate static func noPhotoOfLibrary(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .notAPhoto, "This is no photo, and it belongs to no photo. Move it out of the library's folder.",
            path: path.string)
    }
}
