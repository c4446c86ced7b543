public import Foundation
internal import Glibc
internal import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

extension AssetLoader {
    /// Copies files to new names on this machine, several at a time.
    ///
    /// A file gets its name only when its bytes are complete, digested and on the disk. A result is a success after its
    /// name is on the disk too. An existing file is never replaced. A request that fails does not stop the others.
    /// Cancelling the task, or the progress, stops the load within 200 ms: complete files stay, and nothing remains of
    /// incomplete ones.
    ///
    /// - Parameter progress: Counts bytes, and can cancel the load.
    /// - Returns: The result of each request, in the order of the requests. A request whose destination exists, or
    ///   where no file can be made, fails with `invalidResource` before anything is read; `cancelled` after a
    ///   cancellation; other errors are `unreadable`, `notARegularFile`, `fileTooLarge`, `sourceChanged`,
    ///   `notEnoughSpace`, `ioFailure`, and for a resource of a library those of ``ResourceData``.
    public func load(
        _ requests: [LoadRequest], progress: Progress? = nil
    ) async -> [Result<StoredFile, any Error>] {
        await load(requests, loading: LoadProgress(showing: progress))
    }

    /// Copies files to new names on this machine, and shows the progress in `loading`.
    package func load(
        _ requests: [LoadRequest], loading: LoadProgress
    ) async -> [Result<StoredFile, any Error>] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                onReadingQueue { files in
                    let sizes = requests.map { Self.size(of: $0, in: files) }
                    for size in sizes { loading.addExpected(files: 1, bytes: size) }
                    loading.walkFinished()
                    loading.setPhase(.loading)
                    let gathering = Gathering<Result<StoredFile, any Error>>(count: requests.count) { results in
                        loading.finish(succeeded: results.allSatisfy { (try? $0.get()) != nil })
                        continuation.resume(returning: results)
                    }
                    for (index, (request, size)) in zip(requests, sizes).enumerated() {
                        self.load(request, expecting: size, loading) { gathering.put($0, at: index) }
                    }
                }
            }
        } onCancel: {
            loading.cancel()
        }
    }

    /// The size in bytes; 0 if the file cannot be opened, because the load of the file then throws the reason.
    private static func size(of request: LoadRequest, in files: any FileSource) -> Int {
        switch request.origin {
        case .file(let path, let followsLinks):
            (try? files.open(path, followsLinks: followsLinks)).flatMap { Int(exactly: $0.length) } ?? 0
        case .resource(let handle), .converted(let handle, _): handle.resource.bytes
        }
    }

    private func load(
        _ request: LoadRequest, expecting size: Int, _ loadProgress: LoadProgress,
        completion: @escaping @Sendable (Result<StoredFile, any Error>) -> Void
    ) {
        let progress = loadProgress.beginFile(
            bytes: size, name: request.source.lastComponent?.string,
            then: request.origin.isConverted ? .decoding : .storing)
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
    /// Checks that the destination does not exist and can be created.
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
    /// Renames the temporary file to its final name, and syncs the name to the disk.
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
