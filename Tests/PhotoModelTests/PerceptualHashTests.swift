import PhotoModel
import TestSupport
import Testing

@Suite struct PerceptualHashTests {
    @Test func bytesSurviveAndAreLittleEndian() throws {
        let hash = PerceptualHash(words: SIMD4(0x0807_0605_0403_0201, 0, 0, 0x2000_0000_0000_0000))
        #expect(Array(hash.bytes.prefix(8)) == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(hash.bytes.last == 0x20)
        #expect(PerceptualHash(bytes: hash.bytes) == hash)
        #expect(hash.hex.hasPrefix("0102030405060708"))
    }

    @Test(arguments: [0, 1, 31, 33, 64]) func otherLengthsAreNoHash(count: Int) {
        #expect(PerceptualHash(bytes: Array(repeating: UInt8(0), count: count)) == nil)
    }

    @Test func distanceCountsDifferentBits() throws {
        var random = Seeded(3)
        for _ in 0..<200 {
            let first = random.bytes(32)
            let second = random.bytes(32)
            let expected = zip(first, second).reduce(0) { sum, pair in
                sum + (0..<8).filter { (pair.0 >> $0) & 1 != (pair.1 >> $0) & 1 }.count
            }
            let left = try #require(PerceptualHash(bytes: first))
            let right = try #require(PerceptualHash(bytes: second))
            #expect(left.distance(to: right) == expected)
            #expect(right.distance(to: left) == expected)
        }
    }

    /// Swift 6.3 damages memory if an async function holds a structure with a vector of 32 bytes across a suspension
    /// (https://github.com/swiftlang/swift/issues/91639).
    @Test func noVectorIsStored() {
        let stored = Mirror(reflecting: PerceptualHash(words: SIMD4())).children.map(\.value)
        #expect(stored.count == 4 && stored.allSatisfy { $0 is UInt64 })
    }
}
