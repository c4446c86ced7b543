internal import AssetLoading
internal import Foundation
internal import PhotoModel
internal import Synchronization

/// Who follows a batch of items, and may cancel it.
protocol BatchFollower: Sendable {
    /// Whether no further item is to be begun.
    var isCancelled: Bool { get }
    /// Counts one.
    ///
    /// May be called from any thread.
    func itemIsDone()
}

extension BatchFollower {
    /// The answer for one item, which then counts as done; `cancelled` if the batch was cancelled before.
    func item<Value>(_ work: () throws -> Value) -> Result<Value, any Error> {
        guard !isCancelled else {
            return .failure(PhotoLibraryError(.cancelled, "Cancelled before this one was looked for."))
        }
        defer { itemIsDone() }
        return Result(catching: work)
    }
}

/// Its items count as files without bytes.
extension LoadProgress: BatchFollower {
    func itemIsDone() { fileSkipped(bytes: 0) }
}

/// How far a batch of items has come, shown to a caller's `Progress`, and whether the caller cancelled it.
///
/// Foundation's `Progress` has no lock on Linux: the items are counted in a child of it, whose cancellation may be asked
/// for from any thread and which one thread at a time writes.
final class BatchProgress: BatchFollower {
    private let counted = CancellableProgress()
    private let writing = Mutex(())

    /// Makes `progress` that of `count` items; of none, it is complete at once.
    ///
    /// A progress that was cancelled cancels what is added to it.
    init(_ progress: Progress?, count: Int) {
        let total = Int64(max(1, count))
        counted.totalUnitCount = total
        if let progress {
            progress.totalUnitCount = total
            progress.addChild(counted, withPendingUnitCount: total)
        }
        if count == 0 { counted.completedUnitCount = total }
    }

    var isCancelled: Bool { counted.isCancelled }

    func itemIsDone() { writing.withLock { _ in counted.completedUnitCount += 1 } }
}
