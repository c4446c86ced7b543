package import PhotoModel
internal import SystemSupport

extension LoadProgress {
    /// Runs work that waits, outside the threads of Swift's concurrency.
    ///
    /// - Parameter work: Stops soon after this progress is cancelled, as it is when the task is cancelled.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withTaskCancellationHandler {
            do throws(Failure) { return .success(try await blocking(work)) } catch { return .failure(error) }
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
