package import Foundation
internal import Synchronization

/// A `Progress` whose cancellation may be asked for and looked at from any thread.
///
/// `@unchecked Sendable` like its superclass, which has no lock: this class adds only an atomic, and the unit counts are
/// written by one thread at a time: the serial queue of ``LoadProgress``, in an order in which each state in between is a
/// true one.
package final class CancellableProgress: Progress, @unchecked Sendable {
    private let cancelled = Atomic(false)

    /// An indeterminate progress of files or of other things.
    package init(kind: ProgressKind? = nil) {
        super.init(parent: nil)
        self.kind = kind
        isCancellable = true
        totalUnitCount = -1
    }

    /// `cancel()` sets it, on this progress or on one that it was added to as a child.
    override package var isCancelled: Bool {
        get { cancelled.load(ordering: .acquiring) }
        set { if newValue { cancelled.store(true, ordering: .releasing) } }
    }

    /// Shows a snapshot.
    ///
    /// Only for the serial queue.
    ///
    /// The total is written once and first. The last unit is kept back until all is done, because `isFinished` tells
    /// that nothing more happens.
    func show(_ snapshot: LoadSnapshot) {
        guard snapshot.totalIsFinal else { return }
        let units = snapshot.units
        let total = Int64(max(1, units.total))
        let completed = snapshot.phase == .done ? total : min(Int64(units.done), total - 1)
        if totalUnitCount != total { totalUnitCount = total }
        if completedUnitCount != completed { completedUnitCount = completed }
    }
}
