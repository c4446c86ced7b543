internal import GRDB

/// The catalogue's tables, indexes and triggers.
enum CatalogSchema {
    /// The number of this schema, `user_version` of the database.
    ///
    /// It grows with every change of the tables. Earlier schemas are not converted when a catalogue is opened, but by a
    /// repair: see ``EarlierCatalog``.
    static let number: Int32 = 2

    /// The schema of a database.
    enum Found {
        /// The database has no tables yet.
        case none
        case present
        /// That of ``EarlierCatalog``.
        case earlier
        /// One that is older than that, which no part of this version reads.
        case older
        case newer
    }

    static func found(in database: Database) throws -> Found {
        let found = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if found == number { return .present }
        if found > number { return .newer }
        if try EarlierCatalog.hasSchema(database) { return .earlier }
        return try database.tableExists(EarlierCatalog.migrations) ? .older : .none
    }

    /// Makes the tables in an empty database.
    static func create(in database: Database) throws {
        for part in [assets, albums, formerObjects, signatures, history, apps, selections, textSearch] {
            try database.execute(sql: part)
        }
        try database.execute(sql: "PRAGMA user_version = \(number)")
    }

    /// The objects that the open transaction changes.
    ///
    /// Only the connection that writes has the table.
    static let pendingChange = """
        CREATE TEMP TABLE pendingChange (
            object INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            kind INTEGER NOT NULL,
            date REAL NOT NULL,
            audience INTEGER NOT NULL,
            PRIMARY KEY (object, localIdentifier)
        ) WITHOUT ROWID;
        """
}
