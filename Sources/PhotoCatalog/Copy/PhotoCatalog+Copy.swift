package import Foundation
internal import GRDB
internal import PhotoModel
package import SystemPackage

// A copy of the catalogue is one database file without a log, in a folder of its own. It holds what the catalogue held at
// one moment, and one more row of `meta`: when that was.
extension PhotoCatalog {
    /// Writes what the catalogue holds at this moment to a new database in `folder`.
    ///
    /// Others read and write the catalogue meanwhile. Blocks. The bytes are not synced.
    ///
    /// - Parameters:
    ///   - folder: An empty folder: the copy is `catalog.sqlite` in it.
    ///   - date: The date that the copy names.
    ///   - isCancelled: Asked every few milliseconds.
    /// - Throws: `cancelled`, `libraryDamaged`, `notEnoughSpace`, `ioFailure`.
    package func copy(to folder: FilePath, date: Date, isCancelled: @escaping () -> Bool) throws {
        let path = folder.appending(Self.databaseName).string
        do {
            let copy = try DatabaseQueue(path: path)
            // The caller syncs the file once, when it is whole.
            try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
            // One read transaction sees one state, so what is written meanwhile never makes the backup begin again.
            try pool.backup(to: copy, pagesPerStep: Self.pagesPerStep) { _ in try Self.check(isCancelled) }
            // GRDB ignores what is thrown after the last step.
            try Self.check(isCancelled)
            try copy.writeWithoutTransaction { database in
                // A database with a write-ahead log is more than one file.
                try database.execute(sql: "PRAGMA journal_mode = DELETE")
                try database.execute(
                    sql: "INSERT OR REPLACE INTO meta VALUES (?, ?)",
                    arguments: [MetaKey.copyDate, "\(date.timeIntervalSince1970)"])
            }
            try copy.close()
        } catch let error as DatabaseError {
            throw PhotoLibraryError(database: error, path: path)
        }
    }

    private static func check(_ isCancelled: () -> Bool) throws {
        guard isCancelled() else { return }
        throw PhotoLibraryError(.cancelled, "The copy of the catalogue was cancelled: the last one is still there.")
    }

    /// 8 MB at a time, with pages of 4 KiB.
    private static let pagesPerStep: CInt = 2048

    /// The number of the last change in the history.
    package func lastChangeNumber() throws -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT MAX(token) FROM history") } ?? 0
    }

    /// The most hours between two copies; `nil` for no copies.
    package func copyInterval() throws -> Int? {
        let hours = try read { try $0.meta(MetaKey.copyInterval) }.flatMap { Int($0) } ?? Self.defaultCopyInterval
        return hours > 0 ? hours : nil
    }

    private static let defaultCopyInterval = 24
}

extension Database {
    /// Makes an older copy the catalogue.
    ///
    /// Numbers that were given after the copy was made are never given again: tokens and the search index hold some. Files
    /// that were planned when the copy was made are planned no longer: those that have their places belong to no asset yet.
    func becomeCatalog() throws {
        try execute(
            sql: """
                UPDATE sqlite_sequence SET seq = seq + 1000000000 WHERE name IN ('history', 'signature');
                DELETE FROM placement;
                """)
        try execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [MetaKey.copyDate])
    }

    /// Sets the most hours between two copies of the catalogue; `nil` for no copies.
    ///
    /// - Throws: `changeNotSupported` for fewer hours than 1.
    func setCopyInterval(_ hours: Int?) throws {
        if let hours, hours < 1 {
            throw PhotoLibraryError(
                .changeNotSupported, "A copy of the catalogue is made at most every hour: \(hours) is too few.")
        }
        try execute(
            sql: "INSERT OR REPLACE INTO meta VALUES (?, ?)", arguments: [MetaKey.copyInterval, "\(hours ?? 0)"])
    }
}

/// Rows of `meta` about copies of the catalogue.
enum MetaKey {
    /// In a copy alone: the seconds from 1970 to when it was made.
    static let copyDate = "catalogCopyDate"
    /// The most hours between two copies; 0 for no copies.
    static let copyInterval = "catalogCopyInterval"
}
