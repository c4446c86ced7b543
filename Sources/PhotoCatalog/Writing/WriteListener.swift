internal import Synchronization

/// Calls a closure after each transaction that wrote to a catalogue, on the same thread.
package final class WriteListener: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets the closure; `nil` for none.
    package func set(_ action: (@Sendable () -> Void)?) { self.action.withLock { $0 = action } }

    func call() { action.withLock { $0 }?() }
}
