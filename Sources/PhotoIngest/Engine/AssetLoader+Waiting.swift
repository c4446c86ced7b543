internal import AssetLoading
internal import Dispatch
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

extension AssetLoader {
    /// Loads one file, and blocks until `decode` has made the value.
    func loadAndWait<Value: Sendable>(
        _ path: FilePath, followsLinks: Bool = true, to destination: LoadDestination, progress: FileProgress? = nil,
        decode: @escaping @Sendable (LoadedFile, FileProgress?) throws -> Value
    ) throws -> Value {
        let loaded = Mutex<Result<Value, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        load(path, followsLinks: followsLinks, to: destination, progress: progress, decode: decode) { result in
            progress?.finish()
            loaded.withLock { $0 = result.map(\.1) }
            done.signal()
        }
        done.wait()
        guard let value = loaded.withLock({ $0 }) else {
            throw PhotoLibraryError(.internalError, "A file did not arrive.", path: path.string)
        }
        return try value.get()
    }
}
