public import ArgumentParser
internal import OpenPhotoKitOwner
public import PhotoModel

/// The options for the order of photos, and for the part of the list.
struct OrderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The order: \(AssetSort.Key.allCases.map(\.rawValue).joined(separator: ", ")); with :desc or :asc. The largest "
                + "size comes first unless :asc is added. May be repeated; later keys order equal photos.",
            valueName: "key"),
        completion: .list(AssetSort.allValueStrings))
    var sort: [AssetSort] = []

    @Option(parsing: .unconditional, help: "List at most this many photos; 0 for no limit.")
    var limit: Int?

    @Option(parsing: .unconditional, help: "Leave out this many photos at the start.")
    var offset = 0

    func validate() throws {
        try checkIsNotNegative(("limit", limit), ("offset", offset))
    }

    func apply(to query: inout AssetQuery) {
        if !sort.isEmpty { query.sort = sort }
        query.limit = limit == 0 ? nil : limit
        query.offset = offset
    }
}

extension AssetSort: ExpressibleByArgument {
    /// A key, alone or followed by :asc or :desc.
    public init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let key = parts.first.flatMap(Key.init) else { return nil }
        switch parts.dropFirst().first {
        case nil: self.init(key, ascending: key != .size)
        case "asc": self.init(key)
        case "desc": self.init(key, ascending: false)
        default: return nil
        }
    }

    /// The keys.
    public static var allValueStrings: [String] { Key.allCases.map(\.rawValue) }
}
