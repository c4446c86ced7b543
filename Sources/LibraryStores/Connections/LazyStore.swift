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
    fileprivate func store(until cancellation: Cancellation) throws -> OriginalStore {
        if let known = opened.withLock({ $0 }) { return known }
        let store = try connection.open(limit: nil, until: cancellation)
        opened.withLock { $0 = store }
        return store
    }

    func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        Source(self, sha256, range, size: size)
    }

    private final class Source: ByteSource {
        private let store: LazyStore
        private let sha256: Digest
        private let range: Range<Int64>
        private let size: Int64
        private let cancellation = Cancellation()
        private var source: (any ByteSource)?

        init(_ store: LazyStore, _ sha256: Digest, _ range: Range<Int64>, size: Int64) {
            (self.store, self.sha256, self.range, self.size) = (store, sha256, range, size)
        }

        var length: Int64 { Int64(range.count) }
        var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }

        func version() throws -> ByteVersion { try opened().version() }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let source = try opened()
            return try cancellation.run(ending: source.cancel) { try source.read(into: buffer) }
        }

        private func opened() throws -> any ByteSource {
            if let source { return source }
            let opened = try store.store(until: cancellation).open(sha256, range, size: size)
            source = opened
            return opened
        }
    }
}
