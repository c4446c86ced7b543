public import Foundation
internal import Synchronization
internal import SystemSupport

/// A `Progress` in bytes, whose `userInfo` has the rate and the remaining time.
///
/// Create one for each call that takes a `Progress`. Its total is −1 (indeterminate) until the call knows the size.
/// `userInfo` then has `throughputKey` (bytes a second), `estimatedTimeRemainingKey` (seconds), `fileTotalCountKey` and
/// `fileCompletedCountKey`, each as an `NSNumber`; rate and time are absent until they are known. Any thread may read
/// and cancel it, also while another thread adds a child to it. `changes` is a sequence of its changes, which also ends
/// if the call fails.
///
/// `@unchecked Sendable` like its superclass, which has no lock on Linux. This class adds only values that have one,
/// and a lock for the children. The queue of ``LoadProgress`` alone writes the unit counts, in an order in which every
/// intermediate state is correct.
public final class ByteProgress: Progress, @unchecked Sendable {
    /// What is not a count of units.
    private struct Details {
        var transfer: LoadSnapshot?
        var hasEnded = false
    }

    /// Ends the work that this progress shows.
    private let cancellation = Cancellation()
    /// Guards the children.
    ///
    /// A child that is cancelled may cancel its parent, on the same thread.
    private let children = NSRecursiveLock()
    private let details = Mutex(Details())

    /// An indeterminate progress.
    public init() {
        super.init(parent: nil)
        kind = .file
        isCancellable = true
        totalUnitCount = -1
    }

    /// A progress of this number of bytes; an indeterminate one if the number is unknown.
    package convenience init(bytes: Int?) {
        self.init()
        if let bytes { totalUnitCount = Int64(max(1, bytes)) }
    }

    /// Whether `cancel()` was called on this progress, or on a progress that has it as a child.
    override public var isCancelled: Bool {
        get { cancellation.isCancelled }
        set { if newValue { cancellation.cancel() } }
    }

    override public func cancel() { children.withLock { super.cancel() } }

    override public func addChild(_ child: Progress, withPendingUnitCount inUnitCount: Int64) {
        children.withLock { super.addChild(child, withPendingUnitCount: inUnitCount) }
    }

    /// Calls a function on the thread that cancels this progress; at once if it is already cancelled.
    func callOnCancel(_ end: @escaping @Sendable () -> Void) { cancellation.onCancel(end) }

    /// The values that were set, and rate, remaining time and numbers of files.
    override public var userInfo: [ProgressUserInfoKey: Any] {
        guard let transfer = details.withLock({ $0.transfer }) else { return super.userInfo }
        return super.userInfo.merging(transfer.userInfo) { $1 }
    }

    /// Whether nothing changes any more, because the call has ended or the progress is finished or cancelled.
    var hasEnded: Bool { details.withLock { $0.hasEnded } }

    func set(_ snapshot: LoadSnapshot) { details.withLock { $0.transfer = snapshot } }

    func end() { details.withLock { $0.hasEnded = true } }
}

extension LoadSnapshot {
    fileprivate var userInfo: [ProgressUserInfoKey: Any] {
        var values: [ProgressUserInfoKey: NSNumber] = [
            .fileTotalCountKey: NSNumber(value: filesTotal), .fileCompletedCountKey: NSNumber(value: filesDone),
        ]
        if bytesPerSecond > 0 {
            values[.throughputKey] = NSNumber(value: Int(min(bytesPerSecond, 1e18).rounded()))
        }
        if let secondsLeft { values[.estimatedTimeRemainingKey] = NSNumber(value: secondsLeft) }
        return values
    }
}
