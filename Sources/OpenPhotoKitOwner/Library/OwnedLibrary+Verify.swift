package import AssetLoading
internal import CandidateIndex
public import Foundation
public import LibraryMaintenance
public import LibraryStorage
internal import PhotoModel
public import SystemPackage
internal import SystemSupport

extension OwnedLibrary {
    /// Reads every file of every asset, compares it with the digest at import, and finds files that belong to no asset.
    ///
    /// Changes no file except the catalogue, which records the library's own files that are missing or damaged. An
    /// import of the right bytes, or ``healDamagedFiles(from:progress:onFile:)``, replaces these files. A quick check
    /// records nothing.
    ///
    /// Before a file is read, the kernel is asked to drop the file from its cache. A file system may ignore this
    /// request, and a disk has its own cache. Memory does not grow with the library. Recently deleted photos are
    /// checked too, because they can be restored. Files that belong to no asset are searched for in the first subset
    /// only.
    ///
    /// - Parameters:
    ///   - request: Which files to check, and how.
    ///   - progress: Counts bytes, and can cancel the check, as the task can.
    ///   - onFile: Called for every file in the order in which the assets were added, one call at a time, on a private
    ///     queue. Files that belong to no asset come last.
    /// - Returns: The counts, which include those of the interrupted run that this run continued.
    /// - Throws: `missingResource` if the folder of the originals is missing or empty and the catalogue lists files in
    ///   it: nothing is checked then; `cancelled`; errors of the catalogue.
    @discardableResult
    public func verify(
        _ request: VerifyRequest = VerifyRequest(), progress: Progress? = nil,
        onFile: @escaping @Sendable (VerifiedFile) -> Void
    ) async throws -> VerifySummary {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in
            try verifyAndWait(request, loading: loading, onFile: onFile)
        }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    @discardableResult
    package func verifyAndWait(
        _ request: VerifyRequest = VerifyRequest(), loading: LoadProgress = LoadProgress(),
        onFile: @escaping @Sendable (VerifiedFile) -> Void
    ) throws -> VerifySummary {
        return try LibraryVerifier(local.context).run(request, loading, onFile: onFile)
    }

    /// Reads the whole search index and compares it with its checksums.
    ///
    /// Writes nothing. The index holds only data that is in the catalogue too. With a damaged index some photos may not
    /// be found by their content; ``repair(at:rebuild:allowingSyncedFolder:ioJobs:jobs:decoding:progress:onFile:)``
    /// deletes it, and the next search makes a new one.
    ///
    /// - Throws: `ioFailure` or `libraryFormatTooNew` if the index cannot be read.
    public func verifySearchIndex() async throws -> SearchIndexCondition {
        let folder = local.folder.searchIndex
        return try await LoadProgress().run { try CandidateIndex.condition(inFolder: folder) }
    }
}

extension OwnedLibrary {
    /// The file in which the command stores the progress of a check of this library.
    ///
    /// It is `openphotokit/verify-LIBRARYID.json` in `$XDG_STATE_HOME`, or in `~/.local/state` if that is not set or is
    /// a relative path (XDG Base Directory Specification 0.8).
    public var verifyCheckpointPath: FilePath {
        get throws {
            UserFolder.state.path().appending("openphotokit")
                .appending("verify-\(local.libraryID.uuidString).json")
        }
    }
}
