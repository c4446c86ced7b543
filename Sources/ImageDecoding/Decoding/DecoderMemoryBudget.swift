internal import Dispatch
package import PhotoModel
internal import Synchronization

/// A budget of memory for decoders.
package protocol DecoderMemory: Sendable {
    /// The whole budget in bytes.
    var bytes: Int { get }

    /// Waits until `count` bytes are free, and takes them. The caller must return them with ``giveBack(_:)``.
    ///
    /// - Parameter whileWaiting: Called repeatedly. The wait ends if it throws.
    /// - Returns: Whether the bytes were taken; `false` only if they exceed the whole budget.
    func take(_ count: Int, whileWaiting: () throws(PhotoLibraryError) -> Void) throws(PhotoLibraryError) -> Bool

    /// Returns bytes that were taken.
    func giveBack(_ count: Int)
}

/// The memory that all decoders of a process share.
///
/// A decoder that needs more memory than is free waits. A decode takes memory only once, before it starts, so that
/// decodes cannot deadlock.
public final class DecoderMemoryBudget: DecoderMemory {
    /// The budget of this process: 256 MiB.
    public static let shared: DecoderMemoryBudget = DecoderMemoryBudget(bytes: 256 << 20)

    /// The budget of this process for pictures at their own size: 1 GiB.
    ///
    /// A picture in one piece needs up to 8.5 bytes for each pixel. One in tiles, as phones write it, and one that is
    /// read row by row need less than a tenth of the budget.
    package static let ofWholePictures = DecoderMemoryBudget(bytes: 1 << 30)

    /// The whole budget in bytes.
    public let bytes: Int

    private struct Waiter {
        let bytes: Int
        let turn: DispatchSemaphore
    }
    private struct State {
        var free: Int
        var waiters: [Waiter] = []
    }
    private let state: Mutex<State>

    /// Creates a separate budget.
    public init(bytes: Int) {
        self.bytes = max(0, bytes)
        state = Mutex(State(free: max(0, bytes)))
    }

    /// Waits, first come first served, until `count` bytes are free, and takes them.
    ///
    /// The caller must return them with ``giveBack(_:)``.
    ///
    /// - Parameter whileWaiting: Called every 50 ms. The wait ends if it throws.
    /// - Returns: Whether the bytes were taken; `false` only if they exceed the whole budget.
    package func take(
        _ count: Int, whileWaiting: () throws(PhotoLibraryError) -> Void
    ) throws(PhotoLibraryError) -> Bool {
        guard count <= bytes else { return false }
        let turn: DispatchSemaphore? = state.withLock { state in
            if state.waiters.isEmpty, state.free >= count {
                state.free -= count
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.waiters.append(Waiter(bytes: count, turn: turn))
            return turn
        }
        guard let turn else { return true }
        while turn.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
            do throws(PhotoLibraryError) {
                try whileWaiting()
            } catch {
                leave(turn, count)
                throw error
            }
        }
        return true
    }

    /// Returns bytes that were taken.
    package func giveBack(_ count: Int) {
        state.withLock { state in
            state.free += count
            Self.serveWaiters(&state)
        }
    }

    /// Ends a wait.
    ///
    /// The memory may have been granted at the same moment. It is then returned.
    private func leave(_ turn: DispatchSemaphore, _ count: Int) {
        state.withLock { state in
            if let index = state.waiters.firstIndex(where: { $0.turn === turn }) {
                state.waiters.remove(at: index)
            } else {
                state.free += count
            }
            Self.serveWaiters(&state)
        }
    }

    private static func serveWaiters(_ state: inout State) {
        while let first = state.waiters.first, first.bytes <= state.free {
            state.free -= first.bytes
            state.waiters.removeFirst().turn.signal()
        }
    }
}
