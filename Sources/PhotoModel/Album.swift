public import Foundation

/// A collection of assets that the owner named: what PhotoKit calls an album.
public struct Album: Hashable, Sendable, Identifiable {
    /// Names the album in this library.
    public let localIdentifier: String
    /// What the owner calls it; two albums may have the same title.
    public let title: String
    /// When it was made.
    public let createdDate: Date
    /// How many assets it has.
    public let assetCount: Int

    /// An album of these parts.
    public init(localIdentifier: String, title: String, createdDate: Date, assetCount: Int) {
        self.localIdentifier = localIdentifier
        self.title = title
        self.createdDate = createdDate
        self.assetCount = assetCount
    }

    /// The local identifier.
    public var id: String { localIdentifier }
}
