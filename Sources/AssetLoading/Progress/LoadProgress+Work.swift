internal import Dispatch
package import Foundation
package import PhotoModel
internal import Synchronization

extension LoadProgress {
    /// A progress whose `Progress` is the only child of the caller's.
    ///
    /// Cancelling the caller's progress cancels this one.
    package convenience init(childOf parent: Progress?) {
        self.init()
        guard let parent else { return }
        parent.totalUnitCount = 1
        parent.addChild(progress, withPendingUnitCount: 1)
    }

    /// Runs blocking work on a queue of its own, so that no thread of Swift's concurrency waits.
    ///
    /// - Parameter label: The queue's name, for debuggers.
    /// - Parameter work: Stops soon after this progress is cancelled, as it is when the task is cancelled.
    package func run<Value: Sendable, Failure: Error>(
        _ label: String, _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let pending = PendingWork(work)
        let result: Result<Value, Failure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "openphotokit.\(label)", qos: .utility).async {
                    continuation.resume(returning: pending.run())
                }
            }
        } onCancel: {
            cancel()
        }
        return try ending(with: result)
    }

    /// - Throws: `cancelled` if the work was cancelled, so that the caller does not take its results for all results.
    package func checkIsNotCancelled() throws(PhotoLibraryError) {
        guard !isCancelled else { throw PhotoLibraryError.cancelled(nil) }
    }

    /// Ends the progress as the work did, unless the work has ended it.
    ///
    /// Work that fails before it begins does not end its progress, and a reader of ``updates`` would wait for ever.
    package func ending<Value, Failure: Error>(with result: Result<Value, Failure>) throws(Failure) -> Value {
        if case .failure = result { finish(succeeded: false) } else { finish() }
        return try result.get()
    }
}

/// Work that is released as soon as it has run.
///
/// The work may hold a library, and the caller may expect that its own reference is the last one.
private final class PendingWork<Value: Sendable, Failure: Error>: Sendable {
    private let work: Mutex<(@Sendable () throws(Failure) -> Value)?>

    init(_ work: @escaping @Sendable () throws(Failure) -> Value) { self.work = Mutex(work) }

    /// Runs the work; call this once.
    func run() -> Result<Value, Failure> {
        guard let work = work.withLock({ $0.take() }) else { preconditionFailure("The work has run already.") }
        return Result(catching: work)
    }
}
