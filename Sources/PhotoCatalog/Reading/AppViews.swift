internal import GRDB
internal import PhotoModel

/// The temporary views through which an app sees the library.
///
/// Each has the name of a table, and SQLite searches temporary objects first. So every read uses the same SQL as for
/// the owner, and no read can skip the restriction. Only a name with `main.` bypasses a view.
struct AppViews {
    private let app: String
    private let access: LibraryAccess
    private let path: String
    /// Whether the app's selection is so small that listing it is faster than looking up each asset in it.
    private let listsSelection: Bool

    /// The maximum number of listed assets: looking up and sorting them takes as long as walking an index over all
    /// assets.
    private static let listedAssets = 5_000

    init(for access: LibraryAccess, in pool: DatabasePool) throws {
        self.access = access
        app = access.app ?? ""
        path = pool.path
        let app = self.app
        let selected = try pool.read {
            try Int.fetchOne(
                $0,
                sql: "SELECT COUNT(*) FROM (SELECT 1 FROM appAsset WHERE app = ? AND until IS NULL LIMIT ?)",
                arguments: [app, Self.listedAssets + 1])
        }
        listsSelection = (selected ?? 0) <= Self.listedAssets
    }

    /// Opens read-only connections, each with the views.
    func openReader(_ configuration: Configuration) throws -> DatabasePool {
        var configuration = configuration
        configuration.readonly = true
        let views = views
        configuration.prepareDatabase { database in
            for (name, select) in views { try database.execute(sql: "CREATE TEMP VIEW \(name) AS \(select)") }
        }
        return try DatabasePool(path: path, configuration: configuration)
    }

    /// Views by name, each after those that it reads.
    private var views: [(name: String, select: String)] {
        [
            ("asset", "SELECT * FROM main.asset WHERE deletedDate IS NULL AND isHidden = 0\(isSelected)"),
            ("resource", select("resource", where: isVisible("assetID"))),
            ("album", select("album", where: isLimited ? isOwnAlbum("id") : "1")),
            ("folder", select("folder", where: isLimited ? "0" : "1")),
            (
                "albumAsset",
                select(
                    "albumAsset", where: "\(isVisible("assetID"))\(isLimited ? " AND \(isOwnAlbum("albumID"))" : "")")
            ),
            ("signature", select("signature", where: isVisible("assetID"))),
            ("thumbnail", select("thumbnail", where: isVisible("assetID"))),
            (
                "similarPair",
                select(
                    "similarPair",
                    where: ["signatureID", "otherID"].map {
                        "EXISTS (SELECT 1 FROM temp.signature AS seen WHERE seen.id = similarPair.\($0))"
                    }.joined(separator: " AND "))
            ),
            ("decision", select("decision", where: "\(isContentVisible("first")) OR \(isContentVisible("second"))")),
            ("formerObject", formerObject),
            ("historyObject", historyObject),
            ("history", history),
            ("appAsset", select("appAsset", where: "app = \(quotedApp)")),
            ("appAlbum", select("appAlbum", where: "app = \(quotedApp)")),
        ] + ["unresolved", "tombstone", "source", "placement", "damagedResource"].map { ($0, select($0, where: "0")) }
    }

    private var isLimited: Bool { if case .limited = access { true } else { false } }

    private var quotedApp: String { "'" + app.replacing("'", with: "''") + "'" }

    private func select(_ table: String, where condition: String) -> String {
        "SELECT * FROM main.\(table) AS \(table) WHERE \(condition)"
    }

    // MARK: What is visible

    /// A condition that the app's selection contains the asset; no condition for an app that is not limited.
    private var isSelected: String {
        guard isLimited else { return "" }
        let selection = "FROM main.appAsset AS chosen WHERE chosen.app = \(quotedApp) AND chosen.until IS NULL"
        return listsSelection
            ? " AND id IN (SELECT chosen.assetID \(selection))"
            : " AND EXISTS (SELECT 1 \(selection) AND chosen.assetID = asset.id)"
    }

    private func isVisible(_ column: String) -> String {
        "EXISTS (SELECT 1 FROM temp.asset AS seen WHERE seen.id = \(column))"
    }

    private func isOwnAlbum(_ column: String) -> String {
        "\(column) IN (SELECT own.albumID FROM main.appAlbum AS own WHERE own.app = \(quotedApp))"
    }

    /// A condition that a visible resource has a digest that begins with these 16 bytes.
    private func isContentVisible(_ column: String) -> String {
        ["sha256", "imageDataDigest"].map { digest in
            """
            EXISTS (SELECT 1 FROM main.resource AS content WHERE content.\(digest) >= decision.\(column)
                AND content.\(digest) < CAST(decision.\(column) || x'ffffffffffffffffffffffffffffffffff' AS BLOB)
                AND \(isVisible("content.assetID")))
            """
        }.joined(separator: " OR ")
    }

    // MARK: What was visible

    private var formerObject: String {
        guard isLimited else { return select("formerObject", where: "1") }
        return """
            SELECT 1 AS object, assetID AS id, localIdentifier FROM main.appAsset AS chosen WHERE app = \(quotedApp)
                AND NOT EXISTS (SELECT 1 FROM temp.asset AS seen WHERE seen.id = chosen.assetID)
            UNION SELECT 2, albumID, localIdentifier FROM main.appAlbum AS own WHERE app = \(quotedApp)
                AND NOT EXISTS (SELECT 1 FROM main.album AS present WHERE present.id = own.albumID)
            """
    }

    /// Changes of the app's albums, and of assets while they were selected.
    ///
    /// Assets that are added to the selection count as inserted, and those that are removed from it as deleted.
    private var historyObject: String {
        let isHidden = """
            EXISTS (SELECT 1 FROM main.asset AS hidden
                WHERE hidden.localIdentifier = historyObject.localIdentifier AND hidden.isHidden)
            """
        guard isLimited else {
            return select("historyObject", where: "object IN (2, 3) OR object = 1 AND NOT \(isHidden)")
        }
        return """
            SELECT token, object, localIdentifier, kind FROM main.historyObject AS historyObject
                WHERE object = 1 AND NOT \(isHidden) AND EXISTS (
                    SELECT 1 FROM main.appAsset AS chosen WHERE chosen.localIdentifier = historyObject.localIdentifier
                        AND chosen.app = \(quotedApp) AND chosen.since < token
                        AND (chosen.until IS NULL OR chosen.until > token))
                OR object = 2 AND EXISTS (SELECT 1 FROM main.appAlbum AS own
                    WHERE own.localIdentifier = historyObject.localIdentifier AND own.app = \(quotedApp))
            UNION ALL SELECT since, 1, localIdentifier, 1 FROM main.appAsset WHERE app = \(quotedApp)
            UNION ALL SELECT until, 1, localIdentifier, 3 FROM main.appAsset
                WHERE app = \(quotedApp) AND until IS NOT NULL
            """
    }

    /// The transactions that changed visible objects, and the first row of the history.
    private var history: String {
        guard isLimited else { return select("history", where: "1") }
        return select(
            "history",
            where: """
                token = (SELECT MIN(token) FROM main.history) OR EXISTS (
                    SELECT 1 FROM temp.historyObject AS change WHERE change.token = history.token)
                """)
    }
}
