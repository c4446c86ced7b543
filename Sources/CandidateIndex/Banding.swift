internal import PhotoModel

/// The division of the 256 bits of a hash into bands whose values are looked up.
///
/// If each band has a budget and the budgets add up to `radius + 1`, two hashes within the radius differ in at least
/// one band by fewer bits than its budget. If the distance reached the budget in every band, the whole distance would
/// exceed the radius. So a search that looks up, in every band, the values within the budget finds all hashes
/// (multi-index hashing: Norouzi, Punjani and Fleet 2014; with unequal budgets: Qin et al. 2018).
struct Banding: Equatable {
    /// The number of bands: 1 to 16, or 0 if the hashes are few enough to compare all of them.
    let count: Int
    /// The number of bits of each band: 1 to 23.
    ///
    /// Bits after the last band belong to no band.
    let bits: Int

    /// No bands, for few hashes.
    static let none = Banding(known: 0, 0)

    private init(known count: Int, _ bits: Int) { (self.count, self.bits) = (count, bits) }

    /// The greatest budget.
    ///
    /// With it, all masks of up to three flipped bits are looked up.
    static let largestBudget = 4

    /// Creates a division; `nil` for numbers that no program of this version chooses.
    init?(count: Int, bits: Int) {
        guard (0...16).contains(count), (0...23).contains(bits), count * bits <= 256, (count == 0) == (bits == 0) else {
            return nil
        }
        self.count = count
        self.bits = bits
    }

    /// The division for so many hashes: buckets of about a dozen hashes, and directories of few bytes for each hash.
    init(hashes: Int) {
        let magnitude = max(hashes, 1).bitWidth - 1 - max(hashes, 1).leadingZeroBitCount
        switch hashes {
        case ..<(1 << 14): self.init(known: 0, 0)
        case ..<(1 << 22): self.init(known: 16, min(magnitude - 3, 16))
        default: self.init(known: 11, min(magnitude - 1, 23))
        }
    }

    /// The number of values of a band.
    var values: Int { 1 << bits }

    /// Nearly equal budgets for finding all hashes within `radius` bits; `nil` if that takes a budget above
    /// ``largestBudget``.
    func equalBudgets(radius: Int) -> [Int]? {
        guard count > 0 else { return nil }
        let (each, rest) = (radius + 1).quotientAndRemainder(dividingBy: count)
        let budgets = (0..<count).map { each + ($0 < rest ? 1 : 0) }
        return budgets[0] <= Self.largestBudget ? budgets : nil
    }

    /// The budgets with the least total cost, and this cost.
    ///
    /// Bands whose values many hashes share get smaller budgets, and other bands get larger ones.
    ///
    /// - Parameter costs: For each band, the cost of each budget from 0 to the largest budget that it may get.
    func cheapestBudgets(radius: Int, costs: [[Int]]) -> (budgets: [Int], cost: Int)? {
        // For each sum of budgets, the least cost so far, and for each band the choices that lead to it.
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

    /// The cost of each budget up to the last: the number of hashes at the looked-up values, and the lookups
    /// themselves.
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

    /// The masks that flip fewer bits than the largest budget, sorted by the number of bits.
    var masks: [UInt32] {
        let single = (0..<bits).map { UInt32(1) << UInt32($0) }
        let double = single.indices.flatMap { index in single[(index + 1)...].map { single[index] | $0 } }
        let triple = double.flatMap { pair in single.filter { $0 < pair & (~pair + 1) }.map { pair | $0 } }
        return [0] + single + double + triple
    }

    /// The number of ``masks`` that flip fewer bits than `budget`.
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
