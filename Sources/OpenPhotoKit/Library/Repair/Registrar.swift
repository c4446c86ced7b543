internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Puts files that were read in the library's folder into its catalogue, where they lie.
///
/// A file that the witness knows and that has other bytes now, or none, is put there as the witness has it: so the new
/// catalogue misses the right bytes as the old one did. Used by one thread at a time.
final class Registrar: Sendable {
    private let folder: LibraryFolder
    private let catalog: PhotoCatalog
    private let libraryID: UUID
    private let task: Adopter.Task
    private let rules = JudgingRules(keepsCopies: true)
    private let bursts = Mutex(BurstFinder())

    init(_ folder: LibraryFolder, _ catalog: PhotoCatalog, _ libraryID: UUID, _ task: Adopter.Task) {
        self.folder = folder
        self.catalog = catalog
        self.libraryID = libraryID
        self.task = task
    }

    /// A file that is to be judged.
    private struct Piece {
        var parcel: Parcel
        let file: ShelvedFile
        /// What the witness says of it.
        let record: RecordedFile?
        /// Why the parcel is what the witness says, and not what was read.
        let fault: VerifiedFile?

        var isAttached: Bool { parcel.analysed.attachment != nil }
    }

    /// Files of a batch that were judged, and what became of each.
    private struct Batch {
        var judgements = Judgements()
        /// How many files have the same bytes, the batch's included.
        var copies: [Digest: Int] = [:]
        /// The pictures of live photos that are not in the catalogue yet.
        var livePhotos: [String: [String]] = [:]
        var admissions: [Admission] = []
        var bursts: [String: String] = [:]
        var files: [RepairedFile] = []
    }

    /// Commits a batch and says what became of each file, in the same order.
    ///
    /// Cancelled loads have no file.
    ///
    /// - Throws: What stops the whole repair.
    func register(_ readings: [Reading]) throws -> [RepairedFile] {
        var batch = Batch()
        for reading in readings { try add(reading, to: &batch) }
        if !batch.admissions.isEmpty {
            _ = try catalog.commit(
                batch.admissions, by: rules, seen: [], bursts: batch.bursts, run: "repair")
        }
        return batch.files
    }

    private func add(_ reading: Reading, to batch: inout Batch) throws {
        let file = ShelvedFile(folder.relative(reading.path))
        let read: Result<Parcel, any Error>
        do {
            let (arrived, content) = try reading.result.get()
            guard let parcel = try Parcel(arrived, content, library: libraryID) else { return }
            read = .success(parcel)
        } catch let error as PhotoLibraryError where error.code == .cancelled {
            return
        } catch {
            read = .failure(error)
        }
        let record = try task.witness.flatMap { try RecordedFile(at: file.path, in: $0) }
        if let record, let fault = record.fault(in: read) {
            let parcel = try record.parcel(library: libraryID)
            return try judge(Piece(parcel: parcel, file: file, record: record, fault: fault), &batch)
        }
        switch read {
        case .success(let parcel):
            try judge(Piece(parcel: parcel, file: file, record: record, fault: nil), &batch)
        case .failure(let error):
            let reason =
                error as? PhotoLibraryError
                ?? PhotoLibraryError(.unreadable, "\(error)", path: reading.path.string, cause: error)
            batch.files.append(
                RepairedFile(
                    path: reading.path, status: reason.code == .notAPhoto ? .left : .unreadable, localIdentifier: nil,
                    error: reason))
        }
    }

    // MARK: Judging

    private func judge(_ piece: Piece, _ batch: inout Batch) throws {
        var piece = piece
        let file = piece.file
        piece.parcel.analysed.source = file.path.removingLastComponent()
        if let name = piece.record?.resource.originalFilename ?? file.originalName {
            piece.parcel.analysed.source.append(name)
        }
        piece.parcel.analysed.attachment = try attachment(of: piece, batch)
        if let reason = leftFile(piece) { return batch.files.append(reason) }
        // Whatever lies in its place was put there as a file of its own, the owner's doubles too.
        if task.isRebuilding, file.place == .original || piece.isAttached || piece.record?.isOriginal == true {
            try number(&piece, &batch)
        }
        let parcel = piece.parcel
        let verdict = try catalog.judge(
            parcel.analysed, localIdentifier: parcel.localIdentifier, by: rules, after: &batch.judgements)
        switch verdict {
        case .new, .alternate, .attached, .relocated:
            try admit(piece, verdict, &batch)
        case .restored(let asset, let place):
            try putBack(parcel.path, at: place)
            batch.files.append(
                RepairedFile(path: parcel.path, status: .adopted, localIdentifier: asset, error: nil))
        case .duplicate(let asset):
            // The asset's own file has the right size, but perhaps not the right bytes.
            guard let own = try catalog.storedFile(with: parcel.analysed.sha256),
                (try? ReadBack.sha256(of: folder.path.pushing(own))) != parcel.analysed.sha256
            else { return try setAside(parcel, file, asset, "The library has the same bytes already", &batch) }
            try putBack(parcel.path, at: own)
            batch.files.append(
                RepairedFile(path: parcel.path, status: .adopted, localIdentifier: asset, error: nil))
        case .deleted(let asset), .undeleted(let asset):
            try setAside(parcel, file, asset, "You deleted this photo from the library", &batch)
        }
    }

    /// Moves a file that the library does not need out of the way; it is never deleted.
    private func setAside(
        _ parcel: Parcel, _ file: ShelvedFile, _ asset: String, _ reason: String, _ batch: inout Batch
    ) throws {
        try folder.setAside(file.path)
        batch.files.append(
            RepairedFile(
                path: parcel.path, status: .setAside, localIdentifier: asset,
                error: PhotoLibraryError(
                    .libraryDamaged, "\(reason): the file was moved to the folder damaged.",
                    path: parcel.path.string, identifier: asset)))
    }

    /// Numbers the file among those of the same bytes: the number is part of the identifier, unless the witness knows it.
    private func number(_ piece: inout Piece, _ batch: inout Batch) throws {
        let sha256 = piece.parcel.analysed.sha256
        var copy = try batch.copies[sha256] ?? catalog.copies(of: sha256)
        defer { batch.copies[sha256] = copy + 1 }
        // A revert keeps the picture of one that was not made here: so it is taken for that unless the witness knows.
        piece.parcel.analysed.isImportedEdit = piece.record?.isOwnEdit != true
        if let record = piece.record, record.isOriginal {
            return piece.parcel.become(copy: copy, named: record.asset.localIdentifier)
        }
        try piece.parcel.become(copy: copy, library: libraryID)
        while try task.witness?.assets([piece.parcel.localIdentifier]).isEmpty == false {
            copy += 1
            try piece.parcel.become(copy: copy, library: libraryID)
        }
    }

    /// Whose file it is, as far as its path, the file itself or the witness tells.
    private func attachment(of piece: Piece, _ batch: Batch) throws -> Attachment? {
        let (parcel, record) = (piece.parcel, piece.record)
        guard record?.isOriginal != true else { return nil }
        // The witness alone knows which of two doubles has the other picture, and whether an edit was taken back.
        if let record, try catalog.row(of: record.asset.localIdentifier, .asset) != nil {
            return Attachment(to: record.asset.localIdentifier, as: record.resource.kind)
        }
        switch piece.file.place {
        case .attached(let original, let kind):
            return try catalog.asset(withOriginalAt: original).map { Attachment(to: $0, as: kind) }
        case .attachedElsewhere(let asset, let kind):
            return try catalog.assets([asset])[asset].map { Attachment(to: $0.localIdentifier, as: kind) }
        case .alternate:
            guard task.isRebuilding, let digest = parcel.analysed.imageDataDigest else { return nil }
            return try catalog.assets(with: .imageData, prefix: digest.bytes).first
                .map { Attachment(to: $0.localIdentifier, as: .alternate) }
        case .original:
            // A live photo's film that was imported before its picture stays where it lies when the picture comes.
            guard parcel.analysed.format == .video, let identifier = parcel.analysed.metadata.contentIdentifier else {
                return nil
            }
            let photos =
                try catalog.assets(withContentIdentifier: identifier).map(\.localIdentifier)
                + batch.livePhotos[identifier, default: []]
            return photos.count == 1 ? photos.first.map { Attachment(to: $0, as: .pairedVideo) } : nil
        }
    }

    /// The file, if it is not taken in; `nil` if it is.
    private func leftFile(_ piece: Piece) -> RepairedFile? {
        let parcel = piece.parcel
        guard !piece.isAttached else { return nil }
        if let fault = piece.fault {
            guard piece.file.place != .original, piece.record?.isOriginal == false else { return nil }
            return RepairedFile(fault, of: nil)
        }
        let reason: String
        if parcel.sidecar != nil {
            reason = "It tells of a photo that is not in the library any more: left where it is."
        } else if parcel.analysed.format == .unknown, !FileKinds.isNamedLikePhoto(parcel.path) {
            reason = "Not a photo or video: left where it is."
        } else {
            return nil
        }
        return RepairedFile(
            path: parcel.path, status: .left, localIdentifier: nil,
            error: PhotoLibraryError(.notAPhoto, reason, path: parcel.path.string))
    }

    // MARK: Storing

    private func admit(_ piece: Piece, _ verdict: Verdict, _ batch: inout Batch) throws {
        let (parcel, file) = (piece.parcel, piece.file)
        var admission = Admission(
            file: parcel.analysed, localIdentifier: parcel.localIdentifier, path: file.path, isReference: false)
        admission.addedDate = piece.record?.asset.addedDate ?? ShelvedFile.addedDate(of: parcel.path) ?? Date()
        if case .alternate = verdict, file.place == .original {
            // Where it lies, the next rebuild would take it for a photo of its own.
            admission.path = try moveToAlternates(file, parcel.analysed.metadata.captureTime)
        }
        batch.admissions.append(admission)
        if verdict == .new, parcel.analysed.format != .video {
            if let identifier = parcel.analysed.metadata.contentIdentifier {
                batch.livePhotos[identifier, default: []].append(parcel.localIdentifier)
            }
            noteBurst(of: piece, &batch)
        }
        batch.files.append(
            piece.fault.map { RepairedFile($0, of: $0.localIdentifier) }
                ?? RepairedFile(
                    path: folder.path.pushing(admission.path), status: task.isRebuilding ? .rebuilt : .adopted,
                    localIdentifier: verdict.asset ?? parcel.localIdentifier, error: nil))
    }

    /// Notes which photos are now known to be of a burst: the witness knows of each by itself.
    private func noteBurst(of piece: Piece, _ batch: inout Batch) {
        if let record = piece.record {
            batch.bursts[piece.parcel.localIdentifier] = record.asset.metadata.burstIdentifier
        } else {
            for (asset, burst) in bursts.withLock({ $0.add(piece.parcel.burstFrame) }) { batch.bursts[asset] = burst }
        }
    }

    /// Renames an original to the other pictures of the same image data, durably; its new path, relative.
    private func moveToAlternates(_ file: ShelvedFile, _ time: CaptureTime?) throws -> FilePath {
        let shelf = LibraryFolder.shelf(.alternates, for: time)
        try folder.makeFolder(shelf)
        var place: FilePath
        repeat {
            place = OriginalName.free(for: file.originalName, in: folder.path.pushing(shelf), taken: [])
        } while try !DurableFile.renameWithoutReplacing(folder.path.pushing(file.path), to: place)
        try folder.syncUpwards(from: shelf)
        return folder.relative(place)
    }

    /// Gives a file that strayed the place its asset misses it at, durably.
    private func putBack(_ path: FilePath, at place: FilePath) throws {
        try folder.setAside(place)
        try folder.makeFolder(place.removingLastComponent())
        guard try DurableFile.renameWithoutReplacing(path, to: folder.path.pushing(place)) else {
            throw PhotoLibraryError(.libraryBusy, "Something took this place. Run this again.", path: place.string)
        }
        try folder.syncUpwards(from: place.removingLastComponent())
    }
}
