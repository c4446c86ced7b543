internal import Foundation
internal import Synchronization

/// Delivers values in batches, in the order in which their places were reserved.
///
/// The values may become ready in any order.
package final class OrderedHandover<Value: Sendable>: Sendable {
    private struct State {
        var values: [Int: Value] = [:]
        /// The reserved places of large values.
        var large: Set<Int> = []
        var reserved = 0
        var next = 0
        var isDraining = false
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue
    /// Counts the values that may still be reserved before one becomes ready.
    private let preparing: DispatchSemaphore
    /// Counts the small values that may still be reserved before the delivery of the next batch begins.
    private let undelivered: DispatchSemaphore
    /// The number of small values that a large one counts as.
    private let largeShare: Int
    private let underWay = DispatchGroup()
    private let batchLimit: Int

    /// A handover of at most `width` values that are reserved and not ready.
    ///
    /// A batch has at most `batchLimit` values. About as many may be ready and wait while a batch is delivered, so that a
    /// delivery that is slow for each batch, such as a transaction, gets large batches. Of large values, at most `width` are
    /// reserved and wait.
    package init(label: String, width: Int, batchLimit: Int = 64) {
        let width = max(1, width)
        queue = DispatchQueue(label: label)
        preparing = DispatchSemaphore(value: width)
        largeShare = 1 + (batchLimit + width - 1) / width
        undelivered = DispatchSemaphore(value: width * largeShare)
        self.batchLimit = batchLimit
    }

    /// Waits until another value may be prepared, and reserves the next place.
    ///
    /// Call it from one thread at a time: two threads that each wait for the rest of a large value's share would wait
    /// forever.
    package func reserve(isLarge: Bool = false) -> Int {
        for _ in 0..<(isLarge ? largeShare : 1) { undelivered.wait() }
        preparing.wait()
        underWay.enter()
        return state.withLock { state in
            defer { state.reserved += 1 }
            if isLarge { state.large.insert(state.reserved) }
            return state.reserved
        }
    }

    /// Stores the value of a place.
    ///
    /// `deliver` runs on a serial queue with the values that are next in order.
    package func put(_ value: Value, at place: Int, deliver: @escaping @Sendable ([Value]) -> Void) {
        let startsDraining = state.withLock { state in
            state.values[place] = value
            defer { state.isDraining = true }
            return !state.isDraining
        }
        preparing.signal()
        if startsDraining { queue.async { [self] in drain(deliver) } }
    }

    /// Runs `work` on the serial queue and waits until it ends.
    package func run(_ work: @Sendable () -> Void) { queue.sync(execute: work) }

    /// Waits until the values of all reserved places are delivered.
    package func finish() { underWay.wait() }

    private func drain(_ deliver: @escaping @Sendable ([Value]) -> Void) {
        let batch = takeBatch()
        guard !batch.values.isEmpty else { return }
        // The next batch becomes ready while this one is delivered.
        for _ in 0..<batch.share { undelivered.signal() }
        deliver(batch.values)
        for _ in batch.values { underWay.leave() }
        // Work of ``run(_:)`` that waits comes before the next batch.
        queue.async { [self] in drain(deliver) }
    }

    /// The next values in order without a gap, and how many small values they count as; empty if the next one is not ready.
    private func takeBatch() -> (values: [Value], share: Int) {
        state.withLock { state in
            var values: [Value] = []
            var share = 0
            while values.count < batchLimit, let value = state.values.removeValue(forKey: state.next) {
                values.append(value)
                share += state.large.remove(state.next) == nil ? 1 : largeShare
                state.next += 1
            }
            state.isDraining = !values.isEmpty
            return (values, share)
        }
    }
}

extension Int {
    /// The number of files that may be in progress, from the first byte read to the end of the analysis: enough to keep
    /// all queues busy.
    package static func underWay(ioJobs: Int, jobs: Int) -> Int {
        8 + 2 * (Swift.max(1, ioJobs) + (jobs > 0 ? jobs : ProcessInfo.processInfo.activeProcessorCount))
    }
}
