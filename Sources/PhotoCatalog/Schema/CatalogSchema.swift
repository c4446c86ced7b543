internal import GRDB
internal import PhotoModel

/// The catalogue's tables, indexes and triggers.
///
/// The first migration makes all of them. After the first release a migration is never edited: a new one follows it.
enum CatalogSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(first) { try create(in: $0) }
        return migrator
    }

    /// The migration that makes the tables.
    ///
    /// Versions before the first release numbered theirs from 1 to 9: see ``EarlierSchema``.
    static let first = "10"

    static func create(in database: Database) throws {
        for part in [assets, albums, signatures, history, access, textSearch] { try database.execute(sql: part) }
    }

    /// What the open transaction changes; only the connection that writes has the table.
    static let pendingChange = """
        CREATE TEMP TABLE pendingChange (
            object INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            kind INTEGER NOT NULL,
            date REAL NOT NULL,
            PRIMARY KEY (object, localIdentifier)
        ) WITHOUT ROWID;
        """
}
