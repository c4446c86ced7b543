/// Looks up the bands of a query, and compares the query only with the hashes found there.
struct BandLookup {
    private let table: IndexTable
    private let radius: Int
    private let budgets: [Int]?
    private let masks: [UInt32]
    /// The ranges of the orders that contain the hashes to compare, band after band.
    private var buckets: [Bucket] = []
    private var numbers: [UInt32] = []

    private struct Bucket {
        let start: UInt32
        let count: UInt32
    }

    /// The cost of a comparison with a looked-up hash, relative to one with a hash in a sequential scan.
    ///
    /// A measured estimate.
    private static let costOfLookup = 4

    /// A number of hashes that is greater than the number of unrelated hashes sharing a band with a query, in an
    /// index of up to 10⁷.
    private static let fewHashes = 32_768

    /// Prepares the lookup.
    ///
    /// The lookup is not used if the index has no bands, or if the radius is too large for the bands.
    init(_ table: IndexTable, radius: Int) {
        self.table = table
        self.radius = radius
        budgets = table.banding.equalBudgets(radius: radius)
        masks = table.banding.masks
    }

    /// Calls `body` with the number and the distance of each hash within the radius: at least once, for some hashes
    /// several times.
    ///
    /// - Returns: False, without a call of `body`, if a comparison with every hash is cheaper.
    mutating func forEachNear(_ query: SIMD4<UInt64>, _ body: (Int, Int) throws -> Void) rethrows -> Bool {
        // If the query shares some bands with many hashes, better budgets are worth a search. The largest budgets are
        // tried only if they can pay, because computing their cost takes as long as an answer.
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

    /// The cheapest budgets, for a query that shares some bands with too many hashes.
    private func cheapestBudgets(_ query: SIMD4<UInt64>, largest: Int) -> [Int]? {
        let banding = table.banding
        let costs = (0..<banding.count).map {
            banding.costs(banding.value(query, $0), masks, table.directory($0), through: largest)
        }
        return banding.cheapestBudgets(radius: radius, costs: costs)?.budgets
    }

    /// Fills ``buckets`` and returns the end of each band in it, or `nil` if the buckets have too many hashes.
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

    /// Fills ``numbers`` with the numbers in the buckets, so that the processor can fetch many hashes at once.
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
