package import Foundation

extension Progress {
    /// Calls a function on the thread that cancels this progress or a progress that has it as a child; at once if it is
    /// already cancelled.
    ///
    /// `cancellationHandler` belongs to the app, and is called later, on another thread.
    ///
    /// Call it before another thread has the progress, unless it is a ``ByteProgress``: Foundation's has no lock.
    ///
    /// - Parameter end: It may be called several times.
    package func onCancel(_ end: @escaping @Sendable () -> Void) {
        if let progress = self as? ByteProgress { return progress.callOnCancel(end) }
        addChild(CancellationChild(end), withPendingUnitCount: 0)
    }

    /// Shows a snapshot.
    ///
    /// Call it on the serial queue of ``LoadProgress`` only. The total is written first, and only once. The last unit
    /// is counted only at the end, because `isFinished` means that no work is left.
    func show(_ snapshot: LoadSnapshot) {
        (self as? ByteProgress)?.set(snapshot)
        guard snapshot.totalIsFinal else { return }
        let units = snapshot.units
        let total = Int64(max(1, units.total))
        let completed = snapshot.phase == .done ? total : min(Int64(units.done), total - 1)
        if totalUnitCount != total { totalUnitCount = total }
        if completedUnitCount != completed { completedUnitCount = completed }
    }
}

/// A child without units, which tells that its parent was cancelled.
///
/// An indeterminate child of no pending units does not change the fraction of its parent.
///
/// `@unchecked Sendable` like its superclass: it adds a constant.
private final class CancellationChild: Progress, @unchecked Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
        super.init(parent: nil)
        totalUnitCount = -1
    }

    override func cancel() { end() }
}
