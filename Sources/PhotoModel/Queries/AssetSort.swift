/// A sort key of assets.
///
/// Assets without a value come last in both orders.
public struct AssetSort: Sendable, Hashable, Codable {
    /// The properties that assets can be sorted by.
    public enum Key: String, Sendable, Codable, CaseIterable {
        /// The time on the camera's clock at capture.
        ///
        /// Its time zone is ignored, so the days of a trip are in order.
        case captureDate
        /// The instant of capture; a time without a stated offset counts as UTC.
        ///
        /// The order therefore does not depend on the time zone of this process. ``Asset/creationDate`` does: there, a
        /// time without an offset counts as a time in this process's time zone.
        case captureInstant
        /// The date when the asset was added to the library.
        case addedDate
        /// The date of the owner's last change of the asset.
        case modificationDate
        /// The date when the owner deleted the asset.
        case deletedDate
        /// The file name of the original, byte by byte.
        case filename
        /// The size of the original in bytes.
        case size
        /// The duration of the video in seconds.
        case duration
        /// The width of the displayed picture in pixels.
        case width
        /// The height of the displayed picture in pixels.
        case height
        /// Other assets, then favourites, in ascending order. The catalogue has no index for this order.
        case isFavorite
        /// Unknown media, photos, videos, in ascending order. The catalogue has no index for this order.
        case mediaType
        /// The local identifier, byte by byte.
        case localIdentifier
    }

    /// The property.
    public let key: Key
    /// Whether the order is ascending.
    public let isAscending: Bool

    /// Creates a sort key.
    public init(_ key: Key, ascending: Bool = true) {
        self.key = key
        isAscending = ascending
    }
}
