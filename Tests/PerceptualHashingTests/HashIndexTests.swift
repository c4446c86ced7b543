import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

@Suite struct HashIndexTests {
    /// Compares with counting bits one by one over random and clustered hashes.
    @Test(arguments: [0, 1, 15, 31, 32, 100, 256]) func candidatesAreThoseOfCountingEveryBit(radius: Int) throws {
        var random = Seeded(UInt64(radius))
        var index = HashIndex()
        var all: [[UInt8]] = []
        let centres = (0..<4).map { _ in random.bytes(32) }
        for number in 0..<600 {
            var bytes = centres[number % 4]
            for _ in 0..<Int.random(in: 0..<60, using: &random) {
                bytes[Int.random(in: 0..<32, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            all.append(bytes)
            index.insert(try #require(PerceptualHash(bytes: bytes)), key: Int64(1000 + number))
        }
        #expect(index.count == 600)
        let queries = [centres[0], centres[2], random.bytes(32)]
        func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
            zip(left, right).reduce(0) { sum, pair in
                sum + (0..<8).filter { (pair.0 ^ pair.1) >> $0 & 1 == 1 }.count
            }
        }
        var expected: [(key: Int64, distance: Int)] = []
        for (number, bytes) in all.enumerated() {
            let nearest = queries.map { distance($0, bytes) }.min() ?? 256
            if nearest <= radius { expected.append((Int64(1000 + number), nearest)) }
        }
        expected.sort { ($0.distance, $0.key) < ($1.distance, $1.key) }
        let found = index.candidates(near: try queries.map { try #require(PerceptualHash(bytes: $0)) }, radius: radius)
        #expect(found.map(\.key) == expected.map(\.key))
        #expect(found.map(\.distance) == expected.map(\.distance))
    }

    @Test func nothingIsNearInAnEmptyIndexOrToNoQuery() {
        var index = HashIndex()
        let hash = PerceptualHash(words: .zero)
        #expect(index.candidates(near: [hash], radius: 256).isEmpty)
        index.insert(hash, key: 1)
        #expect(index.candidates(near: [], radius: 256).isEmpty)
        #expect(index.candidates(near: [hash, hash], radius: 0).map(\.key) == [1])
    }
}
