internal import GRDB
internal import PhotoModel

/// Converts the tables of a catalogue that a version before the first release made.
///
/// That version had nine migrations. A catalogue with all nine is converted in one transaction when it is opened. A
/// catalogue with fewer is older still, and only a repair can make a new catalogue.
enum EarlierSchema {
    /// Whether the catalogue must be converted.
    ///
    /// - Throws: `libraryDamaged` if it is of a version that is too old to be converted.
    static func isUsed(by database: Database) throws -> Bool {
        guard try database.tableExists("grdb_migrations") else { return false }
        let migrations = try String.fetchSet(database, sql: "SELECT identifier FROM grdb_migrations")
        guard !migrations.isDisjoint(with: (1...9).map { "\($0)" }) else { return false }
        guard migrations.contains("9") else {
            throw PhotoLibraryError(
                .libraryDamaged,
                "A version of OpenPhotoKit from before its first release made this catalogue, and this version cannot read "
                    + "it; the originals are untouched. A repair makes a new catalogue of them.", remedy: .repair)
        }
        return true
    }

    /// Copies all rows into the present tables.
    ///
    /// Called in a transaction, with foreign keys switched off.
    static func convert(_ database: Database) throws {
        // Triggers and views refer to tables by name, and the search tables are filled again.
        for (kind, name) in try objects(in: database, ofTypes: ["trigger", "view"]) {
            try database.execute(sql: "DROP \(kind) \"\(name)\"")
        }
        for name in ["assetWords", "fileNameWords", "unmeasuredEdit", "grdb_migrations"] {
            try database.execute(sql: "DROP TABLE \"\(name)\"")
        }
        for (_, name) in try objects(in: database, ofTypes: ["index"]) {
            try database.execute(sql: "DROP INDEX \"\(name)\"")
        }
        let tables = try objects(in: database, ofTypes: ["table"]).map(\.name)
        let sequences = try Row.fetchAll(database, sql: "SELECT name, seq FROM sqlite_sequence")
        // References in other tables contain the name of the present table.
        try database.execute(sql: "PRAGMA legacy_alter_table = 1")
        for table in tables { try database.execute(sql: "ALTER TABLE \"\(table)\" RENAME TO \"earlier_\(table)\"") }
        try database.execute(sql: "PRAGMA legacy_alter_table = 0")
        try CatalogSchema.create(in: database)
        // The new tables start with rows that the earlier tables have too, and triggers fill the search tables.
        try database.execute(sql: "DELETE FROM history")
        for table in tables {
            let columns = try String.fetchAll(
                database, sql: "SELECT name FROM pragma_table_info(?)", arguments: ["earlier_\(table)"])
            let new = columns.map { names["\(table).\($0)"] ?? $0 }
            try database.execute(
                sql: """
                    INSERT INTO \(names[table] ?? table) (\(new.joined(separator: ", ")))
                    SELECT \(columns.joined(separator: ", ")) FROM "earlier_\(table)"
                    """)
        }
        for table in tables.reversed() { try database.execute(sql: "DROP TABLE \"earlier_\(table)\"") }
        try database.execute(sql: "DELETE FROM sqlite_sequence")
        for row in sequences {
            try database.execute(
                sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [row[0], row[1]])
        }
        try database.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        try database.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [CatalogSchema.first])
    }

    /// Tables and columns whose names have changed.
    private static let names = ["sibling": "similarPair", "sibling.siblingID": "otherID"]

    private static func objects(in database: Database, ofTypes types: [String]) throws -> [(kind: String, name: String)]
    {
        try Row.fetchAll(
            database,
            sql: """
                SELECT type, name FROM sqlite_master WHERE type IN (\(databaseQuestionMarks(count: types.count)))
                    AND name NOT GLOB 'sqlite_*' AND sql IS NOT NULL
                """, arguments: StatementArguments(types)
        ).map { ($0[0], $0[1]) }
    }
}
