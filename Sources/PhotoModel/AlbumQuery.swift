/// Which albums to fetch, and in what order.
public struct AlbumQuery: Sendable, Hashable {
    /// What albums are sorted by; those without a value come last.
    public enum Sort: String, Sendable, CaseIterable {
        /// The title, byte by byte.
        case title
        /// When they were made.
        case createdDate
        /// The first capture in them.
        case startDate
        /// The last capture in them.
        case endDate
    }

    /// Only albums with this text in their titles, whatever its case (ASCII letters).
    public var title: String?
    /// Only these.
    public var localIdentifiers: [String]?
    /// Only those with the asset of this local identifier in them.
    public var containing: String?
    /// The order; equal ones keep the order in which they were made.
    public var sort: Sort = .title
    /// Whether the least comes first.
    public var isAscending = true

    /// All albums by title.
    public init() {}
}
