import TestSupport
import Testing

@testable import CandidateIndex

@Suite struct BandingTests {
    /// The reference result tries every choice of budgets.
    @Test func cheapestBudgetsAreThoseOfTryingAll() throws {
        var random = Seeded(1)
        let banding = try #require(Banding(count: 3, bits: 8))
        for radius in [0, 3, 7, 11] {
            let costs = (0..<3).map { _ in
                (0..<Banding.largestBudget).reduce(into: [0]) { costs, _ in
                    costs.append((costs.last ?? 0) + Int.random(in: 0...50, using: &random))
                }
            }
            var least = Int.max
            for first in 0...4 {
                for second in 0...4 {
                    for third in 0...4 where first + second + third > radius {
                        least = min(least, costs[0][first] + costs[1][second] + costs[2][third])
                    }
                }
            }
            let cheapest = try #require(banding.cheapestBudgets(radius: radius, costs: costs))
            #expect(cheapest.cost == least)
            #expect(cheapest.budgets.reduce(0, +) > radius)
            #expect(zip(costs, cheapest.budgets).map { $0[$1] }.reduce(0, +) == least)
        }
        let none = banding.cheapestBudgets(radius: 12, costs: Array(repeating: [0, 1, 2, 3, 4], count: 3))
        #expect(none?.budgets == nil)
    }

    @Test func masksAreAllThatFlipFewerBitsThanTheBudget() throws {
        let banding = try #require(Banding(count: 2, bits: 7))
        for budget in 0...Banding.largestBudget {
            let masks = banding.masks[..<banding.maskCount(budget: budget)]
            #expect(Set(masks) == Set((0..<128).filter { $0.nonzeroBitCount < budget }))
            #expect(Set(masks).count == masks.count)
        }
    }
}
