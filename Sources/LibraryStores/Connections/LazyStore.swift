internal import Foundation
internal import Originals
internal import PhotoModel
internal import RemoteStores
internal import Synchronization
internal import SystemSupport

/// A store of a library that is reached when bytes of it are first read.
///
/// Opening a library asks no store. A service that failed is asked again after a minute, so that many files do not wait
/// for it one after the other.
final class LazyStore: RemoteStore {
    private struct State {
        var opened: OriginalStore?
        /// Why the service failed, and until when it is not asked.
        var failure: (error: PhotoLibraryError, end: ContinuousClock.Instant)?
    }

    /// How long a service that failed is not asked.
    static let pause: Duration = .seconds(60)

    private let isFolder: Bool
    private let reach: @Sendable (Cancellation) throws -> OriginalStore
    private let state = Mutex(State())

    /// - Parameters:
    ///   - isFolder: Whether the store is on a disk, which answers at once and may be mounted at any moment.
    ///   - reach: Asks the store for its description.
    init(isFolder: Bool, reach: @escaping @Sendable (Cancellation) throws -> OriginalStore) {
        (self.isFolder, self.reach) = (isFolder, reach)
    }

    convenience init(_ connection: StoreConnection) {
        self.init(isFolder: connection.address.isFolder) { try connection.open(limit: nil, until: $0) }
    }

    private func store(until cancellation: Cancellation) throws -> OriginalStore {
        let known = try state.withLock { state in
            if let failure = state.failure, failure.end > .now { throw failure.error }
            return state.opened
        }
        if let known { return known }
        let store = try reach(cancellation)
        state.withLock { $0.opened = store }
        return store
    }

    private func failed(_ error: any Error) {
        guard !isFolder, let error = error as? PhotoLibraryError, error.code == .networkError else { return }
        state.withLock { state in
            // The time of an earlier failure stays: this may be the same error once more.
            guard state.failure.map({ $0.end <= .now }) ?? true else { return }
            state.failure = (error, .now + Self.pause)
        }
    }

    func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        LazyByteSource(length: Int64(range.count)) { [self] cancellation in
            try store(until: cancellation).open(sha256, range, size: size)
        } onFailure: { [self] in
            failed($0)
        }
    }
}
