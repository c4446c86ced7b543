internal import AgeEncryption
internal import Foundation
internal import Originals
internal import PhotoModel
internal import SystemSupport

/// Reads a part of an original from the first store that gives it, again and again if need be.
///
/// A store is asked several times with growing pauses, from the byte at which the last attempt ended. Then the next
/// store goes on from there. For one thread at a time.
final class StoreReader {
    /// The object in the store is not the one of the earlier bytes: the original must be read from its first byte.
    struct VersionChanged: Error {}

    /// What to read.
    struct Request {
        let sha256: Digest
        /// The number of bytes of the original.
        let size: Int64
        let range: Range<Int64>
        let priority: SharedPriority
    }

    /// Where bytes came from.
    struct Origin: Sendable, Hashable, Codable {
        let store: UUID
        let version: ByteVersion
    }

    private let nextStore: (_ asked: Set<UUID>) -> StoreAccess?
    private let request: Request
    private let timing: DownloadTiming
    private let cancellation: Cancellation
    private let isSuspect: (OriginalStore) -> Void
    private(set) var position: Int64
    /// Where the bytes before ``position`` came from last; `nil` if there are none.
    private(set) var origin: Origin?
    /// The stores that gave bytes here.
    private(set) var givers: Set<UUID> = []

    /// The store that is asked, and those that were asked before it.
    private var current: StoreAccess?
    private var asked: Set<UUID>
    private var attempts = 0
    private var attemptsEnd: Int64
    private var connection: (source: any ByteSource, place: StoreAccess.Place)?
    private var hasBegun = false
    /// The last error, and the last one of a store that may have the bytes.
    private var errors: (last: PhotoLibraryError?, ofNetwork: PhotoLibraryError?)

    /// - Parameters:
    ///   - origin: Where the bytes before the range came from; `nil` if it is unknown.
    ///   - wrong: The stores that gave wrong bytes, which are not asked, and the error of the last one.
    init(
        _ downloads: Downloads, _ request: Request, after origin: Origin?,
        wrong: (stores: Set<UUID>, error: PhotoLibraryError?) = ([], nil), _ cancellation: Cancellation
    ) {
        nextStore = { downloads.access(to: request.sha256, after: $0, cancellation) }
        isSuspect = { downloads.isSuspect(request.sha256, $0) }
        timing = downloads.timing
        self.request = request
        self.origin = origin
        self.cancellation = cancellation
        asked = wrong.stores
        errors.last = wrong.error
        position = request.range.lowerBound
        attemptsEnd = position
    }

    /// Reads the next bytes, and returns their number: 0 only at the end of the range.
    ///
    /// - Throws: ``VersionChanged``; `cancelled`; when no store is left `networkError` of one that may have the bytes,
    ///   otherwise the last store's error.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard position < request.range.upperBound, !buffer.isEmpty else { return 0 }
        while true {
            try cancellation.check()
            guard let store = current ?? nextStore(asked) else { throw noStoreIsLeft }
            current = store
            do {
                let count = try readOnce(store, into: buffer)
                // The place is for others then, although this reader may live on.
                if position == request.range.upperBound { connection = nil }
                return count
            } catch {
                connection = nil
                try cancellation.check()
                try handle(error, of: store)
            }
        }
    }

    private func readOnce(_ access: StoreAccess, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let source = try connection?.source ?? connect(to: access)
        let count = try cancellation.run(ending: source.cancel) { try source.read(into: buffer) }
        guard count > 0 else { throw OriginalStore.endedEarly(access.store.name) }
        if !hasBegun {
            hasBegun = true
            access.connectionSucceeded()
            origin = Origin(store: access.store.id, version: try source.version())
            givers.insert(access.store.id)
        }
        position += Int64(count)
        if position >= attemptsEnd { attempts = 0 }
        return count
    }

    private func connect(to access: StoreAccess) throws -> any ByteSource {
        hasBegun = false
        try access.checkIsOnline()
        let place = try access.place(size: request.size, request.priority, cancellation)
        let version = origin.flatMap { $0.store == access.store.id && $0.version != .unknown ? $0.version : nil }
        let source = access.store.open(
            request.sha256, position..<request.range.upperBound, size: request.size, version: version)
        connection = (source, place)
        return source
    }

    // MARK: Failures

    /// Waits before the next attempt, or goes to the next store.
    private func handle(_ error: any Error, of access: StoreAccess) throws {
        let error = PhotoLibraryError(converting: error).naming(store: access.store.name)
        // Without earlier bytes the service's answer makes no sense, and the next store is asked.
        if error.code == .sourceChanged, origin != nil { throw VersionChanged() }
        let isOfNetwork = error.code == .networkError
        errors.last = error
        if isOfNetwork { errors.ofNetwork = error }
        if isOfNetwork, !hasBegun, (try? access.checkIsOnline()) != nil { access.connectionFailed(error) }
        if error.cause is AgeFailure { isSuspect(access.store) }

        let failure = error.cause as? HTTPFailure
        attempts += 1
        attemptsEnd = position + timing.durableSize
        let pause = failure?.retryAfter ?? timing.pause(after: attempts)
        let mayRetry = isOfNetwork && (failure?.isTransient ?? hasBegun)
        guard mayRetry, attempts < timing.attempts, pause <= timing.longestPause,
            (try? access.checkIsOnline()) != nil
        else {
            asked.insert(access.store.id)
            current = nil
            attempts = 0
            return
        }
        try cancellation.wait(pause)
    }

    /// The store that gave the last bytes; `nil` before the first ones.
    var lastStore: OriginalStore? { current.flatMap { $0.store.id == origin?.store ? $0.store : nil } }

    private var noStoreIsLeft: PhotoLibraryError {
        errors.ofNetwork ?? errors.last
            ?? PhotoLibraryError(.networkError, "No store is connected that has the file. Connect one.")
    }
}
