internal import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// Moves files to their final paths in the library's folder, durably.
final class FilePlacer: Sendable {
    private let folder: LibraryFolder
    private let originals: LibraryOriginals
    private let catalog: PhotoCatalog
    /// The name of the run that plans the paths of temporary files; `nil` if the files are not temporary.
    private let run: String?
    /// The next number to try for a file name in a folder, for names with more than ``rememberedAttempts`` files.
    private let attempts = Mutex<[FilePath: Int]>([:])
    /// Trying this many numbers again is fast.
    ///
    /// Most names are those of one file, and need no memory.
    private static let rememberedAttempts = 8

    init(_ library: LibraryContext, run: String?) {
        folder = library.folder
        originals = library.originals
        catalog = library.catalog
        self.run = run
    }

    /// Puts a file at the path of the library's own file that is missing or damaged, durably.
    ///
    /// A damaged file is moved to the folder `damaged`.
    func restore(_ candidate: IngestCandidate, at path: FilePath) throws {
        // The owner may have restored the file after a check found it damaged.
        let file = candidate.file
        let content = ResourceBytes(location: .library(path), size: Int64(file.bytes), sha256: file.sha256)
        if case .here = originals.stateAfterReadingBack(content) { return }
        try folder.setAside(path)
        guard try move(candidate, to: path) else {
            throw PhotoLibraryError(
                .libraryBusy, "Another program created a file at this path. Try again.", path: path.string)
        }
        try folder.syncUpwards(from: path.removingLastComponent())
    }

    /// Moves files to new paths where this is needed, durably.
    ///
    /// The path of an attached file depends on the path of its photo, so the photos are moved first.
    func place(_ candidates: inout [IngestCandidate]) throws {
        var taken: Set<FilePath> = []
        let moved = candidates.indices.filter { candidates[$0].needsNewPlace }
        for isAttached in [false, true] {
            let indices = moved.filter { candidates[$0].insertion.disposition.isAttached == isAttached }
            var places = try plan(indices, candidates, &taken)
            for index in indices {
                while let place = places[index] {
                    guard try move(candidates[index], to: place) else {
                        // Another program put a file there. That file must not be planned, because it would be deleted
                        // with this run's files.
                        places.merge(try plan([index], candidates, insteadOf: place, &taken)) { $1 }
                        continue
                    }
                    candidates[index].insertion.path = place
                    break
                }
            }
        }
        for folder in Set(moved.map { candidates[$0].insertion.path.removingLastComponent() }) {
            try self.folder.syncUpwards(from: folder)
        }
    }

    /// Chooses a free path for each file, by its index, and records the paths of temporary files as planned.
    ///
    /// A planned file is deleted if its run is killed. A file that is already in the library's folder is never planned,
    /// because it may be the only copy.
    private func plan(
        _ indices: [Int], _ candidates: [IngestCandidate], insteadOf refusedByFile: FilePath? = nil,
        _ taken: inout Set<FilePath>
    ) throws -> [Int: FilePath] {
        var places: [Int: FilePath] = [:]
        var unplanned = indices
        var given = refusedByFile
        while !unplanned.isEmpty {
            for index in unplanned {
                let (folder, name) = try subfolder(for: candidates[index].insertion, among: candidates)
                places[index] = try freePath(folder, name, &taken)
            }
            guard let run else { return places }
            let refused = try catalog.plan(unplanned.compactMap { places[$0] }, insteadOf: given, run: run)
            given = nil
            unplanned.removeAll { index in places[index].map { !refused.contains($0) } ?? true }
        }
        return places
    }

    /// The folder, relative to the library's folder, and the preferred name for a file.
    private func subfolder(
        for insertion: ResourceInsertion, among batch: [IngestCandidate]
    ) throws -> (folder: FilePath, name: String) {
        let name = OriginalName.sanitised(insertion.originalFilename)
        let time = insertion.file.metadata.captureTime
        switch insertion.disposition {
        case .attached(let asset, let kind),
            .relocated(let asset, let kind) where kind.isAttached,
            .updated(let asset, let kind) where kind.isAttached:
            let inBatch = batch.lazy.map(\.insertion).first {
                $0.localIdentifier == asset && $0.attachment == nil && $0.disposition.needsPlace
            }
            let photo = try inBatch?.path ?? catalog.originalPath(of: asset)
            return (LibraryFolder.subfolder(attachedTo: photo, of: asset), "\(kind)-\(name)")
        case .alternate, .relocated(_, as: .alternate), .updated(_, as: .alternate):
            return (LibraryFolder.subfolder(.alternates, for: time), name)
        default:
            return (LibraryFolder.subfolder(.originals, for: time), name)
        }
    }

    /// A path at which no file exists, relative to the library's folder.
    private func freePath(_ folder: FilePath, _ name: String, _ taken: inout Set<FilePath>) throws -> FilePath {
        // The last number is remembered, so that many files of one name do not each try all numbers.
        var attempt = attempts.withLock { $0[folder.appending(name)] } ?? 0
        defer { if attempt > Self.rememberedAttempts { attempts.withLock { $0[folder.appending(name)] = attempt } } }
        while true {
            defer { attempt += 1 }
            let path = folder.appending(OriginalName.numbered(name, attempt: attempt))
            guard !taken.contains(path), try !catalog.hasPath(path),
                access(self.folder.path.pushing(path).platform, F_OK) != 0
            else { continue }
            taken.insert(path)
            return path
        }
    }

    /// Moves a file to a path relative to the library's folder; false if something exists there.
    private func move(_ candidate: IngestCandidate, to path: FilePath) throws -> Bool {
        let source = candidate.copy.map(\.temporaryPath) ?? folder.path.pushing(candidate.insertion.path)
        guard let source else {
            throw PhotoLibraryError(
                .internalError, "The copied file has no path.", path: candidate.file.source.string)
        }
        try folder.makeFolder(path.removingLastComponent())
        guard try DurableFile.renameWithoutReplacing(source, to: folder.path.pushing(path)) else { return false }
        candidate.copy?.keep()
        return true
    }
}

extension IngestCandidate {
    /// Whether the file moves to a new path.
    ///
    /// A temporary file does, and an original that is found to be an alternate, so that the next rebuild does not make
    /// it a photo of its own.
    fileprivate var needsNewPlace: Bool {
        guard insertion.disposition.needsPlace, !insertion.isReference else { return false }
        if copy != nil { return true }
        guard case .alternate = insertion.disposition else { return false }
        return insertion.path.starts(with: FilePath(LibraryFolder.Subfolder.originals.rawValue))
    }
}

extension IngestDisposition {
    fileprivate var isAttached: Bool { if case .attached = self { true } else { false } }
}
