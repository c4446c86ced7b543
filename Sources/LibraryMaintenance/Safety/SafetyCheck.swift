package import AssetLoading
package import LibraryStorage
internal import Originals
package import PhotoIngest
package import PhotoInspection
internal import PhotoModel
package import SystemPackage
internal import SystemSupport

/// Checks which files can be erased because the library has their bytes.
package struct SafetyCheck {
    private let library: LibraryContext

    package init(_ library: LibraryContext) { self.library = library }

    /// Checks every file below `paths`, and blocks.
    ///
    /// - Returns: The other photo libraries and exports that were met, with what they contain.
    /// - Throws: `cancelled`; `ioFailure` if no temporary folder can be made.
    package func run(
        _ paths: [FilePath], filter: PathFilter, ioJobs: Int, _ loading: LoadProgress,
        onFile: @escaping @Sendable (SafeFile) -> Void
    ) throws -> [SourceLibrary] {
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        // The databases of other photo libraries are read in copies.
        let scratch = try ScratchFolder()
        let housekeeping = CameraHousekeeping(library.catalog)
        let sidecars = ExportedSidecars(library.catalog)
        func walk(after former: SourceLibraries? = nil) -> SafetyWalk {
            let folders = FolderWalk(
                library: library.folder.path, skipsStores: true, filter: filter, housekeeping: housekeeping)
            let libraries = SourceLibraries(filter: filter, walk: folders, scratch: scratch.path, after: former) {
                if loading.isCancelled { throw PhotoLibraryError.checkCancelled }
            }
            return SafetyWalk(
                library: library.folder.path, filter: filter, housekeeping: housekeeping, libraries: libraries,
                sidecars: sidecars)
        }
        let first = walk()
        try first.walk(paths) { finding in
            if case .file(let candidate) = finding {
                loading.addExpected(files: 1, bytes: Int(clamping: candidate.file.identity.size))
            }
            return !loading.isCancelled
        }
        loading.walkFinished()
        loading.setPhase(.loading)

        let second = walk(after: first.libraries)
        let files = FilesOpenedOnce(second.libraries.fileSource)
        let proof = StorageProof(library, sidecars, until: loading.cancellation)
        // One job, because the library's files are read back one after the other.
        let loader = AssetLoader(ioJobs: ioJobs, jobs: 1, files: files)
        let order = OrderedHandover<SafeFile?>(label: "openphotokit.safe", width: .underWay(ioJobs: ioJobs, jobs: 1))
        let deliver: @Sendable ([SafeFile?]) -> Void = { batch in batch.compactMap { $0 }.forEach(onFile) }
        let walked = Result {
            try second.walk(paths) { finding in
                let place = order.reserve()
                switch finding {
                case .file(let candidate) where !candidate.file.path.isLink:
                    let (path, bytes) = (candidate.file.path, Int(clamping: candidate.file.identity.size))
                    let (isInSystemFolder, importPath) = (candidate.isInSystemFolder, candidate.importPath)
                    let stated = candidate.file.stated
                    // A file that another photo library states is of a photo, whatever its bytes are. A file that
                    // cannot be read counts as a photo, so that it is never ignored.
                    let isPhoto =
                        stated != nil || !isInSystemFolder && FileKinds.isNamedLikePhoto(path)
                        || (try? files.beginsLikePhoto(path, followsLinks: false)) ?? true
                    let progress = loading.beginFile(bytes: bytes, name: path.lastComponent?.string, then: .none)
                    loader.load(path, to: .digestOnly, progress: progress) { file, _ in
                        try proof.check(
                            file, isPhoto: isPhoto, isInSystemFolder: isInSystemFolder,
                            isReachedByImport: importPath != nil)
                    } completion: { result in
                        progress.finish()
                        var safeFile = SafeFile(path, result.map { $0.1 })
                        safeFile?.originalFilename = stated?.name.lastComponent
                        if let reason = safeFile?.reason, reason.isRemediedByImport || reason == .deletedBefore {
                            safeFile?.importPath = importPath
                        }
                        order.put(safeFile, at: place, deliver: deliver)
                    }
                case .file(let candidate):
                    loading.fileSkipped(bytes: Int(clamping: candidate.file.identity.size))
                    order.put(
                        SafeFile(candidate.file.path, .notSafe, .notARegularFile), at: place, deliver: deliver)
                case .result(let file): order.put(file, at: place, deliver: deliver)
                }
                return !loading.isCancelled
            }
        }
        order.finish()
        try walked.get()
        guard !loading.isCancelled else { throw PhotoLibraryError.checkCancelled }
        succeeded = true
        return second.libraries.contents
    }
}

extension PhotoLibraryError {
    fileprivate static var checkCancelled: PhotoLibraryError {
        PhotoLibraryError(.cancelled, "The check was cancelled before it was complete.")
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
}
