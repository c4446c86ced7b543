package import Foundation
internal import GRDB
internal import PhotoModel
package import Synchronization
package import SystemPackage

/// What the library knows about its assets, in one SQLite database.
///
/// Every committed transaction survives a power loss. Safe for several threads and several processes.
package final class PhotoCatalog: Sendable {
    let pool: DatabasePool
    /// The library's folder, to which stored paths are relative.
    package let folder: FilePath
    /// Called after each transaction that wrote, on the thread that wrote.
    package let onWrite: Mutex<(@Sendable () -> Void)?> = Mutex(nil)

    /// The database's file in the library's folder.
    package static let databaseName = "catalog.sqlite"

    /// Opens the catalogue of the library in `folder`, making or migrating it as needed.
    ///
    /// - Parameter databaseFolder: Where the database is; `nil` if in the library's folder itself.
    /// - Throws: `libraryFormatTooNew` if a newer version wrote it, `libraryDamaged` if it is no database,
    ///   `ioFailure` if it cannot be opened.
    package init(folder: FilePath, databaseFolder: FilePath? = nil) throws {
        self.folder = folder
        let databaseFolder = databaseFolder ?? folder
        let path = databaseFolder.appending(Self.databaseName).string
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        configuration.prepareDatabase { database in
            for function in [DatabaseFunction.metresBetween, .captureInstant, .isInFolded, .textMatches] {
                database.add(function: function)
            }
        }
        do {
            pool = try Self.alone(in: databaseFolder) {
                let pool = try DatabasePool(path: path, configuration: configuration)
                // GRDB sets NORMAL for WAL, which loses acknowledged commits with the power.
                try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
                let migrator = CatalogSchema.migrator
                try pool.writeWithoutTransaction { try $0.execute(sql: CatalogSchema.pendingChange) }
                guard try pool.read({ try !migrator.hasBeenSuperseded($0) }) else {
                    throw PhotoLibraryError(
                        .libraryFormatTooNew,
                        "This library was made by a newer version of OpenPhotoKit. Update this program to open it.",
                        path: folder.string)
                }
                if try pool.read({ try !migrator.hasCompletedMigrations($0) }) { try migrator.migrate(pool) }
                return pool
            }
        } catch let error as DatabaseError {
            throw PhotoLibraryError(database: error, path: path)
        }
    }

    /// Runs `body` while nobody else does, here or in another process.
    ///
    /// Turning the write-ahead log on does not wait for others (SQLite's busy handler is not asked there), and the
    /// migrator looks what is missing before it begins to write.
    private static func alone<Value>(in folder: FilePath, _ body: () throws -> Value) throws -> Value {
        let descriptor = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
        // Releases the lock too.
        defer { try? descriptor.close() }
        do { try descriptor.lock() } catch {
            throw PhotoLibraryError(.ioFailure, "The folder cannot be locked: \(error).", path: folder.string)
        }
        return try body()
    }

    /// Makes this the catalogue of a library, if it is none's yet.
    ///
    /// - Throws: `libraryDamaged` if it is another library's.
    package func belong(to libraryID: UUID) throws {
        func value(_ key: String, _ database: Database) throws -> String? {
            try String.fetchOne(database, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
        }
        if try read({ try value("libraryID", $0) }) == nil {
            try write { database in
                for (key, value) in [("libraryID", libraryID.uuidString), ("generation", UUID().uuidString)] {
                    try database.execute(sql: "INSERT OR IGNORE INTO meta VALUES (?, ?)", arguments: [key, value])
                }
            }
        }
        guard try read({ try value("libraryID", $0) }) == libraryID.uuidString else {
            throw PhotoLibraryError(
                .libraryDamaged,
                "The catalogue is that of another library; the originals are untouched. Put the right catalog.sqlite back, or "
                    + "let a repair make a new one.",
                remedy: .repair, path: folder.string)
        }
    }

    /// Brings everything into the one database file, durably, and closes it: the file can then be moved.
    ///
    /// The catalogue cannot be used afterwards.
    package func close() throws {
        do {
            try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try pool.close()
        } catch let error as DatabaseError {
            throw PhotoLibraryError(database: error, path: folder.string)
        }
    }

    /// The value of `PRAGMA synchronous` on the connection that writes: 2 is FULL.
    package func writerSynchronousMode() throws -> Int? {
        try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }

    /// Runs `body` in a read transaction, with database errors turned into the library's own.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do { return try pool.read(body) } catch let error as DatabaseError {
            throw PhotoLibraryError(database: error, path: folder.string)
        }
    }

    /// Runs `body` in an immediate write transaction that is durable when this returns, and the history with it.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            let (value, isChange) = try pool.write { database in
                let value = try body(database)
                return (value, try database.commitChanges())
            }
            if isChange { announceChange() }
            onWrite.withLock { $0 }?()
            return value
        } catch let error as DatabaseError {
            throw PhotoLibraryError(database: error, path: folder.string)
        }
    }

    /// The write-ahead log.
    private var log: FilePath { FilePath(pool.path + Self.logSuffix) }

    /// What follows the database's name in that of the log.
    package static let logSuffix = "-wal"

    /// Touches the log, which the watchers of other processes are told by inotify.
    ///
    /// What SQLite itself writes there comes before the change can be seen.
    private func announceChange() { _ = utimensat(AT_FDCWD, log.string, nil, 0) }
}

extension PhotoLibraryError {
    init(database error: DatabaseError, path: String) {
        switch error.resultCode {
        case let code where code == .SQLITE_FULL || [.SQLITE_IOERR, .SQLITE_CANTOPEN].contains(code) && isFull(path):
            self.init(
                .notEnoughSpace, "The disk is full. Free some space and run this again.", path: path, cause: error)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.libraryBusy, "Another process is using the library. Try again.", path: path, cause: error)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(
                .libraryDamaged,
                "The library's catalogue is damaged; the originals are untouched. A repair brings back the last copy of the "
                    + "catalogue, or makes a new one of the originals.",
                remedy: .repair, path: path, cause: error)
        default:
            self.init(.ioFailure, "The catalogue reports: \(error.message ?? "\(error)")", path: path, cause: error)
        }
    }
}

/// Whether the disk has no room for another of SQLite's files: it says so only of the database itself.
private func isFull(_ path: String) -> Bool {
    var volume = statvfs()
    guard statvfs(path, &volume) == 0 else { return false }
    // The file of the log's index is 32 KiB at first, and grows by as much (sqlite.org/walformat.html, section 2.2).
    return volume.f_favail == 0 && volume.f_files > 0 || volume.f_bavail < (64 << 10) / max(1, volume.f_frsize)
}
