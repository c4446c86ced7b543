internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage
internal import SystemSupport

/// The data about a library's assets in an SQLite database, as the owner or an app may see them.
///
/// Every committed transaction survives a power loss. Thread-safe, and safe for several processes. Reads are in
/// `Reading`, `History` and `Search`. Every change goes through ``perform(_:run:by:now:)`` or ``record(_:)``.
package final class PhotoCatalog: Sendable {
    /// The owner's connections: one that writes, others that read.
    let pool: DatabasePool
    /// The connections with which ``access`` reads, or with which additions of an app that may only add are compared;
    /// `nil` without access.
    let reader: DatabasePool?
    /// The access with which this object reads and changes the library.
    package let access: LibraryAccess
    /// The machine on which the owner's decision must give ``access`` at each change; `nil` to check no decision.
    let machine: String?
    /// The history as the app sees it; `nil` for the owner.
    let appHistory: AppHistory?
    /// The library's folder, to which stored paths are relative.
    package let folder: FilePath
    /// Called after each transaction that wrote, through this object or one with another access.
    package let writeListener: WriteListener
    /// Called after each transaction in which a person set values for the log.
    package let registerListener: WriteListener
    /// Called after each transaction of an import that made albums or added photos to them.
    package let importListener: WriteListener
    /// Whether the catalogue may be changed at all.
    package let permission: WritePermission
    /// Whether the catalogue was opened to be changed.
    package var isWritable: Bool { permission.allowsWriting }
    /// The temporary copy of a database that could not be read in place; `nil` if no copy was needed.
    ///
    /// The last object that reads the copy removes it.
    private let temporaryCopy: TemporaryCopy?
    /// Prevents that another process replaces the database's file; declared last, so that it is released after the
    /// connections are closed.
    private let lock: (any Sendable)?

    /// The database's file in the library's folder.
    package static let databaseName = "catalog.sqlite"

    /// Opens the catalogue of the library in `folder` for its owner, and makes it if necessary.
    ///
    /// - Parameters:
    ///   - databaseFolder: The folder of the database; `nil` for the library's folder.
    ///   - permission: Whether the catalogue may be changed. If not, it is not made.
    ///   - lock: A lock that is held as long as the catalogue is open.
    /// - Throws: `libraryFormatTooNew` if a newer version wrote it, `libraryDamaged` if it is not a database or has an
    ///   earlier schema, `ioFailure` if it cannot be opened.
    package init(
        folder: FilePath, databaseFolder: FilePath? = nil, permission: WritePermission = .always,
        holding lock: (any Sendable)? = nil
    ) throws {
        self.folder = folder
        self.lock = lock
        self.permission = permission
        writeListener = WriteListener()
        registerListener = WriteListener()
        importListener = WriteListener()
        access = .owner
        appHistory = nil
        machine = nil
        let path = (databaseFolder ?? folder).appending(Self.databaseName)
        do {
            switch permission {
            case .checked:
                temporaryCopy = nil
                pool = try Self.openForWriting(path, in: databaseFolder ?? folder, permission)
            case .never:
                let opened = try ReadOnlyDatabase(at: path, configuration: Self.configuration)
                (pool, temporaryCopy) = (opened.pool, opened.temporaryCopy)
            }
            reader = pool
            try pool.read { try CatalogSchema.check($0, folder) }
        } catch let error as DatabaseError {
            throw PhotoLibraryError(database: error, path: path.string)
        }
    }

    /// The same catalogue with the access of an app or of the owner.
    ///
    /// An app has separate connections, on which temporary views hide the tables. An SQL statement that names no
    /// database sees only the rows that the app may see.
    ///
    /// - Parameter machine: The machine on which the owner's decision must give this access at each change; `nil` to
    ///   check no decision.
    package func bound(to access: LibraryAccess, decidedOn machine: String? = nil) throws -> PhotoCatalog {
        do { return try PhotoCatalog(self, access, machine) } catch let error as DatabaseError {
            throw PhotoLibraryError(database: error, path: folder.string)
        }
    }

    private init(_ catalog: PhotoCatalog, _ access: LibraryAccess, _ machine: String?) throws {
        self.machine = machine
        pool = catalog.pool
        folder = catalog.folder
        permission = catalog.permission
        writeListener = catalog.writeListener
        registerListener = catalog.registerListener
        importListener = catalog.importListener
        temporaryCopy = catalog.temporaryCopy
        lock = catalog.lock
        self.access = access
        appHistory = try access.app.map { try AppHistory(AppTokens(key: catalog.tokenKey(of: $0))) }
        reader =
            switch access {
            case .owner: catalog.pool
            case .full, .limited, .addOnly:
                try AppViews(for: access, in: catalog.pool).openReader(Self.configuration)
            case .none: nil
            }
    }

    // MARK: Opening

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        configuration.prepareDatabase { database in
            for function in [DatabaseFunction.metresBetween, .captureInstant, .isInFolded, .textMatches] {
                database.add(function: function)
            }
        }
        return configuration
    }

    private static func openForWriting(
        _ path: FilePath, in folder: FilePath, _ permission: WritePermission
    ) throws -> DatabasePool {
        try withExclusiveLock(on: folder) {
            let pool = try DatabasePool(path: path.string, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                // For WAL, GRDB sets `synchronous` to NORMAL, which loses acknowledged commits at a power failure.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try database.execute(sql: CatalogSchema.pendingChange)
                try database.execute(sql: CatalogSchema.pendingRegister)
                let found = try CatalogSchema.found(in: database)
                guard found == .none || found == .withoutTables else { return }
                try permission.check()
                try database.inTransaction(.immediate) {
                    try found == .none ? CatalogSchema.create(in: database) : CatalogSchema.addTables(in: database)
                    return .commit
                }
            }
            return pool
        }
    }

    /// Runs `body` while no other thread or process runs it.
    ///
    /// Switching to the write-ahead log does not wait for other processes, because SQLite does not call the busy
    /// handler there. Only one process makes the tables.
    private static func withExclusiveLock<Value>(on folder: FilePath, _ body: () throws -> Value) throws -> Value {
        let descriptor = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
        // This releases the lock too.
        defer { try? descriptor.close() }
        do { try descriptor.lock() } catch {
            throw PhotoLibraryError(.ioFailure, "The folder cannot be locked: \(error).", path: folder.string)
        }
        return try body()
    }

    // MARK: Closing

    /// Writes the whole log into the database file, durably, and closes the database, so that the file can be moved.
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

    // MARK: Reading

    /// Runs `body` in a read transaction, and converts database errors to the library's errors.
    ///
    /// - Parameter isForAddition: Whether the result is used to classify a new file, and not given to the app.
    /// - Throws: `accessUserDenied` if ``access`` may not read; `cancelled` if the ``ReadWatch`` ends it.
    func read<Value>(
        forAddition isForAddition: Bool = false, _ body: (Database) throws -> Value
    ) throws(PhotoLibraryError) -> Value {
        guard let reader, isForAddition || access.mayRead else {
            throw PhotoLibraryError(
                .accessUserDenied, "The owner of the library does not let this app see photos. Ask for access.",
                path: folder.string)
        }
        let watch = ReadWatch.current
        do { return try reader.read { try $0.watched(by: watch, body) } } catch {
            throw PhotoLibraryError(reading: error, path: folder.string)
        }
    }
}
