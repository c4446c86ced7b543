internal import GRDB
internal import PhotoModel

// Two ways to the first page of a query. To walk assets in the query's order until the page is full is quick if many fit;
// to look up those that fit and to sort them is quick if few do. SQLite cannot tell which: it knows nothing of the values.
extension AssetQuery {
    /// The conditions by which assets are looked up; none if assets are walked in the query's order.
    func lookUps(_ database: Database) throws -> [AssetFilter] {
        let few = try indexed.filter { filter in
            let some: SQL = "SELECT 1 FROM \(try filter.candidates) LIMIT \(Self.many)"
            return try SQLRequest<Int>(literal: "SELECT COUNT(*) FROM (\(some))").fetchOne(database) != Self.many
        }
        return few.isEmpty && limit == nil ? indexed : few
    }

    /// Conditions that an index answers, other than that of the order.
    var indexed: [AssetFilter] {
        guard orderingAlbum == nil else { return [] }
        let walked = sort.first?.key ?? .captureDate
        return conjuncts.filter { $0.isIndexed && $0.key != walked }
    }

    /// Looking so many assets up and sorting them takes some 10 ms.
    private static var many: Int { 10_000 }
}

extension AssetFilter {
    fileprivate var isIndexed: Bool {
        switch self {
        case .near, .burst, .album, .localIdentifiers, .hasAdjustments: true
        default: key != nil || textCandidates != nil
        }
    }

    /// The sort whose index answers it too.
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

    /// What an index finds for it: at least all that fit.
    fileprivate var candidates: SQL {
        get throws {
            if let textCandidates { return "(\(textCandidates))" }
            guard case .album(let identifier) = self else { return "asset WHERE \(try sql)" }
            return "albumAsset WHERE albumID = (SELECT id FROM album WHERE localIdentifier = \(identifier))"
        }
    }

    private var textCandidates: SQL? {
        guard case .search(let text) = self else { return nil }
        return TextSearch(text)?.candidates
    }

    /// The condition, for assets that are looked up.
    var lookUpSQL: SQL {
        get throws {
            guard let textCandidates else { return try sql }
            return "asset.id IN (\(textCandidates)) AND \(try sql)"
        }
    }

    /// The condition, for an asset that is at hand: no index is used to find others.
    var walkedSQL: SQL {
        get throws {
            guard case .album(let identifier) = self else { return "(\(try sql)) IS TRUE" }
            return """
                EXISTS (SELECT 1 FROM albumAsset WHERE assetID = asset.id
                    AND albumID = (SELECT id FROM album WHERE localIdentifier = \(identifier)))
                """
        }
    }
}
