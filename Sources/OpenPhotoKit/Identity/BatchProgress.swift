internal import AssetLoading
internal import Foundation
internal import LibraryInterface
internal import Synchronization

/// Shows the progress of a batch of items in a caller's `Progress`, and reads its cancellation.
///
/// Foundation's `Progress` has no lock on Linux. So the items are counted in a child of it, which one thread at a time
/// writes, and whose cancellation any thread may read.
final class BatchProgress: BatchFollower {
    private let counted = CancellableProgress()
    private let writing = Mutex(())

    /// Sets up `progress` for `count` items; it is complete at once if `count` is 0.
    ///
    /// A cancelled progress cancels each child that is added to it.
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

    func cancel() { counted.cancel() }

    func itemIsDone() { writing.withLock { _ in counted.completedUnitCount += 1 } }
}
