internal import AssetLoading
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
                Self.fault(of: resource, asset, in: store) ?? Self.verified(resource, asset, in: store, .ok, nil))
        }
        let handle = ResourceHandle(resource, in: store, as: .owner, allowingNetwork: false)
        let progress = loading.beginFile(
            bytes: resource.bytes, name: handle.name.lastComponent?.string, isDecoded: false)
        // The bytes are only digested and not stored.
        loader.load(handle, to: .memory(upTo: 0), progress: progress) { _, _ in
        } completion: { [store] result in
            progress.finish()
            switch result {
            case .success: completion(Self.verified(resource, asset, in: store, .ok, nil))
            case .failure(let error as PhotoLibraryError) where error.code == .cancelled: completion(nil)
            case .failure(let error): completion(Self.fault(error, of: resource, asset, in: store))
            }
        }
    }

    // MARK: Faults

    /// The fault that can be found without reading the file; `nil` if there is no fault.
    static func fault(of resource: AssetResource, _ asset: String, in store: ResourceStore) -> VerifiedFile? {
        do {
            _ = try store.open(resource, as: .owner, allowingNetwork: false)
            return nil
        } catch { return fault(error, of: resource, asset, in: store) }
    }

    /// The fault of a file that another reader could not read.
    ///
    /// The file may have been removed meanwhile, so it is looked up again.
    static func fault(
        of resource: AssetResource, _ asset: String, in store: ResourceStore, after error: any Error
    ) -> VerifiedFile {
        fault(of: resource, asset, in: store) ?? fault(error, of: resource, asset, in: store)
    }

    /// The fault of a file that was read and has other bytes than were imported.
    static func changed(_ resource: AssetResource, _ asset: String, in store: ResourceStore) -> VerifiedFile {
        fault(store.failures(of: resource, as: .owner).changed, of: resource, asset, in: store)
    }

    private static func fault(
        _ error: any Error, of resource: AssetResource, _ asset: String, in store: ResourceStore
    ) -> VerifiedFile {
        let error =
            error as? PhotoLibraryError
            ?? PhotoLibraryError(
                .unreadable, "\(error)", path: store.name(of: resource, as: .owner).string, cause: error)
        let status: VerifiedFile.Status =
            switch error.code {
            case .missingResource: .missing
            case .invalidResource: .changed
            default: .unreadable
            }
        return verified(resource, asset, in: store, status, error)
    }

    private static func verified(
        _ resource: AssetResource, _ asset: String, in store: ResourceStore, _ status: VerifiedFile.Status,
        _ error: PhotoLibraryError?
    ) -> VerifiedFile {
        VerifiedFile(
            localIdentifier: asset, path: store.name(of: resource, as: .owner), status: status,
            error: error.map {
                PhotoLibraryError(
                    $0.code, $0.message, remedy: $0.remedy, path: $0.path, identifier: asset, cause: $0.cause)
            })
    }
}
