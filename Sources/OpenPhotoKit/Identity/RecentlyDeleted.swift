public import Foundation
internal import PhotoCatalog
package import PhotoModel

/// The requested photo, if its owner deleted it recently: it is not found, but can be restored.
public struct RecentlyDeleted: Sendable, Hashable {
    /// The asset.
    public let localIdentifier: String
    /// When it was deleted.
    public let deletedDate: Date

    /// The error `identifierNotFound`, with the asset and the date of its deletion.
    package var error: PhotoLibraryError {
        PhotoLibraryError(
            .identifierNotFound, "This photo is recently deleted and can be restored.",
            remedy: .restore(localIdentifier), identifier: localIdentifier, deletedDate: deletedDate)
    }
}

extension PhotoLibrary {
    /// The recently deleted asset that has exactly the bytes of an analysed file; `nil` if no such asset exists.
    public func recentlyDeletedAsset(withBytesOf analysis: PhotoAnalysis) throws -> RecentlyDeleted? {
        try catalog.recentlyDeletedAsset(with: .bytes, prefix: analysis.sha256.bytes).map(RecentlyDeleted.init)
    }
}
