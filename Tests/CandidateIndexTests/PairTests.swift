import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import CandidateIndex

@Suite struct PairTests {
    private struct Pair: Hashable {
        let left: Int
        let right: Int
        let distance: Int
    }

    private let hashes: [HashSet: [PerceptualHash]] = {
        var random = Seeded(8)
        return Dictionary(
            uniqueKeysWithValues: HashSet.allCases.map { kind in
                var hashes = kind.hashes(80)
                for distance in 0...40 { hashes.append(hashes[distance % 3].flipping(distance, &random)) }
                return (kind, hashes.shuffled(using: &random))
            })
    }()

    private func pairs(of hashes: [PerceptualHash]) -> [Pair] {
        hashes.indices.flatMap { left in
            hashes.indices[(left + 1)...].map { right in
                Pair(
                    left: left, right: right, distance: BitCounter.distance(hashes[left].bytes, hashes[right].bytes))
            }
        }
    }

    /// Bands that cross words, bands that do not use all bits, and no bands; with and without dense hashes.
    @Test(
        arguments: HashSet.allCases,
        [
            (0, 0, .max), (16, 12, .max), (16, 5, .max), (16, 5, 100), (16, 12, 3), (11, 7, 30), (12, 1, .max),
            (8, 11, 10),
        ] as [(Int, Int, Int)]) func eachPairWithinTheRadiusComesOnce(
            kind: HashSet, cut: (count: Int, bits: Int, dense: Int)
        ) throws
    {
        let hashes = try #require(hashes[kind])
        let all = pairs(of: hashes)
        let banding = try #require(Banding(count: cut.count, bits: cut.bits))
        for radius in [1, 15, 31] {
            var found: [Pair] = []
            let budgets = banding == .none ? [1] : banding.equalBudgets(radius: radius)
            guard let budgets else { continue }
            let search = PairSearch(hashes.map(\.words), banding, budgets, radius: radius, overfullBucket: cut.dense)
            try search.forEachPair {
                found.append(Pair(left: min($0, $1), right: max($0, $1), distance: $2))
            }
            let expected = all.filter { $0.distance <= radius }
            #expect(found.count == expected.count, "radius \(radius)")
            #expect(Set(found) == Set(expected), "radius \(radius)")
        }
    }

    /// Hashes that share most bands are found by the other bands.
    ///
    /// The costs choose the budgets.
    @Test func pairsOfManyAreFoundByTheCheapestBudgets() throws {
        var random = Seeded(6)
        let common = random.hash().words
        var hashes = (0..<1200).map { _ in random.hash() }
        for number in stride(from: 0, to: 1200, by: 2) {
            var words = hashes[number].words
            words[0] = common[0]
            hashes[number] = PerceptualHash(words: words)
        }
        var planted: Set<Pair> = []
        for (number, distance) in [(0, 15), (1, 15), (4, 16), (8, 0), (2, 9), (12, 14)] {
            hashes.append(hashes[number].flipping(distance, &random))
            if distance <= 15 { planted.insert(Pair(left: number, right: hashes.count - 1, distance: distance)) }
        }
        let search = BandedPairs(hashes.map(\.words), try #require(Banding(count: 16, bits: 9)), radius: 15)
        #expect(search.budgets.prefix(7).reduce(0, +) < 7)
        #expect(search.budgets.reduce(0, +) >= 16)
        var found: [Pair] = []
        try search.forEachPair {
            found.append(Pair(left: min($0, $1), right: max($0, $1), distance: $2))
        }
        #expect(Set(found) == planted)
        #expect(found.count == planted.count)
    }

    /// Two dense pictures, a dense one and another one, and two others, each pair near each other.
    @Test func pairsOfDenseHashesAndAllOtherPairsAreFoundOnce() throws {
        var random = Seeded(7)
        let common = random.hash().words
        var hashes = (0..<300).map { _ in random.hash() }
        for number in 0..<60 {
            var words = hashes[number * 5].words
            words[1] = common[1]
            hashes[number * 5] = PerceptualHash(words: words)
        }
        for number in [0, 5, 10, 1, 2, 3] {
            hashes.append(hashes[number].flipping(12, &random))
            hashes.append(hashes[number].flipping(28, &random))
        }
        let banding = try #require(Banding(count: 16, bits: 10))
        let budgets = try #require(banding.equalBudgets(radius: 31))
        let search = PairSearch(hashes.map(\.words), banding, budgets, radius: 31, overfullBucket: 20)
        let isDense = search.denseHashes()
        #expect((60...66).contains(isDense.filter(\.self).count))
        var found: [Pair] = []
        try search.forEachPair { found.append(Pair(left: min($0, $1), right: max($0, $1), distance: $2)) }
        let expected = pairs(of: hashes).filter { $0.distance <= 31 }
        #expect(Set(expected.map { isDense[$0.left] ? isDense[$0.right] ? 2 : 1 : 0 }) == [0, 1, 2])
        #expect(found.count == expected.count && Set(found) == Set(expected))
    }

    @Test func pairsOfAnIndexHaveItsKeysWithoutTheRemovedAndWithTheAdded() throws {
        let folder = try TemporaryFolder()
        var random = Seeded(5)
        let hash = random.hash()
        let writer = try CandidateIndexWriter(inFolder: FilePath(folder.path("index")))
        let stamp = CandidateIndex.Stamp(generation: 0, highWaterMark: 0)
        try writer.replace(with: IndexEntries([hash, hash.flipping(3, &random), random.hash()]), stamp: stamp)
        try writer.update(removing: [1], adding: IndexEntries([hash.flipping(7, &random)], first: -9), stamp: stamp)
        var found: [Pair] = []
        try writer.index()?.forEachPair(radius: 31) { found.append(Pair(left: Int($0), right: Int($1), distance: $2)) }
        #expect(found == [Pair(left: -9, right: 0, distance: 7)])
    }
}
