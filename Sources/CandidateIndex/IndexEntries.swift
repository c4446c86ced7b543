public import PhotoModel

/// Hashes with their keys, side by side, in memory: what an index is made of.
public struct IndexEntries: Sendable {
    private(set) var keys: [Int64] = []
    private(set) var hashes: [SIMD4<UInt64>] = []

    /// No entries.
    public init() {}

    /// Makes room for so many entries at once.
    public mutating func reserveCapacity(_ count: Int) {
        keys.reserveCapacity(count)
        hashes.reserveCapacity(count)
    }

    /// Adds a hash under a key of the caller's, which may have several.
    public mutating func append(_ hash: PerceptualHash, key: Int64) {
        keys.append(key)
        hashes.append(hash.words)
    }

    mutating func append(_ words: SIMD4<UInt64>, key: Int64) {
        keys.append(key)
        hashes.append(words)
    }

    mutating func append(contentsOf more: IndexEntries) {
        keys += more.keys
        hashes += more.hashes
    }

    /// The entries with the keys that `isKept` is true for.
    func filter(_ isKept: (Int64) -> Bool) -> IndexEntries {
        var kept = IndexEntries()
        kept.reserveCapacity(count)
        for (hash, key) in zip(hashes, keys) where isKept(key) { kept.append(hash, key: key) }
        return kept
    }

    /// How many hashes there are.
    public var count: Int { keys.count }
}
