internal import Dispatch
internal import OpenPhotoKit

/// Runs blocking work of the library off the concurrency pool, showing its progress; Ctrl-C cancels it.
func following<Value: Sendable>(
    _ loading: LoadProgress, _ options: GlobalOptions, verb: String, noun: String = "files",
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    let interruption = Interruption { loading.cancel() }
    defer { withExtendedLifetime(interruption) {} }
    async let shown: Void = ProgressPrinter(options, verb: verb, noun: noun).follow(loading.updates)
    let result = await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .utility).async { continuation.resume(returning: Result(catching: work)) }
    }
    await shown
    return try result.get()
}

extension Result {
    /// Whether it is no answer, because all was cancelled before.
    var isCancelled: Bool {
        guard case .failure(let error as PhotoLibraryError) = self else { return false }
        return error.code == .cancelled
    }
}
