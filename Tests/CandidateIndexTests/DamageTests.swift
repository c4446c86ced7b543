import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import CandidateIndex

/// A damaged file gives an error or correct answers.
///
/// If only the end of the file is damaged, the stamp shows which entries are missing.
@Suite struct DamageTests {
    private let folder: TemporaryFolder
    private let path: FilePath
    private let file: URL
    private let whole: [UInt8]
    private let updates: Int
    private let hashes = HashSet.clustered.hashes(600)
    private static let damaged = PhotoLibraryError(.libraryDamaged, "")

    init() throws {
        folder = try TemporaryFolder()
        path = FilePath(folder.path("index"))
        let writer = try CandidateIndexWriter(inFolder: path)
        let name = IndexFolder.file(in: path)
        file = URL(fileURLWithPath: name.string)
        let banding = try #require(Banding(count: 16, bits: 6))
        try IndexBuilder.write(
            IndexEntries(Array(hashes[..<500])), CandidateIndex.Stamp(generation: 1, highWaterMark: 500), banding,
            to: name)
        updates = try Data(contentsOf: file).count
        for start in stride(from: 500, to: 600, by: 20) {
            try writer.update(
                removing: [Int64(start - 500)],
                adding: IndexEntries(Array(hashes[start..<start + 20]), first: Int64(start)),
                stamp: CandidateIndex.Stamp(generation: 1, highWaterMark: UInt64(start + 20)))
        }
        whole = Array(try Data(contentsOf: file))
    }

    /// The entries after the first `mark` hashes were added.
    private func oracle(_ mark: UInt64) -> BitCounter {
        var oracle = BitCounter()
        oracle.append(Array(hashes[..<Int(mark)]))
        let removed = stride(from: 500, to: Int64(mark), by: 20).map { $0 - 500 }
        oracle.entries.removeAll { removed.contains($0.key) }
        return oracle
    }

    /// Opens the index and searches.
    ///
    /// Checks the answers if no damage was detected.
    ///
    /// - Parameter isEndDamaged: Whether only the last update is damaged, which a search ignores.
    /// - Returns: The mark in the index's stamp; `nil` if damage was detected.
    private func answer(_ bytes: [UInt8], isEndDamaged: Bool = false) throws -> UInt64? {
        try Data(bytes).write(to: file)
        do {
            let index = try #require(try CandidateIndex(inFolder: path))
            // The answer may be wrong, but the search must not crash.
            let found = try index.found(near: [hashes[3]], radius: 31)
            if isEndDamaged {
                #expect(throws: Self.damaged) { try index.verify() }
            } else {
                try index.verify()
            }
            #expect(
                found
                    == Array(
                        oracle(index.stamp.highWaterMark).byDistance(from: [hashes[3]]).prefix { $0.distance <= 31 }))
            return index.stamp.highWaterMark
        } catch let error as PhotoLibraryError where error == Self.damaged {
            return nil
        }
    }

    @Test func flippedBitsAreNoticedOrTheStampShowsTheLoss() throws {
        #expect(try answer(whole) == 600)
        var random = Seeded(4)
        var ends = 0
        // Each field of the header, and random positions in the rest.
        let places = Array(0..<64) + (0..<60).map { _ in Int.random(in: 0..<whole.count, using: &random) }
        for place in places {
            var bytes = whole
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            if place < updates {
                #expect(try answer(bytes) == nil, "byte \(place)")
            } else {
                #expect(try #require(try answer(bytes, isEndDamaged: true)) < 600, "byte \(place)")
                ends += 1
            }
        }
        #expect(ends > 0)
    }

    /// Includes the bytes between the sections and after them, without updates.
    @Test func everyFlippedByteIsNoticedByVerifying() throws {
        for bytes in [whole, Array(whole[..<updates])] {
            for place in [0, 63, 64, 4095, updates - 64, updates - 56, updates - 1, bytes.count - 1] {
                var flipped = bytes
                flipped[place] ^= 0x40
                try Data(flipped).write(to: file)
                #expect(throws: Self.damaged, "byte \(place)") { try CandidateIndex(inFolder: path)?.verify() }
            }
            try Data(bytes).write(to: file)
            try CandidateIndex(inFolder: path)?.verify()
        }
    }

    @Test func aShorterFileIsNoticedOrTheStampShowsTheLoss() throws {
        for length in Array(stride(from: 0, to: updates, by: updates / 15)) + [updates - 1] {
            #expect(try answer(Array(whole[..<length])) == nil, "\(length) bytes")
        }
        for length in stride(from: updates, to: whole.count, by: 97) {
            let mark = try #require(
                try answer(Array(whole[..<length]), isEndDamaged: length > updates), "\(length) bytes")
            #expect(mark < 600)
            // The next update replaces the damaged one, and the index is complete again.
            let writer = try CandidateIndexWriter(inFolder: path)
            try writer.update(
                removing: stride(from: Int64(mark), to: 600, by: 20).map { $0 - 500 },
                adding: IndexEntries(Array(hashes[Int(mark)...]), first: Int64(mark)),
                stamp: CandidateIndex.Stamp(generation: 1, highWaterMark: 600))
            #expect(try answer(Array(try Data(contentsOf: file))) == 600)
        }
    }

    /// Wrong numbers in the positions that the search loops read.
    @Test func numbersThatPointOutsideAreHarmless() throws {
        let entries = IndexEntries(HashSet.random.hashes(4000))
        let banding = try #require(Banding(count: 16, bits: 11))
        let name = IndexFolder.file(in: path)
        try IndexBuilder.write(entries, CandidateIndex.Stamp(generation: 0, highWaterMark: 0), banding, to: name)
        let header = try #require(try CandidateIndex(inFolder: path)).table.header
        let good = Array(try Data(contentsOf: file))
        // All bands of this hash have the last value.
        let query = PerceptualHash(words: SIMD4(repeating: .max))
        for band in 0..<16 {
            var bytes = good
            let end = header.directory(band) + (1 << 11) * 4
            bytes.replaceSubrange(end..<end + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
            try expectDamage(bytes, query)
            bytes = good
            bytes.replaceSubrange(end - 4..<end + 4, with: [0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0])
            try expectDamage(bytes, query)
            let order = header.order(band)
            bytes.replaceSubrange(order..<order + 16000, with: repeatElement(0xFF, count: 16000))
            try expectDamage(bytes, query)
        }
    }

    private func expectDamage(_ bytes: [UInt8], _ query: PerceptualHash) throws {
        try Data(bytes).write(to: file)
        let index = try #require(try CandidateIndex(inFolder: path))
        _ = try index.found(near: [query], radius: 31)
        #expect(throws: Self.damaged) { try index.verify() }
    }

    @Test func aNewFileDoesNotCopyDamage() throws {
        var bytes = whole
        bytes[IndexHeader.hashes + 77] ^= 4
        try Data(bytes).write(to: file)
        let writer = try CandidateIndexWriter(inFolder: path)
        let stamp = CandidateIndex.Stamp(generation: 1, highWaterMark: 601)
        let many = IndexEntries(HashSet.random.hashes(IndexFolder.largestUpdateRecords), first: 600)
        #expect(throws: Self.damaged) { try writer.update(adding: many, stamp: stamp) }
        try writer.replace(with: many, stamp: stamp)
        try writer.index()?.verify()
    }

    @Test func aNewerVersionIsRefused() throws {
        var bytes = whole
        bytes[8] = 2
        let sum = bytes[..<56].withUnsafeBytes { xxHash64($0, seed: 0) }
        withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(56..<64, with: $0) }
        try Data(bytes).write(to: file)
        #expect(throws: PhotoLibraryError(.libraryFormatTooNew, "")) { try CandidateIndex(inFolder: path) }
    }
}
