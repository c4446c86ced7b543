internal import Synchronization

/// The asynchronous requests of all managers for pictures that have not completed.
final class ImageRequests: Sendable {
    static let shared = ImageRequests()

    private struct State {
        var last = PHInvalidImageRequestID
        var cancels: [PHImageRequestID: @Sendable () -> Void] = [:]
    }
    private let state = Mutex(State())

    private init() {}

    /// Begins a request.
    ///
    /// - Parameter begin: Begins it and returns what cancels it. It must call ``end(_:)`` on another thread.
    /// - Returns: The number of the request.
    func begin(_ begin: (PHImageRequestID) -> @Sendable () -> Void) -> PHImageRequestID {
        // The end of the request waits until it is known how to cancel it.
        state.withLock { state in
            state.last = state.last == .max ? 1 : state.last + 1
            state.cancels[state.last] = begin(state.last)
            return state.last
        }
    }

    func end(_ number: PHImageRequestID) { state.withLock { _ = $0.cancels.removeValue(forKey: number) } }

    func cancel(_ number: PHImageRequestID) { state.withLock { $0.cancels[number] }?() }
}
