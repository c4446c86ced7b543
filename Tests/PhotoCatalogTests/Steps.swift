import GRDB
import GRDBSQLite

@testable import PhotoCatalog

extension PhotoCatalog {
    /// The number of steps of SQLite's virtual machine for the work, on the writing connection.
    ///
    /// The number grows with the number of visited rows, and is the same on every machine.
    func steps(_ work: () throws -> Void) throws -> Int {
        let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        count.initialize(to: 0)
        defer { count.deallocate() }
        let connection = pool.writeWithoutTransaction(\.sqliteConnection)
        sqlite3_progress_handler(
            connection, 1,
            { count in
                count?.assumingMemoryBound(to: Int.self).pointee += 1
                return 0
            }, count)
        defer { sqlite3_progress_handler(connection, 0, nil, nil) }
        try work()
        return count.pointee
    }
}
