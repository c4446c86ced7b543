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
    private let rules: JudgingRules
    private let shelving: Shelving
    /// What was added before was there before this import.
    private let began = Date()
    private let state: Mutex<State>

    private struct State {
        /// What a dry run would have stored so far.
        var judgements = Judgements()
        var siblings: Siblings
        var bursts = BurstFinder()
    }

    init(_ library: PhotoLibrary, _ request: ImportRequest, _ runFolder: RunFolder) {
        self.library = library
        self.request = request
        self.runFolder = runFolder
        rules = JudgingRules(keepsCopies: request.mode.keepsCopies, restoresDeleted: request.restoresDeleted)
        shelving = Shelving(library, run: runFolder.name)
        state = Mutex(State(siblings: Siblings(library.catalog)))
    }

    /// Stores a batch and says what became of each file, in the same order.
    ///
    /// Cancelled loads have no item.
    ///
    /// - Throws: What stops the whole import: a full disk, a catalogue that cannot be written.
    func store(_ batch: [Arrival]) throws -> [ImportItem] {
        let slots = try batch.map { try Slot($0, request, library: library.manifest.libraryID) }
        var items: [ImportItem?]
        if request.isDryRun {
            items = try state.withLock { state in
                var judgements = state.judgements
                defer { state.judgements = judgements }
                return try judge(slots, &state, after: &judgements).map(\.item)
            }
        } else {
            // Between being judged and being committed no other process may store the same photo.
            items = try library.folder.alone { try state.withLock { try commit(slots, &$0) } }
        }
        try markRepeated(&items)
        if request.mode == .move, !request.isDryRun {
            let remover = SourceRemover(library)
            for (index, slot) in slots.enumerated() {
                guard let file = slot.file, items[index]?.isKept == true else { continue }
                try items[index]?.note(remover.remove(file))
            }
        }
        return items.compactMap { $0 }
    }

    /// Marks the duplicates of photos that were not there before this import.
    private func markRepeated(_ items: inout [ImportItem?]) throws {
        let duplicates = items.indices.filter { items[$0]?.status == .duplicate }
        let there = try library.catalog.assets(
            duplicates.compactMap { items[$0]?.localIdentifier }, addedBefore: began)
        for index in duplicates {
            let isRepeated = items[index]?.localIdentifier.map { !there.contains($0) } ?? false
            items[index]?.isRepeated = isRepeated
        }
    }

    // MARK: Judging

    /// What became of one slot.
    private struct Outcome {
        var item: ImportItem?
        /// The file and what it is to the library; `nil` if it needs no judgement.
        var judged: (parcel: Parcel, verdict: Verdict)?
    }

    private func judge(_ slots: [Slot], _ state: inout State, after earlier: inout Judgements) throws -> [Outcome] {
        var copies: [Digest: Int] = [:]
        return try slots.map { slot in
            guard case .file(var parcel) = slot else {
                if case .known(let item, let seen) = slot, let asset = seen.asset {
                    state.siblings.note(known: item.path, asset: asset)
                }
                return Outcome(item: slot.item)
            }
            parcel.analysed.attachment = try state.siblings.attachment(of: parcel)
            if parcel.sidecar != nil, parcel.analysed.attachment == nil {
                return Outcome(item: .lone(sidecar: parcel.path))
            }
            if request.duplicates == .importAll, parcel.analysed.attachment == nil {
                let sha256 = parcel.analysed.sha256
                var copy = try copies[sha256] ?? library.catalog.copies(of: sha256)
                // A double that was purged left its number to nobody.
                repeat {
                    try parcel.become(copy: copy, library: library.manifest.libraryID)
                    copy += 1
                } while try library.catalog.assets([parcel.localIdentifier])[parcel.localIdentifier] != nil
                copies[sha256] = copy
            }
            let verdict = try library.catalog.judge(
                parcel.analysed, localIdentifier: parcel.localIdentifier, by: rules, after: &earlier)
            state.siblings.note(parcel, as: verdict)
            return Outcome(item: item(for: parcel, verdict), judged: (parcel, verdict))
        }
    }

    private func item(for parcel: Parcel, _ verdict: Verdict) -> ImportItem {
        var item = parcel.item
        item.localIdentifier = verdict.asset ?? parcel.localIdentifier
        item.role = .original
        switch verdict {
        case .new:
            if request.isDryRun { item.localIdentifier = nil }
        case .attached(_, let kind):
            item.role = kind
        case .alternate:
            item.status = .duplicate
            item.match = .imageData
            item.role = .alternate
        case .duplicate:
            item.status = .duplicate
            item.match = .bytes
            item.role = parcel.analysed.attachment?.kind ?? .original
        case .restored:
            item.status = .duplicate
            item.match = .bytes
            item.isRestored = true
            item.warnings.append(.restored)
        case .relocated:
            item.status = .duplicate
            item.match = .bytes
            item.warnings.append(.relocated)
        case .deleted:
            item.status = .skipped
            item.role = nil
            item.error = PhotoLibraryError(
                .deletedByOwner, "You deleted this photo from the library. It can be restored.",
                remedy: .restoreDeleted,
                path: parcel.path.string, identifier: verdict.asset)
        case .undeleted:
            item.status = .duplicate
            item.match = .bytes
            item.warnings.append(.undeleted)
        }
        return item
    }

    // MARK: Storing

    private func commit(_ slots: [Slot], _ state: inout State) throws -> [ImportItem?] {
        var none = Judgements()
        var outcomes = try judge(slots, &state, after: &none)
        let judged = outcomes.indices.filter { outcomes[$0].judged != nil }
        var seen = slots.compactMap { slot in if case .known(_, let seen) = slot { seen } else { nil } }
        var undeleted: [String] = []
        for (parcel, verdict) in judged.compactMap({ outcomes[$0].judged }) {
            if case .restored(_, let path) = verdict { try shelving.putBack(parcel.file, at: path) }
            if case .undeleted(let asset) = verdict { undeleted.append(asset) }
            if !verdict.isAdmitted { seen.append(parcel.seen(in: verdict.asset)) }
        }
        let admitted = judged.filter { outcomes[$0].judged?.verdict.isAdmitted == true }
        let parcels = admitted.compactMap { outcomes[$0].judged }
        guard !parcels.isEmpty || !seen.isEmpty else { return outcomes.map(\.item) }
        var admissions = parcels.map { parcel, _ in
            Admission(
                file: parcel.analysed, localIdentifier: parcel.localIdentifier, path: parcel.file.seen.path,
                isReference: !request.mode.keepsCopies)
        }
        if request.mode.keepsCopies {
            try shelving.putAway(parcels.map(\.parcel.file), &admissions, as: parcels.map(\.verdict))
        }
        let final = try library.catalog.commit(
            admissions, by: rules, seen: seen, undeleted: undeleted, bursts: bursts(parcels, &state.bursts),
            run: runFolder.name)
        for (admission, (index, verdict)) in zip(admissions, zip(admitted, final)) {
            guard let parcel = outcomes[index].judged?.parcel else { continue }
            outcomes[index].item = item(for: parcel, verdict)
            // A process of an older version stored the same photo since it was judged: its copy stays, ours goes.
            if case .duplicate = verdict, !admission.isReference {
                unlink(library.path.pushing(admission.path).platform)
            }
        }
        return outcomes.map(\.item)
    }

    /// The frames of bursts among the new photos and those before them, with the bursts' identifiers.
    private func bursts(
        _ parcels: [(parcel: Parcel, verdict: Verdict)], _ finder: inout BurstFinder
    ) -> [String: String] {
        var found: [String: String] = [:]
        for (parcel, verdict) in parcels where verdict == .new && parcel.analysed.format != .video {
            for (asset, burst) in finder.add(parcel.burstFrame) { found[asset] = burst }
        }
        return found
    }
}

extension ImportItem {
    /// A file that tells of a photo that is not here.
    fileprivate static func lone(sidecar path: FilePath) -> ImportItem {
        ImportItem(
            path: path, status: .skipped,
            error: PhotoLibraryError(
                .notAPhoto, "It tells of a photo that is not here, or not in the library: left alone.",
                path: path.string))
    }

    /// Whether the library has the file's bytes, and they belong where the report says.
    fileprivate var isKept: Bool { status == .imported || status == .duplicate }

    /// Records what became of the source of a file that was to be moved.
    fileprivate mutating func note(_ removal: SourceRemover.Outcome) {
        switch removal {
        case .removed: isMoved = true
        case .kept(let reason): warnings.append(Warning(code: "sourceKept", message: reason))
        }
    }
}

extension ImportItem.Warning {
    fileprivate static let restored = ImportItem.Warning(
        code: "restored", message: "The library's own file was gone or damaged: this one takes its place.")
    fileprivate static let relocated = ImportItem.Warning(
        code: "restored",
        message: "The library had no file of its own, or followed one that was moved: it has this one.")
    fileprivate static let undeleted = ImportItem.Warning(
        code: "undeleted", message: "It was among the recently deleted and is back.")
}
