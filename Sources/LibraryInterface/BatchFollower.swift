package import AssetLoading
package import PhotoModel

/// Receives the progress of a batch of items, and may cancel it.
package protocol BatchFollower: Sendable {
    /// Whether the batch was cancelled, so that no further item should start.
    var isCancelled: Bool { get }
    /// Counts one item as done.
    ///
    /// May be called from any thread.
    func itemIsDone()
}

extension BatchFollower {
    /// The result of `work` for one item, which then counts as done; `cancelled` if the batch was already cancelled.
    package func item<Value>(_ work: () throws -> Value) -> Result<Value, any Error> {
        guard !isCancelled else { return .failure(PhotoLibraryError.cancelledBeforeItem) }
        defer { itemIsDone() }
        return Result(catching: work)
    }
}

/// A batch whose items are not counted.
package struct UncountedBatch: BatchFollower {
    private let condition: @Sendable () -> Bool

    /// - Parameter condition: Whether the batch is cancelled.
    package init(isCancelled condition: @escaping @Sendable () -> Bool = { false }) { self.condition = condition }

    package var isCancelled: Bool { condition() }
    package func itemIsDone() {}
}

/// The items of the batch count as files without bytes.
extension LoadProgress: BatchFollower {
    package func itemIsDone() { fileSkipped(bytes: 0) }
}

extension PhotoLibraryError {
    package static let cancelledBeforeItem = PhotoLibraryError(
        .cancelled, "Cancelled before this identifier was processed.")
}
