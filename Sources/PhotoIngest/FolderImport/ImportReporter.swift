internal import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// The last stage of a folder import: commits files in batches, in the order in which they were read, and then reports
/// them.
final class ImportReporter: Sendable {
    private let committer: ImportCommitter
    private let onItem: @Sendable (ImportItem) -> Void
    private let onFailure: @Sendable (any Error) -> Void
    private let failureLimit: Int?
    private let summary = Mutex(ImportSummary())
    private let arrived = Atomic(0)
    private let hasFailed = Atomic(false)
    private let order: OrderedHandover<BatchEntry>

    /// Files of more bytes count as large: fewer of them wait, because their copies are in `incoming/` until the
    /// commit.
    private static let largeBytes = 4 << 20

    init(
        _ store: LibraryStore, _ request: ImportRequest, run: String,
        onItem: @escaping @Sendable (ImportItem) -> Void, onFailure: @escaping @Sendable (any Error) -> Void
    ) {
        committer = ImportCommitter(store, request, run: run)
        self.onItem = onItem
        self.onFailure = onFailure
        failureLimit = request.failureLimit
        // Limits the files between reading and committing, and so the memory, the open files and the size of
        // `incoming/`.
        order = .forCommits(label: "openphotokit.commit", ioJobs: request.ioJobs, jobs: request.jobs)
    }

    /// The bytes of all files that were read so far.
    var arrivedBytes: Int { arrived.load(ordering: .relaxed) }

    /// Waits until another file may be in progress, and reserves its place in the order.
    func reserve(bytes: Int) -> Int { order.reserve(isLarge: bytes > Self.largeBytes) }

    /// Accepts the result of reading the file at `place`.
    func accept(_ entry: BatchEntry, at place: Int) {
        if let candidate = entry.candidate {
            arrived.wrappingAdd(candidate.file.bytes, ordering: .relaxed)
        }
        order.put(entry, at: place) { [self] in commit($0) }
    }

    /// Reports a file that is not stored, at once.
    func report(_ item: ImportItem) { order.run { [self] in deliver(item) } }

    /// Waits until the files in progress are committed, and removed if the import moves them.
    func waitForFiles() { order.finish() }

    /// Waits for all files in progress.
    func finish() -> ImportSummary {
        order.finish()
        return summary.withLock { $0 }
    }

    private func commit(_ batch: [BatchEntry]) {
        guard !hasFailed.load(ordering: .relaxed) else { return }
        do {
            let readable = batch.prefix { $0.stopsTheRun == nil }
            try committer.commit(Array(readable)).forEach(deliver)
            if let error = batch.dropFirst(readable.count).first?.stopsTheRun { throw error }
        } catch { stop(error) }
    }

    /// Stops the import: no later batch is committed.
    private func stop(_ error: any Error) {
        hasFailed.store(true, ordering: .relaxed)
        onFailure(error)
    }

    private func deliver(_ item: ImportItem) {
        let failed = summary.withLock { summary in
            summary.count(item)
            return summary.failed
        }
        onItem(item)
        guard item.status == .failed, let failureLimit, failed >= failureLimit else { return }
        stop(
            PhotoLibraryError(
                .tooManyFailures,
                "Stopped after \(counted(failed, "failed file")), as asked. What was imported stays.",
                cause: item.error))
    }
}
