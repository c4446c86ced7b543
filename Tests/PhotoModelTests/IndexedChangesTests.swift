import Foundation
import PhotoModel
import TestSupport
import Testing

@Suite("Changes index by index")
struct IndexedChangesTests {
    /// Applies the changes and the inserted objects to the old list.
    private func apply(_ changes: IndexedChanges, to before: [Int], insertedFrom after: [Int]) -> [Int] {
        var list = before
        for index in changes.removed.reversed() { list.remove(at: index) }
        for index in changes.inserted { list.insert(after[index], at: index) }
        for move in changes.moves { list.insert(list.remove(at: move.from), at: move.to) }
        return list
    }

    @Test(arguments: 0..<40) func appliedTheyGiveTheNewList(seed: UInt64) {
        var random = Seeded(seed)
        for _ in 0..<100 {
            let count = Int.random(in: 0...30, using: &random)
            let before = (0..<count).map { $0 }.shuffled(using: &random)
            var after = before.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
            for _ in 0..<Int.random(in: 0...3, using: &random) where after.count > 1 {
                let moved = after.remove(at: Int.random(in: after.indices, using: &random))
                after.insert(moved, at: Int.random(in: 0...after.count, using: &random))
            }
            if seed.isMultiple(of: 3) { after.shuffle(using: &random) }
            for new in 0..<Int.random(in: 0...8, using: &random) {
                after.insert(100 + new, at: Int.random(in: 0...after.count, using: &random))
            }
            let updated = Set((0..<110).filter { _ in Bool.random(using: &random) })
            let changes = IndexedChanges(from: before, to: after, changedObjects: updated)
            #expect(apply(changes, to: before, insertedFrom: after) == after, "\(before) \(after)")
            #expect(changes.removed.map { before[$0] } == before.filter { !after.contains($0) })
            #expect(changes.inserted.map { after[$0] } == after.filter { !before.contains($0) })
            #expect(changes.changed.map { after[$0] } == after.filter { updated.contains($0) && before.contains($0) })
        }
    }

    @Test func aMovedElementIsOneMove() {
        let moves = IndexedChanges(from: [1, 2, 3, 4, 5], to: [2, 3, 4, 5, 1]).moves
        #expect(moves.map(\.from) == [0] && moves.map(\.to) == [4])
        #expect(IndexedChanges(from: [1, 2, 3], to: [0, 1, 3]).moves.isEmpty)
        #expect(IndexedChanges(from: [Int](), to: []) == IndexedChanges(from: [1, 2], to: [1, 2]))
    }

    /// A quadratic algorithm would take minutes.
    @Test(.timeLimit(.minutes(1))) func longListsAreComparedInTime() {
        var random = Seeded(1)
        let before = Array(0..<50_000)
        let after = Array(25_000..<75_000).shuffled(using: &random)
        let changes = IndexedChanges(from: before, to: after)
        #expect(changes.removed == IndexSet(0..<25_000) && changes.inserted.count == 25_000)
    }
}
