public import AssetLoading
internal import Foundation
internal import PhotoCatalog
public import PhotoModel
public import SystemPackage

/// What a check of one file of the library found.
public struct VerifiedFile: Sendable {
    /// How the file is.
    public enum Status: String, Sendable, CaseIterable {
        /// Every byte is as it was imported.
        case ok
        /// The file is gone.
        case missing
        /// The bytes are others.
        case changed
        /// The file cannot be read.
        case unreadable
        /// A file in the library's folders that belongs to no asset.
        case orphan
    }

    /// The asset the file belongs to; `nil` for an orphan.
    public let localIdentifier: String?
    /// The file.
    public let path: FilePath
    /// How the file is.
    public let status: Status
    /// What is wrong and what can be done.
    public let error: PhotoLibraryError?
}

extension PhotoLibrary {
    /// Reads every file of every asset and compares it with the digest it was imported with; then looks for files that
    /// belong to no asset.
    ///
    /// Writes nothing. Blocks.
    ///
    /// - Parameters:
    ///   - ioJobs: How many files are read at a time.
    ///   - loading: Follows the check and can cancel it.
    ///   - onFile: Called for every file, on private queues, one call at a time.
    /// - Throws: `cancelled`, and errors of the catalogue.
    public func verify(
        ioJobs: Int = 2, loading: LoadProgress = LoadProgress(), onFile: @escaping @Sendable (VerifiedFile) -> Void
    ) throws {
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        let loader = AssetLoader(ioJobs: ioJobs, jobs: 1)
        let underWay = DispatchGroup()
        let places = DispatchSemaphore(value: 4 * max(1, ioJobs))
        let reports = DispatchQueue(label: "openphotokit.verify")
        // What is recently deleted can be brought back, so it has to be sound too.
        var query = AssetQuery()
        query.scope = .everything
        try forEachAsset(query) { asset in
            for resource in asset.resources { loading.addExpected(files: 1, bytes: resource.bytes) }
        }
        loading.walkFinished()
        loading.setPhase(.loading)
        try forEachAsset(query) { asset in
            for resource in asset.resources where !loading.isCancelled {
                places.wait()
                underWay.enter()
                let progress = loading.beginFile(
                    bytes: resource.bytes, name: resource.path.lastComponent?.string, isDecoded: false)
                // Nothing is kept of the bytes: they are only digested.
                loader.load(resource.path, to: .memory(upTo: 0), progress: progress) { _, _ in
                } completion: { result in
                    progress.finish()
                    reports.sync {
                        if let file = Self.verdict(on: resource, of: asset, result.map { $0.0 }) { onFile(file) }
                    }
                    places.signal()
                    underWay.leave()
                }
            }
        }
        underWay.wait()
        if !loading.isCancelled { try findOrphans { file in reports.sync { onFile(file) } } }
        guard !loading.isCancelled else { throw PhotoLibraryError(.cancelled, "Interrupted before all was checked.") }
        succeeded = true
    }

    private static func verdict(
        on resource: AssetResource, of asset: Asset, _ result: Result<LoadedFile, any Error>
    ) -> VerifiedFile? {
        func file(_ status: VerifiedFile.Status, _ error: PhotoLibraryError?) -> VerifiedFile {
            VerifiedFile(localIdentifier: asset.localIdentifier, path: resource.path, status: status, error: error)
        }
        switch result {
        case .success(let loaded) where loaded.sha256 == resource.sha256:
            return file(.ok, nil)
        case .success:
            let remedy =
                resource.isReference
                ? "Its owner changed it: import it again to have it as it is now."
                : "Restore it from a backup; or remove the file and import the photo again."
            return file(
                .changed,
                PhotoLibraryError(
                    .libraryDamaged, "The bytes are not those that were imported. \(remedy)",
                    path: resource.path.string, identifier: asset.localIdentifier))
        case .failure(let error as PhotoLibraryError) where error.code == .cancelled:
            return nil
        case .failure(let error):
            let isMissing = access(resource.path.platform, F_OK) != 0 && errno == ENOENT
            let reason = error as? PhotoLibraryError
            return file(
                isMissing ? .missing : .unreadable,
                isMissing
                    ? PhotoLibraryError(
                        .missingResource,
                        "The file is gone. Restore it from a backup, or import the photo again.",
                        path: resource.path.string, identifier: asset.localIdentifier, cause: error)
                    : reason ?? PhotoLibraryError(.unreadable, "\(error)", path: resource.path.string, cause: error))
        }
    }

    private func findOrphans(_ onFile: (VerifiedFile) -> Void) throws {
        for shelf in LibraryFolder.Shelf.allCases {
            let folder = path.appending(shelf.rawValue)
            guard access(folder.platform, F_OK) == 0 else { continue }
            _ = try FolderWalk().walk(folder) { entry in
                let file =
                    switch entry {
                    case .file(let path, _, _), .skipped(let path, _), .failed(let path, _): path
                    }
                var relative = file
                // A planned file belongs to an import that is running, or died and is cleared away by the next one.
                guard relative.removePrefix(path), try !catalog.hasPath(relative) else { return true }
                onFile(
                    VerifiedFile(
                        localIdentifier: nil, path: file, status: .orphan,
                        error: PhotoLibraryError(
                            .libraryDamaged,
                            "This file belongs to no asset. “photos repair” takes it in.",
                            path: file.string)))
                return true
            }
        }
    }
}
