package import Foundation
internal import SystemSupport

/// A `Progress` that any thread may cancel, and whose cancellation any thread may read.
///
/// `@unchecked Sendable` like its superclass, which has no lock. This class adds only a `Cancellation`, which is
/// thread-safe. Only the serial queue of ``LoadProgress`` writes the unit counts, in an order in which every
/// intermediate state is correct.
package final class CancellableProgress: Progress, @unchecked Sendable {
    /// What the load waits for ends when it is cancelled.
    let cancellation = Cancellation()

    /// Creates an indeterminate progress that counts files or other items.
    package init(kind: ProgressKind? = nil) {
        super.init(parent: nil)
        self.kind = kind
        isCancellable = true
        totalUnitCount = -1
    }

    /// Whether `cancel()` was called on this progress or on a progress that has it as a child.
    override package var isCancelled: Bool {
        get { cancellation.isCancelled }
        set { if newValue { cancellation.cancel() } }
    }

    /// Shows a snapshot.
    ///
    /// Call it on the serial queue only.
    ///
    /// The total is written first, and only once. The last unit is counted only at the end, because `isFinished` means
    /// that no work is left.
    func show(_ snapshot: LoadSnapshot) {
        guard snapshot.totalIsFinal else { return }
        let units = snapshot.units
        let total = Int64(max(1, units.total))
        let completed = snapshot.phase == .done ? total : min(Int64(units.done), total - 1)
        if totalUnitCount != total { totalUnitCount = total }
        if completedUnitCount != completed { completedUnitCount = completed }
    }
}
