package import AssetLoading
internal import DurableIO
package import LibraryStorage
internal import PhotoIngest
package import PhotoInspection
internal import PhotoModel
package import SystemPackage

/// Checks which files can be erased because the library has their bytes.
package struct SafetyCheck {
    private let library: LibraryStore

    package init(_ library: LibraryStore) { self.library = library }

    /// Checks every file below `paths`, and blocks.
    ///
    /// - Throws: `cancelled`.
    package func run(
        _ paths: [FilePath], filter: PathFilter, ioJobs: Int, _ loading: LoadProgress,
        onFile: @escaping @Sendable (SafeFile) -> Void
    ) throws {
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        let walk = SafetyWalk(
            library: library.folder.path, filter: filter, housekeeping: CameraHousekeeping(library.catalog))
        for root in paths {
            walk.walk(root) { entry, _, _ in
                if case .file(_, let identity, _) = entry {
                    loading.addExpected(files: 1, bytes: Int(clamping: identity.size))
                }
                return !loading.isCancelled
            }
        }
        loading.walkFinished()
        loading.setPhase(.loading)

        let proof = StorageProof(library)
        // One job, because the library's files are read back one after the other.
        let loader = AssetLoader(ioJobs: ioJobs, jobs: 1)
        let order = OrderedHandover<SafeFile?>(label: "openphotokit.safe", width: .underWay(ioJobs: ioJobs, jobs: 1))
        let deliver: @Sendable ([SafeFile?]) -> Void = { batch in batch.compactMap { $0 }.forEach(onFile) }
        for root in paths {
            walk.walk(root) { entry, isInSystemFolder, importPath in
                let place = order.reserve()
                switch entry {
                case .file(let path, let identity, _) where !path.isLink:
                    let progress = loading.beginFile(
                        bytes: Int(clamping: identity.size), name: path.lastComponent?.string, isDecoded: false)
                    // The bytes are only digested and not stored.
                    loader.load(path, to: .memory(upTo: 0), progress: progress) { file, _ in
                        try proof.check(file, isInSystemFolder: isInSystemFolder)
                    } completion: { result in
                        progress.finish()
                        var safeFile = SafeFile(path, result.map { $0.1 })
                        if let reason = safeFile?.reason, reason.isRemediedByImport || reason == .deletedBefore {
                            safeFile?.importPath = importPath
                        }
                        order.put(safeFile, at: place, deliver: deliver)
                    }
                case .file(let path, let identity, _):
                    loading.fileSkipped(bytes: Int(clamping: identity.size))
                    order.put(SafeFile(path, .notSafe, .notARegularFile), at: place, deliver: deliver)
                case .failed(let path, let error):
                    order.put(SafeFile(path, .notSafe, .unreadable, error: error), at: place, deliver: deliver)
                case .skipped(let path, let error):
                    order.put(SafeFile(skipped: path, error), at: place, deliver: deliver)
                }
                return !loading.isCancelled
            }
        }
        order.finish()
        guard !loading.isCancelled else {
            throw PhotoLibraryError(.cancelled, "The check was cancelled before it was complete.")
        }
        succeeded = true
    }
}

extension SafeFile {
    /// `nil` for a file whose reading was cancelled.
    fileprivate init?(_ path: FilePath, _ result: Result<SafeFile, any Error>) {
        switch result {
        case .success(let file): self = file
        case .failure(let error as PhotoLibraryError):
            guard error.code != .cancelled else { return nil }
            self.init(path, .notSafe, .unreadable, error: error)
        case .failure(let error):
            self.init(
                path, .notSafe, .unreadable,
                error: PhotoLibraryError(.unreadable, "\(error)", path: path.string, cause: error))
        }
    }

    /// A file or folder that the walk skipped.
    fileprivate init(skipped path: FilePath, _ error: PhotoLibraryError) {
        switch error.code {
        case .emptyFile: self.init(path, .notSafe, .emptyFile, error: error)
        case .housekeeping: self.init(path, .housekeeping)
        case .excluded: self.init(path, .excluded)
        case .notAPhoto where path.isFolder: self.init(path, .notSafe, .insideLibrary, error: error)
        case .notAPhoto where path.isSystemFile(isFolder: false): self.init(path, .ignored)
        default: self.init(path, .notSafe, .notARegularFile, error: error)
        }
    }
}
