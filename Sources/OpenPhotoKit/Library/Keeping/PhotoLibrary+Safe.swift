package import AssetLoading
internal import DurableIO
public import Foundation
internal import PhotoInspection
internal import PhotoModel
public import SystemPackage

extension PhotoLibrary {
    /// Reads every file below `paths`, and reads the library's own file with the same bytes back from the disk.
    ///
    /// Writes nothing, neither to the library nor to the files. Before the library's file is read, the kernel is asked
    /// to drop the file from its cache. A file system may ignore this request, and a disk has its own cache. Each file
    /// of the library is read once, even if several files below `paths` have its bytes. Memory grows with the number of
    /// different files.
    ///
    /// - Parameters:
    ///   - paths: Files and folders. Hidden folders below them are read too.
    ///   - ioJobs: How many files are read at a time.
    ///   - progress: Counts bytes, and can cancel the check, as the task can.
    ///   - onFile: Called for every file in the order of the walk, on a private serial queue.
    /// - Throws: `cancelled`.
    public func checkSafety(
        of paths: [FilePath], ioJobs: Int = 2, progress: Progress? = nil,
        onFile: @escaping @Sendable (SafeFile) -> Void
    ) async throws {
        let loading = LoadProgress(childOf: progress)
        try await loading.run("safe") { [self] in
            try checkSafetyAndWait(of: paths, ioJobs: ioJobs, loading: loading, onFile: onFile)
        }
    }

    /// Does the same on this thread, and shows the progress in `loading`.
    package func checkSafetyAndWait(
        of paths: [FilePath], ioJobs: Int = 2, loading: LoadProgress = LoadProgress(),
        onFile: @escaping @Sendable (SafeFile) -> Void
    ) throws {
        try checkIsOwners()
        try local.checkSafety(of: paths, ioJobs: ioJobs, loading, onFile: onFile)
    }
}

extension LocalLibrary {
    fileprivate func checkSafety(
        of paths: [FilePath], ioJobs: Int, _ loading: LoadProgress, onFile: @escaping @Sendable (SafeFile) -> Void
    ) throws {
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        let walk = SafetyWalk(library: folder.path)
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

        let proof = StorageProof(self)
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
                        if safeFile?.reason?.isRemediedByImport == true { safeFile?.importPath = importPath }
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
        guard !loading.isCancelled else { throw PhotoLibraryError(.cancelled, "Interrupted before all was checked.") }
        succeeded = true
    }
}

/// Walks folders like an import, but also the folders that an import skips, because they may hold photos.
private struct SafetyWalk {
    let library: FilePath

    /// Visits everything below `root` until `visit` returns false.
    ///
    /// `visit` gets the entry, whether the entry is a system file or lies in a system folder, and the path to give to
    /// an import so that the import reaches the entry.
    @discardableResult
    func walk(
        _ root: FilePath, _ visit: (FolderWalk.Entry, _ isInSystemFolder: Bool, _ importPath: FilePath) -> Bool
    ) -> Bool {
        walk(root, isInSystemFolder: false, visit)
    }

    private func walk(
        _ root: FilePath, isInSystemFolder: Bool, _ visit: (FolderWalk.Entry, Bool, FilePath) -> Bool
    ) -> Bool {
        FolderWalk(library: library).walk(root) { entry in
            if case .skipped(let path, _) = entry, path != root, path.isFolder, path.isSystemFile(isFolder: true) {
                return walk(path, isInSystemFolder: true, visit)
            }
            // A file with the name of a system file may be a photo: its bytes decide.
            var status = stat()
            if case .skipped(let path, _) = entry, path.isSystemFile(isFolder: false),
                lstat(path.platform, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
            {
                return visit(.file(path, FileIdentity(status), isLink: false), true, path)
            }
            return visit(entry, isInSystemFolder, root)
        }
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
        case .notAPhoto where path.isFolder: self.init(path, .notSafe, .insideLibrary, error: error)
        case .notAPhoto where path.isSystemFile(isFolder: false): self.init(path, .ignored)
        default: self.init(path, .notSafe, .notARegularFile, error: error)
        }
    }
}

extension FilePath {
    fileprivate var isLink: Bool { mode(of: self) == S_IFLNK }
    fileprivate var isFolder: Bool { mode(of: self) == S_IFDIR }

    fileprivate func isSystemFile(isFolder: Bool) -> Bool {
        lastComponent.map { FileKinds.isSystemFile($0, isFolder: isFolder) } ?? false
    }
}

/// The file type of a path; `nil` if nothing exists there.
///
/// Links are not followed.
private func mode(of path: FilePath) -> mode_t? {
    var status = stat()
    return lstat(path.platform, &status) == 0 ? status.st_mode & S_IFMT : nil
}
