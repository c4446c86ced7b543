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
    /// The columns of an asset; places are NULL for an app that gets no places.
    private let columns: String

    init(for access: LibraryAccess, in pool: DatabasePool) throws {
        self.access = access
        app = access.app ?? ""
        path = pool.path
        let isLimited = Self.isLimited(access)
        columns = try pool.read { try String.fetchAll($0, sql: "SELECT name FROM pragma_table_xinfo('asset')") }
            .map { name in
                if access.hidesPlaces, Self.placeColumns.contains(name) { return "NULL AS \(name)" }
                return isLimited
                    ? Self.selectionColumns[name] ?? "IFNULL(asset.\(name), NULL) AS \(name)" : "asset.\(name)"
            }.joined(separator: ", ")
    }

    /// The columns of a visible asset that are constant or that the selection has too.
    ///
    /// The other columns are expressions, so that SQLite uses no index over all photos for a condition on them.
    private static let selectionColumns = [
        "id": "chosen.assetID AS id", "localIdentifier": "chosen.localIdentifier",
        "captureDate": "chosen.captureDate", "captureInstant": "chosen.captureInstant",
        "burstIdentifier": "chosen.burstIdentifier", "deletedDate": "NULL AS deletedDate", "isHidden": "0 AS isHidden",
    ]

    private static let placeColumns: Set<String> = [
        "latitude", "longitude", "altitude", "fileLatitude", "fileLongitude", "fileAltitude",
    ]

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
            ("asset", asset), ("resource", resource),
            ("album", select("album", where: isLimited ? "\(isOwnAlbum("id")) AND \(isNotDeleted)" : isNotDeleted)),
            ("folder", select("folder", where: isLimited ? "0" : isNotDeleted)),
            (
                "albumAsset",
                select(
                    "albumAsset", where: "\(isVisible("assetID"))\(isLimited ? " AND \(isOwnAlbum("albumID"))" : "")")
            ),
            ("signature", select("signature", where: isVisible("assetID"))),
            ("thumbnail", select("thumbnail", where: isVisibleSignature("thumbnail.signatureID"))),
            (
                "similarPair",
                select(
                    "similarPair",
                    where: ["signatureID", "otherID"].map { isVisibleSignature("similarPair.\($0)") }
                        .joined(separator: " AND "))
            ),
            ("decision", decision),
            ("formerObject", formerObject),
            ("historyObject", historyObject),
            ("history", history),
            ("appAsset", select("appAsset", where: "app = \(quotedApp)")),
            ("appAlbum", select("appAlbum", where: "app = \(quotedApp)")),
        ]
            + [
                "unresolved", "tombstone", "source", "placement", "damagedResource", "store", "storeCopy",
                "offloadedResource", "pinnedAsset", "app", "appPick", "appCommit",
                "hiddenAsset", "ownersAlbumChange",
            ]
            .map { ($0, select($0, where: "0")) }
            + (isLimited ? [(Self.limitedSelection, "SELECT 1")] : [])
    }

    /// The name of a view that says that the connection sees only the selection of an app.
    fileprivate static let limitedSelection = "limitedSelection"

    private var isLimited: Bool { Self.isLimited(access) }

    /// Whether the app sees only its selection.
    ///
    /// Additions of an app that may only add are compared with its earlier additions.
    private static func isLimited(_ access: LibraryAccess) -> Bool { if case .full = access { false } else { true } }

    private var quotedApp: String { "'" + app.replacing("'", with: "''") + "'" }

    private func isVisibleSignature(_ column: String) -> String {
        "EXISTS (SELECT 1 FROM temp.signature AS seen WHERE seen.id = \(column))"
    }

    private func select(_ table: String, where condition: String) -> String {
        "SELECT * FROM main.\(table) AS \(table) WHERE \(condition)"
    }

    private let isNotDeleted = "deletedDate IS NULL"

    // MARK: What is visible

    /// A list of identifiers reads the selection alone: SQLite omits the outer join if no column of the right table is
    /// used.
    ///
    /// The likelihood says that a selection may have many assets, so that SQLite prefers other conditions on it.
    private var asset: String {
        guard isLimited else {
            return """
                SELECT \(columns) FROM main.asset AS asset WHERE asset.deletedDate IS NULL AND asset.isHidden = 0
                """
        }
        return """
            SELECT \(columns) FROM main.appAsset AS chosen LEFT JOIN main.asset AS asset ON asset.id = chosen.assetID
            WHERE likelihood(chosen.app = \(quotedApp), 0.5) AND chosen.until IS NULL AND chosen.isShown = 1
            """
    }

    private var resource: String {
        isLimited
            ? """
            SELECT resource.* FROM main.resource AS resource JOIN temp.asset AS seen ON seen.id = resource.assetID
            """
            : select("resource", where: isVisible("assetID"))
    }

    private func isVisible(_ column: String) -> String {
        "EXISTS (SELECT 1 FROM temp.asset AS seen WHERE seen.id = \(column))"
    }

    private func isOwnAlbum(_ column: String) -> String {
        "\(column) IN (SELECT own.albumID FROM main.appAlbum AS own WHERE own.app = \(quotedApp))"
    }

    /// The decisions about a visible photo and another content that no unseen photo has.
    private var decision: String {
        let (first, second) = (hasContent("first", visible: true), hasContent("second", visible: true))
        return select(
            "decision",
            where: """
                \(isNotDeleted) AND (\(first) OR \(second)) AND (\(first) OR NOT (\(hasContent("first", visible: false))))
                AND (\(second) OR NOT (\(hasContent("second", visible: false))))
                """)
    }

    /// A condition that a resource has a digest that begins with these 16 bytes.
    private func hasContent(_ column: String, visible isVisibleOnly: Bool) -> String {
        let conditions = ["sha256", "imageDataDigest"].map { digest in
            """
            EXISTS (SELECT 1 FROM main.resource AS content WHERE content.\(digest) >= decision.\(column)
                AND content.\(digest) < CAST(decision.\(column) || x'ffffffffffffffffffffffffffffffffff' AS BLOB)
                \(isVisibleOnly ? "AND \(isVisible("content.assetID"))" : ""))
            """
        }
        return "(\(conditions.joined(separator: " OR ")))"
    }

    // MARK: What was visible

    private var formerObject: String {
        guard isLimited else { return select("formerObject", where: "1") }
        return """
            SELECT 1 AS object, assetID AS id, localIdentifier FROM main.appAsset AS chosen WHERE app = \(quotedApp)
                AND NOT EXISTS (SELECT 1 FROM temp.asset AS seen WHERE seen.id = chosen.assetID)
            UNION SELECT 2, albumID, localIdentifier FROM main.appAlbum AS own WHERE app = \(quotedApp)
                AND NOT EXISTS (
                    SELECT 1 FROM main.album AS present WHERE present.id = own.albumID AND present.\(isNotDeleted))
            """
    }

    /// Changes of the albums that the app sees, and of assets while the app saw them.
    ///
    /// An asset that enters the selection or is no longer hidden counts as inserted, and one that leaves the selection
    /// or is hidden counts as deleted.
    ///
    /// Several of these can be in one transaction. The first and the last kind then give the net effect.
    ///
    /// SQLite looks for a transaction in each part of the view by an index only if a column has the same affinity in
    /// all parts. A number has none, so it is cast. The indexes are named because SQLite does not know how large the
    /// selections are.
    private var historyObject: String {
        let (asset, inserted, deleted) = ("CAST(1 AS INTEGER)", "CAST(1 AS INTEGER)", "CAST(3 AS INTEGER)")
        // An asset that is shown and deleted in one transaction is both inserted and deleted.
        let isHiddenThen = isHidden(
            "historyObject.localIdentifier", "since <= token",
            "until > token OR hidden.until = token AND historyObject.kind <> 3")
        // An asset that is hidden in the transaction that adds or restores it was not visible before.
        let isNewThen = """
            EXISTS (SELECT 1 FROM main.historyObject AS change WHERE change.token = hidden.since AND change.object = 1
                AND change.localIdentifier = hidden.localIdentifier AND change.kind = 1)
            """
        /// A condition that the app does not see a change of an album.
        func isUnseen(by audience: ChangeAudience) -> String {
            """
            EXISTS (SELECT 1 FROM main.ownersAlbumChange AS unseen WHERE unseen.token = historyObject.token
                AND unseen.localIdentifier = historyObject.localIdentifier AND unseen.audience > \(audience.rawValue))
            """
        }
        guard isLimited else {
            let isSeen = """
                object = 3 OR object = 2 AND NOT \(isUnseen(by: .fullAccess)) OR object = 1 AND NOT \(isHiddenThen)
                """
            return """
                \(select("historyObject", where: isSeen))
                UNION ALL SELECT since, \(asset), localIdentifier, \(deleted) FROM main.hiddenAsset AS hidden
                    WHERE NOT \(isNewThen)
                UNION ALL SELECT until, \(asset), localIdentifier, \(inserted) FROM main.hiddenAsset
                    WHERE until IS NOT NULL
                """
        }
        func chosen(by index: String) -> String { "main.appAsset AS chosen INDEXED BY appAsset_\(index)" }
        let isOfApp = "chosen.app = \(quotedApp)"
        let isHiddenAtStart = isHidden("chosen.localIdentifier", "since <= chosen.since", "until > chosen.since")
        let isHiddenAtEnd = isHidden("chosen.localIdentifier", "since < chosen.until", "until >= chosen.until")
        let hidden = """
            main.hiddenAsset AS hidden CROSS JOIN \(chosen(by: "identifier"))
                ON chosen.localIdentifier = hidden.localIdentifier
            """
        return """
            SELECT token, object, localIdentifier, kind FROM main.historyObject AS historyObject
                WHERE object = 1 AND NOT \(isHiddenThen) AND EXISTS (
                    SELECT 1 FROM \(chosen(by: "identifier"))
                        WHERE chosen.localIdentifier = historyObject.localIdentifier AND \(isOfApp)
                        AND (chosen.since < token OR chosen.since = token AND kind = 3)
                        AND (chosen.until IS NULL OR chosen.until > token))
                OR object = 2 AND EXISTS (SELECT 1 FROM main.appAlbum AS own
                    WHERE own.localIdentifier = historyObject.localIdentifier AND own.app = \(quotedApp))
                    AND NOT \(isUnseen(by: .all))
            UNION ALL SELECT chosen.since, \(asset), localIdentifier, \(inserted) FROM \(chosen(by: "since"))
                WHERE \(isOfApp) AND NOT \(isHiddenAtStart)
            UNION ALL SELECT chosen.until, \(asset), localIdentifier, \(deleted) FROM \(chosen(by: "until"))
                WHERE \(isOfApp) AND chosen.until IS NOT NULL AND NOT \(isHiddenAtEnd)
            UNION ALL SELECT hidden.since, \(asset), hidden.localIdentifier, \(deleted) FROM \(hidden)
                WHERE \(isOfApp) AND chosen.since < hidden.since AND NOT \(isNewThen)
                    AND (chosen.until IS NULL OR chosen.until >= hidden.since)
            UNION ALL SELECT hidden.until, \(asset), hidden.localIdentifier, \(inserted) FROM \(hidden)
                WHERE \(isOfApp) AND chosen.since < hidden.until
                    AND (chosen.until IS NULL OR chosen.until > hidden.until)
            """
    }

    /// A condition that an asset was hidden in an interval.
    private func isHidden(_ localIdentifier: String, _ start: String, _ end: String) -> String {
        """
        EXISTS (SELECT 1 FROM main.hiddenAsset AS hidden WHERE hidden.localIdentifier = \(localIdentifier)
            AND hidden.\(start) AND (hidden.until IS NULL OR hidden.\(end)))
        """
    }

    /// The transactions that changed visible objects.
    ///
    /// Other apps are not named.
    private var history: String {
        """
        SELECT token, date, IIF(origin LIKE 'app:%' AND origin <> 'app:' || \(quotedApp), NULL, origin) AS origin
        FROM main.history AS history
        WHERE EXISTS (SELECT 1 FROM temp.historyObject AS change WHERE change.token = history.token)
        """
    }
}

extension Database {
    /// Whether this is the connection of an app that sees only its selection.
    var hasLimitedSelection: Bool {
        get throws {
            let sql = "SELECT EXISTS (SELECT 1 FROM temp.sqlite_master WHERE name = '\(AppViews.limitedSelection)')"
            return try Bool.fetchOne(cachedStatement(sql: sql)) ?? false
        }
    }
}
