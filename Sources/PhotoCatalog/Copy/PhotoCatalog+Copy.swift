package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

// A copy of the catalogue is a database file without a log, in a separate folder. It has the data that the catalogue
// had at one moment, and the date of that moment in `meta`.
extension PhotoCatalog {
    /// Writes the present data of the catalogue to a new database in `folder`.
    ///
    /// Other processes can read and write the catalogue meanwhile. Blocks. The new file is not synced.
    ///
    /// - Parameters:
    ///   - folder: An empty folder. The copy is `catalog.sqlite` in it.
    ///   - date: The date of the copy.
    ///   - isCancelled: Called every few milliseconds.
    /// - Throws: `cancelled`, `libraryDamaged`, `notEnoughSpace`, `ioFailure`.
    package func copy(to folder: FilePath, date: Date, isCancelled: @escaping () -> Bool) throws {
        let path = folder.appending(Self.databaseName).string
        do {
            let copy = try DatabaseQueue(path: path)
            // The caller syncs the file once, when it is complete.
            try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
            // The backup reads in one transaction, so a write of another connection does not restart it.
            try pool.backup(to: copy, pagesPerStep: Self.pagesPerStep) { _ in try Self.check(isCancelled) }
            // GRDB ignores errors that are thrown after the last step.
            try Self.check(isCancelled)
            try copy.writeWithoutTransaction { database in
                // A database with a write-ahead log consists of several files.
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
        throw PhotoLibraryError(.cancelled, "The copy of the catalogue was cancelled. The last copy is still there.")
    }

    /// 8 MB at a time, with pages of 4 KiB.
    private static let pagesPerStep: CInt = 2048

    /// The number of the last change in the history.
    package func lastChangeNumber() throws(PhotoLibraryError) -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT MAX(token) FROM history") } ?? 0
    }

    /// The number of hours after which a new copy is due; `nil` for no copies.
    package func copyInterval() throws(PhotoLibraryError) -> Int? {
        let hours = try read { try $0.meta(MetaKey.copyInterval) }.flatMap { Int($0) } ?? Self.defaultCopyInterval
        return hours > 0 ? hours : nil
    }

    private static let defaultCopyInterval = 24
}

extension Database {
    /// Prepares a copy to become the catalogue.
    ///
    /// No copy in a store is removed because of it: the photo may have been imported again since. Copies that were read
    /// back before count again only after they were read back.
    ///
    /// Change tokens and the search index may contain numbers that were assigned after the copy was made, so these
    /// numbers are not assigned again. The list of planned files is deleted, because a repair adds these files to the
    /// catalogue. The indexes are made again from their tables, because a copy of a catalogue with a damaged index has
    /// that damage too.
    func becomeCatalog() throws {
        try execute(
            sql: """
                UPDATE sqlite_sequence SET seq = seq + 1000000000 WHERE name IN ('history', 'signature');
                DELETE FROM placement;
                DELETE FROM storeCopy WHERE state = 3;
                UPDATE storeCopy SET checkedDate = NULL, checkedDay = NULL;
                REINDEX;
                """)
        try execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [MetaKey.copyDate])
        try forgetAllApps()
    }

    /// Sets the number of hours after which a new copy of the catalogue is due; `nil` for no copies.
    ///
    /// - Throws: `changeNotSupported` for fewer hours than 1.
    func setCopyInterval(_ hours: Int?) throws {
        if let hours, hours < 1 {
            throw PhotoLibraryError(
                .changeNotSupported, "A copy of the catalogue is made at most once an hour: \(hours) is too few.")
        }
        try execute(
            sql: "INSERT OR REPLACE INTO meta VALUES (?, ?)", arguments: [MetaKey.copyInterval, "\(hours ?? 0)"])
    }
}

/// Rows of `meta` about copies of the catalogue.
enum MetaKey {
    /// Only in a copy: when it was made, in seconds since 1970.
    static let copyDate = "catalogCopyDate"
    /// The number of hours after which a new copy is due; 0 for no copies.
    static let copyInterval = "catalogCopyInterval"
}
