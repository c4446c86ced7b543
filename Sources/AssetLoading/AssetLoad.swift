public import Foundation
internal import PhotoModel
internal import Synchronization

/// Files on their way to this machine, with their progress.
///
/// It goes on whether or not somebody holds it.
public final class AssetLoad: Sendable {
    /// What became of each request, in the order of the requests.
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
    /// See ``LoadProgress/updates``: for one reader.
    public var updates: AsyncStream<LoadSnapshot> { loadProgress.updates }

    /// Stops the load within 200 ms: files that are not complete leave nothing behind, complete ones stay.
    public func cancel() { loadProgress.cancel() }

    /// Waits until all is done.
    ///
    /// Cancelling the waiting task cancels the load.
    ///
    /// Each request stands alone: one that fails does not keep the others from being loaded.
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

    /// Waits until all is done, and gives the files in the order of the requests.
    ///
    /// - Throws: The error of the first request that failed, as ``AssetLoader/load(_:to:progress:decode:completion:)``
    ///   describes; `cancelled` if it was cancelled before all was done; `invalidResource` if the destination exists or no file can
    ///   be made there; for a resource of a library what ``ResourceData`` ends with.
    public func result() async throws -> [StoredFile] {
        try await outcomes().map { try $0.get() }
    }

    /// Ends the load.
    ///
    /// Only the first call counts.
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
