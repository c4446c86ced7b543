internal import PhotoModel

/// Finds each two of some hashes that are near each other.
///
/// Hashes that share a band's value with too many others are a crowd. Its pairs are searched by themselves, by the bands
/// that tell them apart; then all are compared but two of the crowd.
struct PairSearch {
    private let hashes: [SIMD4<UInt64>]
    private let radius: Int
    private let banding: Banding
    private let budgets: [Int]?
    private let crowdedBucket: Int

    /// - Parameters:
    ///   - budgets: For each band; `nil` for those that cost least, judged by some of the hashes.
    ///   - crowdedBucket: How many hashes of one value are too many.
    init(
        _ hashes: [SIMD4<UInt64>], _ banding: Banding? = nil, _ budgets: [Int]? = nil, radius: Int,
        crowdedBucket: Int = 4096
    ) {
        self.hashes = hashes
        self.radius = radius
        self.banding = banding ?? Banding(pairsOf: hashes.count)
        self.budgets = budgets
        self.crowdedBucket = crowdedBucket
    }

    /// Each two numbers within the radius once, in no order.
    func forEachPair(_ body: (Int, Int, Int) throws -> Void) throws {
        let isInCrowd = membersOfCrowd()
        let crowd = hashes.indices.filter { isInCrowd[$0] }
        // Most of all are told apart as well as they can be by the bands that cost least for all.
        guard !crowd.isEmpty, crowd.count <= hashes.count / 2 else {
            return try BandedPairs(hashes, banding, budgets, radius: radius).forEachPair(body)
        }
        try BandedPairs(crowd.map { hashes[$0] }, banding, budgets, radius: radius).forEachPair {
            try body(crowd[$0], crowd[$1], $2)
        }
        let all = crowd + hashes.indices.filter { !isInCrowd[$0] }
        try BandedPairs(all.map { hashes[$0] }, banding, budgets, crowd: crowd.count, radius: radius).forEachPair {
            try body(all[$0], all[$1], $2)
        }
    }

    /// Whether each hash shares a value with too many.
    func membersOfCrowd() -> [Bool] {
        var isInCrowd = [Bool](repeating: false, count: hashes.count)
        for band in 0..<banding.count {
            let directory = hashes.withUnsafeBufferPointer { BandOrder.directory($0, banding, band) }
            for number in hashes.indices {
                let value = Int(banding.value(hashes[number], band))
                if Int(directory[value + 1] - directory[value]) > crowdedBucket { isInCrowd[number] = true }
            }
        }
        return isInCrowd
    }
}
