package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

// `perform`, `record` and `belong(to:)` are the only functions that begin a writing transaction in an open catalogue. A
// repair fills a new catalogue by `EarlierCatalog`.
extension PhotoCatalog {
    /// Carries out the changes of a user or an app: all of them, in order and in one transaction, or none.
    ///
    /// - Parameters:
    ///   - run: The run whose planned files become parts of assets. Files that belong to no asset afterwards are
    ///     recorded as planned by it; see ``abandonedPlacements(run:)``. `nil` for changes without files.
    ///   - id: Identifies the changes of an app in ``wasCommitted(_:by:)``.
    ///   - author: The author of the change; `nil` for the user or app of ``access``.
    /// - Throws: `identifierNotFound`, `changeNotSupported`, `requestNotSupportedForAsset`, `accessUserDenied`; the
    ///   errors of ``WritePermission/check()``.
    @discardableResult
    package func perform(
        _ changes: [CatalogChange], run: String? = nil, id: UUID? = nil, confirmed: Set<String> = [],
        by author: ChangeOrigin? = nil, now: Date = Date()
    ) throws(PhotoLibraryError) -> ChangeResult {
        try access.check(changes)
        let isImport = changes.allSatisfy { if case .ingest = $0 { true } else { false } }
        return try write(by: author, isImport: isImport, now: now) { database in
            if let machine { try database.checkGrant(of: access, on: machine) }
            if let id, let app = access.app { try database.insertCommit(id, by: app, now: now) }
            let transaction = ChangeTransaction(
                database: database, access: access, confirmed: confirmed, run: run ?? "", now: now)
            var result = ChangeResult()
            for change in changes { try transaction.apply(change, &result) }
            if let run { try database.endPlans(of: run) }
            return result
        }
    }

    /// Carries out requests without files: see ``perform(_:run:by:now:)``.
    @discardableResult
    package func perform(
        _ requests: [LibraryChange], id: UUID? = nil, confirmed: Set<String> = [], by author: ChangeOrigin? = nil,
        now: Date = Date()
    ) throws(PhotoLibraryError) -> ChangeResult {
        try perform(requests.map(CatalogChange.request), id: id, confirmed: confirmed, by: author, now: now)
    }

    /// Records data derived from the photos.
    ///
    /// This is not a change of the library, so the history does not record it, except where ``DerivedChange`` says so.
    ///
    /// - Returns: The paths that ``DerivedChange`` describes; none for most changes.
    /// - Throws: `accessUserDenied` for an app, because an app may not see all photos; the errors of
    ///   ``WritePermission/check()``; `ioFailure`.
    @discardableResult
    package func record(_ change: DerivedChange, now: Date = Date()) throws(PhotoLibraryError) -> [FilePath] {
        guard access == .owner else { throw PhotoLibraryError.notAllowed }
        return try write(now: now) { try $0.record(change, now: now) }
    }

    /// Makes this the catalogue of a library, if it does not belong to a library yet.
    ///
    /// - Throws: `libraryDamaged` if it belongs to another library.
    package func belong(to libraryID: UUID) throws(PhotoLibraryError) {
        if try read({ try $0.meta("libraryID") }) == nil {
            try write { database in
                for (key, value) in [("libraryID", libraryID.uuidString), ("generation", UUID().uuidString)] {
                    try database.execute(sql: "INSERT OR IGNORE INTO meta VALUES (?, ?)", arguments: [key, value])
                }
                // A new catalogue has no pictures.
                try database.noteExaminedPictures()
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

    /// Runs `body` in an immediate transaction, which is durable, with its history, when this returns.
    func write<Value>(
        by author: ChangeOrigin? = nil, isImport: Bool = false, now: Date = Date(), _ body: (Database) throws -> Value
    ) throws(PhotoLibraryError) -> Value {
        try permission.check()
        let origin = author ?? access.app.map(ChangeOrigin.app) ?? .thisDevice
        do {
            let (value, isChange, hasRegisters) = try pool.write { database in
                let value = try body(database)
                return (value, try database.commitChanges(by: origin), try database.commitRegisters(now: now))
            }
            if isChange { announceChange() }
            writeListener.call()
            if hasRegisters { (isImport ? importListener : registerListener).call() }
            return value
        } catch let error as DatabaseError {
            throw PhotoLibraryError(database: error, path: folder.string)
        } catch {
            throw PhotoLibraryError(converting: error)
        }
    }

    /// The suffix of the write-ahead log's name after the database's name.
    package static let logSuffix = "-wal"

    /// Touches the log, so that inotify notifies the watchers in other processes.
    ///
    /// SQLite's own writes to the log happen before other processes can see the change.
    private func announceChange() { _ = utimensat(AT_FDCWD, pool.path + Self.logSuffix, nil, 0) }
}

extension Database {
    func meta(_ key: String) throws -> String? {
        try String.fetchOne(cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [key])
    }
}

extension LibraryAccess {
    /// - Throws: `accessUserDenied` if this access does not allow such changes.
    fileprivate func check(_ changes: [CatalogChange]) throws(PhotoLibraryError) {
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
