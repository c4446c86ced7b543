public import Foundation

/// The values of a `Progress` at one moment.
public struct ProgressSnapshot: Sendable, Hashable {
    /// The number of completed units: of bytes, if this library shows a load of bytes.
    public let completedUnitCount: Int64
    /// The number of all units; below 0 while it is unknown.
    public let totalUnitCount: Int64
    /// The completed fraction, from 0 to 1.
    public let fractionCompleted: Double
    /// Bytes that arrived a second, over the last 5 seconds; `nil` until the rate is known.
    public let throughput: Int?
    /// The remaining time in seconds at that rate; `nil` until it is known.
    public let estimatedTimeRemaining: TimeInterval?
    /// Whether all work is done.
    public let isFinished: Bool
    /// Whether the work was cancelled.
    public let isCancelled: Bool

    init(_ progress: Progress) {
        isFinished = progress.isFinished
        isCancelled = progress.isCancelled
        completedUnitCount = progress.completedUnitCount
        totalUnitCount = progress.totalUnitCount
        fractionCompleted = min(max(0, progress.fractionCompleted), 1)
        // The values of another class are not read, because it has no lock.
        let info = (progress as? ByteProgress)?.userInfo
        throughput = (info?[.throughputKey] as? NSNumber)?.intValue
        estimatedTimeRemaining = (info?[.estimatedTimeRemainingKey] as? NSNumber)?.doubleValue
    }
}

/// The changes of a `Progress`.
///
/// The first element is the present state, and each further one differs from the one before. They come at most ten
/// times a second. The last one is that of the end: the progress is finished or cancelled, or it is a ``ByteProgress``
/// whose call failed. The sequence of another `Progress` whose work fails has no end: cancel the task that reads it.
/// Every reader gets its own elements.
public struct ProgressChanges: AsyncSequence, Sendable {
    fileprivate let progress: Progress

    /// The changes from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(progress: progress) }

    /// Waits for changes.
    public struct Iterator: AsyncIteratorProtocol {
        /// Foundation on Linux has no observation of keys, so that the values are compared again and again.
        private static let interval: Duration = .milliseconds(100)

        private let progress: Progress
        private var last: ProgressSnapshot?
        private var hasEnded = false

        fileprivate init(progress: Progress) { self.progress = progress }

        /// The next change; `nil` after the end, and if the task is cancelled.
        public mutating func next() async -> ProgressSnapshot? {
            while !hasEnded {
                // Read before the values, so that the values of the end are those of the last element.
                let isLast = (progress as? ByteProgress)?.hasEnded ?? false
                let snapshot = ProgressSnapshot(progress)
                hasEnded = isLast || snapshot.isFinished || snapshot.isCancelled
                if snapshot != last {
                    last = snapshot
                    return snapshot
                }
                guard !hasEnded, (try? await Task.sleep(for: Self.interval)) != nil else { return nil }
            }
            return nil
        }
    }
}

extension Progress {
    /// The changes of this progress from now on.
    public var changes: ProgressChanges { ProgressChanges(progress: self) }
}
