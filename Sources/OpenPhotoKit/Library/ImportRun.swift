public import AssetLoading
public import Foundation
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoModel

/// An import that is under way.
///
/// Cancelling its ``progress`` (or the task that awaits ``summary()``) stops it within 200 ms, mid-file too. What was
/// reported as imported stays; the next import of the same paths goes on from there.
public final class ImportRun: Sendable {
    /// Counts bytes, and moves while a large file is read and decoded.
    public let progress: Progress
    /// Where the import is, at least twice a second and at most ten times.
    public let updates: AsyncStream<LoadSnapshot>
    private let task: Task<ImportSummary, any Error>

    init(loading: LoadProgress, task: Task<ImportSummary, any Error>) {
        progress = loading.progress
        updates = loading.updates
        self.task = task
    }

    /// Waits for the end.
    ///
    /// - Throws: ``PhotoLibraryError`` when the import as a whole could not go on: `notEnoughSpace`, `ioFailure`,
    ///   `cancelled`. A file that fails by itself is an ``ImportItem`` instead.
    public func summary() async throws -> ImportSummary {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            progress.cancel()
        }
    }
}
