internal import PhotoModel

/// Compares, band after band, hashes whose values in the band are nearer than its budget.
struct BandedPairs {
    private let hashes: [SIMD4<UInt64>]
    private let crowd: Int
    private let radius: Int
    private let banding: Banding
    let budgets: [Int]
    private let masks: [UInt32]

    /// - Parameters:
    ///   - budgets: For each band; `nil` for those that cost least, which may be those of comparing all.
    ///   - crowd: The first so many hashes are not compared with each other.
    init(_ hashes: [SIMD4<UInt64>], _ banding: Banding, _ budgets: [Int]? = nil, crowd: Int = 0, radius: Int) {
        self.hashes = hashes
        self.crowd = crowd
        self.radius = radius
        if let budgets = budgets ?? Self.cheapestBudgets(hashes, banding, crowd: crowd, radius: radius) {
            (self.banding, self.budgets) = (banding, budgets)
        } else {
            // One bucket of all.
            (self.banding, self.budgets) = (.none, [1])
        }
        masks = self.banding.masks
    }

    /// The budgets that cost least, judged by some of the hashes; `nil` if comparing all costs less.
    private static func cheapestBudgets(
        _ hashes: [SIMD4<UInt64>], _ banding: Banding, crowd: Int, radius: Int
    ) -> [Int]? {
        let sample = Array(stride(from: 0, to: hashes.count, by: max(1, hashes.count / sampleSize)))
        guard banding.count > 0, !sample.isEmpty else { return nil }
        let masks = banding.masks
        let costs = (0..<banding.count).map { band in
            let directories = hashes.withUnsafeBufferPointer { hashes in
                (
                    all: BandOrder.directory(hashes, banding, band),
                    others: BandOrder.directory(UnsafeBufferPointer(rebasing: hashes[crowd...]), banding, band)
                )
            }
            return sample.reduce(into: [Int](repeating: 0, count: Banding.largestBudget + 1)) { sums, number in
                let value = banding.value(hashes[number], band)
                let costs = (number < crowd ? directories.others : directories.all).withUnsafeBufferPointer {
                    $0.baseAddress.map { banding.costs(value, masks, $0, through: Banding.largestBudget) } ?? []
                }
                for (budget, cost) in costs.enumerated() { sums[budget] += cost }
            }.map { $0 / sample.count }
        }
        guard let cheapest = banding.cheapestBudgets(radius: radius, costs: costs), cheapest.cost < hashes.count else {
            return nil
        }
        return cheapest.budgets
    }

    private static let sampleSize = 256

    /// Each two numbers within the radius once, in no order.
    func forEachPair(_ body: (Int, Int, Int) throws -> Void) throws {
        try hashes.withUnsafeBufferPointer { hashes in
            for (band, budget) in budgets.enumerated() where budget > 0 {
                let sorted = BandOrder(hashes, banding, band)
                let columns = ScreenColumns(hashes, sorted.order, awayFromBit: band * banding.bits)
                let masks = masks[..<banding.maskCount(budget: budget)]
                func compare(_ place: Int, _ range: Range<Int>) throws {
                    try columns.forEachNear(place, in: range, radius: radius) { near in
                        let (left, right) = (Int(sorted.order[place]), Int(sorted.order[near]))
                        let distance = hashes[left].distance(to: hashes[right])
                        guard distance <= radius, isFirst(band, hashes[left] ^ hashes[right]) else { return }
                        try body(left, right, distance)
                    }
                }
                for value in 0..<banding.values where sorted.directory[value] < sorted.directory[value + 1] {
                    let bucket = sorted.places(value)
                    let others = masks.map { value ^ Int($0) }.filter { $0 > value }.map(sorted.places)
                        .filter { !$0.isEmpty }
                    // The crowd stands first.
                    let outside = sorted.places(bucket, from: crowd)
                    for place in outside {
                        try compare(place, place + 1..<bucket.upperBound)
                        for other in others { try compare(place, other) }
                    }
                    guard outside != bucket else { continue }
                    let ranges = [outside] + others.map { sorted.places($0, from: crowd) }.filter { !$0.isEmpty }
                    for place in bucket.lowerBound..<outside.lowerBound {
                        for range in ranges { try compare(place, range) }
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

extension BandOrder {
    /// The places of one value, in which numbers ascend, from the first number on that is not below `least`.
    fileprivate func places(_ bucket: Range<Int>, from least: Int) -> Range<Int> {
        var range = bucket
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = order[middle] >= least ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound..<bucket.upperBound
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
