package import AssetLoading
package import PhotoModel
internal import SystemPackage

extension VerifiedFile {
    /// The fault of a resource whose file cannot be opened; `nil` if it can.
    ///
    /// The bytes are not read.
    package static func fault(of resource: AssetResource, _ asset: String, in store: ResourceStore) -> VerifiedFile? {
        do {
            _ = try store.open(resource, as: .owner, allowingNetwork: false)
            return nil
        } catch { return fault(error, of: resource, asset, in: store) }
    }

    /// The fault of a file that could not be read.
    ///
    /// The file is opened again, because it may have been removed since.
    package static func fault(
        of resource: AssetResource, _ asset: String, in store: ResourceStore, after error: any Error
    ) -> VerifiedFile {
        fault(of: resource, asset, in: store) ?? fault(error, of: resource, asset, in: store)
    }

    /// The fault of a file whose bytes differ from the imported ones.
    package static func changed(_ resource: AssetResource, _ asset: String, in store: ResourceStore) -> VerifiedFile {
        fault(store.failures(of: resource, as: .owner).changed, of: resource, asset, in: store)
    }

    package static func fault(
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

    package static func verified(
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
