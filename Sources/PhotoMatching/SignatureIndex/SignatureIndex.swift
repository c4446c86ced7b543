internal import CandidateIndex
package import LibraryStorage
package import PerceptualHashing
package import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// The search index of a library on disk: the hashes of its signatures, updated with the catalogue.
///
/// A signature has a hash for each of its renderings.
///
/// The keys are ids of signatures. A signature may no longer exist, because its asset was deleted or signed again. The
/// files hold only data that is also in the catalogue: the next search rewrites outdated files and those that cannot be
/// opened. Other damage is found by ``CandidateIndex/condition(inFolder:)``, and by a repair, which discards the files.
package final class SignatureIndex: Sendable {
    private let catalog: PhotoCatalog
    private let folder: FilePath
    /// Distinguishes this catalogue's ids from those of another, and this version's hashes from another's.
    private let generation: UInt64
    /// The files as they were at the last read.
    private let opened = Mutex<CandidateIndex?>(nil)

    package init(_ catalog: PhotoCatalog, in folder: LibraryFolder) throws {
        self.catalog = catalog
        self.folder = folder.searchIndex
        let name = Array("\(try catalog.generation())/\(ContentSignature.currentVersion)".utf8)
        // FNV-1a.
        generation = name.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// The signatures near to one of these hashes that `asker` may see, nearest first, including those added just now.
    ///
    /// - Throws: `candidateLimitExceeded` if there are more than `limit`.
    package func candidates(
        near hashes: [PerceptualHash], limit: Int, asker: PhotoCatalog
    ) throws -> [(key: Int64, distance: Int)] {
        guard asker.access != .owner else { return try candidates(near: hashes, limit: limit) }
        // Signatures that the asker may not see must not count towards the limit either.
        let all = try candidates(near: hashes, limit: .max)
        let visible = try asker.visibleSignatures(all.map(\.key))
        let found = all.filter { visible.contains($0.key) }
        guard found.count <= limit else { throw PhotoLibraryError.tooManyCandidates(limit) }
        return found
    }

    private func candidates(near hashes: [PerceptualHash], limit: Int) throws -> [(key: Int64, distance: Int)] {
        let (index, missing) = try upToDate()
        let radius = ContentSignature.candidateRadius
        let found = try index?.candidates(near: hashes, radius: radius, limit: limit) ?? []
        let others = missing.compactMap { id, hash in
            hashes.map { $0.distance(to: hash) }.min().flatMap { $0 <= radius ? (id, $0) : nil }
        }
        guard !others.isEmpty else { return found }
        // A signature has a hash for each of its renderings.
        let nearest = Dictionary(found.map { ($0.key, $0.distance) } + others, uniquingKeysWith: min)
        guard nearest.count <= limit else { throw PhotoLibraryError.tooManyCandidates(limit) }
        return nearest.map { (key: $0.key, distance: $0.value) }.sorted {
            ($0.distance, $0.key) < ($1.distance, $1.key)
        }
    }

    /// The index, and the hashes, by the ids of their signatures, that are not in it because they could not be written.
    private func upToDate() throws -> (CandidateIndex?, missing: [(Int64, PerceptualHash)]) {
        var index = current()
        var missing = try hashes(after: index)
        guard !missing.isEmpty, catalog.isWritable else { return (index, missing) }
        do {
            try extend()
            index = current()
            missing = try hashes(after: index)
        } catch let error as PhotoLibraryError where [.notEnoughSpace, .ioFailure].contains(error.code) {
            // Slower, but correct: the next search tries to write it again.
        }
        return (index, missing)
    }

    /// The index as it is on disk now; `nil` if it is missing, damaged or of another catalogue.
    private func current() -> CandidateIndex? {
        opened.withLock { opened in
            let refreshed = Result { try opened?.refreshed() ?? CandidateIndex(inFolder: folder) }
            guard let index = try? refreshed.get() else { return nil }
            if index !== opened, (try? isOfThisCatalog(index)) != true { return nil }
            opened = index
            return index
        }
    }

    /// Whether the index was made from this catalogue.
    ///
    /// A catalogue that was replaced by an older copy assigns ids again.
    private func isOfThisCatalog(_ index: CandidateIndex) throws -> Bool {
        let last = Int64(clamping: index.stamp.highWaterMark)
        guard index.stamp.generation == generation, last <= (try catalog.lastSignatureID()) else { return false }
        guard let hash = try catalog.hash(ofSignature: last) else { return true }
        return try index.candidates(near: [hash], radius: 0, limit: .max).contains { $0.key == last }
    }

    private func hashes(after index: CandidateIndex?) throws -> [(Int64, PerceptualHash)] {
        var hashes: [(Int64, PerceptualHash)] = []
        try catalog.forEachHash(after: Int64(clamping: index?.stamp.highWaterMark ?? 0)) { hashes.append(($0, $1)) }
        return hashes
    }

    /// Appends the missing hashes, after those that another process wrote in the meantime.
    private func extend() throws {
        let writer = try CandidateIndexWriter(inFolder: folder)
        let index = current()
        let missing = try hashes(after: index)
        guard let last = missing.last?.0 else { return }
        var entries = IndexEntries()
        entries.reserveCapacity(missing.count)
        for (id, hash) in missing { entries.append(hash, key: id) }
        let stamp = CandidateIndex.Stamp(generation: generation, highWaterMark: UInt64(clamping: last))
        guard index != nil else { return try writer.replace(with: entries, stamp: stamp) }
        do { try writer.update(adding: entries, stamp: stamp) } catch let error as PhotoLibraryError
            where error.code == .libraryDamaged
        {
            try writer.replace(with: try allEntries(), stamp: stamp)
        }
    }

    private func allEntries() throws -> IndexEntries {
        var entries = IndexEntries()
        try catalog.forEachHash { entries.append($1, key: $0) }
        return entries
    }
}
