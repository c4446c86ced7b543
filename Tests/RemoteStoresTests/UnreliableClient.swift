import Foundation
import Originals
import PhotoModel
import RemoteStores
import Synchronization
import SystemSupport
import TestSupport

/// A store's client whose service fails in the stated ways.
final class UnreliableClient: StoreClient {
    struct Faults: Sendable {
        /// The number of writes that store another byte than the last one.
        var wrongWrites = 0
        /// The number of readings that fail with this error.
        var failures: (count: Int, error: PhotoLibraryError)?
        /// The number of readings that end after so many bytes, with an error or without one.
        var cuts: (count: Int, after: Int, isSilent: Bool)?
        /// A time to wait before each piece of a reading, in seconds, and the size of a piece.
        var pace: (pause: Double, size: Int)?
        /// Whether the last byte of each reading is another one.
        var readsWrongly = false
        /// Whether the service says that it has no objects, as one that was emptied.
        var isEmpty = false
    }

    let faults = Mutex(Faults())
    /// The ranges that were asked for, with the time.
    let requests = Mutex<[(key: StoreKey, range: Range<Int64>)]>([])
    /// The number of readings that are open, and the most at one time.
    let open = Mutex<(now: Int, most: Int)>((0, 0))
    private let current: Mutex<any StoreClient>

    init(_ client: any StoreClient) { current = Mutex(client) }

    /// The client that does the work, which may be exchanged.
    var client: any StoreClient {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// The client itself, if the store is in a folder.
    var folder: FolderClient? { client as? FolderClient }

    func object(of key: StoreKey, _ cancellation: Cancellation) throws -> StoreObject? {
        faults.withLock { $0.isEmpty } ? nil : try client.object(of: key, cancellation)
    }

    func list(_ prefix: StoreKey, _ cancellation: Cancellation, _ body: (StoreObject) throws -> Void) throws {
        try client.list(prefix, cancellation, body)
    }

    func remove(_ key: StoreKey, _ cancellation: Cancellation) throws { try client.remove(key, cancellation) }

    func removeAbandonedParts(_ cancellation: Cancellation) throws { try client.removeAbandonedParts(cancellation) }

    func write(
        _ key: StoreKey, _ upload: Upload, existing: ExistingObject, _ cancellation: Cancellation
    ) throws -> Bool {
        let isWrong = faults.withLock { faults in
            defer { faults.wrongWrites -= 1 }
            return faults.wrongWrites > 0
        }
        guard isWrong else { return try client.write(key, upload, existing: existing, cancellation) }
        let wrong = Upload(length: upload.length) {
            var bytes = try upload.open().all()
            bytes[bytes.count - 1] ^= 1
            return BytesInMemory(bytes)
        }
        return try client.write(key, wrong, existing: existing, cancellation)
    }

    func open(_ key: StoreKey, _ range: Range<Int64>, version: ByteVersion?) -> any ByteSource {
        Source(self, client.open(key, range, version: version), key, range)
    }

    private final class Source: ByteSource {
        private let client: UnreliableClient
        private let source: any ByteSource
        private let request: (key: StoreKey, range: Range<Int64>)
        private var isOpen = false
        private var cut: (after: Int, isSilent: Bool)?
        private var count = 0
        private let cancellation = Cancellation()
        private let wakeUp = DispatchSemaphore(value: 0)

        init(_ client: UnreliableClient, _ source: any ByteSource, _ key: StoreKey, _ range: Range<Int64>) {
            (self.client, self.source, request) = (client, source, (key, range))
        }

        deinit { if isOpen { client.open.withLock { $0.now -= 1 } } }

        var length: Int64 { source.length }
        func version() throws -> ByteVersion {
            try begin()
            return try source.version()
        }

        var cancel: @Sendable () -> Void {
            { [cancellation, wakeUp] in
                cancellation.cancel()
                wakeUp.signal()
            }
        }

        private func begin() throws {
            guard !isOpen else { return }
            isOpen = true
            client.requests.withLock { $0.append(request) }
            client.open.withLock {
                $0.now += 1
                $0.most = max($0.now, $0.most)
            }
            try client.faults.withLock { faults in
                if let failures = faults.failures, failures.count > 0 {
                    faults.failures?.count -= 1
                    throw failures.error
                }
                if let cuts = faults.cuts, cuts.count > 0 {
                    faults.cuts?.count -= 1
                    cut = (cuts.after, cuts.isSilent)
                }
            }
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            try begin()
            var limit = buffer.count
            if let pace = client.faults.withLock({ $0.pace }) {
                if wakeUp.wait(timeout: .now() + pace.pause) == .success { wakeUp.signal() }
                limit = min(limit, pace.size)
            }
            try cancellation.check()
            if let cut {
                limit = min(limit, cut.after - count)
                if limit <= 0, !cut.isSilent { throw PhotoLibraryError(.networkError, "The connection ended.") }
            }
            let read = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit)))
            count += read
            if read > 0, Int64(count) == source.length, client.faults.withLock({ $0.readsWrongly }) {
                buffer[read - 1] ^= 1
            }
            return read
        }
    }
}
