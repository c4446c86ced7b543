internal import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// Classifies, commits and counts the files of a folder import, one batch at a time.
final class ImportCommitter: IngestPolicy {
    private let library: LibraryContext
    private let request: ImportRequest
    private let policy: ClassificationPolicy
    /// Ends the wait for a remote store.
    private let cancellation: Cancellation
    private let committer: IngestCommitter
    /// When the import began: photos that were added earlier do not count as repeated.
    private let began = Date()
    private let onItem: @Sendable (ImportItem) -> Void
    private let state: Mutex<State>

    private struct State {
        var summary = ImportSummary()
        /// Remembers the photos that a dry run would have stored so far.
        var dryRun: DuplicateClassifier
        var companions: CompanionMatcher
        var bursts = BurstFinder()
    }

    /// - Parameters:
    ///   - run: The run whose temporary files are committed.
    ///   - cancellation: Ends the wait for a remote store.
    init(
        _ library: LibraryContext, _ request: ImportRequest, run: String, until cancellation: Cancellation,
        _ onItem: @escaping @Sendable (ImportItem) -> Void = { _ in }
    ) {
        self.library = library
        self.cancellation = cancellation
        self.request = request
        self.onItem = onItem
        policy = request.policy
        committer = IngestCommitter(library, run: run)
        state = Mutex(
            State(
                dryRun: DuplicateClassifier(library.originals, library.catalog, policy),
                companions: CompanionMatcher(library.catalog)))
    }

    /// The counts of the files that were reported.
    var summary: ImportSummary { state.withLock { $0.summary } }

    func report(_ item: ImportItem) throws {
        let failed = state.withLock { state in
            state.summary.count(item)
            return state.summary.failed
        }
        onItem(item)
        guard item.status == .failed, let limit = request.failureLimit, failed >= limit else { return }
        throw PhotoLibraryError(
            .tooManyFailures, "Stopped after \(counted(failed, "failed file")), as asked. What was imported stays.",
            cause: item.error)
    }

    func commit(_ batch: [BatchEntry]) throws -> [ImportItem] {
        var items = batch.map { $0.unreadItem() }
        var joined: [JoinedVideo] = []
        var candidates: [(index: Int, candidate: IngestCandidate)] = batch.indices.compactMap { index in
            batch[index].candidate.map { (index, $0) }
        }
        if request.isDryRun {
            try state.withLock { state in
                var classifier = state.dryRun
                defer { state.dryRun = classifier }
                try classify(&candidates, &state, with: &classifier)
            }
        } else if !candidates.isEmpty {
            // No other process may store the same photo between the classification and the commit.
            try library.folder.withExclusiveLock {
                try state.withLock { state in
                    var classifier = DuplicateClassifier(library.originals, library.catalog, policy)
                    try classify(&candidates, &state, with: &classifier)
                    joined = try commit(&candidates, &state)
                }
            }
        }
        for (index, candidate) in candidates { items[index] = item(for: candidate) }
        note(joined, in: &items)
        try markRepeated(&items)
        if request.mode == .move, !request.isDryRun {
            let remover = SourceRemover(library)
            for (index, candidate) in candidates where items[index]?.isKept == true {
                do { try items[index]?.note(remover.remove(candidate.file, until: cancellation)) } catch let error
                    as PhotoLibraryError where error.code == .cancelled
                {
                    // The source stays, and the stored files are reported.
                    break
                }
            }
        }
        return items.compactMap { $0 }
    }

    /// Reports videos that became files of their pictures in this batch.
    private func note(_ joined: [JoinedVideo], in items: inout [ImportItem?]) {
        for video in joined {
            let files = items.indices.filter { items[$0]?.localIdentifier == video.pair.video }
            let isNewHere = files.contains { items[$0]?.status == .imported && items[$0]?.role == .original }
            for index in files {
                items[index]?.localIdentifier = video.pair.picture
                let role = items[index]?.role?.afterJoining
                items[index]?.role = role
            }
            let picture = items.firstIndex { $0?.localIdentifier == video.pair.picture && $0?.role == .original }
            // An earlier batch of this import counted the video as an asset.
            guard let picture, !isNewHere, video.addedDate >= began else { continue }
            items[picture]?.joinedVideos += 1
        }
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

    // MARK: Under the lock

    private func classify(
        _ candidates: inout [(index: Int, candidate: IngestCandidate)], _ state: inout State,
        with classifier: inout DuplicateClassifier
    ) throws {
        var numbering = CopyNumbering(library, avoiding: library.catalog)
        for position in candidates.indices {
            var candidate = candidates[position].candidate
            defer { candidates[position].candidate = candidate }
            candidate.insertion.stableID = request.stableIDs[candidate.file.sha256]
            if candidate.isDecoded {
                candidate.insertion.attachment = try state.companions.attachment(of: candidate)
                if candidate.isLonePart { continue }
                if request.duplicates == .importAll, try isCopy(candidate) {
                    try numbering.number(&candidate.insertion)
                }
            }
            try classifier.classify(&candidate.insertion)
            if !candidate.isMissingDecoding { candidate.joinedVideos = state.companions.note(candidate) }
        }
    }

    /// Whether a file that is imported although the library has its bytes is stored again: as an asset, or as the video
    /// of a Live Photo that has another video or none.
    private func isCopy(_ candidate: IngestCandidate) throws -> Bool {
        guard let attachment = candidate.insertion.attachment else { return true }
        guard attachment.kind == .pairedVideo else { return false }
        return try library.catalog.holder(ofBytes: candidate.file.sha256, in: attachment.localIdentifier) == nil
    }

    private func commit(
        _ candidates: inout [(index: Int, candidate: IngestCandidate)], _ state: inout State
    ) throws -> [JoinedVideo] {
        let positions = candidates.indices.filter {
            !candidates[$0].candidate.isLonePart && !candidates[$0].candidate.isMissingDecoding
        }
        guard !positions.isEmpty else { return [] }
        var committed = positions.map { candidates[$0].candidate }
        var bursts: [String: String] = [:]
        // Apple's Photos states its bursts.
        for candidate in committed where candidate.isNewPicture && candidate.stated?.library != .applePhotos {
            for (asset, burst) in state.bursts.add(candidate.burstFrame) { bursts[asset] = burst }
        }
        let joined = try committer.commit(&committed, bursts: bursts)
        state.companions.noteCommit(joining: joined.map(\.pair))
        for (position, candidate) in zip(positions, committed) { candidates[position].candidate = candidate }
        return joined
    }

    // MARK: Report

    private func item(for candidate: IngestCandidate) -> ImportItem {
        if candidate.isLonePart { return .lonePart(candidate) }
        if candidate.isMissingDecoding { return .changedMeanwhile(candidate.file.source) }
        var item = ImportItem(candidate, request.isDryRun ? .planned : .imported)
        item.localIdentifier = candidate.insertion.asset
        item.role = .original
        switch candidate.insertion.disposition {
        case .new:
            guard request.isDryRun else { break }
            item.localIdentifier = nil
            item.joinedVideos = candidate.joinedVideos
        case .attached(_, let kind):
            item.role = kind
        case .alternate:
            item.outcome = .duplicate(.imageData)
            item.role = .alternate
        case .duplicate:
            item.outcome = .duplicate(.bytes)
            if candidate.insertion.isElsewhere { item.warnings.append(.elsewhere) }
            item.role = candidate.isDecoded ? candidate.insertion.attachment?.kind ?? .original : nil
        case .restored:
            item.outcome = .duplicate(.bytes)
            item.isRestored = true
            item.warnings.append(.restored)
        case .relocated:
            item.outcome = .duplicate(.bytes)
            // An import without copies relocates only a reference whose file was moved or replaced.
            item.warnings.append(
                candidate.insertion.isElsewhere ? .broughtBack : request.mode.keepsCopies ? .copied : .followed)
        case .updated(_, let kind):
            item.outcome = .duplicate(.path)
            item.role = kind
            item.warnings.append(.updated)
        case .deleted(let asset):
            item.outcome = .skipped(.deletedBefore(asset: asset))
            item.role = nil
        case .undeleted:
            item.outcome = .duplicate(.bytes)
            item.warnings.append(.undeleted)
        }
        if let replaced = candidate.insertion.replaced { item.warnings.append(.replaced(asset: replaced.asset)) }
        return item
    }
}

extension IngestCandidate {
    /// Whether the file is a sidecar, or another part of a photo, without its photo.
    fileprivate var isLonePart: Bool { isDecoded && isOnlyPart && insertion.attachment == nil }

    /// Whether the library no longer has the bytes because of which the file was not decoded.
    fileprivate var isMissingDecoding: Bool {
        guard !isDecoded else { return false }
        switch insertion.disposition {
        case .new, .alternate, .attached, .updated: return true
        case .duplicate, .restored, .relocated, .deleted, .undeleted: return false
        }
    }

    fileprivate var isNewPicture: Bool { insertion.disposition == .new && file.format != .video }
}

extension BatchEntry {
    /// The result for a file that was not read; `nil` if it was read or cancelled.
    fileprivate func unreadItem() -> ImportItem? {
        switch reading {
        case .candidate, .cancelled: nil
        case .skipped(let skip): ImportItem(path, .skipped(skip))
        case .failed(let error): ImportItem(path, .failed(error))
        }
    }
}

extension ImportItem {
    /// Makes the result for a file, without the local identifier.
    fileprivate init(_ candidate: IngestCandidate, _ outcome: ImportOutcome) {
        let file = candidate.file
        self.init(file.source, outcome)
        bytes = file.bytes
        guard case .decoded(let warnings) = candidate.content else { return }
        condition = file.condition
        format = file.format
        size = file.size
        captureTime = file.metadata.captureTime
        self.warnings = warnings.map(ImportWarning.decoding)
    }

    fileprivate static func lonePart(_ candidate: IngestCandidate) -> ImportItem {
        ImportItem(
            candidate.file.source,
            .skipped(
                .photoNotFound(isSidecar: candidate.sidecar != nil, isOfLibrary: candidate.stated != nil)))
    }

    fileprivate static func changedMeanwhile(_ path: FilePath) -> ImportItem {
        ImportItem(
            path,
            .failed(
                PhotoLibraryError(
                    .operationInterrupted,
                    "Another program removed this photo from the library while it was imported. Import it again.",
                    path: path.string)))
    }

    /// Whether the library has the file's bytes, stored or as a duplicate.
    fileprivate var isKept: Bool { status == .imported || status == .duplicate }

    /// Records whether the source of a moved file was removed.
    fileprivate mutating func note(_ removal: SourceRemover.Outcome) {
        switch removal {
        case .removed: isMoved = true
        case .kept(let reason): warnings.append(.sourceKept(reason))
        }
    }
}
