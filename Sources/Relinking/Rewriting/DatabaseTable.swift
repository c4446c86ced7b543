internal import Foundation
internal import GRDB
internal import PhotoModel

/// An ordinary table of another program's database: the columns that can be rewritten, and the key of its rows.
struct DatabaseTable {
    let name: String
    /// The columns that are stored and not generated.
    let columns: [String]
    /// The columns that identify a row: the row number, or the primary key.
    let key: [String]

    /// All ordinary tables.
    ///
    /// Views, virtual tables, their shadow tables and SQLite's internal tables are not included.
    static func all(in database: Database) throws -> [DatabaseTable] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT name, wr FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
                """)
        return try rows.map { try DatabaseTable(database, name: $0["name"], hasNoRowID: $0["wr"]) }
    }

    private init(_ database: Database, name: String, hasNoRowID: Bool) throws {
        self.name = name
        let rows = try Row.fetchAll(
            database, sql: "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid",
            arguments: [name])
        columns = rows.map { $0["name"] }
        let taken = Set(columns.map { $0.lowercased() })
        if hasNoRowID {
            key = rows.filter { ($0["pk"] as Int) > 0 }.sorted { ($0["pk"] as Int) < $1["pk"] }.map { $0["name"] }
        } else if let number = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }) {
            key = [number]
        } else {
            throw PhotoLibraryError(
                .unsupportedFile,
                "Its table “\(name)” has columns named rowid, _rowid_ and oid, so its rows cannot be identified.")
        }
    }

    /// Calls `visit` with the text and the row's key of every cell that contains a text.
    func forEachText(
        in database: Database, _ visit: (_ key: [DatabaseValue], _ column: String, _ text: String) throws -> Void
    ) throws {
        guard !columns.isEmpty else { return }
        let texts = columns.map { "CASE typeof(\($0.quoted)) WHEN 'text' THEN \($0.quoted) END" }
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT \((keyColumns + texts).joined(separator: ", ")) FROM \(name.quoted)
                WHERE 'text' IN (\(columns.map { "typeof(\($0.quoted))" }.joined(separator: ", ")))
                """)
        while let row = try rows.next() {
            let key: [DatabaseValue] = keyColumns.indices.map { row[$0] }
            for (index, column) in columns.enumerated() {
                if let text: String = row[key.count + index] { try visit(key, column, text) }
            }
        }
    }

    /// Replaces the texts of a row's cells, if the cells have the expected texts.
    ///
    /// - Returns: Whether the cells had the expected texts.
    static func update(
        _ table: String, key: [UndoRecord.RowChange.Key], cells: [(column: String, old: String, new: String)],
        in database: Database
    ) throws -> Bool {
        let sets = cells.map { "\($0.column.quoted) = ?" }.joined(separator: ", ")
        let conditions =
            key.map { "\($0.column.quoted) = ?" } + cells.map { "\($0.column.quoted) = ? COLLATE BINARY" }
        try database.execute(
            sql: "UPDATE \(table.quoted) SET \(sets) WHERE \(conditions.joined(separator: " AND "))",
            arguments: StatementArguments(
                cells.map(\.new.databaseValue) + key.map(\.value.databaseValue) + cells.map(\.old.databaseValue)))
        return database.changesCount == 1
    }

    /// Whether a row's cells have these texts.
    static func holds(
        _ table: String, key: [UndoRecord.RowChange.Key], cells: [(column: String, text: String)], in database: Database
    ) throws -> Bool {
        let conditions =
            key.map { "\($0.column.quoted) = ?" } + cells.map { "\($0.column.quoted) = ? COLLATE BINARY" }
        return try Bool.fetchOne(
            database,
            sql: "SELECT EXISTS (SELECT 1 FROM \(table.quoted) WHERE \(conditions.joined(separator: " AND ")))",
            arguments: StatementArguments(key.map(\.value.databaseValue) + cells.map(\.text.databaseValue))) ?? false
    }

    /// Refuses a change that would fire a trigger, because the trigger's changes could not be undone.
    static func checkFiresNothing(_ table: String, _ columns: [String], in database: Database) throws {
        let sets = columns.map { "\($0.quoted) = \($0.quoted)" }.joined(separator: ", ")
        // The compiled statement contains a program for every trigger that it fires.
        let steps = try Row.fetchAll(database, sql: "EXPLAIN UPDATE \(table.quoted) SET \(sets)")
        guard steps.contains(where: { $0["opcode"] == "Program" }) else { return }
        let triggers = try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
            arguments: [table])
        throw PhotoLibraryError(
            .unsupportedFile,
            "Rewriting its table “\(table)” would fire triggers (\(triggers.joined(separator: ", "))), whose changes cannot be "
                + "undone. Drop the triggers during the relink, or change the paths in the program that owns the file.")
    }

    private var keyColumns: [String] { key.map(\.quoted) }
}

extension String {
    /// The name, quoted for SQL.
    fileprivate var quoted: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}

extension UndoRecord.CellValue {
    init(_ value: DatabaseValue) {
        switch value.storage {
        case .int64(let number): self = .integer(number)
        case .double(let number): self = .real(number)
        case .string(let text): self = .text(text)
        case .blob(let data): self = .blob(data)
        case .null: self = .text("")
        }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let data): data.databaseValue
        }
    }

    /// The value as text for a message.
    var shown: String {
        switch self {
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "“\(text)”"
        case .blob(let data): "x'\(data.hexadecimal)'"
        }
    }
}
