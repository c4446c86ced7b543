internal import GRDB
internal import PhotoModel

/// How the assets of a query are found.
///
/// There are two plans for the first page of a query. Walking assets in the query's order until the page is full is
/// fast if many assets match. Looking up all matches and sorting them is fast if few match. SQLite cannot choose,
/// because it has no statistics about the values.
struct AssetLookUps {
    /// The conditions by which assets are looked up; empty if assets are walked in the query's order.
    let filters: [AssetFilter]
    /// Whether the selection of an app is read, and not an index over all photos.
    var isLimited = false

    /// Whether the originals of all photos are walked in the query's order.
    var walksOriginals: Bool { filters.isEmpty && !isLimited }
}

extension AssetQuery {
    /// How the query's assets are found.
    func lookUps(_ database: Database) throws -> AssetLookUps {
        let isLimited = try database.hasLimitedSelection
        return AssetLookUps(filters: try filters(database, isLimited: isLimited), isLimited: isLimited)
    }

    private func filters(_ database: Database, isLimited: Bool) throws -> [AssetFilter] {
        // Other look-ups would take longer the more unseen assets match, which the app must not learn.
        if isLimited { return indexed.filter(\.isIndexedInSelection) }
        let few = try indexed.filter { filter in
            let some: SQL = "SELECT 1 FROM \(try filter.candidates) LIMIT \(Self.many)"
            return try SQLRequest<Int>(literal: "SELECT COUNT(*) FROM (\(some))").fetchOne(database) != Self.many
        }
        return few.isEmpty && limit == nil ? indexed : few
    }

    /// Conditions that an index other than that of the order can answer.
    var indexed: [AssetFilter] {
        guard orderingAlbum == nil else { return [] }
        let walked = sort.first?.key ?? .captureDate
        return conjuncts.filter { $0.isIndexed && $0.key != walked }
    }

    /// Looking up and sorting this many assets takes about 10 ms.
    private static var many: Int { 10_000 }
}

extension AssetFilter {
    fileprivate var isIndexed: Bool {
        switch self {
        case .near, .burst, .album, .localIdentifiers, .hasAdjustments: true
        default: key != nil || textCandidates != nil
        }
    }

    /// Whether an index over an app's selection, or over an album that the app made, can answer the condition.
    fileprivate var isIndexedInSelection: Bool {
        switch self {
        case .album, .localIdentifiers, .burst: true
        default: key == .captureDate
        }
    }

    /// The sort key whose index can answer the condition too.
    fileprivate var key: AssetSort.Key? {
        switch self {
        case .captured(nil, nil), .added(nil, nil), .modified(nil, nil): nil
        case .captured, .capturedWithin: .captureDate
        case .added: .addedDate
        case .modified: .modificationDate
        case .duration: .duration
        case .width: .width
        case .height: .height
        default: nil
        }
    }

    /// The assets that an index finds for the condition: at least all matches.
    fileprivate var candidates: SQL {
        get throws {
            if let textCandidates { return "(\(textCandidates))" }
            if case .hasAdjustments = self { return "resource WHERE kind = 7" }
            guard case .album(let identifier) = self else { return "asset WHERE \(try sql)" }
            return "albumAsset WHERE albumID = \(AssetQuery.row(ofAlbum: identifier))"
        }
    }

    private var textCandidates: SQL? {
        guard case .search(let text) = self else { return nil }
        return TextSearch(text)?.candidates
    }

    /// The condition, for assets that are looked up.
    var lookUpSQL: SQL {
        get throws {
            if let textCandidates { return "asset.id IN (\(textCandidates)) AND \(try sql)" }
            guard case .hasAdjustments = self else { return try sql }
            return "asset.id IN (SELECT assetID FROM resource WHERE kind = 7) AND \(try sql)"
        }
    }

    /// The condition for an asset that is already read, without an index.
    var walkedSQL: SQL {
        get throws {
            guard case .album(let identifier) = self else { return "(\(try sql)) IS TRUE" }
            return """
                EXISTS (SELECT 1 FROM albumAsset WHERE assetID = asset.id
                    AND albumID = \(AssetQuery.row(ofAlbum: identifier)))
                """
        }
    }
}
