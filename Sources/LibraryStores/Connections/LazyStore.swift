internal import Foundation
internal import Originals
internal import PhotoModel
internal import RemoteStores
internal import Synchronization
internal import SystemSupport

/// A store of a library that is reached when bytes of it are first read.
///
/// Opening a library asks no store.
final class LazyStore: RemoteStore {
    private let connection: StoreConnection
    private let opened = Mutex<OriginalStore?>(nil)

    init(_ connection: StoreConnection) { self.connection = connection }

    /// The store, which is asked for its description the first time.
    private func store(until cancellation: Cancellation) throws -> OriginalStore {
        if let known = opened.withLock({ $0 }) { return known }
        let store = try connection.open(limit: nil, until: cancellation)
        opened.withLock { $0 = store }
        return store
    }

    func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        LazyByteSource(length: Int64(range.count)) { [self] cancellation in
            try store(until: cancellation).open(sha256, range, size: size)
        }
    }
}
