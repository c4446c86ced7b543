internal import Foundation
internal import GRDB
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// The open database of a ``ThumbnailCache``.
///
/// Several processes may have it open. It holds nothing that cannot be made again, so a commit may be lost at a power
/// failure, and a damaged database is removed.
struct ThumbnailDatabase: Sendable {
    let pool: DatabasePool
    private let path: FilePath
    /// The device and the number of the open file.
    private let identity: [UInt64]

    private static let name = "thumbnails.sqlite"
    private static let formatVersion = 1

    /// Opens the database in a folder, and makes both if they are missing or the database cannot be used.
    ///
    /// - Throws: `PhotoLibraryError` or `DatabaseError`.
    init(in folder: FilePath) throws {
        try FileManager.default.createDirectory(
            atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = folder.appending(Self.name)
        (pool, identity) = try Self.withLock(on: folder) {
            do { return try Self.open(path) } catch let error as DatabaseError where error.isOfDamage {
                Self.remove(path)
                return try Self.open(path)
            }
        }
        self.path = path
    }

    /// Opens the file, and makes its tables if it is new.
    private static func open(_ path: FilePath) throws -> (DatabasePool, [UInt64]) {
        try makeFile(path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // Has an effect in a new file only. Deleted pages can then be returned to the file system.
            if !database.configuration.readonly { try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
        }
        let pool = try DatabasePool(path: path.string, configuration: configuration)
        try pool.write { database in
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version")
            if version == formatVersion { return }
            guard version == 0 else { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
            try database.execute(sql: schema)
            try database.execute(sql: "PRAGMA user_version = \(formatVersion)")
        }
        return (pool, identity(of: path))
    }

    /// Makes an empty file that only the owner can read, unless the file exists.
    ///
    /// SQLite gives the files of the log the same mode. An existing file is not opened: closing it would release the
    /// locks of other connections in this process (sqlite.org/howtocorrupt.html, section 2.2).
    private static func makeFile(_ path: FilePath) throws {
        do {
            try FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite
            ).close()
        } catch Errno.fileExists {}
    }

    /// `used` is the last use in hours since 1970.
    ///
    /// Pictures are long, so they are not in the table's own key order, and the indexes do not contain them.
    private static let schema = """
        CREATE TABLE thumbnail (
            id INTEGER PRIMARY KEY, digest BLOB NOT NULL, side INTEGER NOT NULL, version INTEGER NOT NULL,
            used INTEGER NOT NULL, jpeg BLOB NOT NULL, UNIQUE (digest, side, version)) STRICT;
        CREATE INDEX thumbnail_used ON thumbnail (used);
        CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
        """

    /// Whether the path still leads to the open file: the user or another process may remove it at any time.
    var isInPlace: Bool { Self.identity(of: path) == identity }

    /// The device and the number of a file; empty if it does not exist.
    private static func identity(of path: FilePath) -> [UInt64] {
        var status = stat()
        return stat(path.string, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
    }

    /// Removes the file, unless another process has replaced it.
    ///
    /// Threads that use it go on with the removed file.
    func remove() throws {
        try Self.withLock(on: path.removingLastComponent()) {
            if isInPlace { Self.remove(path) }
        }
    }

    private static func remove(_ path: FilePath) {
        for suffix in ["-wal", "-shm", ""] { _ = unlink(path.string + suffix) }
    }

    /// Runs `body` while no other process opens or removes the database.
    private static func withLock<Value>(on folder: FilePath, _ body: () throws -> Value) throws -> Value {
        let descriptor = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
        // This releases the lock too.
        defer { try? descriptor.close() }
        try descriptor.lock()
        return try body()
    }
}
