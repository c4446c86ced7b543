extension PhotoLibraryError {
    /// Runs `body`, and converts an error of another type, such as one of the system, to `ioFailure`.
    package static func converting<Value>(_ body: () throws -> Value) throws(PhotoLibraryError) -> Value {
        do { return try body() } catch { throw PhotoLibraryError(converting: error) }
    }

    /// The error itself if it is one of the library, otherwise an `ioFailure` that it caused.
    package init(converting error: any Error) {
        self = error as? PhotoLibraryError ?? PhotoLibraryError(.ioFailure, "\(error)", cause: error)
    }
}
