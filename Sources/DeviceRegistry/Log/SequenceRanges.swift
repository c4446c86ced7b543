/// Sequences of one writer: ascending ranges that do not touch each other.
package struct SequenceRanges: Sendable, Hashable, RandomAccessCollection {
    private let ranges: [ClosedRange<UInt64>]

    /// - Parameter ranges: Ranges in any order, which may overlap.
    package init(_ ranges: some Sequence<ClosedRange<UInt64>> = []) {
        var joined: [ClosedRange<UInt64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, last.upperBound == .max || range.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        self.ranges = joined
    }

    package var startIndex: Int { ranges.startIndex }
    package var endIndex: Int { ranges.endIndex }
    package subscript(_ index: Int) -> ClosedRange<UInt64> { ranges[index] }

    package func adding(_ range: ClosedRange<UInt64>) -> SequenceRanges { SequenceRanges(ranges + [range]) }

    package func contains(_ range: ClosedRange<UInt64>) -> Bool {
        ranges.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }

    /// The parts of a range that are not among these.
    package func missing(from range: ClosedRange<UInt64>) -> [ClosedRange<UInt64>] {
        var missing: [ClosedRange<UInt64>] = []
        var next = range.lowerBound
        for known in ranges where known.upperBound >= next {
            guard known.lowerBound <= range.upperBound else { break }
            if next < known.lowerBound { missing.append(next...known.lowerBound - 1) }
            guard known.upperBound < range.upperBound else { return missing }
            next = known.upperBound + 1
        }
        missing.append(next...range.upperBound)
        return missing
    }

    /// The last sequence before which none is missing; 0 if the first one is.
    package var lastWithoutGap: UInt64 { ranges.first.flatMap { $0.lowerBound <= 1 ? $0.upperBound : nil } ?? 0 }

    /// Whether a sequence before the last one is missing.
    package var hasGap: Bool { lastWithoutGap < lastSequence }

    /// The last sequence; 0 without sequences.
    package var lastSequence: UInt64 { ranges.last?.upperBound ?? 0 }
}

extension SequenceRanges: ExpressibleByArrayLiteral {
    package init(arrayLiteral ranges: ClosedRange<UInt64>...) { self.init(ranges) }
}
