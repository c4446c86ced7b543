import DeviceRegistry
import Foundation
import GRDB
import LibraryStorage
import Originals
import PhotoCatalog
import PhotoModel
import Synchronization
import SystemPackage

/// A computer with a library and a replica of the registry.
final class Device {
    let index: Int
    let path: FilePath
    let replica: Replica
    /// What the clock is ahead of the true time.
    var clockOffset: TimeInterval = 0
    private(set) var library: LibraryContext
    private(set) var rows: DatabaseQueue
    private let gate: Gate

    /// Called before each transaction.
    final class Gate: Sendable {
        private struct State {
            var remaining: Int?
            var rows: DatabaseQueue?
        }

        private let state = Mutex(State())
        private let zeroesClock: Bool

        init(zeroesClock: Bool) { self.zeroesClock = zeroesClock }

        /// Lets so many transactions pass, and fails the others, because the process is killed; `nil` for no limit.
        func allow(_ count: Int?) { state.withLock { $0.remaining = count } }

        func set(_ rows: DatabaseQueue) { state.withLock { $0.rows = rows } }

        func check() throws {
            let rows = try state.withLock { state in
                if let remaining = state.remaining {
                    guard remaining > 0 else { throw Killed() }
                    state.remaining = remaining - 1
                }
                return state.rows
            }
            // The control: the catalogue forgets the times that it has seen.
            if zeroesClock { try rows?.write { try $0.execute(sql: "DELETE FROM meta WHERE key = 'registerTime'") } }
        }
    }

    struct Killed: Error {}

    /// Opens the library in a folder, which is made if it does not exist.
    init(_ index: Int, in root: FilePath, zeroesClock: Bool) throws {
        self.index = index
        path = root.appending("library-\(index)")
        replica = try Replica(at: root.appending("replica-\(index)"))
        gate = Gate(zeroesClock: zeroesClock)
        let folder = LibraryFolder(path: path)
        if !FileManager.default.fileExists(atPath: path.string) {
            try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
            _ = try LibraryManifest.create(in: folder)
        }
        (library, rows) = try Self.open(folder, gate)
    }

    private static func open(_ folder: LibraryFolder, _ gate: Gate) throws -> (LibraryContext, DatabaseQueue) {
        let id = try LibraryManifest.read(from: folder).libraryID
        let catalog = try PhotoCatalog(folder: folder.path, permission: .checked { try gate.check() })
        try catalog.belong(to: id)
        let rows = try DatabaseQueue(path: folder.path.appending(PhotoCatalog.databaseName).string)
        gate.set(rows)
        let originals = LibraryOriginals(folder: folder.path)
        return (LibraryContext(folder: folder, catalog: catalog, libraryID: id, originals: originals), rows)
    }

    var catalog: PhotoCatalog { library.catalog }

    /// Closes the library, changes its folder, and opens it again.
    func reopen(after change: () throws -> Void = {}) throws {
        try rows.close()
        try catalog.close()
        try change()
        (library, rows) = try Self.open(LibraryFolder(path: path), gate)
    }

    /// Runs `body` in a process that is killed after a number of transactions.
    func killed(after transactions: Int, _ body: () throws -> Void) throws {
        gate.allow(transactions)
        // What the killed process could not finish is no failure of the history.
        do { try body() } catch {}
        gate.allow(nil)
        try reopen()
    }
}
