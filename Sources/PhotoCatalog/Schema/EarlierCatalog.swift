internal import Foundation
internal import GRDB
internal import PhotoModel
package import SystemPackage

/// A catalogue of the schema before the present one.
///
/// A repair copies its rows into a new catalogue. Migrations 10 to 21 made this schema. Migrations 22 and 23
/// changed only data that can be computed again.
package struct EarlierCatalog {
    private let path: FilePath

    /// - Parameter path: The database. It is only read.
    package init(at path: FilePath) { self.path = path }

    /// The table in which the earlier version recorded its migrations.
    static let migrations = "grdb_migrations"

    static func hasSchema(_ database: Database) throws -> Bool {
        guard try database.tableExists(migrations) else { return false }
        return try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM \(migrations) WHERE identifier = '21')") ?? false
    }

    /// Copies all rows into a new catalogue, in one transaction.
    ///
    /// The pairs of similar pictures are not copied: they are compared again.
    ///
    /// - Throws: `libraryDamaged` if the rows contradict each other, `notEnoughSpace`, `ioFailure`.
    package func copy(into catalog: PhotoCatalog) throws {
        do {
            try catalog.pool.writeWithoutTransaction { database in
                database.add(function: .stableIDOfAsset)
                try database.execute(sql: "ATTACH ? AS earlier", arguments: [path.string])
                defer { try? database.execute(sql: "DETACH earlier") }
                try database.inTransaction(.immediate) {
                    try copyRows(database)
                    return .commit
                }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw PhotoLibraryError(
                .libraryDamaged, "The catalogue's rows contradict each other: \(error.message ?? "\(error)").",
                remedy: .repair, path: path.string)
        } catch let error as DatabaseError {
            throw PhotoLibraryError(database: error, path: path.string)
        }
    }

    private func copyRows(_ database: Database) throws {
        // A folder can be in a folder that was made later.
        try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
        // The rows of a new catalogue.
        for table in ["meta", "history"] { try database.execute(sql: "DELETE FROM \(table)") }
        for table in ["meta", "history", "historyObject"] { try copy(table, in: database) }
        try copy(
            "asset", in: database,
            [
                "stableID": """
                IFNULL((SELECT stableIDOfAsset(sha256, copy) FROM earlier.resource
                    WHERE assetID = earlier.asset.id AND kind = 0 ORDER BY id LIMIT 1), randomblob(16))
                """,
                "marks": """
                ownersProperties | IIF(isFavorite, \(AssetMark.favorite.rawValue), 0)
                    | IIF(isHidden, \(AssetMark.hidden.rawValue), 0)
                    | IIF(deletedDate IS NULL, 0, \(AssetMark.deletion.rawValue))
                    | IIF(EXISTS (SELECT 1 FROM earlier.resource WHERE assetID = earlier.asset.id AND copy > 0
                        AND kind IN (5, 7)), \(AssetMark.edit.rawValue), 0)
                """,
            ])
        try copy("resource", in: database, ["location": "isReference", "copyNumber": "copy"])
        for table in [
            "pickedFrame", "damagedResource", "source", "placement", "tombstone", "formerObject", "decision",
            "unresolved",
        ] {
            try copy(table, in: database)
        }
        try copy("signature", in: database, ["crowded": "NULL"])
        try copy("thumbnail", in: database)
        try copyCollections(database)
        // The triggers of `asset` added rows.
        try database.execute(sql: "DELETE FROM hiddenAsset")
        for table in ["hiddenAsset", "app", "appAlbum", "appAsset", "appPick", "appCommit", "ownersAlbumChange"] {
            try copy(table, in: database)
        }
        // Numbers are never given twice, also those of rows that no longer exist.
        try database.execute(
            sql: """
                DELETE FROM sqlite_sequence WHERE name IN (SELECT name FROM earlier.sqlite_sequence);
                INSERT INTO sqlite_sequence SELECT name, seq FROM earlier.sqlite_sequence
                    WHERE name IN ('asset', 'album', 'folder', 'signature', 'history');
                """)
    }

    /// Copies the columns that both tables have.
    ///
    /// - Parameter values: The values of columns that are new, as expressions of the earlier columns.
    private func copy(_ table: String, in database: Database, _ values: [String: String] = [:]) throws {
        func columns(of schema: String) throws -> [String] {
            try String.fetchAll(
                database, sql: "SELECT name FROM pragma_table_info(?, ?)", arguments: [table, schema])
        }
        let earlier = Set(try columns(of: "earlier"))
        let copied = try columns(of: "main").compactMap { column in
            (values[column] ?? (earlier.contains(column) ? column : nil)).map { (column, $0) }
        }
        try database.execute(
            sql: """
                INSERT INTO main.\(table) (\(copied.map(\.0).joined(separator: ", ")))
                SELECT \(copied.map(\.1).joined(separator: ", ")) FROM earlier.\(table)
                """)
    }

    // MARK: Albums and folders

    private func copyCollections(_ database: Database) throws {
        let library = try String.fetchOne(database, sql: "SELECT value FROM main.meta WHERE key = 'libraryID'") ?? ""
        database.add(
            function: DatabaseFunction("stableIDOfCollection", argumentCount: 2) { values in
                guard let kind = String.fromDatabaseValue(values[0]), let own = String.fromDatabaseValue(values[1])
                else {
                    return nil
                }
                // As the earlier version made it for each cloud identifier.
                return Data(try StableID.make("OpenPhotoKit \(kind) identifier", Array("\(library)/\(own)".utf8)))
            })
        for table in ["folder", "album"] {
            try copy(
                table, in: database,
                ["stableID": "stableIDOfCollection('\(table)', localIdentifier)", "rank": "x''"])
        }
        let children = try Row.fetchAll(
            database,
            sql: """
                SELECT parentID, isFolder, id FROM (
                    SELECT folderID AS parentID, 0 AS isFolder, id, position FROM earlier.album
                    UNION ALL SELECT parentID, 1, id, position FROM earlier.folder)
                ORDER BY parentID, position, isFolder = 0, id
                """)
        try rank(children.map { ($0[0] as Int64?, $0) }) { row, rank in
            try database.cachedStatement(sql: "UPDATE \(row[1] ? "folder" : "album") SET rank = ? WHERE id = ?")
                .execute(arguments: [rank.data, row[2] as Int64])
        }
        let members = try Row.fetchAll(
            database,
            sql: "SELECT albumID, assetID FROM earlier.albumAsset ORDER BY albumID, position, assetID")
        try rank(members.map { ($0[0] as Int64?, $0) }) { row, rank in
            try database.cachedStatement(sql: "INSERT INTO albumAsset (albumID, assetID, rank) VALUES (?, ?, ?)")
                .execute(arguments: [row[0] as Int64, row[1] as Int64, rank.data])
        }
    }

    /// Gives ranks to the rows of each collection, which follow each other in their order.
    private func rank(_ rows: [(collection: Int64?, row: Row)], _ body: (Row, Rank) throws -> Void) throws {
        for group in Dictionary(grouping: rows, by: \.collection).values {
            for (one, rank) in zip(group, Rank.between(nil, nil, count: group.count) ?? []) { try body(one.row, rank) }
        }
    }
}

extension DatabaseFunction {
    /// `stableIDOfAsset(sha256, copyNumber)`: see ``StableID``.
    fileprivate static let stableIDOfAsset = DatabaseFunction("stableIDOfAsset", argumentCount: 2) { values in
        guard let digest = Data.fromDatabaseValue(values[0]), let number = Int.fromDatabaseValue(values[1]) else {
            return nil
        }
        return Data(try StableID.ofAsset(sha256Prefix: Array(digest.prefix(16)), copyNumber: number))
    }
}
