/// A hash of 256 bits that changes little if a picture is encoded again or resized, and much if the content changes.
public struct PerceptualHash: Hashable, Sendable {
    // Not a SIMD4: in async functions, Swift 6.3 writes past the end of frames that hold a structure with a vector of
    // 32 bytes (https://github.com/swiftlang/swift/issues/91639).
    private let word0, word1, word2, word3: UInt64

    /// Bit `16·i + j` (frequency `i + 1` down, `j + 1` across) is bit `(16·i + j) % 64` of word `(16·i + j) / 64`.
    public var words: SIMD4<UInt64> { SIMD4(word0, word1, word2, word3) }

    /// Creates a hash of four 64-bit words, lowest bits first.
    public init(words: SIMD4<UInt64>) { (word0, word1, word2, word3) = (words[0], words[1], words[2], words[3]) }

    /// The number of the 256 bits that differ: 0 to 256.
    public func distance(to other: PerceptualHash) -> Int {
        let difference = words ^ other.words
        return difference[0].nonzeroBitCount + difference[1].nonzeroBitCount
            + difference[2].nonzeroBitCount + difference[3].nonzeroBitCount
    }

    /// 32 bytes: the words in order, each with its lowest byte first.
    public var bytes: [UInt8] {
        (0..<4).flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: words[word] >> (8 * UInt64($0))) } }
    }

    /// Creates a hash of the bytes that ``bytes`` gives; `nil` unless there are exactly 32.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words = SIMD4<UInt64>()
        for (index, byte) in bytes.enumerated() { words[index / 8] |= UInt64(byte) << UInt64(8 * (index % 8)) }
        self.init(words: words)
    }

    /// ``bytes`` as 64 lower-case hexadecimal digits.
    public var hex: String { bytes.hexadecimal }
}
