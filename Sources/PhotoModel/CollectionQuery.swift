/// Which albums and folders to fetch, and in what order.
public struct CollectionQuery: Sendable, Hashable {
    /// Only those that fit this.
    public var filter: CollectionFilter
    /// Whether every frame of a burst counts as being in an album, and not only the one that represents it.
    ///
    /// So it is with the number and the captures that albums are filtered and sorted by, and with those that they are given
    /// with: they are of what a fetch with ``AssetQuery/includesAllBurstAssets`` finds.
    public var includesAllBurstAssets = false
    /// The order: by the first, then the second and so on.
    ///
    /// With none, and where these are equal, albums are by title, and so are folders; both together are in the owner's
    /// order.
    public var sort: [CollectionSort]
    /// At most this many; `nil` for all.
    public var limit: Int?
    /// How many of the first to leave out.
    public var offset = 0

    /// The albums and folders that fit the filter.
    public init(_ filter: CollectionFilter = .all, sort: [CollectionSort] = []) {
        self.filter = filter
        self.sort = sort
    }
}

/// One of the orders that albums and folders are sorted by.
///
/// Those without a value, as folders have none for captures, come last, ascending or descending.
public struct CollectionSort: Sendable, Hashable {
    /// What albums and folders are sorted by.
    public enum Key: String, Sendable, CaseIterable {
        /// The title, byte by byte.
        case title
        /// The local identifier, byte by byte.
        case localIdentifier
        /// When they were made.
        case createdDate
        /// The first capture in them, by the camera's clock.
        case startDate
        /// The last capture in them, by the camera's clock.
        case endDate
        /// How many assets a fetch of an album finds; 0 for folders.
        case assetCount
    }

    /// What albums and folders are sorted by.
    public let key: Key
    /// Whether the least comes first.
    public let isAscending: Bool

    /// An order by `key`.
    public init(_ key: Key, ascending: Bool = true) {
        self.key = key
        isAscending = ascending
    }
}
