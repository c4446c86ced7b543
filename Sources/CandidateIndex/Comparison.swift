/// Two words of a difference between hashes, enough to tell that hashes are far apart.
///
/// The ones of `first | second` are at most the ones of both. Unrelated hashes have about 48 of 64 there, so a radius of
/// 31 needs the other words for hardly any of them.
struct Screen {
    let first: Int
    let second: Int

    /// The words that a band, the `band`th of `bits` bits, has no part in: where its value is looked up, its bits say
    /// little.
    init(awayFrom band: Int, _ banding: Banding) {
        let word = band * banding.bits / 64
        first = (word + 2) & 3
        second = (word + 3) & 3
    }

    /// The words for hashes that nothing is known of.
    init() { (first, second) = (0, 1) }

    @inline(__always) func lowerBound(_ left: SIMD4<UInt64>, _ right: SIMD4<UInt64>) -> Int {
        ((left[first] ^ right[first]) | (left[second] ^ right[second])).nonzeroBitCount
    }
}
