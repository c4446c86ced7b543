package import AssetLoading
public import DecoderProcess
public import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoModel
public import SystemPackage

extension PhotoLibrary {
    /// Repairs a library whose catalogue or manifest is missing or damaged.
    ///
    /// If the copy of the catalogue is sound, it becomes the catalogue: albums, favourites, texts, decisions and the
    /// history are as they were at ``RepairSummary/restoredCopyDate``. Photos that were added later are added again
    /// from their files, and files that are missing are reported. Without a sound copy, a new catalogue is made from
    /// the files in the library's folder. ``RepairLoss`` lists what is lost then. The assets keep their local
    /// identifiers, which are computed from the bytes of the originals. No file is deleted: an old catalogue is moved
    /// to the folder `damaged`.
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
        let loading = LoadProgress(childOf: progress)
        return try await loading.run("repair") {
            try repairAndWait(
                at: path, rebuild: rebuild, allowingSyncedFolder: allowsSyncedFolder, ioJobs: ioJobs, jobs: jobs,
                decoding: decoding, loading: loading, onFile: onFile)
        }
    }

    /// Does the same on this thread, and shows the progress in `loading`.
    package static func repairAndWait(
        at path: FilePath, rebuild: Bool = false, allowingSyncedFolder allowsSyncedFolder: Bool = false,
        ioJobs: Int = 2, jobs: Int = 0, decoding: DecodingMode = .automatic, loading: LoadProgress = LoadProgress(),
        onFile: @escaping @Sendable (RepairedFile) -> Void
    ) throws -> RepairSummary {
        let start = Date()
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        let folder = try LibraryFolder(at: path)
        try folder.checkIsRepairable()
        if !allowsSyncedFolder { try folder.checkIsNotSynced() }
        let lock = try LibraryLock(folder, .exclusive)
        defer { withExtendedLifetime(lock) {} }

        var summary = RepairSummary()
        let found = try CatalogExamination(folder: folder.path)
        let copy = RestorableCopy(in: folder)
        let libraryID = try restoredManifest(of: folder, found.libraryID ?? copy.libraryID, &summary).libraryID
        summary.damage = found.damage(for: libraryID) ?? copy.damage(of: found)
        summary.copy = copy.condition(for: libraryID)
        if !rebuild, summary.damage != nil { summary.restoredCopyDate = summary.copy.date }
        summary.isRebuilt = rebuild || summary.damage != nil && summary.restoredCopyDate == nil
        try folder.makeFolder("incoming")
        let staging = RebuildStaging(folder)
        try staging.clear()
        do {
            let sound = summary.damage == nil ? try PhotoCatalog(folder: folder.path) : nil
            if let sound, summary.isRebuilt { try folder.checkOriginalsAreThere(by: sound) }
            let new = summary.isRebuilt ? try staging.newCatalog() : nil
            let restored = summary.restoredCopyDate == nil ? nil : try staging.restoredCatalog()
            if let restored { try folder.checkOriginalsAreThere(by: restored) }
            // Files that a sound catalogue lacks are added to it before the new catalogue is compared with it.
            let rebuilders = try [
                (sound ?? restored, CatalogRebuilder.Task.addUnrecordedFiles), (new, .rebuild(reference: sound)),
            ].compactMap { catalog, task in
                try catalog?.belong(to: libraryID)
                return catalog.map {
                    CatalogRebuilder(
                        LibraryStore(folder: folder, catalog: $0, libraryID: libraryID), task, ioJobs: ioJobs,
                        jobs: jobs, decoding: decoding, loading, onFile)
                }
            }
            for rebuilder in rebuilders { try rebuilder.expect() }
            loading.walkFinished()
            loading.setPhase(.loading)
            for rebuilder in rebuilders { summary.files.merge(try rebuilder.run()) { $0 + $1 } }
            if let restored {
                summary.files.merge(try reportMissingFiles(of: restored, in: folder, onFile)) { $0 + $1 }
            }
            summary.assets = try (new ?? restored ?? sound)?.assetCount() ?? 0
            try new?.record(.historyBeginning)
            try sound?.close()
            try new?.close()
            try restored?.close()
            if new != nil || restored != nil { summary.oldCatalog = try staging.install() }
            if case .damaged = summary.copy { try folder.setAside(LibraryFolder.copyOfCatalog) }
        } catch {
            try? staging.clear()
            throw error
        }
        summary.isSearchIndexDiscarded = try SignatureIndex.discardIfDamaged(in: folder)
        succeeded = true
        summary.seconds = Date().timeIntervalSince(start)
        return summary
    }

    /// Examines what a repair would find; changes nothing.
    ///
    /// Reads the whole catalogue, but no photo. Blocks. No other process can open the library meanwhile.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - allowsSyncedFolder: Whether to examine a library in a folder that another program synchronises. If another
    ///     machine writes the catalogue at the same time, the result can be wrong.
    /// - Throws: `libraryNotFound`, `libraryInFileProviderSyncRoot`, `libraryBusy` (another process has the library
    ///   open), `libraryFormatTooNew`, `networkFileSystem`, `ioFailure`.
    public static func examineForRepair(
        at path: FilePath, allowingSyncedFolder allowsSyncedFolder: Bool = false
    ) throws -> RepairExamination {
        let folder = try LibraryFolder(at: path)
        try folder.checkIsRepairable()
        if !allowsSyncedFolder { try folder.checkIsNotSynced() }
        let lock = try LibraryLock(folder, .exclusive)
        defer { withExtendedLifetime(lock) {} }
        let found = try CatalogExamination(folder: folder.path)
        let copy = RestorableCopy(in: folder)
        var isManifestLost = false
        var libraryID = found.libraryID ?? copy.libraryID ?? UUID()
        do { libraryID = try LibraryManifest.read(from: folder).libraryID } catch let error as PhotoLibraryError
            where error.isOfLostManifest
        { isManifestLost = true }
        return RepairExamination(
            damage: found.damage(for: libraryID) ?? copy.damage(of: found), isManifestLost: isManifestLost,
            copy: copy.condition(for: libraryID))
    }

    /// The library's manifest; a new manifest is made if it is lost.
    private static func restoredManifest(
        of folder: LibraryFolder, _ libraryID: UUID?, _ summary: inout RepairSummary
    ) throws -> LibraryManifest {
        do { return try LibraryManifest.read(from: folder) } catch let error as PhotoLibraryError
            where error.isOfLostManifest
        {
            try folder.setAside("library.json")
            summary.isManifestRestored = true
            summary.hasNewIdentifiers = libraryID == nil
            return try LibraryManifest.create(in: folder, libraryID: libraryID ?? UUID())
        }
    }
}

extension LibraryFolder {
    /// Refuses to repair a folder that has no part of a library.
    fileprivate func checkIsRepairable() throws {
        let parts = ["library.json", PhotoCatalog.databaseName] + Subfolder.allCases.map(\.rawValue)
        guard !hasCatalogCopy, !parts.contains(where: { access(path.appending($0).platform, F_OK) == 0 }) else {
            return
        }
        throw PhotoLibraryError(
            .libraryNotFound, "There is no photo library here, nor what is left of one.", path: path.string)
    }
}

extension CatalogExamination {
    /// Why this is not a sound catalogue of the library; `nil` if it is.
    fileprivate func damage(for library: UUID) -> String? {
        guard damage == nil, let libraryID, libraryID != library else { return damage }
        return "The catalogue is that of another library."
    }
}

extension PhotoLibraryError {
    /// Whether library.json is missing or cannot be decoded.
    fileprivate var isOfLostManifest: Bool { code == .libraryDamaged || code == .libraryNotFound }
}
