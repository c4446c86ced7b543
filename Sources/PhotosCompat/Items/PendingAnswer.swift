internal import Foundation
internal import Synchronization

/// An answer for which one task waits, and which several functions can give; the first one counts.
final class PendingAnswer<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case ended(Result<Value, any Error>)
    }

    private let state = Mutex(State.new)

    /// Resumes the continuation with the answer, at once if there is one.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let answer: Result<Value, any Error>? = state.withLock { state in
            if case .ended(let answer) = state { return answer }
            state = .waiting(continuation)
            return nil
        }
        if let answer { continuation.resume(with: answer) }
    }

    func end(_ answer: Result<Value, any Error>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .new: state = .ended(answer)
            case .waiting(let continuation):
                state = .ended(answer)
                return continuation
            case .ended: break
            }
            return nil
        }
        waiting?.resume(with: answer)
    }
}

/// What the completion handler of an app's load handler holds.
///
/// If the app releases it without an answer, the answer is an error, so that no task waits without end.
final class AppsAnswer<Value: Sendable>: Sendable {
    private let pending: PendingAnswer<Value>

    init(_ pending: PendingAnswer<Value>) { self.pending = pending }

    deinit { give(nil, nil) }

    /// Gives the value or the error, unless there is an answer already.
    func give(_ value: Value?, _ error: (any Error)?) {
        switch (value, error) {
        case (let value?, nil): pending.end(.success(value))
        case (_, let error?): pending.end(.failure(error))
        case (nil, nil):
            let message = "The app's load handler gave neither a value nor an error. Call its completion handler once."
            pending.end(.failure(NSItemProvider.error(.unknownError, message)))
        }
    }
}
