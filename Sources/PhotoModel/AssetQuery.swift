/// Which assets to fetch, and in what order.
public struct AssetQuery: Sendable, Hashable, Codable {
    /// Which part of the library.
    public enum Scope: String, Sendable, Codable, CaseIterable {
        /// What the owner has not deleted.
        case library
        /// What was deleted and can still be brought back.
        case recentlyDeleted
        /// Both.
        case everything
    }

    /// Only assets that fit this.
    public var filter: AssetFilter
    /// Which part of the library.
    public var scope: Scope = .library
    /// Only assets of the album with this local identifier, in its order if ``sort`` names none.
    public var album: String?
    /// Whether hidden assets are fetched too.
    public var includesHidden = false
    /// Whether every frame of a burst is fetched, and not only the one that represents it; see ``Asset/representsBurst``.
    public var includesAllBurstAssets = false
    /// The order: by the first, then the second and so on.
    ///
    /// Equal ones keep the order in which they were added, or its reverse if the last sort descends. With none, assets are
    /// in the album's order or by capture, the oldest first.
    public var sort: [AssetSort]
    /// At most this many; `nil` for all.
    public var limit: Int?
    /// How many of the first to leave out.
    public var offset = 0
    /// Which assets of one capture time are meant, where those are divided; `nil` for all.
    package var division: CaptureDivision?

    /// The assets of the library that fit the filter, but for hidden ones and those that a burst's frame represents.
    public init(_ filter: AssetFilter = .all, sort: [AssetSort] = []) {
        self.filter = filter
        self.sort = sort
    }

    /// The query with hidden assets and all frames of bursts, as the change history tells of them.
    public var includingAll: AssetQuery {
        var query = self
        query.includesHidden = true
        query.includesAllBurstAssets = true
        return query
    }
}
