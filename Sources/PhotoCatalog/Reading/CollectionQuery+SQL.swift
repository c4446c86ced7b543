internal import Foundation
internal import GRDB
internal import PhotoModel

extension CollectionKind {
    /// A table of the collections that match a condition.
    ///
    /// `number` identifies them for the caller; `albumID` is NULL for folders and `folderID` is NULL for albums.
    ///
    /// SQLite does not push a condition with a subquery into the parts of a union, which have the indexes. So each part
    /// repeats it.
    fileprivate func source(where condition: SQL) -> SQL {
        let parts: [SQL] =
            switch self {
            case .albums: [Self.selectAlbums]
            case .folders: [Self.selectFolders(number: "id")]
            case .all: [Self.selectAlbums, Self.selectFolders(number: "-id")]
            }
        let selections = parts.map { "SELECT collection.* FROM (\($0)) AS collection WHERE \(condition)" as SQL }
        return "(\(selections.joined(separator: " UNION ALL "))) AS collection"
    }

    private static let selectAlbums: SQL = """
        SELECT id AS number, id AS albumID, NULL AS folderID, localIdentifier, title, createdDate, folderID AS parentID,
            rank, stableID FROM album WHERE deletedDate IS NULL
        """

    private static func selectFolders(number: SQL) -> SQL {
        """
        SELECT \(number) AS number, NULL AS albumID, id AS folderID, localIdentifier, title, createdDate, parentID, rank,
            stableID
        FROM folder WHERE deletedDate IS NULL
        """
    }

    /// The order of collections that are otherwise equal.
    fileprivate var order: [SQL] {
        switch self {
        case .albums, .folders: ["collection.title", "collection.number"]
        case .all: ["collection.rank", "collection.stableID"]
        }
    }
}

// Translates a query to SQL. The database filters and sorts completely: the result needs no further processing.
extension CollectionQuery {
    func select(_ kind: CollectionKind) throws -> SQL {
        let order = (sort.map { $0.sql(contents) } + kind.order).joined(separator: ", ")
        return """
            SELECT collection.number FROM \(kind.source(where: try filter.sql(contents))) ORDER BY \(order) \(bounds)
            """
    }

    func selectCount(_ kind: CollectionKind) throws -> SQL {
        "SELECT COUNT(*) FROM (SELECT 1 FROM \(kind.source(where: try filter.sql(contents))) \(bounds))"
    }

    /// The assets in an album.
    var contents: AlbumContents { AlbumContents(includesAllBurstAssets: includesAllBurstAssets) }

    private var bounds: SQL { "LIMIT \(limit.map { max(0, $0) } ?? -1) OFFSET \(max(0, offset))" }
}

extension CollectionSort {
    fileprivate func sql(_ contents: AlbumContents) -> SQL {
        let column: SQL =
            switch key {
            case .title, .localIdentifier, .createdDate: "collection.\(sql: key.rawValue)"
            case .startDate: contents.value("MIN(captureDate)")
            case .endDate: contents.value("MAX(captureDate)")
            case .assetCount: contents.value("COUNT(*)")
            }
        return isAscending ? "\(column) ASC NULLS LAST" : "\(column) DESC"
    }
}

extension CollectionFilter {
    /// A condition on `collection`; NULL counts as false.
    fileprivate func sql(_ contents: AlbumContents) throws -> SQL {
        switch self {
        case .all: "1"
        case .localIdentifiers(let identifiers):
            "collection.localIdentifier IN (SELECT value FROM json_each(\(try identifiers.json)))"
        case .title(let match): try Self.titled([match]).oneHolds
        case .inFolder(nil): "collection.parentID IS NULL"
        case .inFolder(let folder?):
            "collection.parentID = (SELECT id FROM folder WHERE localIdentifier = \(folder) AND deletedDate IS NULL)"
        case .containingCollection(let identifier):
            """
            collection.folderID IN (
                SELECT folderID FROM album WHERE localIdentifier = \(identifier) AND deletedDate IS NULL
                UNION ALL SELECT parentID FROM folder WHERE localIdentifier = \(identifier) AND deletedDate IS NULL)
            """
        case .containingAsset(let identifier):
            """
            collection.albumID IN (SELECT albumID FROM albumAsset
                WHERE assetID = (SELECT id FROM asset WHERE localIdentifier = \(identifier)))
            """
        case .startDate(let from, let before):
            Self.capture(contents.value("MIN(captureDate)"), from, before)
        case .endDate(let from, let before):
            Self.capture(contents.value("MAX(captureDate)"), from, before)
        case .assetCount(let range):
            "\(contents.value("COUNT(*)")) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
        case .and(let filters): try filters.map { try $0.sql(contents) }.allHold
        case .or(let filters):
            try
                (Self.titled(filters.compactMap(\.titleMatch))
                + filters.filter { $0.titleMatch == nil }.map { try $0.sql(contents) }).oneHolds
        case .not(let filter): "(\(try filter.sql(contents))) IS NOT TRUE"
        }
    }

    private var titleMatch: TextMatch? { if case .title(let match) = self { match } else { nil } }

    /// A condition that the title matches one of these.
    ///
    /// They are passed as one argument, because SQLite accepts at most 32,766, and parsed once, not for every title.
    private static func titled(_ matches: [TextMatch]) throws -> [SQL] {
        guard !matches.isEmpty else { return [] }
        return [
            """
            EXISTS (
                WITH asked AS MATERIALIZED (
                    SELECT json_extract(value, '$.comparison') AS comparison, json_extract(value, '$.text') AS text,
                        json_extract(value, '$.ignoresCase') AS ignoresCase,
                        json_extract(value, '$.ignoresDiacritics') AS ignoresDiacritics
                    FROM json_each(\(try matches.map(TitleMatch.init).json)))
                SELECT 1 FROM asked
                WHERE textMatches(collection.title, comparison, text, ignoresCase, ignoresDiacritics))
            """
        ]
    }

    private static func capture(_ value: SQL, _ from: Date?, _ before: Date?) -> SQL {
        let instant: SQL = "captureInstant(\(value))"
        guard from != nil || before != nil else { return "\(instant) IS NOT NULL" }
        return [
            from.map { "\(instant) >= \($0.timeIntervalSince1970)" as SQL },
            before.map { "\(instant) < \($0.timeIntervalSince1970)" },
        ].compactMap { $0 }.joined(separator: " AND ")
    }
}

/// The assets that a fetch of an album finds.
struct AlbumContents {
    let includesAllBurstAssets: Bool

    /// Values of the contents of the album of this number.
    func select(_ values: SQL, ofAlbum number: SQL) -> SQL {
        """
        SELECT \(values) FROM albumAsset JOIN asset ON asset.id = assetID WHERE albumAsset.albumID = \(number)
            AND \(AssetQuery.isVisible(includingAllBurstAssets: includesAllBurstAssets))
        """
    }

    /// A value of the contents of `collection`; NULL for folders.
    fileprivate func value(_ value: SQL) -> SQL { "(\(select(value, ofAlbum: "collection.albumID")))" }
}

/// As JSON, for `json_each`.
private struct TitleMatch: Encodable {
    let comparison: String
    let text: String
    let ignoresCase: Bool
    let ignoresDiacritics: Bool

    init(_ match: TextMatch) {
        comparison = match.comparison.rawValue
        text = match.text
        ignoresCase = match.ignoresCase
        ignoresDiacritics = match.ignoresDiacritics
    }
}

extension DatabaseFunction {
    /// `textMatches(text, comparison, other, ignoresCase, ignoresDiacritics)`: see ``TextMatch``.
    static let textMatches = DatabaseFunction("textMatches", argumentCount: 5, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]),
            let comparison = String.fromDatabaseValue(values[1]).flatMap(TextMatch.Comparison.init),
            let other = String.fromDatabaseValue(values[2])
        else { return nil }
        return TextMatch(
            comparison, other, ignoringCase: Bool.fromDatabaseValue(values[3]) ?? false,
            ignoringDiacritics: Bool.fromDatabaseValue(values[4]) ?? false
        ).matches(text)
    }
}
