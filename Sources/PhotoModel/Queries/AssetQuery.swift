/// A fetch of assets: conditions, an order and a range.
public struct AssetQuery: Sendable, Hashable, Codable {
    /// The assets that a query can find, by deletion.
    public enum Scope: String, Sendable, Codable, CaseIterable {
        /// Assets that are not deleted.
        case library
        /// Deleted assets that can be restored.
        case recentlyDeleted
        /// Assets that are not deleted, and deleted assets that can be restored.
        case everything
    }

    /// The condition that the assets match.
    public var filter: AssetFilter
    /// Whether deleted assets are fetched.
    public var scope: Scope = .library
    /// The local identifier of the album that contains the assets; `nil` for assets in any album or none.
    ///
    /// If ``sort`` is empty, the assets are in the album's order.
    public var album: String?
    /// Whether hidden assets are fetched as well.
    public var includesHidden = false
    /// Whether every frame of a burst is fetched, and not only the representing frame (``Asset/representsBurst``).
    public var includesAllBurstAssets = false
    /// The sort keys, the first one first.
    ///
    /// Assets that are equal in all keys are ordered as they were added, or in reverse if the last key is descending.
    /// Without keys, assets are in the order of ``album``, or by capture time, oldest first, if ``album`` is `nil`.
    public var sort: [AssetSort]
    /// The greatest number of assets; `nil` for all.
    public var limit: Int?
    /// The number of assets at the beginning that are skipped.
    public var offset = 0
    /// The bounds among assets with the same capture time; `nil` for all assets of each capture time.
    package var division: CaptureDivision?

    /// Creates a query for the assets that match the filter.
    ///
    /// It does not find deleted assets, hidden assets, or frames that another frame of their burst represents.
    public init(_ filter: AssetFilter = .all, sort: [AssetSort] = []) {
        self.filter = filter
        self.sort = sort
    }

    /// The same query with hidden assets and all frames of bursts, which the change history contains too.
    public var includingAll: AssetQuery {
        var query = self
        query.includesHidden = true
        query.includesAllBurstAssets = true
        return query
    }
}
