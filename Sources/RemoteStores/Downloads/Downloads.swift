package import Foundation
package import Originals
package import PhotoModel
internal import Synchronization
package import SystemPackage
package import SystemSupport

/// The originals of several stores, which are downloaded when they are read.
///
/// Readers of a whole original share one transfer, and get bytes as they arrive. The end is given only after all bytes
/// were compared with the digest. A transfer that ends early leaves its bytes in the folder, and the next one goes on
/// there. A reader compares the bytes once more, because it reads them from a file on this disk, and not as they came.
/// Readers of a part get what a transfer has or is about to have, and ask the stores for the rest; their bytes are not
/// compared. Thread-safe.
///
/// Reading waits for the stores, ends within 200 ms when it is cancelled, and throws `cancelled`, `networkError` if a
/// store that may have the bytes cannot be reached, `sourceChanged` if earlier bytes were wrong, the error of
/// ``StoreFailure/wrongBytes`` if all stores have wrong bytes, `notEnoughSpace`, or the last store's error.
package final class Downloads: RemoteStore {
    /// The folder of the files that are not whole.
    package let folder: FilePath
    let timing: DownloadTiming
    private let suspectStores: @Sendable (Digest) -> Set<UUID>
    private let reportSuspect: @Sendable (Digest, OriginalStore) -> Void
    private let reachOthers = Mutex<(@Sendable (Cancellation) -> Void)?>(nil)
    private let stores = Mutex<[StoreAccess]>([])
    private let transfers = Mutex<[Digest: Transfer]>([:])

    /// Transfers of background work wait for places on threads of their own, so that a person's begins at once.
    private static let threads: [DownloadPriority: ThreadPool] = [
        .background: ThreadPool(width: 32), .person: ThreadPool(width: 64),
    ]

    /// - Parameters:
    ///   - folder: A folder that exists, for this use only.
    ///   - suspectStores: The stores that gave wrong bytes of an original before. They are asked last.
    ///   - isSuspect: Called on any thread when a store has wrong bytes for an original.
    package init(
        folder: FilePath, timing: DownloadTiming = DownloadTiming(),
        suspectStores: @escaping @Sendable (Digest) -> Set<UUID> = { _ in [] },
        isSuspect: @escaping @Sendable (Digest, OriginalStore) -> Void
    ) {
        (self.folder, self.timing) = (folder, timing)
        (self.suspectStores, reportSuspect) = (suspectStores, isSuspect)
    }

    /// The stores, in the order in which they are asked.
    ///
    /// Transfers that have begun ask them too.
    package func connect(_ stores: [OriginalStore]) {
        self.stores.withLock { current in
            current = stores.map { store in
                // What is known of a store stays.
                current.first { $0.store === store } ?? StoreAccess(store, timing)
            }
        }
    }

    /// Removes the files of earlier downloads that were not continued for so long.
    package func removeAbandoned(olderThan age: Duration) {
        PartialFile.removeAbandoned(in: folder, olderThan: age)
    }

    /// Sets what connects further stores, and waits for them.
    ///
    /// It is called when no connected store has given an original.
    package func whenNoStoreIsLeft(_ reachOthers: @escaping @Sendable (Cancellation) -> Void) {
        self.reachOthers.withLock { $0 = reachOthers }
    }

    /// The store that is asked for an original after these; `nil` if all were asked.
    ///
    /// Waits for the stores that are not connected yet, if no other one may have the right bytes.
    func access(to sha256: Digest, after asked: Set<UUID>, _ cancellation: Cancellation) -> StoreAccess? {
        let suspect = suspectStores(sha256)
        func next(_ isCandidate: (UUID) -> Bool) -> StoreAccess? {
            stores.withLock { $0.first { !asked.contains($0.store.id) && isCandidate($0.store.id) } }
        }
        if let store = next({ !suspect.contains($0) }) { return store }
        reachOthers.withLock { $0 }?(cancellation)
        return next { !suspect.contains($0) } ?? next { _ in true }
    }

    func isSuspect(_ sha256: Digest, _ store: OriginalStore) { reportSuspect(sha256, store) }

    // MARK: Opening

    package func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        open(sha256, range, size: size, .person)
    }

    package func openInBackground(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        open(sha256, range, size: size, .background)
    }

    /// The bytes of an original, or the part of them in the range.
    ///
    /// Returns at once: the stores are asked when the bytes are read.
    package func open(
        _ sha256: Digest, _ range: Range<Int64>, size: Int64, _ priority: DownloadPriority
    ) -> any ByteSource {
        range == 0..<size
            ? WholeDownload(sha256, size: size, priority, of: self)
            : PartialDownload(sha256, range, size: size, priority, of: self)
    }

    /// The transfer of an original, which the caller reads and leaves.
    func transfer(_ sha256: Digest, size: Int64, _ priority: DownloadPriority) -> Transfer {
        let (transfer, start): (Transfer, (() -> Void)?) = transfers.withLock { transfers in
            let earlier = transfers[sha256]
            if let earlier, earlier.size == size, earlier.join(priority) { return (earlier, nil) }
            let transfer = Transfer(sha256, size: size, priority, of: self)
            transfers[sha256] = transfer
            return (transfer, { Self.threads[priority]?.run { transfer.run(after: earlier) } })
        }
        start?()
        return transfer
    }

    /// A transfer that has the byte at a position or gets it next, which the caller reads and leaves.
    func transfer(_ sha256: Digest, having position: Int64, _ priority: DownloadPriority) -> Transfer? {
        transfers.withLock { transfers in
            guard let transfer = transfers[sha256], transfer.has(position), transfer.join(priority) else { return nil }
            return transfer
        }
    }

    /// Forgets a transfer for which no thread works, and that new readers cannot join.
    func forget(_ transfer: Transfer) {
        transfers.withLock { transfers in
            if transfers[transfer.sha256] === transfer { transfers[transfer.sha256] = nil }
        }
    }
}
