internal import Foundation
internal import Synchronization

/// Limits how many threads of one client work at a time.
///
/// They take turns. One processor stays free for others, who would otherwise wait until the system interrupts a thread
/// of this client.
package final class ProcessorShare: Sendable {
    fileprivate struct State {
        var free: Int
        /// The threads that wait for a turn, in the order of their arrival.
        var waiting: [DispatchSemaphore] = []
    }

    private let state: Mutex<State>

    /// - Parameter count: The number of threads.
    package init(_ count: Int = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)) {
        state = Mutex(State(free: count))
    }

    /// Runs `body` when it is this thread's turn.
    package func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        let turn: DispatchSemaphore? = state.withLock { state in
            if state.free > 0 {
                state.free -= 1
                return nil
            }
            return state.addWaiting()
        }
        turn?.wait()
        defer {
            state.withLock { state in
                if state.waiting.isEmpty { state.free += 1 } else { state.waiting.removeFirst().signal() }
            }
        }
        return try body()
    }

    /// Gives the turn of this thread to a thread that waits, and waits for another one; does nothing if no thread
    /// waits.
    ///
    /// Call it in ``run(_:)``, while no lock is held for which another thread of the client may wait.
    package func yield() {
        let turn: DispatchSemaphore? = state.withLock { state in
            guard !state.waiting.isEmpty else { return nil }
            state.waiting.removeFirst().signal()
            return state.addWaiting()
        }
        turn?.wait()
    }
}

extension ProcessorShare.State {
    fileprivate mutating func addWaiting() -> DispatchSemaphore {
        let turn = DispatchSemaphore(value: 0)
        waiting.append(turn)
        return turn
    }
}
