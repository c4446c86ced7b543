/// A fetch of albums and folders: a filter and an order.
public struct CollectionQuery: Sendable, Hashable, Codable {
    /// The condition.
    public var filter: CollectionFilter
    /// Whether every frame of a burst counts as an asset of an album, and not only the representing frame.
    ///
    /// It affects the numbers and capture times in filters, in sort keys and in the fetched albums: they are those of
    /// a fetch with ``AssetQuery/includesAllBurstAssets``.
    public var includesAllBurstAssets = false
    /// The sort keys, the first one first.
    ///
    /// Without keys, and for equal objects, albums are sorted by title, and so are folders. Albums and folders
    /// together are in the owner's order.
    public var sort: [CollectionSort]
    /// The greatest number of objects; `nil` for all.
    public var limit: Int?
    /// The number of objects at the beginning that are skipped.
    public var offset = 0

    /// Creates a query for the albums and folders that match the filter.
    public init(_ filter: CollectionFilter = .all, sort: [CollectionSort] = []) {
        self.filter = filter
        self.sort = sort
    }
}

/// A sort key of albums and folders.
///
/// Objects without a value, such as capture times of folders, come last in both orders.
public struct CollectionSort: Sendable, Hashable, Codable {
    /// The properties that albums and folders can be sorted by.
    public enum Key: String, Sendable, Codable, CaseIterable {
        /// The title, byte by byte.
        case title
        /// The local identifier, byte by byte.
        case localIdentifier
        /// The date of creation.
        case createdDate
        /// The first capture in the album, by the camera's clock.
        case startDate
        /// The last capture in the album, by the camera's clock.
        case endDate
        /// The number of assets that a fetch of the album finds; 0 for folders.
        case assetCount
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
