/// One of the orders that assets are sorted by.
///
/// Assets without a value come last, ascending or descending.
public struct AssetSort: Sendable, Hashable, Codable {
    /// What assets are sorted by.
    public enum Key: String, Sendable, Codable, CaseIterable {
        /// The camera's wall clock at capture, whatever its zone: the order of the days of a trip.
        case captureDate
        /// The instant of capture, by the stated offset from UTC; a clock without an offset is read as UTC.
        ///
        /// The order does not depend on this machine's time zone, which ``Asset/creationDate`` takes for such a clock.
        case captureInstant
        /// When they came into the library.
        case addedDate
        /// When the owner last changed them.
        case modificationDate
        /// When the owner deleted them.
        case deletedDate
        /// The original's file name, byte by byte.
        case filename
        /// Bytes of the original.
        case size
        /// Seconds of video.
        case duration
        /// Pixels from left to right, as displayed.
        case width
        /// Pixels from top to bottom, as displayed.
        case height
        /// What is no favourite before favourites; no index helps.
        case isFavorite
        /// Other media, photos, videos; no index helps.
        case mediaType
        /// The local identifier, byte by byte.
        case localIdentifier
    }

    /// What assets are sorted by.
    public let key: Key
    /// Whether the least comes first.
    public let isAscending: Bool

    /// An order by `key`.
    public init(_ key: Key, ascending: Bool = true) {
        self.key = key
        isAscending = ascending
    }
}
