package import Foundation
internal import GRDB
package import ImageDecoding
package import PhotoModel
internal import Synchronization
package import SystemPackage
internal import SystemSupport

/// Rendered pictures of one library on the disk, limited in size: the least recently used ones are removed.
///
/// Any number of threads and processes may use it. Its folder may be removed at any time. A database that is damaged is
/// replaced by an empty one.
package final class ThumbnailCache: Sendable {
    /// A rendition of an original.
    package struct Key: Hashable, Sendable {
        /// The SHA-256 of the original.
        package let original: Digest
        package let rendition: Rendition

        package init(original: Digest, rendition: Rendition) {
            self.original = original
            self.rendition = rendition
        }
    }

    fileprivate struct State {
        var database: ThumbnailDatabase?
        /// The rows that were read, and whose last use is not recorded yet.
        var read: Set<Int64> = []
        var hasRemoved = false
    }

    private let folder: FilePath
    private let defaultLimit: Int
    private let hour: @Sendable () -> Int
    private let state = Mutex(State())

    /// The number of reads after which their rows' last use is recorded.
    private static let readsAtOnce = 512
    /// The greatest number of rows that are removed when one is added, after the limit was lowered.
    private static let maxRemoved = 1000
    /// Increase it when renditions change, so that earlier ones are made again.
    fileprivate static let version = 2

    /// Opens the cache in a folder, which is made if it is missing.
    ///
    /// - Parameters:
    ///   - defaultLimit: The limit unless ``setLimit(_:)`` has set another one.
    ///   - hour: The hours since 1970, the unit of the last use.
    /// - Throws: `ioFailure`, `notEnoughSpace`.
    package init(
        at folder: FilePath, defaultLimit: Int = 4 << 30,
        hour: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970 / 3600) }
    ) throws(PhotoLibraryError) {
        self.folder = folder
        self.defaultLimit = defaultLimit
        self.hour = hour
        _ = try converting { try database() }
    }

    deinit {
        let read = state.withLock { $0.read }
        guard !read.isEmpty else { return }
        try? use { database in try database.pool.write { try record(read, in: $0) } }
    }

    /// The folder of a library's cache: `openphotokit/LIBRARYID` in `$XDG_CACHE_HOME`, or in `~/.cache` if that is not
    /// set or is a relative path (XDG Base Directory Specification 0.8).
    package static func folder(of libraryID: UUID, home: FilePath) -> FilePath {
        UserFolder.cache.path(home: home).appending("openphotokit").appending(libraryID.uuidString)
    }

    // MARK: Reading and writing

    /// The JPEG of a rendition; `nil` if it is not in the cache, or the cache cannot be read.
    package func jpeg(for key: Key) -> Data? {
        let row = try? use { database in
            try database.pool.read { connection in
                let sql = "SELECT id, used, jpeg FROM thumbnail WHERE digest = ? AND side = ? AND version = ?"
                guard let row = try Row.fetchOne(connection.cachedStatement(sql: sql), arguments: key.arguments) else {
                    return nil as (id: Int64, used: Int, jpeg: Data)?
                }
                let jpeg: Data = row[2]
                guard isWholeJPEG(jpeg) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
                return (row[0], row[1], jpeg)
            }
        }
        guard let row = row.flatMap({ $0 }) else { return nil }
        if row.used != hour() { note(row.id) }
        return row.jpeg
    }

    /// Whether a rendition is in the cache.
    package func contains(_ key: Key) -> Bool {
        let found = try? use { database in
            try database.pool.read { connection in
                let sql = "SELECT 1 FROM thumbnail WHERE digest = ? AND side = ? AND version = ?"
                return try Bool.fetchOne(connection.cachedStatement(sql: sql), arguments: key.arguments)
            }
        }
        return found == true
    }

    /// Adds the JPEG of a rendition, and removes the least recently used ones over the limit.
    ///
    /// - Throws: `notEnoughSpace`, `ioFailure`.
    package func store(_ jpeg: Data, for key: Key) throws(PhotoLibraryError) {
        let read = state.withLock { $0.takeRead() }
        try converting {
            try use { database in
                try database.pool.write { connection in
                    try record(read, in: connection)
                    try connection.cachedStatement(
                        sql:
                            "INSERT OR REPLACE INTO thumbnail (digest, side, version, used, jpeg) VALUES (?, ?, ?, ?, ?)"
                    ).execute(arguments: key.arguments + [hour(), jpeg])
                    try removeExcess(in: connection)
                }
            }
        }
    }

    // MARK: Limit

    /// Whether the cache is so close to its limit that more pictures would replace others.
    package var isFull: Bool {
        if state.withLock({ $0.hasRemoved }) { return true }
        let pages = try? use { database in try database.pool.read { try self.pages(in: $0) } }
        return pages.map { $0.used >= $0.limit - $0.limit / 64 } ?? false
    }

    /// Sets the greatest size of the database in bytes, for all later users of the cache.
    ///
    /// The log beside the database has a few megabytes more. A cache over the limit shrinks when pictures are added.
    ///
    /// - Throws: `notEnoughSpace`, `ioFailure`.
    package func setLimit(_ bytes: Int) throws(PhotoLibraryError) {
        try converting {
            try use { database in
                try database.pool.write {
                    try $0.execute(
                        sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('limit', ?)", arguments: [bytes])
                }
            }
        }
    }

    /// Numbers of pages: those in use, those that may be in use, and those in the file.
    private func pages(in connection: Database) throws -> (used: Int, limit: Int, file: Int) {
        func number(_ sql: String) throws -> Int? { try Int.fetchOne(connection, sql: sql) }
        let file = try number("PRAGMA page_count") ?? 0
        let bytes = try number("SELECT value FROM setting WHERE name = 'limit'") ?? defaultLimit
        return (
            file - (try number("PRAGMA freelist_count") ?? 0), bytes / max(1, try number("PRAGMA page_size") ?? 0), file
        )
    }

    private func removeExcess(in connection: Database) throws {
        var pages = try pages(in: connection)
        for _ in 0..<Self.maxRemoved where pages.used > pages.limit {
            try connection.execute(
                sql: "DELETE FROM thumbnail WHERE id = (SELECT id FROM thumbnail ORDER BY used, id LIMIT 1)")
            state.withLock { $0.hasRemoved = true }
            pages = try self.pages(in: connection)
        }
        // Only after the limit was lowered; otherwise new rows take the free pages.
        if pages.file > pages.limit { try connection.execute(sql: "PRAGMA incremental_vacuum(1024)") }
    }

    // MARK: Last use

    private func note(_ row: Int64) {
        let read: Set<Int64> = state.withLock { state in
            state.read.insert(row)
            return state.read.count < Self.readsAtOnce ? [] : state.takeRead()
        }
        guard !read.isEmpty else { return }
        try? use { database in try database.pool.write { try record(read, in: $0) } }
    }

    private func record(_ read: Set<Int64>, in connection: Database) throws {
        guard !read.isEmpty else { return }
        let statement = try connection.cachedStatement(sql: "UPDATE thumbnail SET used = ? WHERE id = ?")
        let hour = hour()
        for row in read { try statement.execute(arguments: [hour, row]) }
    }

    // MARK: Opening

    /// Calls `work` with the open database; again with an empty one if the database is damaged.
    private func use<Value>(_ work: (ThumbnailDatabase) throws -> Value) throws -> Value {
        let database = try database()
        do { return try work(database) } catch let error as DatabaseError where error.isOfDamage {
            try database.remove()
            return try work(self.database())
        }
    }

    /// The open database; opened again if its file was removed.
    private func database() throws -> ThumbnailDatabase {
        try state.withLock { state in
            if let database = state.database, database.isInPlace { return database }
            state.read = []
            let database = try ThumbnailDatabase(in: folder)
            state.database = database
            return database
        }
    }

    private func converting<Value>(_ work: () throws -> Value) throws(PhotoLibraryError) -> Value {
        do { return try work() } catch let error as PhotoLibraryError { throw error } catch {
            let isFull = (error as? DatabaseError)?.resultCode == .SQLITE_FULL || error as? Errno == .noSpace
            throw PhotoLibraryError(
                isFull ? .notEnoughSpace : .ioFailure,
                "The cache of thumbnails cannot be used: \(error). Its folder can be deleted at any time.",
                path: folder.string, cause: error)
        }
    }
}

extension ThumbnailCache.State {
    /// Returns the rows that were read, and forgets them.
    fileprivate mutating func takeRead() -> Set<Int64> {
        defer { read = [] }
        return read
    }
}

extension ThumbnailCache.Key {
    fileprivate var arguments: StatementArguments {
        [Data(original.bytes), rendition.pixels, ThumbnailCache.version]
    }
}

extension DatabaseError {
    /// Whether the file is not a usable database.
    var isOfDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
