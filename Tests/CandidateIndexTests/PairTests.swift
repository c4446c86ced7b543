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

    /// Bands that cross words' ends, that leave bits out, and none.
    @Test(arguments: HashSet.allCases, [(0, 0), (16, 16), (16, 5), (11, 7), (3, 11)])
    func eachPairWithinTheRadiusComesOnce(
        kind: HashSet, cut: (count: Int, bits: Int)
    ) throws {
        let hashes = try #require(hashes[kind])
        let all = pairs(of: hashes)
        let banding = try #require(Banding(count: cut.count, bits: cut.bits))
        for radius in [0, 1, 15, 16, 25, 31, 40] {
            var found: [Pair] = []
            PairSearch(hashes.map(\.words), banding, radius: radius).forEachPair {
                found.append(Pair(left: min($0, $1), right: max($0, $1), distance: $2))
            }
            let expected = all.filter { $0.distance <= radius }
            #expect(found.count == expected.count, "radius \(radius)")
            #expect(Set(found) == Set(expected), "radius \(radius)")
        }
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
