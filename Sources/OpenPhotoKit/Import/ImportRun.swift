public import AssetLoading
public import Foundation
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

extension PhotoLibrary {
    /// Imports files and folders.
    ///
    /// A source is never written to, except that `move` removes what is stored. Interrupted at any moment, even by a power loss, and started again, it goes on:
    /// files already stored are not read again, none is lost and none doubled.
    ///
    /// - Parameters:
    ///   - request: What to import and how.
    ///   - onItem: Called once for every file on a private serial queue, after the file is durable; the import waits for
    ///     it. Files that are read come in the order of the walk, the others as the walk meets them.
    /// - Returns: The run, already under way.
    public func importFiles(
        _ request: ImportRequest, onItem: @escaping @Sendable (ImportItem) -> Void = { _ in }
    ) -> ImportRun {
        let loading = LoadProgress()
        let task = Task {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue(label: "openphotokit.import").async { [self] in
                    continuation.resume(with: Result { try importFiles(request, loading: loading, onItem: onItem) })
                }
            }
        }
        return ImportRun(loading: loading, task: task)
    }

    /// Imports files and folders and blocks until the end: see ``importFiles(_:onItem:)``.
    package func importFiles(
        _ request: ImportRequest, loading: LoadProgress, onItem: @escaping @Sendable (ImportItem) -> Void
    ) throws -> ImportSummary {
        let importer = Importer(self, request, loading, onItem: onItem)
        guard !request.isDryRun else { return try importer.run() }
        try checkMayBeChanged()
        return try copier.afterImport { try importer.run() }
    }
}
