package import AssetLoading
internal import CandidateIndex
package import DecoderProcess
internal import DeviceRegistry
internal import Foundation
package import LibraryStorage
package import Originals
internal import PhotoCatalog
package import PhotoIngest
internal import PhotoModel
internal import SystemPackage

/// Repairs a library whose catalogue or manifest is missing or damaged.
package struct LibraryRepair {
    private let folder: LibraryFolder
    private let originals: LibraryOriginals
    private let rebuild: Bool
    private let allowsSyncedFolder: Bool
    private let ioJobs: Int
    private let jobs: Int
    private let decoding: DecodingMode

    package init(
        of folder: LibraryFolder, _ originals: LibraryOriginals, rebuild: Bool,
        allowingSyncedFolder allowsSyncedFolder: Bool, ioJobs: Int, jobs: Int, decoding: DecodingMode
    ) {
        self.folder = folder
        self.originals = originals
        self.rebuild = rebuild
        self.allowsSyncedFolder = allowsSyncedFolder
        self.ioJobs = ioJobs
        self.jobs = jobs
        self.decoding = decoding
    }

    /// Repairs the library, and blocks.
    ///
    /// - Parameter onFile: Called for every file that was not in the catalogue, on private queues, one call at a time.
    package func run(_ loading: LoadProgress, _ onFile: @escaping @Sendable (RepairedFile) -> Void) throws
        -> RepairSummary
    {
        let start = Date()
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        try folder.checkIsRepairable()
        if !allowsSyncedFolder { try folder.checkIsNotSynced() }
        let lock = try RepairLock(folder)
        defer { withExtendedLifetime(lock) {} }

        var summary = RepairSummary()
        let found = try CatalogExamination(folder: folder.path)
        let copy = RestorableCopy(in: folder)
        let knownID = try found.libraryID ?? copy.libraryID ?? SegmentLog.registry(in: folder.registry)
        let manifest = try restoredManifest(knownID, &summary)
        let libraryID = manifest.libraryID
        summary.damage = found.damage(for: libraryID) ?? copy.damage(of: found)
        summary.copy = copy.condition(for: libraryID)
        try folder.makeFolder("incoming")
        let staging = RebuildStaging(folder)
        try staging.clear()
        do {
            let converted = try found.isEarlier && summary.damage == nil ? convert(staging, &summary) : nil
            if !rebuild, summary.damage != nil { summary.restoredCopyDate = summary.copy.date }
            summary.isRebuilt = rebuild || summary.damage != nil && summary.restoredCopyDate == nil
            summary.isConverted = converted != nil && !rebuild
            let sound =
                summary.damage != nil || summary.isConverted
                ? nil : try converted ?? PhotoCatalog(folder: folder.path)
            if let sound, summary.isRebuilt {
                try folder.checkOriginalsAreThere(by: sound)
                // The new catalogue takes from the log what the old one has.
                try completeLog(of: context(sound, libraryID))
            }
            var log = try LogRecovery(folder, of: libraryID)
            if summary.isRebuilt {
                summary.losses =
                    try sound?.losses(isLogComplete: true) ?? RepairLoss.all(isLogComplete: log.isComplete)
            }
            let new = summary.isRebuilt ? try staging.newCatalog() : nil
            let restored =
                summary.restoredCopyDate != nil
                ? try staging.restoredCatalog(isEarlier: copy.isEarlier)
                : summary.isConverted ? converted : nil
            if let restored {
                try recordOffloaded(in: restored)
                try folder.checkOriginalsAreThere(by: restored)
            }
            // Files that a sound catalogue lacks are added to it before the new catalogue is compared with it.
            let rebuilders = try [
                (sound ?? restored, CatalogRebuilder.Task.addUnrecordedFiles),
                (new, .rebuild(reference: sound, purged: log.purgedAssets)),
            ].compactMap { catalog, task in
                try catalog?.belong(to: libraryID)
                return catalog.map {
                    CatalogRebuilder(
                        context($0, libraryID), task, ioJobs: ioJobs, jobs: jobs, decoding: decoding, loading, onFile)
                }
            }
            // Sidecars name albums, which are found by their titles. So the albums of the log come first.
            if let catalog = new ?? restored { try log.makeCollections(in: catalog) }
            for rebuilder in rebuilders { try rebuilder.expect() }
            loading.walkFinished()
            loading.setPhase(.loading)
            for rebuilder in rebuilders { summary.files.merge(try rebuilder.run()) { $0 + $1 } }
            if let catalog = new ?? restored {
                summary.log = try log.applyValues(in: context(catalog, libraryID))
            }
            if !log.isEmpty, !log.isComplete, new == nil || sound == nil, let catalog = sound ?? restored ?? new {
                // The lost files had values that this catalogue has. If the log cannot be written now, it is written
                // when the library is opened.
                try? completeLog(of: context(catalog, libraryID))
            }
            if let restored, !summary.isConverted {
                summary.files.merge(try reportMissingFiles(of: restored, onFile)) { $0 + $1 }
            }
            summary.assets = try (new ?? restored ?? sound)?.assetCount() ?? 0
            try new?.record(.historyBeginning)
            try sound?.close()
            try new?.close()
            try restored?.close()
            // Before the new catalogue is there, so that an earlier program never takes it for a damaged one.
            try manifest.raiseVersion(in: folder)
            if new != nil || restored != nil {
                summary.oldCatalog = try staging.install(isConverted: summary.isConverted)
            }
            if summary.isConverted { copyCatalog(libraryID) }
            if case .damaged = summary.copy { try folder.setAside(LibraryFolder.copyOfCatalog) }
        } catch {
            try? staging.clear()
            throw error
        }
        summary.isSearchIndexDiscarded = try CandidateIndex.discardIfDamaged(inFolder: folder.searchIndex)
        succeeded = true
        summary.seconds = Date().timeIntervalSince(start)
        return summary
    }

    /// Writes to the log what a catalogue has: the values that wait, or all values if files of the log are lost.
    private func completeLog(of library: LibraryContext) throws {
        let writer = LogWriter(library: library)
        // The log may lack only what a killed process did not write.
        try? writer.publish()
        let log = try LogRecovery(folder, of: library.libraryID)
        if !log.isEmpty, !log.isComplete { try log.recordLacking(of: library.catalog) }
        try writer.publish()
    }

    private func context(_ catalog: PhotoCatalog, _ libraryID: UUID) -> LibraryContext {
        LibraryContext(folder: folder, catalog: catalog, libraryID: libraryID, originals: originals)
    }

    /// Examines what a repair would find; changes nothing.
    package static func examine(_ folder: LibraryFolder, allowingSyncedFolder allowsSyncedFolder: Bool) throws
        -> RepairExamination
    {
        try folder.checkIsRepairable()
        if !allowsSyncedFolder { try folder.checkIsNotSynced() }
        let lock = try RepairLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let found = try CatalogExamination(folder: folder.path)
        let copy = RestorableCopy(in: folder)
        var isManifestLost = false
        var libraryID = try found.libraryID ?? copy.libraryID ?? SegmentLog.registry(in: folder.registry) ?? UUID()
        do { libraryID = try LibraryManifest.read(from: folder).libraryID } catch let error as PhotoLibraryError
            where error.isOfLostManifest
        { isManifestLost = true }
        let damage = found.damage(for: libraryID) ?? copy.damage(of: found)
        let log = try LogRecovery(folder, of: libraryID)
        // The data of a damaged catalogue are unknown, and so are those of a catalogue of an older version.
        let catalog = damage == nil ? try? PhotoCatalog(folder: folder.path, permission: .readOnly) : nil
        // A repair writes to the log what a sound catalogue has.
        let isLogComplete = log.isComplete || catalog != nil
        let losses =
            try catalog?.losses(isLogComplete: isLogComplete) ?? RepairLoss.all(isLogComplete: isLogComplete)
        return RepairExamination(
            damage: damage, isEarlier: found.isEarlier, isManifestLost: isManifestLost,
            copy: copy.condition(for: libraryID), isLogComplete: isLogComplete, losses: losses)
    }

    /// Records that originals are in stores whose stubs stand at their places: they left after the catalogue was
    /// copied.
    private func recordOffloaded(in catalog: PhotoCatalog) throws {
        var found: [(resource: Int64, path: FilePath?, stub: FilePath?)] = []
        var used: Set<FilePath> = []
        try catalog.forEachResource { resource in
            guard case .library(let path) = resource.content.location,
                access(folder.path.pushing(path).platform, F_OK) != 0
            else { return true }
            let sha256 = resource.content.sha256
            let stub = try LibraryFolder.stubs(of: path, sha256).first { stub in
                try OffloadStub(at: folder.path.pushing(stub))?.sha256 == sha256.hex
                    && !catalog.isStub(stub, ofAnotherThan: resource.row)
            }
            if let stub, used.insert(stub).inserted { found.append((resource.row, path, stub)) }
            return true
        }
        if !found.isEmpty { try catalog.record(.store(.foundElsewhere(found))) }
    }

    /// The library's manifest; a new manifest is made if it is lost.
    private func restoredManifest(
        _ libraryID: UUID?, _ summary: inout RepairSummary
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

    /// Replaces the copy of the catalogue, which has the earlier schema and may be a day old.
    ///
    /// A failure is no failure of the repair: the next change makes the copy.
    private func copyCatalog(_ libraryID: UUID) {
        guard let catalog = try? PhotoCatalog(folder: folder.path) else { return }
        try? CatalogCopyWriter(library: context(catalog, libraryID)).make(if: { true }, isCancelled: { false })
        try? catalog.close()
    }

    /// The library's catalogue of the earlier schema, brought over to the present one; `nil` if it is damaged.
    private func convert(_ staging: RebuildStaging, _ summary: inout RepairSummary) throws -> PhotoCatalog? {
        do { return try staging.convertedCatalog() } catch let error as PhotoLibraryError
            where error.code == .libraryDamaged
        {
            summary.damage = error.message
            try staging.clear()
            return nil
        }
    }

    /// Reports the library's own files that a restored catalogue lists and that are missing or have another size.
    ///
    /// Their photos may have been deleted after the copy was made. A photo that was deleted before stays deleted, and
    /// its files are not reported. No file is read.
    ///
    /// - Returns: The number of reported files of each status.
    private func reportMissingFiles(
        of catalog: PhotoCatalog, _ onFile: (RepairedFile) -> Void
    ) throws -> [RepairedFile.Status: Int] {
        var counts: [RepairedFile.Status: Int] = [:]
        try catalog.forEachAsset(after: 0) { asset in
            guard asset.deletedDate == nil else { return true }
            for resource in asset.resources where !resource.isReference {
                guard let fault = VerifiedFile.fault(of: resource, asset.localIdentifier, in: originals) else {
                    continue
                }
                let file = RepairedFile(fault, of: asset.localIdentifier)
                counts[file.status, default: 0] += 1
                onFile(file)
            }
            return true
        }
        return counts
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
