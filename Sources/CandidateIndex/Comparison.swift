extension SIMD4<UInt64> {
    /// How many of the 256 bits differ.
    @inline(__always) func distance(to other: Self) -> Int {
        let difference = self ^ other
        return difference[0].nonzeroBitCount &+ difference[1].nonzeroBitCount
            &+ difference[2].nonzeroBitCount &+ difference[3].nonzeroBitCount
    }
}

/// Tells by two words of a hash that it is far from a query.
///
/// The ones of `first | second`, two words of the difference, are at most the ones of both. Unrelated hashes have about 48
/// of 64 there, so a radius of 31 needs the other words for hardly any of them.
struct Screen {
    private let first: Int
    private let second: Int
    private let query: (UInt64, UInt64)

    /// Looks at words that the band with this first bit has no part in: where its value was looked up, its own bits say
    /// little.
    init(_ query: SIMD4<UInt64>, awayFromBit bit: Int = 0) {
        let word = bit / 64
        (first, second) = ((word + 2) & 3, (word + 3) & 3)
        self.query = (query[first], query[second])
    }

    /// At most the distance of the query from the hash that begins at `words`.
    @inline(__always) func lowerBound(_ words: UnsafePointer<UInt64>) -> Int {
        ((words[first] ^ query.0) | (words[second] ^ query.1)).nonzeroBitCount
    }
}
