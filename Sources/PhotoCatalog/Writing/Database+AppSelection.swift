internal import GRDB
internal import PhotoModel

// Which assets an app with limited access sees. An interval of history tokens says when each was selected.
extension Database {
    /// Adds an asset to an app's selection, from this transaction on.
    ///
    /// - Parameter isOwn: Whether the app added the asset itself.
    func select(_ localIdentifier: String, _ row: Int64, for app: String, isOwn: Bool = false) throws {
        guard try !isSelected(row, for: app) else { return }
        try insertApp(app)
        // An asset that left the selection in this transaction stays in it.
        try cachedStatement(
            sql: "UPDATE appAsset SET until = NULL WHERE app = ? AND assetID = ? AND until = \(CatalogSchema.nextToken)"
        ).execute(arguments: [app, row])
        guard changesCount == 0 else { return }
        try cachedStatement(
            sql: """
                INSERT INTO appAsset (
                    app, assetID, localIdentifier, since, isOwn, captureDate, burstIdentifier, isShown)
                SELECT ?1, ?2, ?3, \(CatalogSchema.nextToken), ?4 OR EXISTS (
                    SELECT 1 FROM appAsset WHERE app = ?1 AND assetID = ?2 AND isOwn), captureDate, burstIdentifier,
                    deletedDate IS NULL AND NOT isHidden
                FROM asset WHERE id = ?2
                """
        ).execute(arguments: [app, row, localIdentifier, isOwn])
        try noteAccessChange()
    }

    /// Removes an asset from an app's selection, from this transaction on.
    func deselect(_ localIdentifier: String, for app: String) throws {
        // An asset that entered the selection in this transaction was never in it.
        try cachedStatement(
            sql: """
                DELETE FROM appAsset
                WHERE app = ? AND localIdentifier = ? AND until IS NULL AND since = \(CatalogSchema.nextToken)
                """
        ).execute(arguments: [app, localIdentifier])
        try cachedStatement(
            sql: """
                UPDATE appAsset SET until = IFNULL(?, \(CatalogSchema.nextToken))
                WHERE app = ? AND localIdentifier = ? AND until IS NULL
                """
        ).execute(arguments: [try deletionToken(of: localIdentifier), app, localIdentifier])
        if changesCount > 0 { try noteAccessChange() }
    }

    /// The token of the earlier transaction that deleted an asset, with which it left all selections; `nil` if the
    /// asset is not deleted, or is deleted by this transaction.
    private func deletionToken(of localIdentifier: String) throws -> Int64? {
        try Int64.fetchOne(
            cachedStatement(
                sql: """
                    SELECT token FROM historyObject WHERE object = 1 AND localIdentifier = ?1 AND kind = 3
                        AND EXISTS (SELECT 1 FROM asset WHERE localIdentifier = ?1 AND deletedDate IS NOT NULL)
                        AND NOT EXISTS (SELECT 1 FROM temp.pendingChange WHERE object = 1 AND localIdentifier = ?1)
                    ORDER BY token DESC LIMIT 1
                    """), arguments: [localIdentifier])
    }

    func isSelected(_ row: Int64, for app: String) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM appAsset WHERE app = ? AND assetID = ? AND until IS NULL)"),
            arguments: [app, row]) ?? false
    }
}
