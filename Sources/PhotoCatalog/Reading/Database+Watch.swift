internal import GRDB
internal import GRDBSQLite
internal import PhotoModel

extension Database {
    /// Runs `body`, and ends its statement with `SQLITE_INTERRUPT` if the watch says so.
    ///
    /// Connections are shared by all requests of an app, so `sqlite3_interrupt` would end the statements of others too.
    ///
    /// Source: sqlite.org/c3ref/progress_handler.html.
    func watched<Value>(by watch: ReadWatch?, _ body: (Database) throws -> Value) throws -> Value {
        guard let watch else { return try body(self) }
        // So many steps take less than a millisecond.
        sqlite3_progress_handler(
            sqliteConnection, 10_000,
            { context in
                guard let context else { return 0 }
                return Unmanaged<ReadWatch>.fromOpaque(context).takeUnretainedValue().continues ? 0 : 1
            }, Unmanaged.passUnretained(watch).toOpaque())
        defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
        return try withExtendedLifetime(watch) { try body(self) }
    }
}
