internal import Foundation

/// A value that several threads change and wait for.
package final class Monitor<Value>: @unchecked Sendable {
    // `value` is used only while `condition` is locked.
    private let condition = NSCondition()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Changes the value, and wakes the threads that wait.
    package func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(&value)
    }

    /// Reads or changes the value in a way that no thread waits for.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        condition.lock()
        defer { condition.unlock() }
        return try body(&value)
    }

    /// Waits until `body`, which is called again after each change, has a result.
    package func wait<Result>(for body: (inout Value) throws -> Result?) rethrows -> Result {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = try body(&value) { return result }
            condition.wait()
        }
    }

    /// The same for a call that can be cancelled.
    ///
    /// - Throws: `cancelled`, and the errors of `body`.
    package func wait<Result>(
        _ cancellation: Cancellation, for body: (inout Value) throws -> Result?
    ) throws -> Result {
        try cancellation.run(ending: { self.change { _ in } }) {
            try wait { value in
                try cancellation.check()
                return try body(&value)
            }
        }
    }
}
