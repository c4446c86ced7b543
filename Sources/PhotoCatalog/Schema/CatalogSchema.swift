internal import GRDB

/// The catalogue's tables, indexes and triggers.
enum CatalogSchema {
    /// The number of this schema, `user_version` of the database.
    ///
    /// It grows with every change of the tables. Schemas that lack only tables get them when a catalogue is opened to
    /// be changed. Others are converted by a repair: see ``EarlierCatalog``.
    static let number: Int32 = 3

    /// The schema before stores: it lacks their tables, which are added when such a catalogue is opened to be changed.
    private static let numberWithoutStores: Int32 = 2

    /// The schema of a database.
    enum Found {
        /// The database has no tables yet.
        case none
        case present
        /// The present one without the tables of stores.
        case withoutStores
        /// That of ``EarlierCatalog``.
        case earlier
        /// One that is older than that, which no part of this version reads.
        case older
        case newer
    }

    static func found(in database: Database) throws -> Found {
        let found = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if found == number { return .present }
        if found == numberWithoutStores { return .withoutStores }
        if found > number { return .newer }
        if try EarlierCatalog.hasSchema(database) { return .earlier }
        return try database.tableExists(EarlierCatalog.migrations) ? .older : .none
    }

    /// Makes the tables in an empty database.
    static func create(in database: Database) throws {
        for part in [assets, albums, formerObjects, signatures, history, apps, selections, textSearch, stores] {
            try database.execute(sql: part)
        }
        try database.execute(sql: "PRAGMA user_version = \(number)")
    }

    /// Adds the tables of stores to a database without them.
    static func addStores(in database: Database) throws {
        try database.execute(sql: stores)
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
