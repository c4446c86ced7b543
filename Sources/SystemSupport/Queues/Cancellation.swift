internal import Dispatch
package import PhotoModel
internal import Synchronization

/// Ends work on any thread: work that asks whether it is cancelled, and work that waits.
package final class Cancellation: Sendable {
    private struct Waiting {
        var next = 0
        var ends: [Int: @Sendable () -> Void] = [:]
    }

    private let flag = Atomic(false)
    private let waiting = Mutex(Waiting())

    package init() {}

    /// Whether ``cancel()`` was called.
    ///
    /// Cheap.
    package var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// - Throws: `cancelled` if ``cancel()`` was called.
    package func check() throws(PhotoLibraryError) {
        guard !isCancelled else { throw PhotoLibraryError(.cancelled, "The operation was cancelled.") }
    }

    /// Ends the work.
    package func cancel() {
        guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let ends = waiting.withLock { waiting in
            defer { waiting.ends = [:] }
            return waiting.ends.values
        }
        for end in ends { end() }
    }

    /// Calls a function once, on the thread that cancels; at once if ``cancel()`` was called before.
    package func onCancel(_ end: @escaping @Sendable () -> Void) {
        if register(end) == nil { end() }
    }

    /// Adds a function that is called by ``cancel()``; returns its number, or `nil` if ``cancel()`` was called before.
    private func register(_ end: @escaping @Sendable () -> Void) -> Int? {
        waiting.withLock { waiting in
            guard !isCancelled else { return nil }
            waiting.next += 1
            waiting.ends[waiting.next] = end
            return waiting.next
        }
    }

    /// Does work that may wait.
    ///
    /// - Parameter end: Ends the work. It is called on the thread that cancels, unless the work has ended before.
    package func run<Value>(ending end: @escaping @Sendable () -> Void, _ work: () throws -> Value) rethrows -> Value {
        guard let number = register(end) else {
            end()
            return try work()
        }
        defer { waiting.withLock { _ = $0.ends.removeValue(forKey: number) } }
        return try work()
    }

    /// Waits.
    ///
    /// - Throws: `cancelled`, at once when the wait is cancelled.
    package func wait(_ duration: Duration) throws(PhotoLibraryError) {
        let (seconds, attoseconds) = duration.components
        let wakeUp = DispatchSemaphore(value: 0)
        run(ending: { wakeUp.signal() }) {
            _ = wakeUp.wait(timeout: .now() + (Double(seconds) + Double(attoseconds) / 1e18))
        }
        try check()
    }
}
