/// Which assets to fetch, and in what order.
public struct AssetQuery: Sendable, Hashable {
    /// Orders of assets.
    ///
    /// Equal ones keep the order in which they were added.
    public enum Sort: String, Sendable, CaseIterable {
        /// Oldest capture first; assets without a capture time last.
        case captureDate
        /// First added first.
        case addedDate
        /// By the original's file name, byte by byte.
        case filename
        /// Largest original first.
        case size
    }

    /// Which part of the library.
    public enum Scope: String, Sendable, CaseIterable {
        /// What the owner has not deleted.
        case library
        /// What was deleted and can still be brought back.
        case recentlyDeleted
        /// Both.
        case everything
    }

    /// Which part of the library.
    public var scope: Scope = .library
    /// Only assets of the album with this identifier, or of any with this title.
    public var album: String?
    /// Only this kind of media.
    public var mediaType: Asset.MediaType?
    /// Only captures at or after this wall time: `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or longer.
    public var capturedFrom: String?
    /// Only captures before this wall time, in the same form.
    public var capturedBefore: String?
    /// Only assets whose file name, make, model, lens, title, caption or keywords contain this text, whatever its case
    /// (ASCII letters).
    public var search: String?
    /// The order.
    public var sort: Sort = .captureDate
    /// At most this many; `nil` for all.
    public var limit: Int?

    /// All assets by capture date.
    public init() {}
}
