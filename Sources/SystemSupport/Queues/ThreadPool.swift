internal import Dispatch
internal import Foundation
internal import PhotoModel
internal import Synchronization

/// Threads for work that waits: for the disk, a database, another process or a clock.
///
/// Swift has one thread for each processor, and Dispatch's global queues share a limited number of threads with all
/// other code. Work that waits on these would stop the tasks and blocks of the whole process. The threads of a pool are
/// its own.
package final class ThreadPool: Sendable {
    /// For work of the library, which waits for no other work of this pool.
    package static let shared: ThreadPool = ThreadPool(width: 64)
    /// For requests to another process that are sent ahead, which work of the shared pool waits for.
    package static let requests: ThreadPool = ThreadPool(width: 64)
    /// For functions of apps, which may wait for anything.
    package static let apps: ThreadPool = ThreadPool(width: 64)

    private struct State {
        /// The work in the order of the calls; what is before ``next`` was taken.
        var work: [@Sendable () -> Void] = []
        var next = 0
        /// The number of threads.
        var threads = 0
        /// The number of threads that wait for work and were not woken.
        var idle = 0

        mutating func take() -> (@Sendable () -> Void)? {
            guard next < work.count else { return nil }
            defer {
                next += 1
                if next == work.count { (work, next) = ([], 0) }
            }
            return work[next]
        }
    }

    private enum Start { case wake, newThread, later }

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)
    private let width: Int

    /// How long a thread waits for work before it ends.
    private static let idleTime = DispatchTimeInterval.seconds(10)

    /// A pool that has no threads yet, and at most `width`.
    package init(width: Int) { self.width = max(1, width) }

    /// The number of threads, and of those that wait for work, for tests.
    var threadCounts: (all: Int, idle: Int) { state.withLock { ($0.threads, $0.idle) } }

    /// Runs work on a thread of the pool.
    ///
    /// Work begins in the order of the calls. If all threads are busy, it waits.
    package func run(_ work: @escaping @Sendable () -> Void) {
        let start: Start = state.withLock { state in
            state.work.append(work)
            if state.idle > 0 {
                state.idle -= 1
                return .wake
            }
            guard state.threads < width else { return .later }
            state.threads += 1
            return .newThread
        }
        switch start {
        case .wake: arrival.signal()
        case .newThread: Thread.detachNewThread { [self] in runThread() }
        case .later: break
        }
    }

    private func runThread() {
        while true {
            let work = state.withLock { state in
                let work = state.take()
                if work == nil { state.idle += 1 }
                return work
            }
            if let work {
                work()
            } else if arrival.wait(timeout: .now() + Self.idleTime) == .timedOut {
                let ends = state.withLock { state in
                    guard state.idle > 0 else { return false }
                    state.idle -= 1
                    state.threads -= 1
                    return true
                }
                if ends { return }
                // This thread was woken in the meantime.
                arrival.wait()
            }
        }
    }
}

/// Runs work that may wait on a thread of a pool, so that no thread of Swift's concurrency waits.
///
/// Cancelling the task does not end the work: work that may take long has a cancellation of its own. The work, with
/// what it holds, is released before this function returns.
package func blocking<Value: Sendable, Failure: Error>(
    on pool: ThreadPool = .shared, _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let pending = PendingWork(work)
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
        pool.run { continuation.resume(returning: pending.run()) }
    }
    return try result.get()
}

extension ThreadPool {
    /// Runs work on a thread of the pool and waits for its result.
    ///
    /// When the call is cancelled it throws at once (`cancelled`), while the work may still wait for a disk. The work
    /// ends by itself later, and its result is dropped.
    package func wait<Value: Sendable>(
        for work: @escaping @Sendable () throws -> Value, _ cancellation: Cancellation
    ) throws -> Value {
        try cancellation.check()
        let isDone = DispatchSemaphore(value: 0)
        let pending = PendingResult<Value>()
        run {
            let result = Result { try work() }
            pending.result.withLock { $0 = result }
            isDone.signal()
        }
        cancellation.run(ending: { isDone.signal() }, isDone.wait)
        guard let result = pending.result.withLock({ $0 }) else {
            throw PhotoLibraryError(.cancelled, "The operation was cancelled.")
        }
        return try result.get()
    }
}

/// The result of work that may end after nobody waits for it.
private final class PendingResult<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
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
