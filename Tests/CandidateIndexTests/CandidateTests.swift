import CandidateIndex
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite struct CandidateTests {
    private let folder: TemporaryFolder
    private let path: FilePath
    private static let stamp = CandidateIndex.Stamp(generation: 7, highWaterMark: 11)

    init() throws {
        folder = try TemporaryFolder()
        path = FilePath(folder.path("index"))
    }

    private func index(of entries: IndexEntries) throws -> CandidateIndex {
        try CandidateIndexWriter(inFolder: path).replace(with: entries, stamp: Self.stamp)
        return try #require(try CandidateIndex(inFolder: path))
    }

    /// Both sides of the size from which on there are bands.
    @Test(arguments: HashSet.allCases, [300, 20_000]) func candidatesAreThoseOfCountingEveryBit(
        kind: HashSet, count: Int
    ) throws {
        var random = Seeded(2)
        var hashes = kind.hashes(count)
        // One at each distance, so that one bit more or less makes a difference.
        let queries = [hashes[0], random.hash()]
        for query in queries { hashes += (0...40).map { query.flipping($0, &random) } }
        var oracle = BitCounter()
        oracle.append(hashes, first: 100)
        let all = oracle.byDistance(from: queries)
        let index = try index(of: IndexEntries(hashes, first: 100))
        try index.verify()
        #expect(index.count == hashes.count)
        #expect(index.stamp == Self.stamp)
        for radius in Array(0...31) + [32, 47, 48, 256] {
            let found = try index.found(near: queries, radius: radius)
            #expect(found == Array(all.prefix { $0.distance <= radius }), "radius \(radius)")
        }
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

    @Test func thereIsNoIndexWhereNoneWasWritten() throws {
        #expect(try CandidateIndex(inFolder: path).map(\.count) == nil)
        #expect(try CandidateIndexWriter(inFolder: path).index().map(\.count) == nil)
        #expect(try index(of: IndexEntries()).found(near: [PerceptualHash(words: .zero)], radius: 256).isEmpty)
    }
}
