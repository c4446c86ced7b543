public import PhotoModel

/// Hashes and their keys in memory, the contents of an index.
public struct IndexEntries: Sendable {
    private(set) var keys: [Int64] = []
    private(set) var hashes: [SIMD4<UInt64>] = []

    /// Creates an empty value.
    public init() {}

    /// Reserves memory for so many entries.
    public mutating func reserveCapacity(_ count: Int) {
        keys.reserveCapacity(count)
        hashes.reserveCapacity(count)
    }

    /// Adds a hash with a key.
    ///
    /// A key may have several hashes.
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

    /// The entries whose keys satisfy `isKept`.
    func filter(_ isKept: (Int64) -> Bool) -> IndexEntries {
        var kept = IndexEntries()
        kept.reserveCapacity(count)
        for (hash, key) in zip(hashes, keys) where isKept(key) { kept.append(hash, key: key) }
        return kept
    }

    /// The number of hashes.
    public var count: Int { keys.count }
}
