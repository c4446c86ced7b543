internal import AssetLoading
internal import OpenPhotoKitOwner
internal import SystemSupport

/// Runs blocking work outside the concurrency pool, shows its progress, and cancels it at Ctrl-C.
func withProgress<Value: Sendable>(
    _ loading: LoadProgress, _ options: any CommandOptions, verb: String, noun: String = "files",
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    let interruption = InterruptHandler { loading.cancel() }
    defer { withExtendedLifetime(interruption) {} }
    async let shown: Void = ProgressPrinter(options, verb: verb, noun: noun).show(loading.updates)
    let result: Result<Value, any Error>
    do { result = .success(try await blocking(work)) } catch { result = .failure(error) }
    let value = Result { try loading.ending(with: result) }
    await shown
    return try value.get()
}

extension Result {
    /// Whether the result is the error `cancelled`.
    var isCancelled: Bool {
        guard case .failure(let error as PhotoLibraryError) = self else { return false }
        return error.code == .cancelled
    }
}
