package import Dispatch
internal import Foundation
internal import Synchronization

/// Delivers values in batches, in the order in which their positions were reserved.
///
/// The values may become ready in any order.
package final class OrderedHandover<Value: Sendable>: Sendable {
    private struct State {
        var values: [Int: Value] = [:]
        /// The reserved positions of large values.
        var large: Set<Int> = []
        var reserved = 0
        var next = 0
        /// The first position from ``next`` on whose value is not ready.
        var firstMissing = 0
        /// The number of large values before ``firstMissing``.
        var readyLarge = 0
        /// Whether a delivery runs or is about to run.
        var isDelivering = false
        /// The value of ``next`` for which a delivery after ``maximumDelay`` is set.
        var waiting: Int?
        /// The number of threads that wait for the last value.
        var finishing = 0
        /// The function that all values are given with; `nil` while no value waits, because it may hold the owner of
        /// this object.
        var deliver: (@Sendable ([Value]) -> Void)?

        var readyCount: Int { firstMissing - next }
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
    private let maximumDelay: DispatchTimeInterval?

    /// A handover of at most `width` values that are reserved and not ready.
    ///
    /// - Parameters:
    ///   - width: Also the maximum number of large values that are reserved or wait for their delivery.
    ///   - batchLimit: The maximum number of values of a batch.
    ///   - waitingLimit: About the maximum number of small values that are ready and wait, because the value before
    ///     them is not ready or because a batch is delivered.
    ///   - maximumDelay: The maximum time for which values that are ready wait until a batch is full; `nil` if they do
    ///     not wait. Large values never wait for more.
    package init(
        label: String, width: Int, batchLimit: Int = 64, waitingLimit: Int = 64,
        maximumDelay: DispatchTimeInterval? = nil
    ) {
        let width = max(1, width)
        queue = DispatchQueue(label: label)
        preparing = DispatchSemaphore(value: width)
        largeShare = 1 + (waitingLimit + width - 1) / width
        undelivered = DispatchSemaphore(value: width * largeShare)
        self.batchLimit = batchLimit
        self.maximumDelay = maximumDelay
    }

    /// Waits until another value may be prepared, and reserves the next position.
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

    /// Stores the value of a position.
    ///
    /// `deliver`, which is the same for all values, runs on a serial queue with the values that are next in order.
    package func put(_ value: Value, at place: Int, deliver: @escaping @Sendable ([Value]) -> Void) {
        state.withLock { state in
            state.deliver = deliver
            state.values[place] = value
            while state.values[state.firstMissing] != nil {
                if state.large.contains(state.firstMissing) { state.readyLarge += 1 }
                state.firstMissing += 1
            }
        }
        preparing.signal()
        deliverSoon()
    }

    /// Runs `work` on the serial queue and waits until it ends.
    package func run(_ work: @Sendable () -> Void) { queue.sync(execute: work) }

    /// Waits until the values of all reserved positions are delivered.
    package func finish() {
        state.withLock { $0.finishing += 1 }
        deliverSoon()
        underWay.wait()
        state.withLock { $0.finishing -= 1 }
    }

    /// Starts the delivery of the values that are ready in order: now if they fill a batch or need not wait, otherwise
    /// when ``maximumDelay`` has passed.
    private func deliverSoon() {
        let start: (after: DispatchTimeInterval?, next: Int)? = state.withLock { state in
            guard !state.isDelivering, state.readyCount > 0 else { return nil }
            let isFull = state.readyCount >= batchLimit || state.readyLarge > 0 || state.finishing > 0
            guard let maximumDelay, !isFull else {
                state.isDelivering = true
                return (nil, state.next)
            }
            guard state.waiting != state.next else { return nil }
            state.waiting = state.next
            return (maximumDelay, state.next)
        }
        guard let start else { return }
        guard let time = start.after else { return queue.async { [self] in deliverBatch() } }
        queue.asyncAfter(deadline: .now() + time) { [self] in deliverDelayed(since: start.next) }
    }

    /// Delivers what is ready, unless a batch was delivered since `next` was the next position.
    private func deliverDelayed(since next: Int) {
        let isWaiting = state.withLock { state in
            guard !state.isDelivering, state.next == next else { return false }
            state.isDelivering = true
            return true
        }
        if isWaiting { deliverBatch() }
    }

    /// Delivers a batch.
    private func deliverBatch() {
        let (batch, share, deliver) = takeBatch()
        // The next batch becomes ready while this one is delivered.
        for _ in 0..<share { undelivered.signal() }
        deliver?(batch)
        state.withLock { $0.isDelivering = false }
        for _ in batch { underWay.leave() }
        // Work of ``run(_:)`` that waits comes before the next batch.
        deliverSoon()
    }

    /// The next values in order without a gap, how many small values they count as, and what delivers them.
    private func takeBatch() -> (values: [Value], share: Int, deliver: (@Sendable ([Value]) -> Void)?) {
        state.withLock { state in
            var values: [Value] = []
            var share = 0
            while values.count < batchLimit, let value = state.values.removeValue(forKey: state.next) {
                values.append(value)
                let isLarge = state.large.remove(state.next) != nil
                if isLarge { state.readyLarge -= 1 }
                share += isLarge ? largeShare : 1
                state.next += 1
            }
            defer { if state.values.isEmpty { state.deliver = nil } }
            return (values, share, state.deliver)
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
