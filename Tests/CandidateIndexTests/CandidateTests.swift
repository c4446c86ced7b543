import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import CandidateIndex

@Suite struct CandidateTests {
    private let folder: TemporaryFolder
    private let path: FilePath
    private static let stamp = CandidateIndex.Stamp(generation: 7, highWaterMark: 11)

    init() throws {
        folder = try TemporaryFolder()
        path = FilePath(folder.path("index"))
    }

    private func index(of entries: IndexEntries, _ banding: Banding? = nil) throws -> CandidateIndex {
        let writer = try CandidateIndexWriter(inFolder: path)
        try IndexBuilder.write(
            entries, Self.stamp, banding ?? Banding(hashes: entries.count), to: IndexFolder.file(in: path))
        return try #require(try writer.index())
    }

    /// Bands that cross words, bands that do not use all bits, and no bands.
    @Test(arguments: HashSet.allCases, [(0, 0), (16, 16), (16, 11), (11, 13)])
    func candidatesAreThoseOfCountingEveryBit(
        kind: HashSet, cut: (count: Int, bits: Int)
    ) throws {
        var random = Seeded(2)
        var hashes = kind.hashes(4000)
        // One hash at each distance, so that an error of one bit is detected.
        let queries = [hashes[0], random.hash()]
        for query in queries { hashes += (0...40).map { query.flipping($0, &random) } }
        var oracle = BitCounter()
        oracle.append(hashes, first: 100)
        let all = oracle.byDistance(from: queries)
        let index = try index(of: IndexEntries(hashes, first: 100), Banding(count: cut.count, bits: cut.bits))
        try index.verify()
        #expect(index.count == hashes.count)
        #expect(index.stamp == Self.stamp)
        for radius in Array(0...31) + [32, 47, 48, 256] {
            let found = try index.found(near: queries, radius: radius)
            #expect(found == Array(all.prefix { $0.distance <= radius }), "radius \(radius)")
        }
    }

    @Test func largeIndexesHaveBandsOfDozens() {
        #expect(Banding(hashes: 0) == .none)
        #expect(Banding(hashes: 16_383) == .none)
        #expect(Banding(hashes: 20_000) == Banding(count: 16, bits: 11))
        #expect(Banding(hashes: 1_000_000) == Banding(count: 16, bits: 16))
        #expect(Banding(hashes: 10_000_000) == Banding(count: 11, bits: 22))
    }

    @Test func fourTurnsAtOnceGiveEachKeyOnceWithItsLeastDistance() throws {
        var random = Seeded(3)
        let hash = random.hash()
        let other = hash.flipping(200, &random)
        var entries = IndexEntries(HashSet.random.hashes(20_000))
        entries.append(hash, key: -5)
        entries.append(other, key: -5)
        entries.append(hash, key: .max)
        let index = try index(of: entries)
        let queries = [hash.flipping(9, &random), other.flipping(3, &random), hash.flipping(4, &random), random.hash()]
        #expect(
            try index.found(near: queries, radius: 31) == [Found(key: -5, distance: 3), Found(key: .max, distance: 4)])
        #expect(try index.found(near: [], radius: 31).isEmpty)
    }

    @Test func moreThanTheLimitIsAnErrorOfItsOwn() throws {
        var random = Seeded(4)
        let hash = random.hash()
        let near = (0..<50).map { _ in hash.flipping(5, &random) }
        let index = try index(of: IndexEntries(near + HashSet.random.hashes(20_000)))
        #expect(try index.found(near: [hash, hash], radius: 31, limit: 50).count == 50)
        #expect(throws: PhotoLibraryError(.candidateLimitExceeded, "")) {
            try index.candidates(near: [hash], radius: 31, limit: 49)
        }
    }

    @Test func aFolderWithoutAnIndexGivesNil() throws {
        #expect(try CandidateIndex(inFolder: path).map(\.count) == nil)
        #expect(try CandidateIndexWriter(inFolder: path).index().map(\.count) == nil)
        #expect(try index(of: IndexEntries()).found(near: [PerceptualHash(words: .zero)], radius: 256).isEmpty)
    }
}
