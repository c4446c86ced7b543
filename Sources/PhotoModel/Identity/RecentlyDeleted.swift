public import Foundation

/// The requested photo, if its owner deleted it recently.
///
/// The photo is not found, but can be restored.
public struct RecentlyDeleted: Sendable, Hashable, Codable {
    /// The asset.
    public let localIdentifier: String
    /// The date when the owner deleted it.
    public let deletedDate: Date

    package init(localIdentifier: String, deletedDate: Date) {
        self.localIdentifier = localIdentifier
        self.deletedDate = deletedDate
    }

    /// The error `identifierNotFound`, with the asset and the date of its deletion.
    package var error: PhotoLibraryError {
        PhotoLibraryError(
            .identifierNotFound, "This photo is recently deleted and can be restored.",
            remedy: .restore(localIdentifier), identifier: localIdentifier, deletedDate: deletedDate)
    }
}
