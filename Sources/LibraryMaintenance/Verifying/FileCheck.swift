internal import AssetLoading
internal import LibraryStorage
internal import PhotoModel
internal import SystemPackage

/// Compares files of assets with the catalogue.
struct FileCheck: Sendable {
    private let isQuick: Bool
    private let loader: AssetLoader
    private let loading: LoadProgress
    private let store: ResourceStore

    /// Makes a check of the files of the library in `folder`.
    init(_ request: VerifyRequest, _ folder: FilePath, _ loading: LoadProgress) {
        isQuick = request.isQuick
        let rate = request.bytesPerSecond.map { ReadingRate(bytesPerSecond: $0) }
        store = ResourceStore(folder: folder, local: DiskReadingStore(rate: rate))
        loader = AssetLoader(ioJobs: request.ioJobs, jobs: 1)
        self.loading = loading
    }

    /// Checks a file and calls `completion` once.
    ///
    /// A quick check reads nothing and calls `completion` on this thread. Otherwise `completion` is called on a queue
    /// of the loader.
    ///
    /// - Parameter completion: Gets `nil` if the check was cancelled.
    func run(
        _ resource: AssetResource, of asset: String, completion: @escaping @Sendable (VerifiedFile?) -> Void
    ) {
        if isQuick {
            loading.fileSkipped(bytes: resource.bytes)
            return completion(
                VerifiedFile.fault(of: resource, asset, in: store)
                    ?? VerifiedFile.verified(resource, asset, in: store, .ok, nil))
        }
        let handle = ResourceHandle(resource, in: store, as: .owner, allowingNetwork: false)
        let progress = loading.beginFile(
            bytes: resource.bytes, name: handle.name.lastComponent?.string, isDecoded: false)
        // The bytes are only digested and not stored.
        loader.load(handle, to: .digestOnly, progress: progress) { _, _ in
        } completion: { [store] result in
            progress.finish()
            switch result {
            case .success: completion(VerifiedFile.verified(resource, asset, in: store, .ok, nil))
            case .failure(let error as PhotoLibraryError) where error.code == .cancelled: completion(nil)
            case .failure(let error): completion(VerifiedFile.fault(error, of: resource, asset, in: store))
            }
        }
    }
}
