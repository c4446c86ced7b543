package import AssetLoading
package import PhotoModel
internal import SystemPackage

extension VerifiedFile {
    /// What is wrong as far as can be seen without reading; `nil` if nothing is.
    package static func fault(of resource: AssetResource, _ asset: String, in store: ResourceStore) -> VerifiedFile? {
        do {
            _ = try store.open(resource, as: .owner, allowingNetwork: false)
            return nil
        } catch { return fault(error, of: resource, asset, in: store) }
    }

    /// What is wrong with a file that another reader could not read: it may have gone since it was looked at.
    package static func fault(
        of resource: AssetResource, _ asset: String, in store: ResourceStore, after error: any Error
    ) -> VerifiedFile {
        fault(of: resource, asset, in: store) ?? fault(error, of: resource, asset, in: store)
    }

    /// The fault of a file that was read and has other bytes.
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
