internal import GRDB

// Which assets an app with limited access sees. An interval of history tokens says when each was selected.
extension Database {
    /// Adds an asset to an app's selection, from this transaction on.
    func select(_ localIdentifier: String, _ row: Int64, for app: String) throws {
        guard try !isSelected(row, for: app) else { return }
        try cachedStatement(
            sql: "INSERT INTO appAsset (app, assetID, localIdentifier, since) VALUES (?, ?, ?, \(Self.nextToken))"
        ).execute(arguments: [app, row, localIdentifier])
        try noteSelectionChange()
    }

    /// Removes an asset from an app's selection, from this transaction on.
    func deselect(_ localIdentifier: String, for app: String) throws {
        try cachedStatement(
            sql: """
                UPDATE appAsset SET until = \(Self.nextToken) WHERE app = ? AND localIdentifier = ? AND until IS NULL
                """
        ).execute(arguments: [app, localIdentifier])
        if changesCount > 0 { try noteSelectionChange() }
    }

    func isSelected(_ row: Int64, for app: String) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM appAsset WHERE app = ? AND assetID = ? AND until IS NULL)"),
            arguments: [app, row]) ?? false
    }

    /// The token that this transaction will have.
    private static let nextToken = "(SELECT IFNULL(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'history')"
}
