internal import Dispatch
internal import Foundation
internal import Synchronization

/// Threads for work that waits: for the disk, a database, another process or a clock.
///
/// Swift has one thread for each processor, and Dispatch's global queues share 64 threads with all other code. Work that
/// waits on these would stop the tasks and blocks of the whole process. The threads of a queue are its own.
package final class BlockingQueue: Sendable {
    /// The queue of the process.
    package static let shared: BlockingQueue = BlockingQueue(width: 64)

    private struct State {
        /// The work that no thread has begun, in order.
        var work: [@Sendable () -> Void] = []
        /// The number of threads.
        var threads = 0
        /// The number of threads that wait for work.
        var idle = 0
    }

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)
    private let width: Int

    /// How long a thread waits for work before it ends.
    private static let idleTime = DispatchTimeInterval.seconds(10)

    /// A queue that has no threads yet, and at most `width`.
    package init(width: Int) { self.width = max(1, width) }

    /// The number of threads, for tests.
    var threadCount: Int { state.withLock { $0.threads } }

    /// Runs work on a thread of the queue.
    ///
    /// Work begins in the order of the calls. If all threads are busy, it waits.
    package func run(_ work: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.work.append(work)
            guard state.idle < state.work.count, state.threads < width else { return false }
            state.threads += 1
            return true
        }
        if needsThread {
            Thread.detachNewThread { [self] in runThread() }
        } else {
            arrival.signal()
        }
    }

    private func runThread() {
        while true {
            let work = state.withLock { state -> (@Sendable () -> Void)? in
                guard state.work.isEmpty else { return state.work.removeFirst() }
                state.idle += 1
                return nil
            }
            if let work {
                work()
                continue
            }
            let result = arrival.wait(timeout: .now() + Self.idleTime)
            let ends = state.withLock { state in
                state.idle -= 1
                guard result == .timedOut, state.work.isEmpty else { return false }
                state.threads -= 1
                return true
            }
            if ends { return }
        }
    }
}

/// Runs work that may wait on a thread of ``BlockingQueue/shared``, so that no thread of Swift's concurrency waits.
///
/// Cancelling the task does not end the work: work that may take long has a cancellation of its own. The work, with what
/// it holds, is released before this function returns.
package func blocking<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let pending = PendingWork(work)
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
        BlockingQueue.shared.run { continuation.resume(returning: pending.run()) }
    }
    return try result.get()
}

/// Work that is released as soon as it has run.
///
/// The work may hold a library, and the caller may expect that its own reference is the last one.
private final class PendingWork<Value: Sendable, Failure: Error>: Sendable {
    private let work: Mutex<(@Sendable () throws(Failure) -> Value)?>

    init(_ work: @escaping @Sendable () throws(Failure) -> Value) { self.work = Mutex(work) }

    /// Runs the work; call this once.
    func run() -> Result<Value, Failure> {
        guard let work = work.withLock({ $0.take() }) else { preconditionFailure("The work has run already.") }
        return Result(catching: work)
    }
}
