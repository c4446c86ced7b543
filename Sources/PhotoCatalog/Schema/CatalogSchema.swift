internal import GRDB

/// The catalogue's tables, indexes and triggers.
enum CatalogSchema {
    /// The number of this schema, `user_version` of the database.
    ///
    /// It grows with every change of the tables. Schemas that lack only tables get them when a catalogue is opened to
    /// be changed. Others are converted by a repair: see ``EarlierCatalog``.
    static let number: Int32 = 4

    /// The tables that earlier schemas lack, by the number of the schema that has them first.
    ///
    /// They are added when such a catalogue is opened to be changed.
    private static let added: [(number: Int32, tables: String)] = [(3, stores), (4, registers)]

    /// The schema of a database.
    enum Found {
        /// The database has no tables yet.
        case none
        case present
        /// The present one without some tables.
        case withoutTables
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
        if let first = added.first?.number, found >= first - 1 { return .withoutTables }
        if try EarlierCatalog.hasSchema(database) { return .earlier }
        return try database.tableExists(EarlierCatalog.migrations) ? .older : .none
    }

    /// Makes the tables in an empty database.
    static func create(in database: Database) throws {
        for part in [
            assets, albums, formerObjects, signatures, history, apps, selections, textSearch, stores, registers,
        ] {
            try database.execute(sql: part)
        }
        try database.execute(sql: "PRAGMA user_version = \(number)")
    }

    /// Adds the tables that a database lacks.
    static func addTables(in database: Database) throws {
        let found = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        for (number, tables) in added where number > found { try database.execute(sql: tables) }
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
