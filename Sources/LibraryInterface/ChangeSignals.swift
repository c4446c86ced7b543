package import PhotoModel
internal import Synchronization

/// The listeners of a ``LibraryWatch``.
package final class ChangeSignals: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var count = 0
        var unavailability: PhotoLibraryError?
    }
    private let state = Mutex(State())

    package init() {}

    /// The reason why the library can no longer be used; `nil` while it can.
    package var unavailability: PhotoLibraryError? { state.withLock { $0.unavailability } }

    /// A new stream; see ``LibraryWatch/changeSignal()``.
    ///
    /// - Parameter owner: An object that is referenced until the stream ends.
    package func stream(for owner: AnyObject & Sendable) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number: Int? = state.withLock { state in
            guard state.unavailability == nil else { return nil }
            state.count += 1
            state.listeners[state.count] = continuation
            return state.count
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [self] _ in
            withExtendedLifetime(owner) { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
        }
        return stream
    }

    /// Sends a signal to all listeners.
    package func yield() { for listener in state.withLock({ $0.listeners.values }) { listener.yield() } }

    /// Ends all streams.
    package func finish(_ reason: PhotoLibraryError) {
        let listeners = state.withLock { state in
            state.unavailability = state.unavailability ?? reason
            return state.listeners.values
        }
        for listener in listeners { listener.finish() }
    }
}
