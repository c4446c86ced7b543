internal import PhotoModel

/// How the 256 bits of a hash are cut into bands whose values are looked up.
///
/// Two hashes that differ in few bits differ even less in at least one band: with a budget of `b` for each band, budgets
/// that add up to `radius + 1`, and a distance of at least `b` in every band, the whole distance would exceed the radius.
/// So whoever looks in every band for the values nearer than the band's budget misses nothing (multi-index hashing,
/// Norouzi, Punjani and Fleet 2014; with unequal budgets Qin et al. 2018).
struct Banding: Equatable {
    /// How many bands there are: 1 to 16, or none where the hashes are few enough to compare with all of them.
    let count: Int
    /// How many bits each has: 1 to 23; bits after the last band are in none.
    let bits: Int

    /// The hashes are few enough to compare with all of them.
    static let none = Banding(known: 0, 0)

    private init(known count: Int, _ bits: Int) { (self.count, self.bits) = (count, bits) }

    /// No more than the masks of three flipped bits are tried.
    static let largestBudget = 4

    /// `nil` for numbers that no program of this version chooses.
    init?(count: Int, bits: Int) {
        guard (0...16).contains(count), (0...23).contains(bits), count * bits <= 256, (count == 0) == (bits == 0) else {
            return nil
        }
        self.count = count
        self.bits = bits
    }

    /// The cut for so many hashes: buckets of a dozen, and directories of few bytes a hash.
    init(hashes: Int) {
        let magnitude = max(hashes, 1).bitWidth - 1 - max(hashes, 1).leadingZeroBitCount
        switch hashes {
        case ..<(1 << 14): self.init(known: 0, 0)
        case ..<(1 << 22): self.init(known: 16, min(magnitude - 3, 16))
        default: self.init(known: 11, min(magnitude - 1, 23))
        }
    }

    /// The cut for comparing so many hashes with each other, whose directories are no longer than the hashes.
    init(pairsOf hashes: Int) {
        let most = Banding(hashes: hashes)
        let magnitude = max(hashes, 1).bitWidth - 1 - max(hashes, 1).leadingZeroBitCount
        self = most.count == 16 ? Banding(known: 16, min(magnitude, 16)) : most
    }

    /// How many values a band can have.
    var values: Int { 1 << bits }

    /// Budgets as equal as they can be for finding everything within `radius` bits; `nil` if that takes larger ones than
    /// ``largestBudget``.
    func equalBudgets(radius: Int) -> [Int]? {
        guard count > 0 else { return nil }
        let (each, rest) = (radius + 1).quotientAndRemainder(dividingBy: count)
        let budgets = (0..<count).map { each + ($0 < rest ? 1 : 0) }
        return budgets[0] <= Self.largestBudget ? budgets : nil
    }

    /// The budgets that cost least together, and what they cost, where many hashes share some bands' values: those bands
    /// get less, others more.
    ///
    /// - Parameter costs: For each band, the cost of each budget from 0 to the largest that it may get.
    func cheapestBudgets(radius: Int, costs: [[Int]]) -> (budgets: [Int], cost: Int)? {
        // For each sum of budgets so far, the least cost; and for each band, how its sums came about.
        var least = [0] + Array(repeating: Int.max, count: radius + 1)
        var steps: [[(from: Int, budget: Int)]] = []
        for costs in costs {
            var next = Array(repeating: Int.max, count: radius + 2)
            var step = Array(repeating: (from: 0, budget: 0), count: radius + 2)
            for sum in least.indices where least[sum] < .max {
                for budget in costs.indices {
                    let place = min(sum + budget, radius + 1)
                    let cost = least[sum] + costs[budget]
                    if cost < next[place] { (next[place], step[place]) = (cost, (sum, budget)) }
                }
            }
            least = next
            steps.append(step)
        }
        guard let cost = least.last, cost < .max else { return nil }
        var sum = radius + 1
        let budgets = steps.reversed().map { step in
            defer { sum = step[sum].from }
            return step[sum].budget
        }
        return (budgets.reversed(), cost)
    }

    /// How many hashes stand at the values that each budget up to the last has looked up, and the looking up itself.
    func costs(
        _ value: UInt32, _ masks: [UInt32], _ directory: UnsafePointer<UInt32>, through last: Int
    ) -> [Int] {
        var costs = [0]
        var sum = 0
        for budget in 0..<last {
            for mask in masks[maskCount(budget: budget)..<maskCount(budget: budget + 1)] {
                let place = Int(value ^ mask)
                sum &+= Int(directory[place &+ 1] &- min(directory[place], directory[place &+ 1])) &+ 1
            }
            costs.append(sum)
        }
        return costs
    }

    /// The masks that flip fewer bits than the largest budget; those of fewer bits first.
    var masks: [UInt32] {
        let single = (0..<bits).map { UInt32(1) << UInt32($0) }
        let double = single.indices.flatMap { index in single[(index + 1)...].map { single[index] | $0 } }
        let triple = double.flatMap { pair in single.filter { $0 < pair & (~pair + 1) }.map { pair | $0 } }
        return [0] + single + double + triple
    }

    /// How many of ``masks`` flip fewer bits than `budget`.
    func maskCount(budget: Int) -> Int {
        switch budget {
        case ...0: 0
        case 1: 1
        case 2: 1 + bits
        case 3: 1 + bits + bits * (bits - 1) / 2
        default: 1 + bits + bits * (bits - 1) / 2 + bits * (bits - 1) * (bits - 2) / 6
        }
    }

    /// The value of a band in a hash.
    @inline(__always) func value(_ words: SIMD4<UInt64>, _ band: Int) -> UInt32 {
        let start = band &* bits
        let word = start &>> 6
        let shift = UInt64(truncatingIfNeeded: start & 63)
        var value = words[word] &>> shift
        if Int(shift) + bits > 64 { value |= words[word + 1] &<< (64 &- shift) }
        return UInt32(truncatingIfNeeded: value) & UInt32(truncatingIfNeeded: values &- 1)
    }
}
