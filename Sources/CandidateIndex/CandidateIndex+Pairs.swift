extension CandidateIndex {
    /// Calls `body` once for each pair of entries within `radius` bits (0 to 256), with the smaller key first, and
    /// their distance in bits.
    ///
    /// The order is not defined. The function copies the entries: about 125 bytes each, and 45 more if many of them
    /// share bits.
    ///
    /// - Throws: The error of `body`, at once.
    public func forEachPair(radius: Int, _ body: (Int64, Int64, Int) throws -> Void) throws {
        let entries = entries()
        let keys = entries.keys
        try PairSearch(entries.hashes, radius: radius).forEachPair { left, right, distance in
            try body(min(keys[left], keys[right]), max(keys[left], keys[right]), distance)
        }
    }
}
