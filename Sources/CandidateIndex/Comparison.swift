extension SIMD4<UInt64> {
    /// The number of the 256 bits that differ.
    @inline(__always) func distance(to other: Self) -> Int {
        let difference = self ^ other
        return difference[0].nonzeroBitCount &+ difference[1].nonzeroBitCount
            &+ difference[2].nonzeroBitCount &+ difference[3].nonzeroBitCount
    }
}

/// A fast test on two words of a hash that excludes most hashes that are far from a query.
///
/// The number of ones in `first | second`, two words of the difference, is at most the number of ones in both.
/// Unrelated hashes have about 48 of 64 ones there, so a radius of 31 needs the other words for hardly any of them.
struct Screen {
    private let first: Int
    private let second: Int
    private let query: (UInt64, UInt64)

    /// Chooses words that do not contain the band with this first bit.
    ///
    /// Hashes that were found by this band agree in its bits.
    init(_ query: SIMD4<UInt64>, awayFromBit bit: Int = 0) {
        let word = bit / 64
        (first, second) = ((word + 2) & 3, (word + 3) & 3)
        self.query = (query[first], query[second])
    }

    /// A lower bound of the distance between the query and the hash at `words`.
    @inline(__always) func lowerBound(_ words: UnsafePointer<UInt64>) -> Int {
        ((words[first] ^ query.0) | (words[second] ^ query.1)).nonzeroBitCount
    }
}
