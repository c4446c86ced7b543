extension CandidateIndex {
    /// Calls `body` once for each two entries whose hashes are within `radius` bits (0 to 256), with the smaller key
    /// first, and their distance in bits; in no order.
    ///
    /// Copies the entries: about 125 bytes each.
    ///
    /// - Throws: What `body` throws, at once.
    public func forEachPair(radius: Int, _ body: (Int64, Int64, Int) throws -> Void) throws {
        let entries = entries()
        let keys = entries.keys
        try PairSearch(entries.hashes, radius: radius).forEachPair { left, right, distance in
            try body(min(keys[left], keys[right]), max(keys[left], keys[right]), distance)
        }
    }
}

/// Compares, band after band, hashes whose values in the band are nearer than its budget.
struct PairSearch {
    private let hashes: [SIMD4<UInt64>]
    private let radius: Int
    private let banding: Banding
    let budgets: [Int]
    private let masks: [UInt32]
    /// What shares a value is itself searched by its other bands, if it takes so many comparisons.
    private let divided: Int

    /// The cheapest search.
    init(_ hashes: [SIMD4<UInt64>], _ banding: Banding? = nil, radius: Int, divided: Int = 100_000_000) {
        let banding = banding ?? Banding(pairsOf: hashes.count)
        let cheapest = Self.cheapestBudgets(hashes, banding, radius: radius)
        if let cheapest, cheapest.cost < hashes.count {
            self.init(hashes, banding, cheapest.budgets, radius: radius, divided: divided)
        } else {
            // One bucket of all.
            self.init(hashes, .none, [1], radius: radius, divided: .max)
        }
    }

    init(_ hashes: [SIMD4<UInt64>], _ banding: Banding, _ budgets: [Int], radius: Int, divided: Int) {
        self.hashes = hashes
        self.radius = radius
        self.banding = banding
        self.budgets = budgets
        self.divided = divided
        masks = banding.masks
    }

    /// The budgets that cost least, and what they cost for one hash, judged by some of the hashes.
    private static func cheapestBudgets(
        _ hashes: [SIMD4<UInt64>], _ banding: Banding, radius: Int
    ) -> (budgets: [Int], cost: Int)? {
        let sample = stride(from: 0, to: hashes.count, by: max(1, hashes.count / sampleSize)).map { hashes[$0] }
        guard banding.count > 0, !sample.isEmpty else { return nil }
        let masks = banding.masks
        let costs = (0..<banding.count).map { band in
            let directory = hashes.withUnsafeBufferPointer { BandOrder.directory($0, banding, band) }
            return sample.reduce(into: [Int](repeating: 0, count: Banding.largestBudget + 1)) { sums, words in
                let costs = directory.withUnsafeBufferPointer { directory in
                    directory.baseAddress.map { banding.costs(banding.value(words, band), masks, $0) } ?? []
                }
                for (budget, cost) in costs.enumerated() { sums[budget] += cost }
            }.map { $0 / sample.count }
        }
        return banding.cheapestBudgets(radius: radius, costs: costs)
    }

    private static let sampleSize = 256

    /// Each two numbers within the radius once, in no order.
    func forEachPair(_ body: (Int, Int, Int) throws -> Void) throws {
        try hashes.withUnsafeBufferPointer { hashes in
            for (band, budget) in budgets.enumerated() where budget > 0 {
                let sorted = BandOrder(hashes, banding, band)
                let columns = ScreenColumns(hashes, sorted.order, awayFromBit: band * banding.bits)
                let masks = masks[..<banding.maskCount(budget: budget)]
                func check(_ left: Int, _ right: Int) throws {
                    let distance = hashes[left].distance(to: hashes[right])
                    guard distance <= radius, isFirst(band, hashes[left] ^ hashes[right]) else { return }
                    try body(left, right, distance)
                }
                for value in 0..<banding.values where sorted.directory[value] < sorted.directory[value + 1] {
                    let bucket = sorted.places(value)
                    let others = masks.map { value ^ Int($0) }.filter { $0 > value }.map(sorted.places)
                    let comparisons = others.reduce(bucket.count / 2) { $0 + $1.count } * bucket.count
                    if comparisons > divided {
                        let numbers = ([bucket] + others).flatMap { sorted.order[$0] }.map(Int.init)
                        let part = PairSearch(numbers.map { hashes[$0] }, radius: radius, divided: .max)
                        try part.forEachPair { left, right, _ in
                            // One of the two has this value, and the other one that is looked up from here.
                            guard min(left, right) < bucket.count else { return }
                            try check(numbers[left], numbers[right])
                        }
                        continue
                    }
                    for place in bucket {
                        for rest in [place + 1..<bucket.upperBound] + others {
                            try columns.forEachNear(place, in: rest, radius: radius) { near in
                                try check(Int(sorted.order[place]), Int(sorted.order[near]))
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether no band before this one finds the pair with this difference as well.
    private func isFirst(_ band: Int, _ difference: SIMD4<UInt64>) -> Bool {
        (0..<band).allSatisfy { banding.value(difference, $0).nonzeroBitCount >= budgets[$0] }
    }
}

/// Two words of each hash, in the order of a band, side by side: compared four hashes at a time.
private struct ScreenColumns {
    private let first: [UInt64]
    private let second: [UInt64]
    /// Zeros behind the end, so that four can always be read.
    private static let padding = 3

    init(_ hashes: UnsafeBufferPointer<SIMD4<UInt64>>, _ order: [UInt32], awayFromBit bit: Int) {
        let word = bit / 64
        func column(_ word: Int) -> [UInt64] {
            [UInt64](unsafeUninitializedCapacity: order.count + Self.padding) { column, count in
                for place in order.indices { column[place] = hashes[Int(order[place])][word] }
                for place in order.count..<order.count + Self.padding { column[place] = 0 }
                count = order.count + Self.padding
            }
        }
        first = column((word + 2) & 3)
        second = column((word + 3) & 3)
    }

    /// Calls `body` with the places in `range` whose hashes may be within the radius of the one at `place`.
    @inline(__always) func forEachNear(
        _ place: Int, in range: Range<Int>, radius: Int, _ body: (Int) throws -> Void
    ) rethrows {
        try first.withUnsafeBytes { first in
            try second.withUnsafeBytes { second in
                let query = (
                    SIMD4(repeating: first.load(fromByteOffset: place * 8, as: UInt64.self)),
                    SIMD4(repeating: second.load(fromByteOffset: place * 8, as: UInt64.self))
                )
                // A count below this borrows from the sign.
                let limit = SIMD4(repeating: UInt64(truncatingIfNeeded: radius &+ 1))
                var start = range.lowerBound
                while start < range.upperBound {
                    let difference =
                        (first.loadUnaligned(fromByteOffset: start &* 8, as: SIMD4<UInt64>.self) ^ query.0)
                        | (second.loadUnaligned(fromByteOffset: start &* 8, as: SIMD4<UInt64>.self) ^ query.1)
                    let signs = difference.onesInEachLane &- limit
                    if (signs[0] | signs[1] | signs[2] | signs[3]) >> 63 != 0 {
                        for lane in 0..<min(4, range.upperBound &- start) where signs[lane] >> 63 != 0 {
                            try body(start &+ lane)
                        }
                    }
                    start &+= 4
                }
            }
        }
    }
}

extension SIMD4<UInt64> {
    /// How many bits are set in each word, by adding neighbours: vectors have no instruction for it on every machine.
    fileprivate var onesInEachLane: Self {
        let pairs = self &- (self &>> 1 & 0x5555_5555_5555_5555)
        let fours = (pairs & 0x3333_3333_3333_3333) &+ (pairs &>> 2 & 0x3333_3333_3333_3333)
        let bytes = (fours &+ fours &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
        let shorts = bytes &+ bytes &>> 8
        let words = shorts &+ shorts &>> 16
        return (words &+ words &>> 32) & 0xFF
    }
}
