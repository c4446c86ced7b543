internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Puts a batch of arrivals in its places: judges it, plans, renames, makes the renames durable, commits.
///
/// Used by one thread at a time.
final class Stockroom: Sendable {
    private let library: PhotoLibrary
    private let request: ImportRequest
    private let runFolder: RunFolder
    /// What a dry run would have stored so far.
    private let judgements = Mutex(Judgements())
    /// The next number for files of one name in one folder.
    private let attempts = Mutex<[FilePath: Int]>([:])

    init(_ library: PhotoLibrary, _ request: ImportRequest, _ runFolder: RunFolder) {
        self.library = library
        self.request = request
        self.runFolder = runFolder
    }

    /// Stores a batch and says what became of each file, in the same order.
    ///
    /// Cancelled loads have no item.
    ///
    /// - Throws: What stops the whole import: a full disk, a catalogue that cannot be written.
    func store(_ batch: [Arrival]) throws -> [ImportItem] {
        let slots = try batch.map(slot)
        let parcels = slots.compactMap { if case .file(let parcel) = $0 { parcel } else { nil } }
        let seen = slots.compactMap { if case .known(_, let seen) = $0 { seen } else { nil } }
        var verdicts =
            try request.isDryRun
            ? judgements.withLock { try judge(parcels, after: &$0)[...] } : commit(parcels, seen)[...]
        return slots.compactMap { slot in
            switch slot {
            case .ended(let item), .known(let item, _): item
            case .dropped: nil
            case .file(let parcel): verdicts.popFirst().map { item(for: parcel, $0) }
            }
        }
    }

    // MARK: Sorting

    private struct Parcel {
        let file: ArrivedFile
        let analysed: AnalysedFile
        let localIdentifier: String
        /// What is reported if the file is new.
        let item: ImportItem
    }

    private enum Slot {
        case file(Parcel)
        case known(ImportItem, SeenFile)
        case ended(ImportItem)
        case dropped
    }

    private func slot(_ arrival: Arrival) throws -> Slot {
        switch arrival.result {
        case .success((let file, .analysed(let analysis))):
            return .file(try parcel(file, analysis))
        case .success((let file, .known(let asset))):
            var item = ImportItem(path: arrival.path, status: .duplicate)
            item.localIdentifier = asset
            item.match = .bytes
            item.bytes = file.size
            return .known(item, file.seen)
        case .failure(let error as PhotoLibraryError) where error.code == .cancelled:
            return .dropped
        case .failure(let error as PhotoLibraryError) where error.code == .notEnoughSpace:
            throw error
        case .failure(let error as PhotoLibraryError) where error.code == .notAPhoto:
            return .ended(ImportItem(path: arrival.path, status: .skipped, error: error))
        case .failure(let error):
            let reason =
                error as? PhotoLibraryError
                ?? PhotoLibraryError(.internalError, "\(error)", path: arrival.path.string, cause: error)
            return .ended(ImportItem(path: arrival.path, status: .failed, error: reason))
        }
    }

    private func parcel(_ file: ArrivedFile, _ analysis: PhotoAnalysis) throws -> Parcel {
        let analysed = AnalysedFile(
            source: analysis.path, identity: file.seen.identity, sha256: analysis.sha256, bytes: analysis.bytes,
            format: analysis.format, condition: analysis.condition, size: analysis.size, metadata: analysis.metadata,
            colorProfile: analysis.colorProfile, imageDataDigest: analysis.imageDataDigest,
            signature: analysis.signature)
        return Parcel(
            file: file, analysed: analysed,
            localIdentifier: try LocalIdentifier.make(for: analysis.sha256, in: library.manifest.libraryID),
            item: ImportItem(analysis, status: request.isDryRun ? .planned : .imported))
    }

    private func item(for parcel: Parcel, _ verdict: Verdict) -> ImportItem {
        var item = parcel.item
        switch verdict {
        case .new:
            item.localIdentifier = request.isDryRun ? nil : parcel.localIdentifier
        case .alternate(let known):
            item.status = .duplicate
            item.match = .imageData
            item.localIdentifier = known
        case .duplicate(let known):
            item.status = .duplicate
            item.match = .bytes
            item.localIdentifier = known
        case .restored(let known, _), .relocated(let known, _):
            item.status = .duplicate
            item.match = .bytes
            item.localIdentifier = known
            item.warnings.append(.restored)
        }
        return item
    }

    // MARK: Storing

    private func judge(_ parcels: [Parcel], after earlier: inout Judgements) throws -> [Verdict] {
        try library.catalog.judge(
            parcels.map(\.analysed), localIdentifiers: parcels.map(\.localIdentifier),
            asCopies: request.mode == .copy, after: &earlier)
    }

    private func commit(_ parcels: [Parcel], _ seen: [SeenFile]) throws -> [Verdict] {
        guard !parcels.isEmpty || !seen.isEmpty else { return [] }
        var none = Judgements()
        var verdicts = try judge(parcels, after: &none)
        var seen = seen
        for (parcel, verdict) in zip(parcels, verdicts) {
            if case .restored(_, let path) = verdict { try putBack(parcel.file, at: path) }
            if !verdict.isAdmitted { seen.append(parcel.file.seen) }
        }
        let admitted = verdicts.indices.filter { verdicts[$0].isAdmitted }
        var admissions = admitted.map { index in
            Admission(
                file: parcels[index].analysed, localIdentifier: parcels[index].localIdentifier,
                path: parcels[index].file.seen.path, isReference: request.mode == .reference)
        }
        if request.mode == .copy {
            try putAway(admitted.map { parcels[$0].file }, &admissions, as: admitted.map { verdicts[$0] })
        }
        let final = try library.catalog.commit(admissions, seen: seen, run: runFolder.name)
        for (admission, (index, verdict)) in zip(admissions, zip(admitted, final)) {
            verdicts[index] = verdict
            // Another process stored the same photo since it was judged: its copy stays, ours goes.
            if !verdict.isAdmitted, !admission.isReference { unlink(library.path.pushing(admission.path).platform) }
        }
        return verdicts
    }

    /// Gives a file the place of the library's own that it has lost, durably.
    ///
    /// What is there instead, cut short or changed by another hand, is set aside and never deleted.
    private func putBack(_ file: ArrivedFile, at path: FilePath) throws {
        try library.folder.setAside(path)
        guard try place(file, at: path) else {
            throw PhotoLibraryError(.ioFailure, "Something took this place. Run the import again.", path: path.string)
        }
        try library.folder.syncUpwards(from: path.removingLastComponent())
    }

    /// Renames files to places of their own, durably.
    private func putAway(_ files: [ArrivedFile], _ admissions: inout [Admission], as verdicts: [Verdict]) throws {
        var taken: Set<FilePath> = []
        try plan(Array(files.indices), &admissions, verdicts, &taken)
        for (index, file) in files.enumerated() {
            while try !place(file, at: admissions[index].path) {
                // What is there came by another hand: it must not be cleared away with what this run leaves.
                try library.catalog.forgetPlacement(admissions[index].path)
                try plan([index], &admissions, verdicts, &taken)
            }
        }
        for folder in Set(admissions.map { $0.path.removingLastComponent() }) {
            try library.folder.syncUpwards(from: folder)
        }
    }

    /// Gives each file a place that is planned for it alone.
    private func plan(
        _ indices: [Int], _ admissions: inout [Admission], _ verdicts: [Verdict], _ taken: inout Set<FilePath>
    ) throws {
        var unplanned = indices
        while !unplanned.isEmpty {
            for index in unplanned {
                admissions[index].path = try freePath(for: admissions[index], verdicts[index], &taken)
            }
            let refused = try library.catalog.plan(unplanned.map { admissions[$0].path }, run: runFolder.name)
            unplanned.removeAll { !refused.contains(admissions[$0].path) }
        }
    }

    /// A path no file has, relative to the library's folder.
    private func freePath(for admission: Admission, _ verdict: Verdict, _ taken: inout Set<FilePath>) throws -> FilePath
    {
        let shelf: LibraryFolder.Shelf =
            switch verdict {
            case .alternate, .relocated(_, as: .alternate): .alternates
            case .new, .duplicate, .restored, .relocated: .originals
            }
        let folder = LibraryFolder.shelf(shelf, for: admission.file.metadata.captureTime)
        let name = OriginalName.sanitised(admission.file.source.lastComponent)
        // Twenty thousand files of one name are not to be tried one after the other each time.
        var attempt = attempts.withLock { $0[folder.appending(name)] } ?? 0
        defer { attempts.withLock { $0[folder.appending(name)] = attempt } }
        while true {
            defer { attempt += 1 }
            let path = folder.appending(OriginalName.numbered(name, attempt: attempt))
            guard !taken.contains(path), try !library.catalog.hasPath(path),
                access(library.path.pushing(path).platform, F_OK) != 0
            else { continue }
            taken.insert(path)
            return path
        }
    }

    /// Renames a file to its planned place; false if there is something.
    private func place(_ file: ArrivedFile, at path: FilePath) throws -> Bool {
        guard let copy = file.copy, let source = copy.temporaryPath else {
            throw PhotoLibraryError(.internalError, "The copied file has no path.", path: file.seen.path.string)
        }
        try library.folder.makeFolder(path.removingLastComponent())
        guard try DurableFile.renameWithoutReplacing(source, to: library.path.pushing(path)) else { return false }
        copy.keep()
        return true
    }
}

extension ImportItem.Warning {
    fileprivate static let restored = ImportItem.Warning(
        code: "restored", message: "The library's own file was gone or not its own: this one took its place.")
}
