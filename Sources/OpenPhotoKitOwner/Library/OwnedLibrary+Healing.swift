package import AssetLoading
public import Foundation
public import LibraryMaintenance
internal import PhotoModel
public import SystemPackage

extension OwnedLibrary {
    /// Replaces the library's files that ``verify(_:progress:onFile:)`` found missing, unreadable or with other bytes.
    ///
    /// A file is replaced only by a file below `paths` that has exactly the right bytes. Below `paths`, only files of
    /// the right size are read, and no file is changed. A file with wrong bytes is moved to the folder `damaged`, and
    /// not deleted. When a file is reported as healed, its bytes are on the disk and were read back.
    ///
    /// - Parameters:
    ///   - paths: Files and folders. Links are not followed.
    ///   - progress: Counts bytes, and can cancel the work, as the task can.
    ///   - onFile: Called once for every file that was missing or damaged, in no order, on a private
    ///     queue.
    /// - Throws: `PhotoLibraryError`: `cancelled`, `libraryReadOnly`, `libraryUnavailable`,
    ///   `libraryInFileProviderSyncRoot`, `notEnoughSpace`, `libraryBusy`, `ioFailure`.
    ///   Files that were healed before stay healed.
    public func healDamagedFiles(
        from paths: [FilePath], progress: Progress? = nil, onFile: @escaping @Sendable (HealedFile) -> Void
    ) async throws {
        let loading = LoadProgress(showing: progress)
        try await loading.run { [self] in
            try healDamagedFilesAndWait(from: paths, loading: loading, onFile: onFile)
        }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    package func healDamagedFilesAndWait(
        from paths: [FilePath], loading: LoadProgress = LoadProgress(), onFile: (HealedFile) -> Void
    ) throws {
        try FileHealer(local.context).run(paths, loading, onFile: onFile)
    }
}
