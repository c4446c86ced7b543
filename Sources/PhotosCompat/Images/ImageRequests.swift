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

    /// The number of a new request.
    func next() -> PHImageRequestID {
        state.withLock { state in
            state.last = state.last == .max ? 1 : state.last + 1
            return state.last
        }
    }

    /// Begins a request.
    ///
    /// - Parameter begin: Begins it and returns what cancels it. It must call ``end(_:)`` on another thread.
    func begin(_ number: PHImageRequestID, _ begin: () -> @Sendable () -> Void) {
        // The end of the request waits until it is known how to cancel it.
        state.withLock { $0.cancels[number] = begin() }
    }

    /// Ends a request.
    ///
    /// - Returns: Whether it was not cancelled.
    func end(_ number: PHImageRequestID) -> Bool {
        state.withLock { $0.cancels.removeValue(forKey: number) } != nil
    }

    func cancel(_ number: PHImageRequestID) {
        // A request that is cancelled gives no picture, even if it is already made.
        let cancel = state.withLock { $0.cancels.removeValue(forKey: number) }
        cancel?()
    }
}
