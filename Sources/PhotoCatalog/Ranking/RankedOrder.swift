internal import Foundation

/// The ranks that put members in a new order.
///
/// As many members as possible keep their ranks: those of a longest sequence whose order does not change.
struct RankedOrder<Member: Hashable> {
    /// A member at its new position; its rank is `nil` until it gets one.
    private struct Entry {
        let member: Member
        var rank: Rank?
        var isChanged = false
    }

    private var entries: [Entry]

    /// The members whose ranks changed, in their new order, and their ranks.
    var changes: [(member: Member, rank: Rank)] {
        entries.compactMap { entry in entry.isChanged ? entry.rank.map { (entry.member, $0) } : nil }
    }

    /// - Parameters:
    ///   - order: The members in their new order, each once.
    ///   - old: The members that had a rank, in their old order.
    init(_ order: [Member], from old: [(member: Member, rank: Rank?)]) {
        var indexes: [Member: Int] = [:]
        for (index, one) in old.enumerated() where one.rank != nil { indexes[one.member] = index }
        let kept = Self.longestIncreasing(order.map { indexes[$0] })
        entries = zip(order, kept).map { member, isKept in
            Entry(member: member, rank: isKept ? indexes[member].flatMap { old[$0].rank } : nil)
        }
        var generator = SystemRandomNumberGenerator()
        var next = 0
        while let start = entries[next...].firstIndex(where: { $0.rank == nil }) {
            let end = entries[start...].firstIndex { $0.rank != nil } ?? entries.count
            next = fill(start..<end, using: &generator)
        }
    }

    /// Gives ranks to entries between others that have one.
    ///
    /// If there is no room, the member after them gets another rank too, then those around them: 128 on each side, then
    /// twice as many.
    ///
    /// - Returns: The end of the entries that got a rank.
    private mutating func fill(_ range: Range<Int>, using generator: inout some RandomNumberGenerator) -> Int {
        var range = range
        var reach = 0
        while true {
            let lower = range.lowerBound > 0 ? entries[range.lowerBound - 1].rank : nil
            let upper = range.upperBound < entries.count ? entries[range.upperBound].rank : nil
            if let ranks = Rank.between(lower, upper, count: range.count, using: &generator) {
                for (index, rank) in zip(range, ranks) {
                    entries[index].rank = rank
                    entries[index].isChanged = true
                }
                return range.upperBound
            }
            let start = max(0, range.lowerBound - reach)
            var end = min(entries.count, range.upperBound + max(1, reach))
            while end < entries.count, entries[end].rank == nil { end += 1 }
            range = start..<end
            reach = max(128, reach * 2)
        }
    }

    /// Which of the elements form a longest sequence of increasing numbers; `nil` is in none.
    ///
    /// Patience sorting: for each length, the least number with which a sequence of this length ends.
    private static func longestIncreasing(_ numbers: [Int?]) -> [Bool] {
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if let end = numbers[ends[middle]], end < number { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var isKept = [Bool](repeating: false, count: numbers.count)
        var next = ends.last
        while let index = next {
            isKept[index] = true
            next = previous[index]
        }
        return isKept
    }
}
