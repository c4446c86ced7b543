internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// The end of the pipeline: takes arrivals in the order of the walk, makes them durable a batch at a time, and only then
/// reports them.
final class Committer: Sendable {
    private struct Inbox {
        var arrivals: [Int: Arrival] = [:]
        var reserved = 0
        var next = 0
        var isDraining = false
    }

    private let stockroom: Stockroom
    private let onItem: @Sendable (ImportItem) -> Void
    private let onFailure: @Sendable (any Error) -> Void
    private let inbox = Mutex(Inbox())
    private let queue = DispatchQueue(label: "openphotokit.commit")
    private let summary = Mutex(ImportSummary())
    private let arrived = Atomic(0)
    private let hasFailed = Atomic(false)
    /// Bounds the files between reading and committing, and with them memory and the size of `incoming/`.
    private let places: DispatchSemaphore

    /// How many files become durable in one transaction at most.
    private static let batchLimit = 64

    init(
        _ library: PhotoLibrary, _ request: ImportRequest, _ runFolder: RunFolder,
        onItem: @escaping @Sendable (ImportItem) -> Void, onFailure: @escaping @Sendable (any Error) -> Void
    ) {
        stockroom = Stockroom(library, request, runFolder)
        self.onItem = onItem
        self.onFailure = onFailure
        let cores = ProcessInfo.processInfo.activeProcessorCount
        places = DispatchSemaphore(value: 8 + 2 * (request.ioJobs + (request.jobs > 0 ? request.jobs : cores)))
    }

    /// Bytes of files that have been read.
    var arrivedBytes: Int { arrived.load(ordering: .relaxed) }

    /// Waits until another file may be under way, and gives it its place in the order.
    func reserve() -> Int {
        places.wait()
        return inbox.withLock { inbox in
            defer { inbox.reserved += 1 }
            return inbox.reserved
        }
    }

    /// Takes what came of the file at `place`.
    func accept(_ arrival: Arrival, at place: Int) {
        if case .success((let file, _)) = arrival.result { arrived.wrappingAdd(file.size, ordering: .relaxed) }
        let startsDraining = inbox.withLock { inbox in
            inbox.arrivals[place] = arrival
            defer { inbox.isDraining = true }
            return !inbox.isDraining
        }
        if startsDraining { queue.async { [self] in drain() } }
    }

    /// Reports a file that needs no storing, at once.
    func report(_ item: ImportItem) { queue.sync { deliver(item) } }

    /// Waits for everything under way.
    func finish() -> ImportSummary {
        let limit = inbox.withLock { $0.reserved }
        while inbox.withLock({ $0.next }) < limit { queue.sync {}; usleep(1000) }
        return queue.sync { summary.withLock { $0 } }
    }

    private func drain() {
        while case let batch = takeBatch(), !batch.isEmpty {
            if !hasFailed.load(ordering: .relaxed) {
                do { try stockroom.store(batch).forEach(deliver) } catch {
                    hasFailed.store(true, ordering: .relaxed)
                    onFailure(error)
                }
            }
            for _ in batch { places.signal() }
        }
    }

    /// The next arrivals without a gap; none when the one that is due is still under way.
    private func takeBatch() -> [Arrival] {
        inbox.withLock { inbox in
            var batch: [Arrival] = []
            while batch.count < Self.batchLimit, let arrival = inbox.arrivals.removeValue(forKey: inbox.next + batch.count) {
                batch.append(arrival)
            }
            inbox.next += batch.count
            inbox.isDraining = !batch.isEmpty
            return batch
        }
    }

    private func deliver(_ item: ImportItem) {
        summary.withLock { $0.count(item) }
        onItem(item)
    }
}
