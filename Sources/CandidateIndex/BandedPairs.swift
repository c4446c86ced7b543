internal import PhotoModel

/// Compares hashes band after band, if the distance of their values in the band is less than its budget.
struct BandedPairs {
    private let hashes: [SIMD4<UInt64>]
    private let dense: Int
    private let radius: Int
    private let banding: Banding
    let budgets: [Int]
    private let masks: [UInt32]

    /// - Parameters:
    ///   - budgets: The budget of each band; `nil` for the cheapest budgets, or for comparing all.
    ///   - dense: The number of hashes at the beginning that are not compared with each other.
    init(_ hashes: [SIMD4<UInt64>], _ banding: Banding, _ budgets: [Int]? = nil, dense: Int = 0, radius: Int) {
        self.hashes = hashes
        self.dense = dense
        self.radius = radius
        if let budgets = budgets ?? Self.cheapestBudgets(hashes, banding, dense: dense, radius: radius) {
            (self.banding, self.budgets) = (banding, budgets)
        } else {
            // One bucket with all hashes.
            (self.banding, self.budgets) = (.none, [1])
        }
        masks = self.banding.masks
    }

    /// The cheapest budgets, estimated from a sample of the hashes; `nil` if comparing all is cheaper.
    private static func cheapestBudgets(
        _ hashes: [SIMD4<UInt64>], _ banding: Banding, dense: Int, radius: Int
    ) -> [Int]? {
        let sample = Array(stride(from: 0, to: hashes.count, by: max(1, hashes.count / sampleSize)))
        guard banding.count > 0, !sample.isEmpty else { return nil }
        let masks = banding.masks
        let costs = (0..<banding.count).map { band in
            let directories = hashes.withUnsafeBufferPointer { hashes in
                (
                    all: BandOrder.directory(hashes, banding, band),
                    others: BandOrder.directory(UnsafeBufferPointer(rebasing: hashes[dense...]), banding, band)
                )
            }
            return sample.reduce(into: [Int](repeating: 0, count: Banding.largestBudget + 1)) { sums, number in
                let value = banding.value(hashes[number], band)
                let costs = (number < dense ? directories.others : directories.all).withUnsafeBufferPointer {
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

    /// Calls `body` once for each pair of numbers within the radius, in no defined order.
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
                    // The dense hashes come first.
                    let outside = sorted.places(bucket, from: dense)
                    for place in outside {
                        try compare(place, place + 1..<bucket.upperBound)
                        for other in others { try compare(place, other) }
                    }
                    guard outside != bucket else { continue }
                    let ranges = [outside] + others.map { sorted.places($0, from: dense) }.filter { !$0.isEmpty }
                    for place in bucket.lowerBound..<outside.lowerBound {
                        for range in ranges { try compare(place, range) }
                    }
                }
            }
        }
    }

    /// Whether no earlier band finds a pair with this difference.
    private func isFirst(_ band: Int, _ difference: SIMD4<UInt64>) -> Bool {
        (0..<band).allSatisfy { banding.value(difference, $0).nonzeroBitCount >= budgets[$0] }
    }
}

extension BandOrder {
    /// The positions of one value, beginning with the first number that is not below `least`.
    ///
    /// The numbers of a value ascend.
    fileprivate func places(_ bucket: Range<Int>, from least: Int) -> Range<Int> {
        var range = bucket
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = order[middle] >= least ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound..<bucket.upperBound
    }
}

/// Two words of each hash in the order of a band, in columns, so that four hashes can be compared at a time.
private struct ScreenColumns {
    private let first: [UInt64]
    private let second: [UInt64]
    /// Zeros after the end, so that four values can always be read.
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

    /// Calls `body` with the positions in `range` whose hashes can be within the radius of the hash at `place`.
    @inline(__always) func forEachNear(
        _ place: Int, in range: Range<Int>, radius: Int, _ body: (Int) throws -> Void
    ) rethrows {
        try first.withUnsafeBytes { first in
            try second.withUnsafeBytes { second in
                let query = (
                    SIMD4(repeating: first.load(fromByteOffset: place * 8, as: UInt64.self)),
                    SIMD4(repeating: second.load(fromByteOffset: place * 8, as: UInt64.self))
                )
                // A count below this limit makes the subtraction negative.
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
    /// The number of set bits in each word, by adding neighbours.
    ///
    /// Not every machine has a vector instruction for it.
    fileprivate var onesInEachLane: Self {
        let pairs = self &- (self &>> 1 & 0x5555_5555_5555_5555)
        let fours = (pairs & 0x3333_3333_3333_3333) &+ (pairs &>> 2 & 0x3333_3333_3333_3333)
        let bytes = (fours &+ fours &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
        let shorts = bytes &+ bytes &>> 8
        let words = shorts &+ shorts &>> 16
        return (words &+ words &>> 32) & 0xFF
    }
}
