package import AssetLoading
public import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoInspection
internal import PhotoMatching
internal import PhotoModel
package import SystemPackage
internal import SystemSupport

extension OwnedLibrary {
    /// Imports files and folders.
    ///
    /// No source is changed. Only `move` removes sources, after their bytes are stored. An import that was interrupted
    /// at any moment, even by a power loss, continues when it is started again: stored files are not read again, no
    /// file is lost and no file is stored twice.
    ///
    /// Cancelling the task, or the progress, stops the import within 200 ms, even in the middle of a file.
    ///
    /// - Parameters:
    ///   - request: What to import and how.
    ///   - progress: Counts bytes, advances while a large file is read and decoded, and can cancel the import.
    ///   - onItem: Called once for every file on a private serial queue, after the file is durable. The import waits
    ///     until the call returns. Files that are read come in the order of the walk, links last. Other files come when
    ///     the walk finds them.
    /// - Throws: `PhotoLibraryError` if the import as a whole could not continue: `notEnoughSpace`, `ioFailure`,
    ///   `cancelled`, `libraryReadOnly`. A file that fails is reported as an
    ///   `ImportItem`.
    @discardableResult
    public func importFiles(
        _ request: ImportRequest, progress: Progress? = nil, onItem: @escaping @Sendable (ImportItem) -> Void = { _ in }
    ) async throws -> ImportSummary {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in
            try importFilesAndWait(request, loading: loading, onItem: onItem)
        }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    @discardableResult
    package func importFilesAndWait(
        _ request: ImportRequest, loading: LoadProgress, onItem: @escaping @Sendable (ImportItem) -> Void
    ) throws -> ImportSummary {
        let library = local
        // A dry run changes no asset, but needs its own folder in the library's folder.
        if !request.isDryRun || isReadOnly { try library.catalog.permission.check() }
        let matcher = library.matcher
        let folderImport = FolderImport(library.context, request, loading, onItem: onItem) {
            matcher.compareNewPhotos(loading)
        }
        return try request.isDryRun ? folderImport.run() : library.copier.afterImport { try folderImport.run() }
    }

    /// Removes source files that the library has stored.
    ///
    /// A file is removed only if the library's own file with the same bytes, of a photo that is not deleted, was read
    /// back and is equal. Files that are not stored or cannot be removed, links and the library's own files stay. Reads
    /// both files.
    package func removeStoredFiles(_ paths: [FilePath]) {
        let remover = SourceRemover(local.context)
        for path in paths {
            var status = stat()
            guard lstat(path.platform, &status) == 0, let sha256 = try? LocalFiles().sha256(of: path) else { continue }
            // The status before the file was read, so that a later change is noticed.
            _ = try? remover.remove(
                AnalysedFile(
                    source: path, identity: FileIdentity(status), sha256: sha256, bytes: Int(clamping: status.st_size)),
                until: Cancellation())
        }
    }
}
