package import AssetLoading
package import DecoderProcess
internal import Foundation
package import LibraryStorage
internal import Originals
package import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Adds files that are in the library's folder to a catalogue.
///
/// The steps are: walk, then the steps of ``IngestRun``. The folders `originals`, `alternates` and `attached` are
/// processed in this order, because the files in the later folders belong to files in the first folder.
package final class CatalogRebuilder: Sendable {
    /// The files to add, and the catalogue to add them to.
    package enum Task: Sendable {
        /// Adds files that belong to no asset to the present catalogue.
        case addUnrecordedFiles
        /// Adds files to a new catalogue: all files, or with `reference` only the files that this sound catalogue
        /// lists.
        ///
        /// The reference catalogue has the digests of the files' bytes. No photo gets a stable id of `purged`, so that
        /// the purge of a photo is not taken for that of another one with the same bytes.
        case rebuild(reference: PhotoCatalog?, purged: Set<[UInt8]>)

        var isRebuilding: Bool { if case .rebuild = self { true } else { false } }
        /// The old catalogue, if it is sound.
        var referenceCatalog: PhotoCatalog? { if case .rebuild(let reference, _) = self { reference } else { nil } }
        var purged: Set<[UInt8]> { if case .rebuild(_, let purged) = self { purged } else { [] } }
    }

    private let library: LibraryContext
    private let task: Task
    private let loading: LoadProgress
    /// The name of the run that removes the stubs of originals that were found.
    private let runName = UUID().uuidString
    private let committer: RebuildCommitter
    private let ingest: IngestRun<RebuildCommitter>

    package init(
        _ library: LibraryContext, _ task: Task, ioJobs: Int, jobs: Int, decoding: DecodingMode,
        _ loading: LoadProgress,
        _ onFile: @escaping @Sendable (RepairedFile) -> Void
    ) {
        self.library = library
        self.task = task
        self.loading = loading
        committer = RebuildCommitter(library, task, run: runName, onFile)
        ingest = IngestRun(committer, ioJobs: ioJobs, jobs: jobs, decoding, loading)
    }

    /// Counts the files to add.
    ///
    /// Blocks the thread.
    package func expect() throws {
        for subfolder in LibraryFolder.Subfolder.allCases {
            try walk(subfolder) { entry in
                if case .file(_, let identity, _) = entry {
                    loading.addExpected(files: 1, bytes: Int(clamping: identity.size))
                }
            }
        }
    }

    /// Adds the files.
    ///
    /// Blocks the thread.
    ///
    /// - Returns: The number of files of each status.
    /// - Throws: `cancelled`, and errors of the catalogue.
    package func run() throws -> [RepairedFile.Status: Int] {
        let folder = try RunFolder(in: library, name: runName)
        // What is left by a failure the next run removes.
        defer { try? folder.close() }
        defer { ingest.end() }
        for subfolder in LibraryFolder.Subfolder.allCases {
            defer { ingest.waitForFiles() }
            // Folders that cannot be listed, and links to folders: the walk does not find the files in them.
            var unwalked: [FilePath] = []
            try walk(subfolder) { entry in
                switch entry {
                case .file(let path, let identity, _): read(path, bytes: Int(clamping: identity.size))
                case .skipped(let path, let skip): ingest.put(path, .skipped(skip))
                case .failed(let path, let error): ingest.put(path, .failed(error))
                }
            } leavingOut: {
                if case .file = $0 {} else { unwalked.append($0.path) }
            }
            try takeInUnseenFiles(of: subfolder, unwalked)
        }
        try ingest.checkIsComplete(
            orCancelled: "The repair was cancelled before it was complete. Repair the library again.")
        return committer.files
    }

    /// Visits the files of a subfolder that are to be added.
    private func walk(
        _ subfolder: LibraryFolder.Subfolder, _ visit: (FolderWalk.Entry) throws -> Void,
        leavingOut: (FolderWalk.Entry) -> Void = { _ in }
    ) throws {
        let root = library.folder.path.appending(subfolder.rawValue)
        guard access(root.platform, F_OK) == 0 else { return }
        _ = try FolderWalk(order: OriginalName.isInOrder).walk(root) { entry in
            if try isToBeTaken(library.folder.relative(entry.path)) { try visit(entry) } else { leavingOut(entry) }
            return ingest.goesOn
        }
    }

    private func isToBeTaken(_ path: FilePath) throws -> Bool {
        // The original is in stores only.
        if LibraryFolder.isStub(path) { return false }
        return switch task {
        case .addUnrecordedFiles: try !library.catalog.hasPath(path)
        case .rebuild(nil, _): true
        case .rebuild(let reference?, _): try reference.hasPath(path)
        }
    }

    /// Adds the files that the reference catalogue lists in a folder and that the walk did not find.
    ///
    /// Such a file is missing, or is in a folder that was not walked. A deleted photo whose file is missing stays
    /// deleted.
    private func takeInUnseenFiles(of subfolder: LibraryFolder.Subfolder, _ unwalked: [FilePath]) throws {
        try task.referenceCatalog?.forEachAsset(after: 0) { asset in
            for resource in asset.resources where !resource.isReference {
                // A file that is elsewhere has no path, and is not missing.
                guard let path = library.originals.path(of: resource.location) else { continue }
                let isUnwalked = unwalked.contains { path.starts(with: $0) }
                guard library.folder.relative(path).starts(with: FilePath(subfolder.rawValue)),
                    isUnwalked || !isSeenByWalk(path)
                else { continue }
                if let error = VerifiedFile.fault(of: resource, asset.localIdentifier, in: library.originals)?.error {
                    guard asset.deletedDate == nil else { continue }
                    ingest.put(path, .failed(error))
                } else if isUnwalked {
                    read(path, bytes: resource.bytes)
                }
            }
            return ingest.goesOn
        }
    }

    /// Whether the path exists and is not a folder: the walk visits the files in a folder.
    private func isSeenByWalk(_ path: FilePath) -> Bool {
        var status = stat()
        return lstat(path.platform, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    // MARK: Reading

    private func read(_ path: FilePath, bytes: Int) {
        let mayBeSidecar = PlacedFile(library.folder.relative(path)).mayBeSidecar
        ingest.read(path, bytes: bytes, followsLinks: false, to: .smallInMemory) {
            [library, analyser = ingest.analyser] file, progress in
            if mayBeSidecar, let sidecar = try Sidecar(file) {
                return .candidate(try IngestCandidate(sidecar, file, copy: nil, in: library))
            }
            return .candidate(
                try IngestCandidate(analyser.analyse(file, progress: progress), copy: nil, in: library))
        }
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
    /// Whether the file is a sidecar or adjustment data by its path.
    fileprivate var mayBeSidecar: Bool {
        switch role {
        case .attached(_, let kind), .attachedElsewhere(_, let kind): kind == .sidecar || kind == .adjustmentData
        case .original, .alternate: false
        }
    }
}

extension LibraryFolder {
    /// The path of a file in the folder, relative to the folder.
    func relative(_ path: FilePath) -> FilePath {
        var relative = path
        _ = relative.removePrefix(self.path)
        return relative
    }
}

extension OriginalName {
    /// Orders the names in a folder by stem, extension and number, so that duplicates follow in the order of their
    /// numbers.
    static let isInOrder: PackedNames.Order = { first, second in
        let (one, other) = (Numbered(first), Numbered(second))
        if one.stem != other.stem { return one.stem.lexicographicallyPrecedes(other.stem) }
        if one.ending != other.ending { return one.ending.lexicographicallyPrecedes(other.ending) }
        if one.number != other.number { return one.number < other.number }
        return first.lexicographicallyPrecedes(second)
    }

    /// The parts of a name that `numbered(_:attempt:)` made.
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
