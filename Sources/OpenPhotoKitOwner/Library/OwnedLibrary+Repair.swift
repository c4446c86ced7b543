package import AssetLoading
public import DecoderProcess
public import Foundation
public import LibraryMaintenance
internal import LibraryStorage
internal import Originals
public import PhotoIngest
internal import PhotoModel
public import SystemPackage

extension OwnedLibrary {
    /// Repairs a library whose catalogue or manifest is missing or damaged, or of an earlier version.
    ///
    /// A catalogue of an earlier version is brought over to this version, with all that is in it:
    /// `RepairSummary.isConverted`.
    ///
    /// If the copy of the catalogue is sound, it becomes the catalogue: albums, favourites, texts, decisions and the
    /// history are as they were at `RepairSummary.restoredCopyDate`. Photos that were added later are added again
    /// from their files, and files that are missing are reported. Without a sound copy, a new catalogue is made from
    /// the files in the library's folder. `RepairLoss` lists what is lost then. Either one gets what persons set, up to
    /// the last second, from the library's log: `RepairSummary.log`. The assets keep their local identifiers, which are
    /// computed from the bytes of the originals. No file is deleted: an old catalogue is moved to the folder `damaged`.
    ///
    /// A sound catalogue stays, and only files that belong to no asset are added to it. With `rebuild`, the digests of
    /// the sound catalogue are compared with the files. A file that is missing or has other bytes is reported. It keeps
    /// its identifier and digest in the new catalogue, so that later checks report it too and an import can restore it.
    /// A deleted photo whose file is missing stays deleted.
    ///
    /// A damaged search index is deleted, and the next search makes a new one. If the process is killed, the library is
    /// unchanged, without a catalogue, or repaired; a second repair completes the first. No other process can open the
    /// library meanwhile. Cancelling the task, or the progress, leaves the catalogue that was there.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - rebuild: Whether a sound catalogue is also rebuilt.
    ///   - allowsSyncedFolder: Whether to repair a library in a folder that another program synchronises; see
    ///     ``init(at:opening:allowingSyncedFolder:)``.
    ///   - ioJobs: How many files are read at a time.
    ///   - jobs: How many pictures are decoded at a time; 0 for one per core.
    ///   - decoding: Where pictures are decoded.
    ///   - progress: Counts files, and can cancel the repair.
    ///   - onFile: Called for every file that was not in the catalogue, on private queues, one call at a time. A file
    ///     that is added to a sound catalogue before the catalogue is rebuilt is reported twice.
    /// - Throws: `libraryNotFound`, `libraryInFileProviderSyncRoot`, `libraryBusy` (another process has the library
    ///   open), `libraryFormatTooNew`, `networkFileSystem`, `notEnoughSpace`, `cancelled`, `ioFailure`;
    ///   `missingResource` if the folder of the originals is missing and a sound catalogue would be rebuilt or a copy
    ///   restored.
    public static func repair(
        at path: FilePath, rebuild: Bool = false, allowingSyncedFolder allowsSyncedFolder: Bool = false,
        ioJobs: Int = 2, jobs: Int = 0, decoding: DecodingMode = .automatic, progress: Progress? = nil,
        onFile: @escaping @Sendable (RepairedFile) -> Void
    ) async throws -> RepairSummary {
        let loading = LoadProgress(showing: progress)
        return try await loading.run {
            try repairAndWait(
                at: path, rebuild: rebuild, allowingSyncedFolder: allowsSyncedFolder, ioJobs: ioJobs, jobs: jobs,
                decoding: decoding, loading: loading, onFile: onFile)
        }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    package static func repairAndWait(
        at path: FilePath, rebuild: Bool = false, allowingSyncedFolder allowsSyncedFolder: Bool = false,
        ioJobs: Int = 2, jobs: Int = 0, decoding: DecodingMode = .automatic, loading: LoadProgress = LoadProgress(),
        onFile: @escaping @Sendable (RepairedFile) -> Void
    ) throws -> RepairSummary {
        let folder = try LibraryFolder(at: path)
        return try LibraryRepair(
            of: folder, LibraryOriginals(folder: folder.path), rebuild: rebuild,
            allowingSyncedFolder: allowsSyncedFolder, ioJobs: ioJobs,
            jobs: jobs, decoding: decoding
        ).run(loading, onFile)
    }

    /// Examines what a repair would find; changes nothing.
    ///
    /// Reads the whole catalogue, but no photo. It cannot be cancelled. No other process can open the library
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - allowsSyncedFolder: Whether to examine a library in a folder that another program synchronises. If another
    ///     machine writes the catalogue at the same time, the result can be wrong.
    /// - Throws: `libraryNotFound`, `libraryInFileProviderSyncRoot`, `libraryBusy` (another process has the library
    ///   open), `libraryFormatTooNew`, `networkFileSystem`, `ioFailure`.
    public static func examineForRepair(
        at path: FilePath, allowingSyncedFolder allowsSyncedFolder: Bool = false
    ) async throws -> RepairExamination {
        try await LoadProgress().run {
            try LibraryRepair.examine(LibraryFolder(at: path), allowingSyncedFolder: allowsSyncedFolder)
        }
    }
}
