internal import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
internal import Synchronization
package import SystemPackage
internal import SystemSupport

/// The downloads of a library's originals, whose stores are reached when bytes are first read.
final class StoreDownloads: RemoteStore {
    fileprivate struct State {
        var opened: [UUID: OriginalStore] = [:]
        /// When services that failed may be tried again.
        var nextAttempt: [UUID: ContinuousClock.Instant] = [:]
        /// Why stores failed last.
        var failures: [UUID: PhotoLibraryError] = [:]
        var isReachingOthers = false
    }

    private let connections: [StoreConnection]
    private let downloads: Downloads
    private let state = Mutex(State())

    /// How long a service that failed is not tried again.
    private static let pause: Duration = .seconds(60)

    /// - Parameter connections: At least one.
    init(_ catalog: PhotoCatalog, _ connections: [StoreConnection], folder: FilePath) {
        // A disk answers sooner than a service.
        self.connections = connections.sorted { $0.address.isFolder && !$1.address.isFolder }
        downloads = Downloads(
            folder: folder, suspectStores: { (try? catalog.storesWithSuspectCopy(of: $0)) ?? [] },
            isSuspect: { sha256, store in
                guard catalog.isWritable else { return }
                _ = try? catalog.record(.store(.suspect(store.id, sha256)))
            })
        downloads.whenNoStoreIsLeft { [weak self] in self?.reachAll(until: $0) }
    }

    func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        LazyByteSource(length: Int64(range.count)) { [self] cancellation in
            try reach(until: cancellation).open(sha256, range, size: size)
        }
    }

    func openInBackground(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        LazyByteSource(length: Int64(range.count)) { [self] cancellation in
            try reach(until: cancellation).openInBackground(sha256, range, size: size)
        }
    }

    /// Removes the files of downloads that were not continued for a week.
    func removeAbandoned() { downloads.removeAbandoned(olderThan: .seconds(7 * 24 * 3600)) }

    // MARK: Reaching

    /// Reaches the stores on disks, or the first service that answers.
    ///
    /// The others are reached meanwhile, so that they can be asked next.
    private func reach(until cancellation: Cancellation) throws -> Downloads {
        try FileManager.default.createDirectory(
            atPath: downloads.folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for connection in connections where state.withLock({ $0.opened[connection.id] == nil }) {
            // A disk answers at once, so all disks are asked. The read waits for a service only if no disk answered.
            guard connection.address.isFolder || state.withLock({ $0.opened.isEmpty }) else { break }
            _ = open(connection, until: cancellation)
        }
        guard state.withLock({ !$0.opened.isEmpty }) else {
            let failures = state.withLock { $0.failures }
            throw connections.lazy.compactMap { failures[$0.id] }.first
                ?? PhotoLibraryError(.networkError, "No store of the library can be reached. Try again later.")
        }
        reachOthers()
        return downloads
    }

    /// Reaches all stores that may be tried, and waits for them.
    private func reachAll(until cancellation: Cancellation) {
        for connection in connections where state.withLock({ $0.opened[connection.id] == nil }) {
            _ = open(connection, until: cancellation)
        }
    }

    private func reachOthers() {
        let others = state.withLock { state -> [StoreConnection] in
            guard !state.isReachingOthers else { return [] }
            let others = connections.filter { state.opened[$0.id] == nil && state.mayBeTried($0) }
            state.isReachingOthers = !others.isEmpty
            return others
        }
        guard !others.isEmpty else { return }
        ThreadPool.shared.run { [weak self] in
            for connection in others { _ = self?.open(connection, until: Cancellation()) }
            self?.state.withLock { $0.isReachingOthers = false }
        }
    }

    /// Opens a store; returns whether it answered.
    private func open(_ connection: StoreConnection, until cancellation: Cancellation) -> Bool {
        guard state.withLock({ $0.mayBeTried(connection) }) else { return false }
        do {
            let store = try connection.open(limit: nil, until: cancellation)
            let opened = state.withLock { state in
                state.opened[connection.id] = store
                state.failures[connection.id] = nil
                return connections.compactMap { state.opened[$0.id] }
            }
            downloads.connect(opened)
            return true
        } catch {
            let error = PhotoLibraryError(converting: error).naming(store: connection.name)
            guard error.code != .cancelled else { return false }
            state.withLock { state in
                state.failures[connection.id] = error
                state.nextAttempt[connection.id] = .now + Self.pause
            }
            return false
        }
    }
}

extension StoreDownloads.State {
    /// A disk answers at once, and may have been mounted meanwhile.
    fileprivate func mayBeTried(_ connection: StoreConnection) -> Bool {
        connection.address.isFolder || nextAttempt[connection.id].map { $0 <= .now } ?? true
    }
}

extension LibraryStores {
    /// Lets the library's originals be read from its stores, and from no other.
    ///
    /// Asks no store.
    ///
    /// - Parameter folder: Where downloads that are not complete are kept.
    package func connect(downloadsIn folder: FilePath) throws {
        let all = try connections.all()
        let downloads = all.isEmpty ? nil : StoreDownloads(library.catalog, all, folder: folder)
        downloads?.removeAbandoned()
        library.originals.connect(
            all.map { (name: $0.name, store: LazyStore($0) as any RemoteStore) }, downloads: downloads)
        if !all.isEmpty { countUse() }
    }

    /// Counts this day as a day of use, if it was not counted before.
    ///
    /// The checks of copies depend on it. A library that cannot be written now counts the day when it is opened again,
    /// or when its stores are asked.
    func countUse() {
        let day = Int((Date().timeIntervalSince1970 / 86400).rounded(.down))
        guard library.catalog.isWritable, (try? library.catalog.isCounted(dayOfUse: day)) == false else { return }
        _ = try? library.catalog.record(.store(.usedOnDay(day)))
    }
}
