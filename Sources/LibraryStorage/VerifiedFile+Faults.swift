package import Originals
package import PhotoModel
internal import SystemPackage

extension VerifiedFile {
    /// The fault of a resource whose file should be on this machine and cannot be opened; `nil` without a fault.
    ///
    /// The bytes are not read.
    package static func fault(of resource: AssetResource, _ asset: String, in originals: any Originals) -> VerifiedFile?
    {
        originals.state(of: resource).fault.map { fault($0, of: resource, asset, in: originals) }
    }

    /// The fault of a file that could not be read.
    ///
    /// The file is opened again, because it may have been removed since.
    package static func fault(
        of resource: AssetResource, _ asset: String, in originals: any Originals, after error: any Error
    ) -> VerifiedFile {
        fault(of: resource, asset, in: originals) ?? fault(error, of: resource, asset, in: originals)
    }

    /// The fault of a file whose bytes differ from the imported ones.
    package static func changed(_ resource: AssetResource, _ asset: String, in originals: any Originals) -> VerifiedFile
    {
        fault(originals.failures(at: resource.location).changed, of: resource, asset, in: originals)
    }

    package static func fault(
        _ error: any Error, of resource: AssetResource, _ asset: String, in originals: any Originals
    ) -> VerifiedFile {
        let error =
            error as? PhotoLibraryError
            ?? PhotoLibraryError(
                .unreadable, "\(error)", path: originals.name(of: resource).string, cause: error)
        let status: VerifiedFile.Status =
            switch error.code {
            case .missingResource: .missing
            case .invalidResource: .changed
            default: .unreadable
            }
        return verified(resource, asset, in: originals, status, error)
    }

    package static func verified(
        _ resource: AssetResource, _ asset: String, in originals: any Originals, _ status: VerifiedFile.Status,
        _ error: PhotoLibraryError?
    ) -> VerifiedFile {
        VerifiedFile(
            localIdentifier: asset, path: originals.name(of: resource), status: status,
            error: error.map {
                PhotoLibraryError(
                    $0.code, $0.message, remedy: $0.remedy, path: $0.path, identifier: asset, cause: $0.cause)
            })
    }
}
