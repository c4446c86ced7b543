package import AssetLoading
public import Foundation
internal import LibraryInterface
public import PhotoModel

extension PhotoLibraryProtocol {
    /// The cloud identifiers of assets, albums and folders, one entry for each distinct local identifier.
    ///
    /// - Parameters:
    ///   - localIdentifiers: The local identifiers of assets, albums and folders.
    ///   - progress: Shows the progress and can cancel the work from any thread. Its total becomes the number of
    ///     distinct identifiers. The library's threads write it until this method returns.
    /// - Returns: For each, the cloud identifier; `identifierNotFound`, for a recently deleted asset with
    ///   `PhotoLibraryError.deletedDate`, and for all identifiers if this app sees no photos; or `cancelled` for
    ///   those after a cancellation. Blocks. One call for many identifiers is much faster than one call for each.
    public func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String], progress: Progress? = nil
    ) -> [String: Result<CloudIdentifier, any Error>] {
        let distinct = Array(Set(localIdentifiers))
        return service.cloudIdentifiers(of: distinct, BatchProgress(progress, count: distinct.count))
            .mapValues { $0.asMapping() }
    }

    /// Finds the cloud identifiers, and counts each distinct local identifier as a file of `loading`.
    package func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String], loading: LoadProgress
    ) -> [String: Result<CloudIdentifier, any Error>] {
        service.cloudIdentifiers(of: Array(Set(localIdentifiers)), loading)
    }
}
