internal import AssetLoading
internal import Foundation
internal import LibraryInterface
internal import Synchronization
internal import SystemSupport

/// Shows the progress of a batch of items in a caller's `Progress`, and reads its cancellation.
///
/// Foundation's `Progress` has no lock on Linux. So one thread at a time writes it, and its cancellation is copied to a
/// value that any thread may read.
final class BatchProgress: BatchFollower {
    private let progress: Progress?
    private let cancellation = Cancellation()
    private let writing = Mutex(())

    /// Sets up `progress` for `count` items; it is complete at once if `count` is 0.
    init(_ progress: Progress?, count: Int) {
        self.progress = progress
        progress?.totalUnitCount = Int64(max(1, count))
        progress?.onCancel { [cancellation] in cancellation.cancel() }
        if count == 0 { progress?.completedUnitCount = 1 }
    }

    var isCancelled: Bool { cancellation.isCancelled }

    func cancel() { cancellation.cancel() }

    func itemIsDone() { writing.withLock { _ in if let progress { progress.completedUnitCount += 1 } } }
}
