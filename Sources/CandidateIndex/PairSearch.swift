internal import PhotoModel

/// Finds all pairs of hashes that are near each other.
///
/// Hashes that share the value of a band with too many others are dense hashes. Pairs of dense hashes are searched
/// first, by the bands that distinguish them. Then all other pairs are searched.
struct PairSearch {
    private let hashes: [SIMD4<UInt64>]
    private let radius: Int
    private let banding: Banding
    private let budgets: [Int]?
    private let overfullBucket: Int

    /// - Parameters:
    ///   - hashes: The hashes, whose indexes are the numbers of the pairs.
    ///   - budgets: The budget of each band; `nil` for the cheapest budgets, estimated from a sample of the hashes.
    ///   - overfullBucket: The number of hashes of one value above which they are dense.
    init(
        _ hashes: [SIMD4<UInt64>], _ banding: Banding? = nil, _ budgets: [Int]? = nil, radius: Int,
        overfullBucket: Int = 4096
    ) {
        self.hashes = hashes
        self.radius = radius
        self.banding = banding ?? Banding(pairsOf: hashes.count)
        self.budgets = budgets
        self.overfullBucket = overfullBucket
    }

    /// Calls `body` once for each pair of numbers within the radius, in no defined order.
    func forEachPair(_ body: (Int, Int, Int) throws -> Void) throws {
        let isDense = denseHashes()
        let dense = hashes.indices.filter { isDense[$0] }
        // If most hashes are dense, the cheapest bands for all are the best choice.
        guard !dense.isEmpty, dense.count <= hashes.count / 2 else {
            return try BandedPairs(hashes, banding, budgets, radius: radius).forEachPair(body)
        }
        try BandedPairs(dense.map { hashes[$0] }, banding, budgets, radius: radius).forEachPair {
            try body(dense[$0], dense[$1], $2)
        }
        let all = dense + hashes.indices.filter { !isDense[$0] }
        try BandedPairs(all.map { hashes[$0] }, banding, budgets, dense: dense.count, radius: radius).forEachPair {
            try body(all[$0], all[$1], $2)
        }
    }

    /// Whether each hash shares a value with too many others.
    func denseHashes() -> [Bool] {
        var isDense = [Bool](repeating: false, count: hashes.count)
        for band in 0..<banding.count {
            let directory = hashes.withUnsafeBufferPointer { BandOrder.directory($0, banding, band) }
            for number in hashes.indices {
                let value = Int(banding.value(hashes[number], band))
                if Int(directory[value + 1] - directory[value]) > overfullBucket { isDense[number] = true }
            }
        }
        return isDense
    }
}
