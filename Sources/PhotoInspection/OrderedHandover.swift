internal import Foundation
internal import Synchronization

/// Delivers values in batches, in the order in which their places were reserved.
///
/// The values may become ready in any order.
package final class OrderedHandover<Value: Sendable>: Sendable {
    private struct State {
        var values: [Int: Value] = [:]
        var reserved = 0
        var next = 0
        var isDraining = false
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue
    private let places: DispatchSemaphore
    private let underWay = DispatchGroup()
    private let batchLimit: Int

    /// A handover of at most `width` values between reservation and delivery, `batchLimit` of them in one batch.
    package init(label: String, width: Int, batchLimit: Int = 64) {
        queue = DispatchQueue(label: label)
        places = DispatchSemaphore(value: max(1, width))
        self.batchLimit = batchLimit
    }

    /// Waits until fewer than `width` values are in progress, and reserves the next place.
    package func reserve() -> Int {
        places.wait()
        underWay.enter()
        return state.withLock { state in
            defer { state.reserved += 1 }
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
        if startsDraining { queue.async { [self] in drain(deliver) } }
    }

    /// Runs `work` on the serial queue and waits until it ends.
    package func run(_ work: @Sendable () -> Void) { queue.sync(execute: work) }

    /// Waits until the values of all reserved places are delivered.
    package func finish() { underWay.wait() }

    private func drain(_ deliver: ([Value]) -> Void) {
        while case let batch = takeBatch(), !batch.isEmpty {
            deliver(batch)
            for _ in batch {
                places.signal()
                underWay.leave()
            }
        }
    }

    /// The next values in order without a gap; empty if the next one is not ready.
    private func takeBatch() -> [Value] {
        state.withLock { state in
            var batch: [Value] = []
            while batch.count < batchLimit, let value = state.values.removeValue(forKey: state.next) {
                batch.append(value)
                state.next += 1
            }
            state.isDraining = !batch.isEmpty
            return batch
        }
    }
}

extension Int {
    /// The number of files that may be in progress, from the first byte read to the delivered result: enough to keep
    /// all queues busy.
    package static func underWay(ioJobs: Int, jobs: Int) -> Int {
        8 + 2 * (Swift.max(1, ioJobs) + (jobs > 0 ? jobs : ProcessInfo.processInfo.activeProcessorCount))
    }
}
