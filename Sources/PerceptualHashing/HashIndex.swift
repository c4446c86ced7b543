public import PhotoModel

/// Perceptual hashes side by side in memory: 40 bytes each.
///
/// Near ones are found by comparing with every one: exact, some nanoseconds a hash, and nothing on disk to keep in step.
public struct HashIndex: Sendable {
    private var keys: [Int64] = []
    private var hashes: [SIMD4<UInt64>] = []

    /// An index without hashes.
    public init() {}

    /// How many hashes there are.
    public var count: Int { keys.count }

    /// Adds a hash under a key of the caller's.
    public mutating func insert(_ hash: PerceptualHash, key: Int64) {
        keys.append(key)
        hashes.append(hash.words)
    }

    /// The keys whose hash is within `radius` bits (0 to 256) of one of `queries`, nearest first, then by key; each with
    /// its least distance in bits.
    public func candidates(near queries: [PerceptualHash], radius: Int) -> [(key: Int64, distance: Int)] {
        var nearest: [Int64: Int] = [:]
        hashes.withUnsafeBufferPointer { hashes in
            for query in queries {
                for index in hashes.indices {
                    let distance = PerceptualHash(words: hashes[index]).distance(to: query)
                    guard distance <= radius else { continue }
                    nearest[keys[index]] = min(nearest[keys[index]] ?? distance, distance)
                }
            }
        }
        return nearest.map { ($0.key, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }
}
