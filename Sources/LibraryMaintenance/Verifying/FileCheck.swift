internal import AssetLoading
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Compares files of assets with the catalogue.
struct FileCheck: Sendable {
    private let isQuick: Bool
    private let policy: FetchPolicy
    private let loader: AssetLoader
    private let loading: LoadProgress
    private let originals: LibraryOriginals
    private let catalog: PhotoCatalog

    /// Makes a check of the files of a library.
    init(_ request: VerifyRequest, _ library: LibraryContext, _ loading: LoadProgress) {
        isQuick = request.isQuick
        policy = request.policy
        let rate = request.bytesPerSecond.map { ReadingRate(bytesPerSecond: $0) }
        originals = library.originals.reading(DiskFiles(rate: rate))
        catalog = library.catalog
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
        if resource.location == .elsewhere {
            loading.fileSkipped(bytes: resource.bytes)
            return completion(elsewhere(resource, asset))
        }
        if isQuick {
            loading.fileSkipped(bytes: resource.bytes)
            return completion(
                originals.state(of: resource).fault.map { fault($0, of: resource, asset) }
                    ?? VerifiedFile.verified(resource, asset, in: originals, .ok, nil))
        }
        let handle = ResourceHandle(resource, in: originals, policy)
        let progress = loading.beginFile(
            bytes: resource.bytes, name: handle.name.lastComponent?.string, then: .none)
        // The bytes are only digested and not stored.
        loader.load(handle, to: .digestOnly, progress: progress) { _, _ in
        } completion: { result in
            progress.finish()
            switch result {
            case .success: completion(VerifiedFile.verified(resource, asset, in: originals, .ok, nil))
            case .failure(let error as PhotoLibraryError) where error.code == .cancelled: completion(nil)
            case .failure(let error): completion(fault(error, of: resource, asset))
            }
        }
    }

    /// The result for a file that is in stores only, or that no store has any more.
    private func elsewhere(_ resource: AssetResource, _ asset: String) -> VerifiedFile {
        let isLost = (try? catalog.isInStore(resource.sha256)) == false
        guard isLost else { return VerifiedFile.verified(resource, asset, in: originals, .elsewhere, nil) }
        let error = PhotoLibraryError(
            .missingResource,
            "The original is not on this computer, and no store of the library has it. Import the photo again from a "
                + "backup, or add another store that may have it, and mirror the library to it.",
            path: originals.name(of: resource).string)
        return VerifiedFile.fault(error, of: resource, asset, in: originals)
    }

    /// The fault of a file, which the catalogue may explain: another photo is at the path of a reference.
    private func fault(_ error: any Error, of resource: AssetResource, _ asset: String) -> VerifiedFile {
        let isChanged = (error as? PhotoLibraryError)?.code == .invalidResource
        guard isChanged, case .reference(let path) = resource.location,
            (try? catalog.isReplaced(resource.sha256, at: path)) == true
        else { return VerifiedFile.fault(error, of: resource, asset, in: originals) }
        return VerifiedFile.fault(
            originals.failures(at: resource.location).replaced, of: resource, asset, in: originals)
    }
}
