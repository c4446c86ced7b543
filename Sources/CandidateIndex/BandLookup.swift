/// Looks a query's bands up in the directories, and compares only with the hashes that stand there.
struct BandLookup {
    private let table: IndexTable
    private let radius: Int
    private let budgets: [Int]?
    private let masks: [UInt32]
    /// The parts of the orders where hashes to compare with stand, band after band.
    private var buckets: [Bucket] = []
    private var numbers: [UInt32] = []

    private struct Bucket {
        let start: UInt32
        let count: UInt32
    }

    /// Comparing with a hash that was looked up costs about so many times as much as in a row.
    private static let costOfLookup = 4

    /// More than unrelated hashes share with a query in an index of up to 10⁷.
    private static let fewHashes = 32_768

    /// Looks nothing up where the bands do not help for the radius, or are none.
    init(_ table: IndexTable, radius: Int) {
        self.table = table
        self.radius = radius
        budgets = table.banding.equalBudgets(radius: radius)
        masks = table.banding.masks
    }

    /// Calls `body` with the number and distance of each hash within the radius: at least once, for some several times.
    ///
    /// - Returns: False, without a call, if comparing with every hash is cheaper.
    mutating func forEachNear(_ query: SIMD4<UInt64>, _ body: (Int, Int) throws -> Void) rethrows -> Bool {
        // Better budgets for a query that shares some bands with many are worth looking for; those of the largest only
        // where they pay, for to know their cost takes as long as an answer.
        guard let budgets,
            let ends = findBuckets(query, budgets, atMost: Self.fewHashes)
                ?? findBuckets(
                    query, cheapestBudgets(query, largest: Banding.largestBudget - 1), atMost: Self.fewHashes)
                ?? findBuckets(
                    query, cheapestBudgets(query, largest: Banding.largestBudget),
                    atMost: table.count / Self.costOfLookup)
        else { return false }
        var start = 0
        for (band, end) in ends.enumerated() {
            gather(band, buckets[start..<end])
            start = end
            try compare(query, Screen(query, awayFromBit: band * table.banding.bits), body)
        }
        return true
    }

    /// For a query that shares some bands with too many hashes.
    private func cheapestBudgets(_ query: SIMD4<UInt64>, largest: Int) -> [Int]? {
        let banding = table.banding
        let costs = (0..<banding.count).map {
            banding.costs(banding.value(query, $0), masks, table.directory($0), through: largest)
        }
        return banding.cheapestBudgets(radius: radius, costs: costs)?.budgets
    }

    /// Fills ``buckets``; says where each band's end, or `nil` if they hold too many.
    private mutating func findBuckets(_ query: SIMD4<UInt64>, _ budgets: [Int]?, atMost limit: Int) -> [Int]? {
        guard let budgets else { return nil }
        buckets.removeAll(keepingCapacity: true)
        var (ends, total) = ([Int](), 0)
        let count = UInt32(truncatingIfNeeded: table.count)
        for (band, budget) in budgets.enumerated() {
            let directory = table.directory(band)
            let value = table.banding.value(query, band)
            for mask in masks[..<table.banding.maskCount(budget: budget)] {
                let place = Int(value ^ mask)
                let end = min(directory[place &+ 1], count)
                let start = min(directory[place], end)
                guard start < end else { continue }
                buckets.append(Bucket(start: start, count: end &- start))
                total &+= Int(end &- start)
            }
            ends.append(buckets.count)
        }
        return total <= min(limit, table.count / Self.costOfLookup) ? ends : nil
    }

    /// Fills ``numbers`` with those that stand in the buckets: the processor fetches many at once.
    private mutating func gather(_ band: Int, _ buckets: ArraySlice<Bucket>) {
        let order = table.order(band)
        numbers.removeAll(keepingCapacity: true)
        for bucket in buckets {
            numbers.append(
                contentsOf: UnsafeBufferPointer(start: order + Int(bucket.start), count: Int(bucket.count)))
        }
    }

    private func compare(_ query: SIMD4<UInt64>, _ screen: Screen, _ body: (Int, Int) throws -> Void) rethrows {
        let words = UnsafeRawPointer(table.hashes).assumingMemoryBound(to: UInt64.self)
        let last = UInt32(truncatingIfNeeded: table.count &- 1)
        for number in numbers {
            let number = Int(min(number, last))
            guard screen.lowerBound(words + number &* 4) <= radius else { continue }
            let distance = table.hashes[number].distance(to: query)
            if distance <= radius { try body(number, distance) }
        }
    }
}
