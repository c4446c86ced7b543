import Foundation
import TestSupport
import Testing

@testable import PhotoCatalog

@Suite struct RankTests {
    private static let repetitions = LongTests.areRun ? 100_000 : 20_000

    private func isInOrder(_ ranks: [Rank]) -> Bool {
        zip(ranks, ranks.dropFirst()).allSatisfy { $0.data.lexicographicallyPrecedes($1.data) }
    }

    @Test func theBytesAreThoseOfTheRank() throws {
        var random = Seeded(1)
        let ranks = try #require(Rank.between(nil, nil, count: 300, using: &random))
        #expect(isInOrder(ranks))
        for rank in ranks { #expect(Rank(rank.data) == rank && rank.data.count == 10) }
        for count in [0, 1, 9, 11, 50] { #expect(Rank(Data(count: count)) == nil) }
    }

    /// An album in which each new photo is inserted after the first, before the last, or at an end.
    @Test(arguments: [(1, 1), (0, 1), (1, 0), (0, 0)]) func insertionsAtOnePlaceNeedNoOtherRanks(
        fixedBefore: Int, fixedAfter: Int
    ) throws {
        var random = Seeded(2)
        let ends = try #require(Rank.between(nil, nil, count: 2, using: &random))
        let first = fixedBefore == 1 ? ends[0] : nil
        let last = fixedAfter == 1 ? ends[1] : nil
        for isAfterTheNewest in [false, true] {
            var newest: Rank?
            for _ in 0..<Self.repetitions {
                let (lower, upper) = isAfterTheNewest ? (newest ?? first, last) : (first, newest ?? last)
                let rank = try #require(Rank.between(lower, upper, count: 1, using: &random)?.first)
                #expect(isInOrder([lower, rank, upper].compactMap(\.self)))
                newest = rank
            }
        }
    }

    @Test func randomMovesChangeFewOtherRanks() throws {
        var random = Seeded(3)
        let count = 24
        let ranks = try #require(Rank.between(nil, nil, count: count, using: &random))
        var members = zip(0..<count, ranks).map { (member: $0, rank: Rank?.some($1)) }
        var changes = 0
        for number in 0..<Self.repetitions {
            var order = members.map(\.member)
            let moved = order.remove(at: .random(in: 0..<count, using: &random))
            order.insert(moved, at: .random(in: 0..<count, using: &random))
            let changed = RankedOrder(order, from: members).changes
            changes += changed.count
            var new = Dictionary(uniqueKeysWithValues: members.map { ($0.member, $0.rank) })
            for (member, rank) in changed { new[member] = rank }
            members = order.map { ($0, new[$0] ?? nil) }
            if number.isMultiple(of: 64) { #expect(isInOrder(members.compactMap(\.rank))) }
        }
        #expect(isInOrder(members.compactMap(\.rank)))
        #expect(Double(changes) < 1.1 * Double(Self.repetitions), "\(changes) ranks changed.")
    }

    /// Two devices insert three photos each at the same place of the same album.
    @Test func whatTwoWritersInsertDoesNotInterleave() throws {
        var random = Seeded(4)
        let ends = try #require(Rank.between(nil, nil, count: 2, using: &random))
        for (lower, upper) in [(ends[0], ends[1]), (ends[1], nil), (nil, ends[0])] as [(Rank?, Rank?)] {
            for _ in 0..<1000 {
                let writers = try (0..<2).map { writer in
                    try #require(Rank.between(lower, upper, count: 3, using: &random)).map { (writer, $0) }
                }
                let merged = (writers[0] + writers[1]).sorted { $0.1.data.lexicographicallyPrecedes($1.1.data) }.map(
                    \.0)
                #expect(merged == [0, 0, 0, 1, 1, 1] || merged == [1, 1, 1, 0, 0, 0])
            }
        }
    }

    @Test func betweenEqualRanksTheRightOneGetsAnother() throws {
        let rank = try #require(Rank.between(nil, nil, count: 1)?.first)
        let order = RankedOrder(
            ["a", "new", "b", "c"], from: [("a", rank), ("b", rank), ("c", Rank.between(rank, nil, count: 1)?[0])])
        #expect(order.changes.map(\.member) == ["new", "b"])
        #expect(isInOrder([rank] + order.changes.map(\.rank)))
    }

    @Test func aRankThatCannotBeReadGetsAnother() throws {
        let rank = try #require(Rank.between(nil, nil, count: 1)?.first)
        let order = RankedOrder(["new", "a", "b"], from: [("a", nil), ("b", rank)])
        #expect(order.changes.map(\.member) == ["new", "a"])
    }

    @Test func whereThereIsNoRoomTheNeighboursGetOtherRanks() throws {
        // Four levels that follow each other at once: no rank is between them.
        let level = Data(repeating: 0x80, count: 10)
        let full = Data((0..<4).flatMap { _ in level })
        let next = full.dropLast() + [0x81]
        let (lower, upper) = (try #require(Rank(full)), try #require(Rank(Data(next))))
        #expect(Rank.between(lower, upper, count: 1) == nil)
        let order = RankedOrder(["a", "new", "b"], from: [("a", lower), ("b", upper)])
        #expect(order.changes.map(\.member) == ["new", "b"])
    }
}
