public import AssetLoading
public import DecoderProcess
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
public import SystemPackage

extension PhotoLibrary {
    /// Makes a library whole whose catalogue or manifest is gone or damaged, from the files in its folder.
    ///
    /// The assets get the local identifiers they had: these are made of the originals' bytes. Nothing is deleted: an old
    /// catalogue goes to the folder `damaged`. If the catalogue is sound it stays, and only files that belong to no asset
    /// are taken in. A damaged search index is discarded, for the next search to make anew. Killed at any moment it leaves the library as it was, or without a catalogue, or repaired; a repair
    /// then goes on. Blocks; the library is closed to everybody else meanwhile.
    ///
    /// - Parameters:
    ///   - rebuild: Whether a sound catalogue is made anew too.
    ///   - allowsSyncedFolder: Whether it is repaired in a folder that another program synchronises; see
    ///     ``init(at:opening:allowingSyncedFolder:)``.
    ///   - ioJobs: How many files are read at a time.
    ///   - jobs: How many pictures are decoded at a time; 0 for one per core.
    ///   - decoding: Where pictures are decoded.
    ///   - loading: Follows the repair and can cancel it, which leaves the catalogue that was there.
    ///   - onFile: Called for every file that was not in the catalogue, on private queues, one call at a time.
    /// - Throws: `libraryNotFound`, `libraryInFileProviderSyncRoot`, `libraryBusy` (somebody has it open),
    ///   `libraryFormatTooNew`, `networkFileSystem`, `notEnoughSpace`, `cancelled`, `ioFailure`.
    public static func repair(
        at path: FilePath, rebuild: Bool = false, allowingSyncedFolder allowsSyncedFolder: Bool = false,
        ioJobs: Int = 2, jobs: Int = 0, decoding: DecodingMode = .inProcess,
        loading: LoadProgress = LoadProgress(), onFile: @escaping @Sendable (RepairedFile) -> Void
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
        let libraryID = try restoredManifest(of: folder, found, &summary).libraryID
        summary.damage = found.damage
        if found.damage == nil, let other = found.libraryID, other != libraryID {
            summary.damage = "The catalogue is that of another library."
        }
        summary.isRebuilt = rebuild || summary.damage != nil
        try folder.makeFolder("incoming")
        let workshop = Workshop(folder)
        try workshop.clear()
        do {
            let catalog = summary.isRebuilt ? try workshop.newCatalog() : try PhotoCatalog(folder: folder.path)
            try catalog.belong(to: libraryID)
            let adopter = Adopter(
                folder, catalog, libraryID, isRebuilding: summary.isRebuilt, ioJobs: ioJobs, jobs: jobs,
                decoding: decoding,
                loading, onFile
            )
            summary.files = try adopter.run()
            summary.assets = try catalog.assetCount()
            if summary.isRebuilt { try catalog.forgetHistory() }
            try catalog.close()
            if summary.isRebuilt { summary.oldCatalog = try workshop.install() }
        } catch {
            try? workshop.clear()
            throw error
        }
        summary.isSearchIndexDiscarded = try SignatureIndex.discardIfDamaged(in: folder)
        succeeded = true
        summary.seconds = Date().timeIntervalSince(start)
        return summary
    }

    /// The library's manifest, made again if it is lost.
    private static func restoredManifest(
        of folder: LibraryFolder, _ catalog: CatalogExamination, _ summary: inout RepairSummary
    ) throws -> LibraryManifest {
        do { return try LibraryManifest.read(from: folder) } catch let error as PhotoLibraryError
            where error.code == .libraryDamaged || error.code == .libraryNotFound
        {
            try folder.setAside("library.json")
            summary.isManifestRestored = true
            summary.hasNewIdentifiers = catalog.libraryID == nil
            return try LibraryManifest.create(in: folder, libraryID: catalog.libraryID ?? UUID())
        }
    }
}

extension LibraryFolder {
    /// Refuses to repair a folder that has nothing of a library.
    fileprivate func checkIsRepairable() throws {
        let parts = ["library.json", PhotoCatalog.databaseName] + Shelf.allCases.map(\.rawValue)
        guard !parts.contains(where: { access(path.appending($0).platform, F_OK) == 0 }) else { return }
        throw PhotoLibraryError(
            .libraryNotFound, "There is no photo library here, nor what is left of one.", path: path.string)
    }
}
