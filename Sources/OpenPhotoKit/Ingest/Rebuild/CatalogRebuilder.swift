internal import AssetLoading
internal import DecoderProcess
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Takes files that lie in the library's folder into a catalogue.
///
/// walk → load and analyse (several at a time) → classify and commit (in the order of the walk). The folders
/// `originals`, `alternates` and `attached` follow each other, because what lies in the later ones belongs to what lies
/// in the first.
final class CatalogRebuilder: Sendable {
    /// Which files are taken into which catalogue.
    enum Task: Sendable {
        /// Files that belong to no asset, into the present catalogue.
        case addUnrecordedFiles
        /// All files, into a new catalogue; or the files that a sound catalogue records, which has the digests of their
        /// bytes.
        case rebuild(reference: PhotoCatalog?)

        var isRebuilding: Bool { if case .rebuild = self { true } else { false } }
        /// The old catalogue, if it is sound.
        var referenceCatalog: PhotoCatalog? { if case .rebuild(let reference) = self { reference } else { nil } }
    }

    private let store: LibraryStore
    private let task: Task
    private let loading: LoadProgress
    private let loader: AssetLoader
    private let analyser: PhotoAnalyser
    private let order: OrderedHandover<BatchEntry>
    private let committer: RebuildCommitter
    private let onFile: @Sendable (RepairedFile) -> Void
    private let state = Mutex(State())

    private struct State {
        var files: [RepairedFile.Status: Int] = [:]
        /// What stops the whole repair.
        var failure: (any Error)?
    }

    init(
        _ store: LibraryStore, _ task: Task, ioJobs: Int, jobs: Int, decoding: DecodingMode, _ loading: LoadProgress,
        _ onFile: @escaping @Sendable (RepairedFile) -> Void
    ) {
        self.store = store
        self.task = task
        self.loading = loading
        self.onFile = onFile
        analyser = PhotoAnalyser(decoding)
        loader = AssetLoader(ioJobs: ioJobs, jobs: jobs)
        order = OrderedHandover(label: "openphotokit.repair", width: .underWay(ioJobs: ioJobs, jobs: jobs))
        committer = RebuildCommitter(store, task)
    }

    /// Looks how many files there are to take in.
    ///
    /// Blocks the thread.
    func expect() throws {
        for subfolder in LibraryFolder.Subfolder.allCases {
            try walk(subfolder) { entry in
                if case .file(_, let identity, _) = entry {
                    loading.addExpected(files: 1, bytes: Int(clamping: identity.size))
                }
            }
        }
    }

    /// Takes the files in.
    ///
    /// Blocks the thread.
    ///
    /// - Returns: How many files ended in each status.
    /// - Throws: `cancelled`, and errors of the catalogue.
    func run() throws -> [RepairedFile.Status: Int] {
        defer { analyser.finish() }
        for subfolder in LibraryFolder.Subfolder.allCases {
            defer { order.finish() }
            // Folders that cannot be listed, and links to folders: no walk finds what is in them.
            var unwalked: [FilePath] = []
            try walk(subfolder) { entry in
                switch entry {
                case .file(let path, let identity, _): read(path, bytes: Int(clamping: identity.size))
                case .skipped(let path, let error), .failed(let path, let error):
                    hand(BatchEntry(path: path, result: .failure(error)), at: order.reserve())
                }
            } leavingOut: {
                if case .file = $0 {} else { unwalked.append($0.path) }
            }
            try takeInUnseenFiles(of: subfolder, unwalked)
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        guard !loading.isCancelled else {
            throw PhotoLibraryError(.cancelled, "Interrupted. The catalogue is as it was; run this again.")
        }
        return state.withLock { $0.files }
    }

    /// Visits the files of a subfolder that are to be taken in.
    private func walk(
        _ subfolder: LibraryFolder.Subfolder, _ visit: (FolderWalk.Entry) throws -> Void,
        leavingOut: (FolderWalk.Entry) -> Void = { _ in }
    ) throws {
        let root = store.folder.path.appending(subfolder.rawValue)
        guard access(root.platform, F_OK) == 0 else { return }
        _ = try FolderWalk(order: OriginalName.isInOrder).walk(root) { entry in
            if try isToBeTaken(store.folder.relative(entry.path)) { try visit(entry) } else { leavingOut(entry) }
            return isGoingOn
        }
    }

    private func isToBeTaken(_ path: FilePath) throws -> Bool {
        switch task {
        case .addUnrecordedFiles: try !store.catalog.hasPath(path)
        case .rebuild(nil): true
        case .rebuild(let reference?): try reference.hasPath(path)
        }
    }

    private var isGoingOn: Bool { !loading.isCancelled && state.withLock { $0.failure == nil } }

    /// Takes in what the reference catalogue has in one of the folders and no walk finds: it is gone, or in a folder
    /// that was not walked.
    ///
    /// What was deleted and is gone stays so.
    private func takeInUnseenFiles(of subfolder: LibraryFolder.Subfolder, _ unwalked: [FilePath]) throws {
        let resources = ResourceStore(folder: store.folder.path)
        try task.referenceCatalog?.forEachAsset(after: 0) { asset in
            for resource in asset.resources where !resource.isReference {
                guard let path = resource.localPath(inLibraryAt: store.folder.path) else { continue }
                let isUnwalked = unwalked.contains { path.starts(with: $0) }
                guard store.folder.relative(path).starts(with: FilePath(subfolder.rawValue)),
                    isUnwalked || !isSeenByWalk(path)
                else { continue }
                if let error = FileCheck.fault(of: resource, asset.localIdentifier, in: resources)?.error {
                    guard asset.deletedDate == nil else { continue }
                    hand(BatchEntry(path: path, result: .failure(error)), at: order.reserve())
                } else if isUnwalked {
                    read(path, bytes: resource.bytes)
                }
            }
            return isGoingOn
        }
    }

    /// Whether there is something that is no folder: of a folder the walk tells what is in it.
    private func isSeenByWalk(_ path: FilePath) -> Bool {
        var status = stat()
        return lstat(path.platform, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    // MARK: Reading

    private func read(_ path: FilePath, bytes: Int) {
        let place = order.reserve()
        let progress = loading.beginFile(bytes: bytes, name: path.lastComponent?.string)
        let mayBeSidecar = bytes <= Sidecar.maxBytes && PlacedFile(store.folder.relative(path)).mayBeSidecar
        loader.load(path, followsLinks: false, to: .smallInMemory, progress: progress) {
            [analyser, store] file, progress in
            if mayBeSidecar, let sidecar = try Sidecar(file) {
                return try IngestCandidate(sidecar, file, copy: nil, in: store)
            }
            return try IngestCandidate(analyser.analyse(file, progress: progress), copy: nil, in: store)
        } completion: { [self] result in
            progress.finish()
            hand(BatchEntry(path: path, result: result.map(\.1)), at: place)
        }
    }

    private func hand(_ entry: BatchEntry, at place: Int) {
        order.put(entry, at: place) { [self] batch in
            guard state.withLock({ $0.failure == nil }) else { return }
            do { try committer.commit(batch).forEach(report) } catch {
                state.withLock { $0.failure = $0.failure ?? error }
            }
        }
    }

    private func report(_ file: RepairedFile) {
        state.withLock { $0.files[file.status, default: 0] += 1 }
        onFile(file)
    }
}

extension FolderWalk.Entry {
    fileprivate var path: FilePath {
        switch self {
        case .file(let path, _, _), .skipped(let path, _), .failed(let path, _): path
        }
    }
}

extension PlacedFile {
    /// Whether the path says that the file tells of a photo.
    fileprivate var mayBeSidecar: Bool {
        switch place {
        case .attached(_, let kind), .attachedElsewhere(_, let kind): kind == .sidecar || kind == .adjustmentData
        case .original, .alternate: false
        }
    }
}

extension LibraryFolder {
    /// A path inside the folder, relative to it.
    func relative(_ path: FilePath) -> FilePath {
        var relative = path
        _ = relative.removePrefix(self.path)
        return relative
    }
}

extension OriginalName {
    /// The order of names in a folder: by stem, ending and number, so that duplicates come in the order of their
    /// numbers.
    static let isInOrder: PackedNames.Order = { first, second in
        let (one, other) = (Numbered(first), Numbered(second))
        if one.stem != other.stem { return one.stem.lexicographicallyPrecedes(other.stem) }
        if one.ending != other.ending { return one.ending.lexicographicallyPrecedes(other.ending) }
        if one.number != other.number { return one.number < other.number }
        return first.lexicographicallyPrecedes(second)
    }

    /// A name of `numbered(_:attempt:)`, taken apart.
    private struct Numbered {
        let stem: [UInt8]
        let ending: [UInt8]
        let number: Int

        init(_ name: UnsafeRawBufferPointer) {
            let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
            ending = Array(name[dot...])
            let whole = name[..<dot]
            if let dash = whole.lastIndex(of: UInt8(ascii: "-")), whole.endIndex - dash <= 10,
                let number = Int(String(decoding: whole[(dash + 1)...], as: UTF8.self)), number > 1
            {
                stem = Array(whole[..<dash])
                self.number = number
            } else {
                stem = Array(whole)
                number = 1
            }
        }
    }
}
