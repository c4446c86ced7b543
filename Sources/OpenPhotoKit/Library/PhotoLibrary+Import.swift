package import AssetLoading
internal import DurableIO
public import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoModel
package import SystemPackage

extension PhotoLibrary {
    /// Imports files and folders.
    ///
    /// A source is never written to, except that `move` removes what is stored. Interrupted at any moment, even by a power loss, and started again, it goes on:
    /// files already stored are not read again, none is lost and none doubled.
    ///
    /// Cancelling the task, or the progress, stops it within 200 ms, in the middle of a file too.
    ///
    /// - Parameters:
    ///   - request: What to import and how.
    ///   - progress: Counts bytes, moves while a large file is read and decoded, and can cancel the import.
    ///   - onItem: Called once for every file on a private serial queue, after the file is durable; the import waits for
    ///     it. Files that are read come in the order of the walk, the others as the walk meets them.
    /// - Throws: ``PhotoLibraryError`` if the import as a whole could not continue: `notEnoughSpace`, `ioFailure`,
    ///   `cancelled`, `libraryReadOnly`, `accessUserDenied` for an app. A file that fails is an ``ImportItem``.
    @discardableResult
    public func importFiles(
        _ request: ImportRequest, progress: Progress? = nil, onItem: @escaping @Sendable (ImportItem) -> Void = { _ in }
    ) async throws -> ImportSummary {
        let loading = LoadProgress(childOf: progress)
        return try await loading.run("import") { [self] in
            try importFilesAndWait(request, loading: loading, onItem: onItem)
        }
    }

    /// Does the same on this thread, and shows the progress in `loading`.
    @discardableResult
    package func importFilesAndWait(
        _ request: ImportRequest, loading: LoadProgress, onItem: @escaping @Sendable (ImportItem) -> Void
    ) throws -> ImportSummary {
        try checkIsOwners()
        let library = try local
        // A dry run changes nothing, but needs a folder of its own in the library's.
        if !request.isDryRun || isReadOnly { try library.catalog.permission.check() }
        let folderImport = FolderImport(library.store, request, loading, onItem: onItem) { isCancelled in
            library.compareNewPhotos(isCancelled: isCancelled)
        }
        return try request.isDryRun ? folderImport.run() : library.copier.afterImport { try folderImport.run() }
    }

    /// Removes files that are said to be in the library: each only if the library's own file with its bytes, of a photo that
    /// is not deleted, was read back and is equal.
    ///
    /// What is not stored, or cannot be removed, stays where it is, and so do links and the library's own files. Reads both
    /// files. All files stay if another process has the library.
    package func removeStoredFiles(_ paths: [FilePath]) {
        guard let remover = try? SourceRemover(local.store) else { return }
        for path in paths {
            var status = stat()
            guard lstat(path.platform, &status) == 0, let sha256 = try? ReadBack.sha256(of: path) else { continue }
            // The state before it was read.
            _ = try? remover.remove(
                AnalysedFile(
                    source: path, identity: FileIdentity(status), sha256: sha256, bytes: Int(clamping: status.st_size)))
        }
    }
}
