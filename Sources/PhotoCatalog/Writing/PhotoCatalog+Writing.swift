package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

// The two ways into the catalogue. Nothing else begins a transaction that writes.
extension PhotoCatalog {
    /// Carries out what a user or an app asks for: all of it, in its order and in one transaction, or nothing.
    ///
    /// - Parameters:
    ///   - run: The run whose planned files become parts of assets. Files that are part of no asset afterwards are noted as
    ///     planned by it; see ``abandonedPlacements(run:)``. `nil` for changes without files.
    ///   - author: Who makes the change; `nil` for who ``access`` says.
    /// - Throws: `identifierNotFound`, `changeNotSupported`, `requestNotSupportedForAsset`, `accessUserDenied`; what
    ///   ``WritePermission/check()`` throws.
    @discardableResult
    package func perform(
        _ changes: [CatalogChange], run: String? = nil, by author: ChangeOrigin? = nil, now: Date = Date()
    ) throws -> ChangeResult {
        try access.check(changes)
        return try write(by: author) { database in
            let transaction = ChangeTransaction(database: database, access: access, run: run ?? "", now: now)
            var result = ChangeResult()
            for change in changes { try transaction.apply(change, &result) }
            if let run { try database.endPlans(of: run) }
            return result
        }
    }

    /// Notes what follows from the photos and is no change of the library: no history mentions it.
    ///
    /// - Returns: The paths that the change gives; none for most: see ``DerivedChange``.
    /// - Throws: `accessUserDenied` for an app, which does not see all that it would have to follow from; what
    ///   ``WritePermission/check()`` throws; `ioFailure`.
    @discardableResult
    package func record(_ change: DerivedChange, now: Date = Date()) throws -> [FilePath] {
        guard access == .owner else { throw PhotoLibraryError.notAllowed }
        return try write { try $0.record(change, now: now) }
    }

    /// Makes this the catalogue of a library, if it is none's yet.
    ///
    /// - Throws: `libraryDamaged` if it is another library's.
    package func belong(to libraryID: UUID) throws {
        if try read({ try $0.meta("libraryID") }) == nil {
            try write { database in
                for (key, value) in [("libraryID", libraryID.uuidString), ("generation", UUID().uuidString)] {
                    try database.execute(sql: "INSERT OR IGNORE INTO meta VALUES (?, ?)", arguments: [key, value])
                }
            }
        }
        guard try read({ try $0.meta("libraryID") }) == libraryID.uuidString else {
            throw PhotoLibraryError(
                .libraryDamaged,
                "The catalogue is that of another library; the originals are untouched. Put the right catalog.sqlite back, or "
                    + "let a repair make a new one.",
                remedy: .repair, path: folder.string)
        }
    }

    /// Runs `body` in an immediate transaction that is durable when this returns, and the history with it.
    private func write<Value>(by author: ChangeOrigin? = nil, _ body: (Database) throws -> Value) throws -> Value {
        try permission.check()
        let origin = author ?? access.app.map(ChangeOrigin.app) ?? .thisDevice
        do {
            let (value, isChange) = try pool.write { database in
                let value = try body(database)
                return (value, try database.commitChanges(by: origin))
            }
            if isChange { announceChange() }
            writeListener.call()
            return value
        } catch let error as DatabaseError {
            throw PhotoLibraryError(database: error, path: folder.string)
        }
    }

    /// What follows the database's name in that of its write-ahead log.
    package static let logSuffix = "-wal"

    /// Touches the log, of which inotify tells the watchers in other processes.
    ///
    /// SQLite's own writes to it come before the change can be seen.
    private func announceChange() { _ = utimensat(AT_FDCWD, pool.path + Self.logSuffix, nil, 0) }
}

extension Database {
    func meta(_ key: String) throws -> String? {
        try String.fetchOne(self, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
    }
}

extension LibraryAccess {
    /// - Throws: `accessUserDenied` if this access does not allow such changes.
    fileprivate func check(_ changes: [CatalogChange]) throws {
        let isAllowed =
            switch self {
            case .owner: true
            case .full, .limited: changes.allSatisfy { !$0.isOwnersAlone }
            case .addOnly: changes.allSatisfy { if case .insert = $0 { true } else { false } }
            case .none: false
            }
        guard isAllowed else { throw PhotoLibraryError.notAllowed }
    }
}

extension PhotoLibraryError {
    fileprivate static let notAllowed = PhotoLibraryError(
        .accessUserDenied, "The owner of the library does not let this app make this change. Ask for access.")
}
