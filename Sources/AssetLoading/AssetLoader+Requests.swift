internal import DurableIO
internal import Glibc
internal import PhotoModel
internal import SystemPackage

extension AssetLoader {
    /// Copies files from the store to new names on this machine, several at a time, and returns at once.
    ///
    /// A file gets its name only when its bytes are complete, digested and on the disk. It is reported after its name is on
    /// the disk too. An existing file is never replaced. A request whose destination exists, or where no file can be made,
    /// fails with `invalidResource` before anything is read.
    public func load(_ requests: [LoadRequest]) -> AssetLoad {
        let load = AssetLoad()
        onReadingQueue { store in
            let sizes = requests.map { Self.size(of: $0, in: store) }
            for size in sizes { load.loadProgress.addExpected(files: 1, bytes: size) }
            load.loadProgress.walkFinished()
            load.loadProgress.setPhase(.loading)
            let gathering = Gathering(count: requests.count) { load.finish($0) }
            for (index, (request, size)) in zip(requests, sizes).enumerated() {
                self.load(request, expecting: size, load.loadProgress) { gathering.put($0, at: index) }
            }
        }
        return load
    }

    /// 0 if the file cannot be opened: loading it throws the reason.
    private static func size(of request: LoadRequest, in store: any AssetStore) -> Int {
        switch request.origin {
        case .file(let path, let followsLinks):
            (try? store.open(path, followsLinks: followsLinks)).flatMap { Int(exactly: $0.identity.size) } ?? 0
        case .resource(let handle): handle.resource.bytes
        }
    }

    private func load(
        _ request: LoadRequest, expecting size: Int, _ loadProgress: LoadProgress,
        completion: @escaping @Sendable (Result<StoredFile, any Error>) -> Void
    ) {
        let progress = loadProgress.beginFile(
            bytes: size, name: request.source.lastComponent?.string, isDecoded: false)
        do { try request.checkDestination() } catch {
            progress.finish()
            return completion(.failure(error))
        }
        load(request.origin, to: .file(inFolder: request.destination.folder), progress: progress) { file, _ in
            try file.place(at: request.destination)
        } completion: { result in
            if !progress.isCancelled { progress.finish() }
            completion(result.map { _, stored in stored })
        }
    }
}

extension LoadRequest {
    /// Checks that a file with this name can be made.
    ///
    /// - Throws: `invalidResource`, naming the path.
    fileprivate func checkDestination() throws(PhotoLibraryError) {
        var status = stat()
        guard lstat(destination.platform, &status) != 0 else { throw PhotoLibraryError(taken: destination) }
        // The error differs for a name that is too long and for a parent that is a file, not a folder.
        guard errno == ENOENT, destination.lastComponent != nil,
            access(destination.folder.platform, W_OK | X_OK) == 0
        else {
            let cause = Errno(rawValue: errno)
            throw PhotoLibraryError(
                .invalidResource, "No file can be made here: \(cause). Name another file.", path: destination.string,
                cause: cause)
        }
    }
}

extension PhotoLibraryError {
    fileprivate init(taken path: FilePath) {
        self.init(
            .invalidResource, "The name is taken, and existing files are never replaced. Name another file.",
            path: path.string, cause: Errno.fileExists)
    }
}

extension LoadedFile {
    /// Gives the temporary file its final name and puts that on the disk.
    fileprivate func place(at path: FilePath) throws -> StoredFile {
        guard let temporaryPath, try DurableFile.renameWithoutReplacing(temporaryPath, to: path) else {
            throw PhotoLibraryError(taken: path)
        }
        keep()
        do { try DurableFile.syncFolder(path.folder) } catch {
            // The file was not reported yet, and its name may not survive a power loss.
            _ = path.withPlatformString { unlink($0) }
            throw error
        }
        return StoredFile(source: source, path: path, size: size, sha256: sha256)
    }
}
