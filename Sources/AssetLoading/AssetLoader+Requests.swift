internal import Glibc
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

extension AssetLoader {
    /// Copies files from the store to new names on this machine, several at a time, and returns at once.
    ///
    /// A file gets its name only when its bytes are complete, digested and on the disk; when it is reported its name is
    /// on the disk too. Nothing is ever replaced.
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

    /// 0 if it cannot be opened: loading it will say why.
    private static func size(of request: LoadRequest, in store: any AssetStore) -> Int {
        (try? store.open(request.source)).flatMap { Int(exactly: $0.identity.size) } ?? 0
    }

    private func load(
        _ request: LoadRequest, expecting size: Int, _ loadProgress: LoadProgress,
        completion: @escaping @Sendable (Result<StoredFile, any Error>) -> Void
    ) {
        let progress = loadProgress.beginFile(
            bytes: size, name: request.source.lastComponent?.string, isDecoded: false)
        load(request.source, to: .file(inFolder: request.destination.folder), progress: progress) { file, _ in
            guard request.sha256 == nil || request.sha256 == file.sha256 else {
                throw PhotoLibraryError(
                    .libraryDamaged, "The file is not as it was imported: nothing was written.", remedy: .verify,
                    path: request.source.string)
            }
            return try file.place(at: request.destination)
        } completion: { result in
            if !progress.isCancelled { progress.finish() }
            completion(result.map { _, stored in stored })
        }
    }
}

extension LoadedFile {
    /// Gives the temporary file its final name and puts that on the disk.
    fileprivate func place(at path: FilePath) throws -> StoredFile {
        guard let temporaryPath, try DurableFile.renameWithoutReplacing(temporaryPath, to: path) else {
            throw PhotoLibraryError(.fileExists, couldNot: "give the file this name", path)
        }
        keep()
        do { try DurableFile.syncFolder(path.folder) } catch {
            // Nobody was told of the file, and nobody knows whether it would survive.
            _ = path.withPlatformString { unlink($0) }
            throw error
        }
        return StoredFile(source: source, path: path, size: size, sha256: sha256)
    }
}
