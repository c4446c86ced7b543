import TestSupport
import Testing

@testable import PerceptualHashing

@Suite struct LowerMedianTests {
    private func isMedian(_ values: [Int64]) -> Bool { values.lowerMedian == values.sorted()[(values.count - 1) / 2] }

    @Test func isThatOfTheSortedValues() {
        var random = Seeded(1)
        for count in [1, 2, 3, 255, 256] {
            for range in [Int64(0)...0, 0...1, -3...3, .min...(.max)] {
                for _ in 0..<50 {
                    let values = (0..<count).map { _ in Int64.random(in: range, using: &random) }
                    #expect(isMedian(values), "\(values)")
                }
            }
        }
    }

    @Test func isThatOfOrderedValues() {
        let values = (0..<256).map { Int64($0) }
        #expect(isMedian(values))
        #expect(isMedian(values.reversed()))
        #expect(isMedian(values.map { abs($0 - 128) }))
    }
}
