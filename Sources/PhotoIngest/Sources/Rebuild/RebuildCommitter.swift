internal import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Classifies, commits and counts files in the library's folder, one batch at a time.
///
/// Most files stay at their paths.
///
/// If a file that the reference catalogue lists is missing or has other bytes now, the new catalogue records it with
/// the data of the reference catalogue. So later checks report the file too.
final class RebuildCommitter: IngestPolicy {
    private let library: LibraryContext
    private let task: CatalogRebuilder.Task
    private let committer: IngestCommitter
    private let placer: FilePlacer
    private let onFile: @Sendable (RepairedFile) -> Void
    private let bursts = Mutex(BurstFinder())
    private let counts = Mutex<[RepairedFile.Status: Int]>([:])

    /// - Parameter run: The run that removes the stubs of originals that were found.
    init(
        _ library: LibraryContext, _ task: CatalogRebuilder.Task, run: String,
        _ onFile: @escaping @Sendable (RepairedFile) -> Void
    ) {
        self.library = library
        self.task = task
        self.onFile = onFile
        committer = IngestCommitter(library, run: run, areTemporary: false)
        placer = FilePlacer(library, run: nil)
    }

    /// A file in the library's folder, and its data in the reference catalogue.
    private struct FoundFile {
        var candidate: IngestCandidate
        let placed: PlacedFile
        /// The data of the file in the reference catalogue; `nil` if that catalogue does not list the file.
        let record: RecordedFile?
        /// The fault because of which the candidate has the data of the reference catalogue, and not those of the file.
        let fault: VerifiedFile?

        var isAttached: Bool { candidate.insertion.attachment != nil }
        var isOriginal: Bool { record?.isOriginal == true }
    }

    /// The classified files of a batch, and the result of each file.
    private struct Batch {
        var classifier: DuplicateClassifier
        var numbering: CopyNumbering
        /// The pictures and videos of Live Photos that the catalogue does not have yet.
        var livePhotos = LivePhotoMatcher()
        var bursts: [String: String] = [:]
        var stored: [FoundFile] = []
        var results: [FileResult] = []

        /// Reports a file that belongs to no asset.
        mutating func report(_ path: FilePath, _ status: RepairedFile.Status, _ error: PhotoLibraryError) {
            results.append(
                .reported(RepairedFile(path: path, status: status, localIdentifier: nil, error: error)))
        }
    }

    private enum FileResult {
        case reported(RepairedFile)
        /// A file that is stored, by its index in `stored`.
        case stored(Int)
    }

    /// The number of reported files of each status.
    var files: [RepairedFile.Status: Int] { counts.withLock { $0 } }

    func report(_ file: RepairedFile) {
        counts.withLock { $0[file.status, default: 0] += 1 }
        onFile(file)
    }

    func commit(_ entries: [BatchEntry]) throws -> [RepairedFile] {
        try library.folder.withExclusiveLock {
            var batch = Batch(
                classifier: DuplicateClassifier(
                    library.originals, library.catalog, ClassificationPolicy(keepsCopies: true)),
                numbering: CopyNumbering(library, avoiding: task.referenceCatalog, task.purged))
            for entry in entries { try add(entry, to: &batch) }
            var candidates = batch.stored.map(\.candidate)
            if !candidates.isEmpty { try committer.commit(&candidates, bursts: batch.bursts) }
            return batch.results.map { result in
                switch result {
                case .reported(let file): file
                case .stored(let number): report(candidates[number].insertion, fault: batch.stored[number].fault)
                }
            }
        }
    }

    private func report(_ insertion: ResourceInsertion, fault: VerifiedFile?) -> RepairedFile {
        if let fault { return RepairedFile(fault, of: fault.localIdentifier) }
        return RepairedFile(
            path: library.folder.path.pushing(insertion.path), status: task.isRebuilding ? .rebuilt : .added,
            localIdentifier: insertion.asset, error: nil)
    }

    private func add(_ entry: BatchEntry, to batch: inout Batch) throws {
        let placed = PlacedFile(library.folder.relative(entry.path))
        if case .cancelled = entry.reading { return }
        let record = try task.referenceCatalog.flatMap { try RecordedFile(at: placed.path, in: $0, library.originals) }
        if let record, let fault = record.fault(in: entry) {
            let candidate = try record.candidate(in: library)
            return try classify(FoundFile(candidate: candidate, placed: placed, record: record, fault: fault), &batch)
        }
        switch entry.reading {
        case .candidate(let candidate):
            try classify(FoundFile(candidate: candidate, placed: placed, record: record, fault: nil), &batch)
        case .skipped(let skip):
            let isOfSystem = [.systemFile, .systemFolder].contains(skip.reason)
            batch.report(entry.path, isOfSystem ? .skipped : .unreadable, skip.error(entry.path))
        case .failed(let error): batch.report(entry.path, .unreadable, error)
        case .cancelled: break
        }
    }

    // MARK: Classifying

    private func classify(_ found: FoundFile, _ batch: inout Batch) throws {
        var found = found
        found.candidate.insertion.path = found.placed.path
        found.candidate.insertion.originalFilename =
            found.record?.resource.originalFilename ?? found.placed.originalName
        found.candidate.insertion.addedDate =
            found.record?.asset.addedDate ?? PlacedFile.addedDate(of: found.candidate.file.source) ?? Date()
        found.candidate.insertion.attachment = try attachment(of: found, batch)
        if let file = skippedFile(found) { return batch.results.append(.reported(file)) }
        // Files that were stored separately stay separate, also copies that the owner chose to import.
        if task.isRebuilding, found.placed.role == .original || found.isAttached || found.isOriginal {
            // If the reference catalogue does not list the edit, it counts as imported, because a revert keeps the
            // picture of an imported edit.
            found.candidate.insertion.isImportedEdit = found.record?.isOwnEdit != true
            try batch.numbering.number(
                &found.candidate.insertion,
                named: found.isOriginal ? found.record?.asset.localIdentifier : nil)
            if found.isOriginal { found.candidate.insertion.stableID = found.record?.stableID }
        }
        try batch.classifier.classify(&found.candidate.insertion)
        switch found.candidate.insertion.disposition {
        case .new, .alternate, .attached, .relocated, .updated:
            addStored(found, to: &batch)
        case .restored(let asset, let path):
            try restore(found, at: path, asset, &batch)
        case .duplicate(let asset):
            let sha256 = found.candidate.file.sha256
            // The stored file of the asset has the right size, but may have other bytes.
            let own = try library.catalog.ownFiles(with: sha256).first
            switch (own?.content.location, own.map { library.originals.stateAfterReadingBack($0.content) }) {
            case (.library(let path)?, .damaged?), (.library(let path)?, .absent?):
                try restore(found, at: path, asset, &batch)
            case (_, .elsewhere?):
                // The bytes are here again.
                found.candidate.insertion.disposition = .relocated(of: asset, as: own?.kind ?? .original)
                addStored(found, to: &batch)
            default: try setAside(found, asset, "The library has the same bytes already", &batch)
            }
        case .deleted where !found.isAttached, .undeleted where !found.isAttached:
            // The file came after the deletion: an app, for example, added a photo that it did not know to be deleted.
            try batch.numbering.number(&found.candidate.insertion)
            found.candidate.insertion.disposition = .new
            addStored(found, to: &batch)
        case .deleted(let asset), .undeleted(let asset):
            try setAside(found, asset, "You deleted this photo from the library", &batch)
        }
    }

    private func addStored(_ found: FoundFile, to batch: inout Batch) {
        var found = found
        let (insertion, file) = (found.candidate.insertion, found.candidate.file)
        batch.livePhotos.note(insertion)
        if insertion.disposition == .new, file.format != .video { noteBurst(of: &found, &batch) }
        batch.results.append(.stored(batch.stored.count))
        batch.stored.append(found)
    }

    /// Moves a file to the path of its asset's missing file.
    private func restore(_ found: FoundFile, at path: FilePath, _ asset: String, _ batch: inout Batch) throws {
        try placer.restore(found.candidate, at: path)
        batch.results.append(
            .reported(
                RepairedFile(
                    path: found.candidate.file.source, status: .added, localIdentifier: asset, error: nil)))
    }

    /// Moves a file that the library does not need to the folder `damaged`; it is never deleted.
    private func setAside(_ found: FoundFile, _ asset: String, _ reason: String, _ batch: inout Batch) throws {
        try library.folder.setAside(found.placed.path)
        let path = found.candidate.file.source
        batch.results.append(
            .reported(
                RepairedFile(
                    path: path, status: .setAside, localIdentifier: asset,
                    error: PhotoLibraryError(
                        .libraryDamaged, "\(reason): the file was moved to the folder damaged.", path: path.string,
                        identifier: asset))))
    }

    /// Notes the burst of a photo: from the reference catalogue if it lists the photo, otherwise from the capture
    /// times.
    private func noteBurst(of found: inout FoundFile, _ batch: inout Batch) {
        if let record = found.record {
            var description = AssetDescription()
            description.burst = record.asset.burstIdentifier.map { .init(identifier: $0, pick: .none) }
            found.candidate.insertion.description = description
        } else {
            for (asset, burst) in bursts.withLock({ $0.add(found.candidate.burstFrame) }) {
                batch.bursts[asset] = burst
            }
        }
    }

    /// The photo that a file belongs to, by the reference catalogue, the file's path or its content; `nil` if none is
    /// found.
    private func attachment(of found: FoundFile, _ batch: Batch) throws -> Attachment? {
        let catalog = library.catalog
        guard !found.isOriginal else { return nil }
        // The record alone shows which of two copies has an alternate picture, and whether an edit was reverted.
        if let record = found.record, try catalog.row(of: record.asset.localIdentifier, .asset) != nil {
            return Attachment(to: record.asset.localIdentifier, as: record.resource.kind)
        }
        let file = found.candidate.file
        switch found.placed.role {
        case .attached(let original, let kind):
            return try catalog.owner(ofFileAt: original).flatMap { owner in
                switch owner.kind {
                case .original: Attachment(to: owner.asset, as: kind)
                // The video was an asset of its own when the file was attached to it.
                case .pairedVideo: Attachment(to: owner.asset, as: kind.afterJoining)
                default: nil
                }
            }
        case .attachedElsewhere(let asset, let kind):
            return try catalog.assets([asset])[asset].map { Attachment(to: $0.localIdentifier, as: kind) }
        case .alternate:
            guard task.isRebuilding, let digest = file.imageDataDigest else { return nil }
            return try catalog.assets(with: .imageData, prefix: digest.bytes).first
                .map { Attachment(to: $0.localIdentifier, as: .alternate) }
        case .original:
            // A Live Photo's video that was an asset of its own stays in `originals`.
            return try batch.livePhotos.picture(for: file, in: catalog).map { Attachment(to: $0, as: .pairedVideo) }
        }
    }

    /// The result of a file that is not added; `nil` if the file is added.
    private func skippedFile(_ found: FoundFile) -> RepairedFile? {
        guard !found.isAttached else { return nil }
        if let fault = found.fault {
            guard found.placed.role != .original, found.record?.isOriginal == false else { return nil }
            return RepairedFile(fault, of: nil)
        }
        let path = found.candidate.file.source
        let reason: String
        if found.candidate.sidecar != nil {
            reason = "The photo of this sidecar is not in the library any more. The sidecar stays in its place."
        } else if found.candidate.file.format == .unknown, !FileKinds.isNamedLikePhoto(path) {
            reason = "Not a photo or video. The file stays in its place."
        } else {
            return nil
        }
        return RepairedFile(
            path: path, status: .skipped, localIdentifier: nil,
            error: PhotoLibraryError(.notAPhoto, reason, path: path.string))
    }
}
