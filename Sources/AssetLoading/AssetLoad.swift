public import Foundation
internal import PhotoModel
internal import Synchronization

/// A running load of files to this machine, with its progress.
///
/// The load continues even if this object is released.
public final class AssetLoad: Sendable {
    /// The result of each request, in the order of the requests.
    public typealias Outcomes = [Result<StoredFile, any Error>]

    private struct State {
        var outcomes: Outcomes?
        var waiters: [CheckedContinuation<Outcomes, Never>] = []
    }

    let loadProgress = LoadProgress()
    private let state = Mutex(State())

    /// See ``LoadProgress/progress``.
    ///
    /// Cancelling it cancels the load.
    public var progress: Progress { loadProgress.progress }
    /// See ``LoadProgress/updates``: only one task may iterate it.
    public var updates: AsyncStream<LoadSnapshot> { loadProgress.updates }

    /// Stops the load within 200 ms.
    ///
    /// Complete files stay. Incomplete files are removed.
    public func cancel() { loadProgress.cancel() }

    /// Waits until all requests have ended.
    ///
    /// Cancelling the waiting task cancels the load. A request that fails does not stop the others.
    public func outcomes() async -> Outcomes {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let outcomes = state.withLock { state in
                    if state.outcomes == nil { state.waiters.append(waiter) }
                    return state.outcomes
                }
                if let outcomes { waiter.resume(returning: outcomes) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Waits until all requests have ended, and returns the files in the order of the requests.
    ///
    /// - Throws: The error of the first request that failed, as ``AssetLoader/load(_:to:progress:decode:completion:)``
    ///   describes; `cancelled` if the load was cancelled before all requests ended; `invalidResource` if the
    ///   destination exists or cannot be created; for a resource of a library, the errors of ``ResourceData``.
    public func result() async throws -> [StoredFile] {
        try await outcomes().map { try $0.get() }
    }

    /// Ends the load.
    ///
    /// Later calls have no effect.
    func finish(_ outcomes: Outcomes) {
        let succeeded = outcomes.allSatisfy { (try? $0.get()) != nil }
        loadProgress.finish(succeeded: succeeded)
        let waiters = state.withLock { state in
            guard state.outcomes == nil else { return [CheckedContinuation<Outcomes, Never>]() }
            state.outcomes = outcomes
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: outcomes) }
    }
}
