internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Rewrites references in the texts of an SQLite database, all in one transaction.
///
/// The rewriter keeps the references of the whole file in memory, not its rows.
struct DatabaseRewriter {
    let file: FilePath
    let scanner: ReferenceScanner
    let resolver: ReferenceResolver

    /// How long the rewriter waits for another program's lock, in seconds.
    private static let lockTimeout: TimeInterval = 2

    /// A cell that contains references.
    private struct Cell {
        let table: DatabaseTable
        let key: [DatabaseValue]
        let column: String
        let text: String
        let decisions: [ReferenceDecision]
    }

    /// Decides about all references and, unless the request is a dry run, rewrites them.
    ///
    /// - Throws: `fileBusy`, `unsupportedFile` (for triggers), `ioFailure`. The file is then unchanged.
    func rewrite() throws -> [RelinkItem] {
        try Self.access(file, writes: !resolver.request.isDryRun) { queue in
            var cells: [Cell] = []
            if resolver.request.isDryRun {
                try queue.read { database in
                    cells = try self.cells(in: database)
                    try check(changes(in: cells), in: database)
                }
            } else {
                try queue.inTransaction(.immediate) { database in
                    cells = try self.cells(in: database)
                    try write(changes(in: cells), to: database)
                    return .commit
                }
            }
            return cells.flatMap { cell in cell.decisions.map { item($0, cell) } }
        }
    }

    // MARK: Scanning

    private func cells(in database: Database) throws -> [Cell] {
        var found: [(table: DatabaseTable, key: [DatabaseValue], column: String, text: String, [Reference])] = []
        for table in try DatabaseTable.all(in: database) {
            try table.forEachText(in: database) { key, column, text in
                let references = scanner.references(inCell: Array(text.utf8))
                if !references.isEmpty { found.append((table, key, column, text, references)) }
            }
        }
        var decisions = try resolver.decide(found.flatMap(\.4))[...]
        return found.map { table, key, column, text, references in
            defer { decisions = decisions.dropFirst(references.count) }
            return Cell(
                table: table, key: key, column: column, text: text, decisions: Array(decisions.prefix(references.count))
            )
        }
    }

    private func item(_ decision: ReferenceDecision, _ cell: Cell) -> RelinkItem {
        var item = decision.item
        item.location = Self.location(cell.table.name, cell.column, cell.key.map { UndoRecord.CellValue($0) })
        return item
    }

    private static func location(_ table: String, _ column: String, _ key: [UndoRecord.CellValue]) -> String {
        let names = key.map(\.shown).joined(separator: ", ")
        return "\(table).\(column) \(key.count == 1 ? names : "(\(names))")"
    }

    // MARK: Writing

    /// The changes of all cells, grouped by row.
    private func changes(in cells: [Cell]) -> [UndoRecord.RowChange] {
        var changes: [UndoRecord.RowChange] = []
        var last: (table: String, key: [DatabaseValue])?
        for cell in cells {
            guard let written = Self.rewritten(cell) else { continue }
            if last.map({ $0.table == cell.table.name && $0.key == cell.key }) != true {
                changes.append(
                    UndoRecord.RowChange(
                        table: cell.table.name,
                        key: zip(cell.table.key, cell.key).map {
                            UndoRecord.RowChange.Key(column: $0, value: .init($1))
                        },
                        cells: []))
                last = (cell.table.name, cell.key)
            }
            changes[changes.count - 1].cells.append(
                UndoRecord.RowChange.Cell(column: cell.column, replaced: cell.text, written: written))
        }
        return changes
    }

    private static func rewritten(_ cell: Cell) -> String? {
        guard cell.decisions.contains(where: { $0.replacement != nil }) else { return nil }
        var text = Array(cell.text.utf8)
        for decision in cell.decisions.reversed() {
            if let replacement = decision.replacement {
                text.replaceSubrange(decision.reference.range, with: replacement)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func check(_ changes: [UndoRecord.RowChange], in database: Database) throws {
        for table in Set(changes.map(\.table)).sorted() {
            let columns = Set(changes.filter { $0.table == table }.flatMap { $0.cells.map(\.column) })
            try DatabaseTable.checkFiresNothing(table, columns.sorted(), in: database)
        }
    }

    private func write(_ changes: [UndoRecord.RowChange], to database: Database) throws {
        guard !changes.isEmpty else { return }
        try check(changes, in: database)
        var undo = UndoFiles.next(for: file)
        do {
            try backUp(to: &undo)
            let record = try UndoRecord(change: .database(changes.map(\.afterwards))).encoded()
            try undo.add(undo.record, record, like: file.fileStatus())
            try Self.apply(changes, to: database, at: file)
        } catch {
            undo.remove()
            throw error
        }
    }

    /// Copies the database durably to the backup, including its write-ahead log, as it was before this transaction.
    private func backUp(to undo: inout UndoFiles) throws {
        let path = undo.backup
        // This transaction prevents other relinks from writing to the file.
        let part = path.withEnding(".part")
        unlink(part.platform)
        defer { unlink(part.platform) }
        var configuration = Configuration()
        configuration.readonly = true
        // A second connection, because SQLite cannot back up from a connection with an open write transaction.
        let source = try DatabaseQueue(path: file.string, configuration: configuration)
        let copy = try DatabaseQueue(path: part.string)
        try source.backup(to: copy)
        try copy.close()
        let status = try file.fileStatus()
        let descriptor = try FileDescriptor.open(part, .readWrite, options: .closeOnExec)
        defer { try? descriptor.close() }
        guard fchmod(descriptor.rawValue, status.st_mode & 0o7777) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "set the mode of the file", path)
        }
        try DurableFile.sync(descriptor, at: path)
        try undo.add(path, whole: part)
    }

    fileprivate static func apply(
        _ changes: [UndoRecord.RowChange], to database: Database, at file: FilePath
    ) throws {
        let broken = try database.brokenForeignKeys()
        for change in changes {
            let cells = change.cells.map { (column: $0.column, old: $0.replaced, new: $0.written) }
            guard try DatabaseTable.update(change.table, key: change.key, cells: cells, in: database) else {
                throw PhotoLibraryError(
                    .unsupportedFile,
                    "A text in “\(change.table)” is not UTF-8 or has a NUL in it and cannot be rewritten exactly. Nothing was "
                        + "changed.", path: file.string)
            }
        }
        guard try database.brokenForeignKeys() <= broken else {
            throw PhotoLibraryError(
                .unsupportedFile,
                "Other rows refer to these paths, and the change would break the references. Nothing was changed.",
                path: file.string)
        }
    }

    /// Opens the database of another program, which may be using it.
    fileprivate static func access<Value>(
        _ file: FilePath, writes: Bool, _ body: (DatabaseQueue) throws -> Value
    ) throws -> Value {
        var configuration = Configuration()
        configuration.readonly = !writes
        configuration.busyMode = .timeout(lockTimeout)
        // Enforced foreign keys would change other rows. They are checked at the end instead.
        configuration.foreignKeysEnabled = false
        do {
            let queue = try DatabaseQueue(path: file.string, configuration: configuration)
            let value = try body(queue)
            try queue.close()
            return value
        } catch let error as PhotoLibraryError {
            throw error.path == nil ? PhotoLibraryError(error.code, error.message, path: file.string) : error
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                throw PhotoLibraryError(
                    .fileBusy, "Another program is writing to this database. Close it there and try again.",
                    path: file.string, cause: error)
            default:
                throw PhotoLibraryError(
                    .ioFailure, "SQLite reports: \(error.message ?? "\(error)"). Nothing was changed.",
                    path: file.string, cause: error)
            }
        }
    }
}

extension [UndoRecord.RowChange] {
    /// Restores the replaced texts of a database.
    ///
    /// - Returns: An item for each restored text; empty if the relink did not reach the file.
    /// - Throws: `sourceChanged` if a replaced cell no longer has the text that the relink wrote.
    func undo(in file: FilePath) throws -> [RelinkItem] {
        try DatabaseRewriter.access(file, writes: true) { queue in
            var items: [RelinkItem] = []
            try queue.inTransaction(.immediate) { database in
                if try isUndone(in: database) { return .rollback }
                for change in self {
                    guard
                        try DatabaseTable.holds(
                            change.table, key: change.key, cells: change.cells.map { ($0.column, $0.written) },
                            in: database)
                    else {
                        throw PhotoLibraryError(
                            .sourceChanged,
                            "\(change.place) was changed after it was relinked, so nothing was restored. The earlier content is "
                                + "in the backup beside it.", path: file.string)
                    }
                    try DatabaseTable.checkFiresNothing(change.table, change.cells.map(\.column), in: database)
                    items += change.cells.map { cell in
                        RelinkItem(
                            file: file, location: change.location(of: cell.column), from: cell.written,
                            to: cell.replaced, status: .restored)
                    }
                }
                try DatabaseRewriter.apply(map(\.reversed), to: database, at: file)
                return .commit
            }
            return items
        }
    }

    /// Whether the cells still have the old texts, under the old keys.
    private func isUndone(in database: Database) throws -> Bool {
        try allSatisfy { change in
            try DatabaseTable.holds(
                change.table, key: change.reversed.afterwards.key, cells: change.cells.map { ($0.column, $0.replaced) },
                in: database)
        }
    }
}

extension UndoRecord.RowChange {
    /// The same change, with the key that the row has after the change.
    fileprivate var afterwards: UndoRecord.RowChange {
        var change = self
        change.key = key.map { part in
            let written = cells.first { $0.column == part.column }?.written
            return Key(column: part.column, value: written.map { .text($0) } ?? part.value)
        }
        return change
    }

    /// The inverse change.
    fileprivate var reversed: UndoRecord.RowChange {
        var change = self
        change.cells = cells.map { Cell(column: $0.column, replaced: $0.written, written: $0.replaced) }
        return change
    }

    fileprivate func location(of column: String) -> String {
        "\(table).\(column) \(key.map(\.value.shown).joined(separator: ", "))"
    }

    fileprivate var place: String { location(of: cells.first?.column ?? "") }
}

extension Database {
    /// The number of rows that refer to missing rows.
    fileprivate func brokenForeignKeys() throws -> Int {
        // If the schema's keys do not fit together, they cannot be checked, and SQLite does not enforce them.
        (try? Int.fetchOne(self, sql: "SELECT COUNT(*) FROM pragma_foreign_key_check")) ?? 0
    }
}
