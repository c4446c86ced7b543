public import Foundation

/// The changes between two lists of objects, by index.
///
/// To get the new list from the old one, remove ``removed``, then insert the new objects at ``inserted`` in ascending
/// order, then apply ``moves`` one after another.
public struct IndexedChanges: Hashable, Sendable {
    /// A move of one object from one index to another.
    public struct Move: Hashable, Sendable {
        /// The index before this move.
        public let from: Int
        /// The index after this move.
        public let to: Int
    }

    /// The indexes in the old list of objects that are not in the new list.
    public let removed: IndexSet
    /// The indexes in the new list of objects that are not in the old list.
    public let inserted: IndexSet
    /// The indexes in the new list of objects that are in both lists and were changed.
    public let changed: IndexSet
    /// The least number of moves of objects in both lists.
    ///
    /// Inserted objects are not moved.
    public let moves: [Move]

    /// Whether both lists are equal and no object was changed.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty }

    /// Computes the changes between two lists.
    ///
    /// No list may contain an object twice.
    ///
    /// The time is proportional to n, and to m log m for the m objects between the first and the last difference.
    ///
    /// - Parameter changedObjects: The changed objects. Objects that are not in both lists are ignored.
    public init<Object: Hashable>(
        from before: [Object], to after: [Object], changedObjects: Set<Object> = []
    ) {
        // Most changes leave both ends of a list unchanged.
        let shorter = min(before.count, after.count)
        let start = (0..<shorter).first { before[$0] != after[$0] } ?? shorter
        let end =
            (0..<shorter - start).first { before[before.count - 1 - $0] != after[after.count - 1 - $0] }
            ?? shorter - start
        let (old, new) = (before[start..<before.count - end], after[start..<after.count - end])
        let places = Dictionary(zip(new, new.indices), uniquingKeysWith: { first, _ in first })
        let known = Set(old)
        let inserted = IndexSet(new.indices.filter { !known.contains(new[$0]) })
        removed = IndexSet(old.indices.filter { places[old[$0]] == nil })
        changed = IndexSet(
            after.indices.filter { changedObjects.contains(after[$0]) && !inserted.contains($0) })
        var order = Rearrangement(survivors: old.compactMap { places[$0] }, inserted: inserted, from: start)
        moves = order.moves()
        self.inserted = inserted
    }
}

/// The moves of objects from their positions after removals and insertions to their new positions.
private struct Rearrangement {
    /// The first position of the range.
    ///
    /// All other positions are counted from it.
    private let start: Int
    /// The new position of each object, in the old order.
    private let targets: [Int]
    /// Whether the object is not moved, by old position.
    private var stays: [Bool]
    /// The objects that were not moved yet, by old position.
    private var waiting: CountedPlaces

    /// - Parameters:
    ///   - survivors: The positions in the new list of the objects in both lists, in the order of the old list.
    ///   - inserted: The positions of the inserted objects.
    ///   - start: The least of all these positions, which are consecutive.
    init(survivors: [Int], inserted: IndexSet, from start: Int) {
        self.start = start
        var survivors = survivors[...]
        let stays = (0..<survivors.count + inserted.count).map { inserted.contains(start + $0) }
        let targets = stays.indices.map { stays[$0] ? $0 : survivors.removeFirst() - start }
        // An object that would have to pass an inserted object is moved, because the inserted object stays.
        let insertedBefore = stays.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1 ? 1 : 0)) }
        let candidates = targets.indices.filter {
            !stays[$0] && insertedBefore[$0] == insertedBefore[targets[$0]]
        }
        self.targets = targets
        self.stays = stays
        for place in longestIncreasing(candidates, by: targets) { self.stays[place] = true }
        waiting = CountedPlaces(self.stays.map { !$0 })
    }

    /// The moves.
    ///
    /// Each moved object is put directly after the object that precedes it in the new list, the first one first.
    mutating func moves() -> [IndexedChanges.Move] {
        let movers = targets.indices.filter { !stays[$0] }.sorted { targets[$0] < targets[$1] }
        guard !movers.isEmpty else { return [] }
        let stayers = stays.indices.filter { stays[$0] }
        // The objects that stay keep their order. Their old and new positions give the number of them before a
        // position.
        let newPlaces = stayers.map { targets[$0] }
        var moves: [IndexedChanges.Move] = []
        // For each moved object, the number of staying objects before it. The objects that were not moved yet come
        // after these.
        var moved: [Int] = []
        for mover in movers {
            let stayersBefore = stayers.count(below: mover)
            let stayersAfter = newPlaces.count(below: targets[mover])
            let from = stayersBefore + moved.count(below: stayersBefore + 1) + waiting.count(below: mover)
            waiting.remove(mover)
            let passed = stayersAfter == 0 ? 0 : waiting.count(below: stayers[stayersAfter - 1])
            let to = stayersAfter + moved.count + passed
            if from != to { moves.append(IndexedChanges.Move(from: start + from, to: start + to)) }
            moved.append(stayersAfter)
        }
        return moves
    }
}

/// The longest sequence of these ascending indexes whose values ascend too.
private func longestIncreasing(_ indices: [Int], by values: [Int]) -> [Int] {
    /// The last index of the best sequence of each length, and for each index the index before it.
    var ends: [Int] = []
    var previous: [Int: Int] = [:]
    for index in indices {
        let length = ends.partitioningIndex { values[$0] >= values[index] }
        if length > 0 { previous[index] = ends[length - 1] }
        if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    return Array(sequence(first: ends.last) { $0.flatMap { previous[$0] } }.prefix { $0 != nil }.compactMap { $0 })
}

extension [Int] {
    /// The number of elements that are less than the value.
    ///
    /// The elements ascend.
    fileprivate func count(below value: Int) -> Int { partitioningIndex { $0 >= value } }
}

/// Positions that are occupied or free, with counts from the first position: a Fenwick tree.
private struct CountedPlaces {
    /// At i the number of occupied positions in the 2ᵏ positions before i, where 2ᵏ is the lowest bit of i.
    private var sums: [Int]

    init(_ isTaken: [Bool]) {
        sums = [0] + isTaken.map { $0 ? 1 : 0 }
        for index in sums.indices.dropFirst() {
            let parent = index + (index & -index)
            if parent < sums.count { sums[parent] += sums[index] }
        }
    }

    mutating func remove(_ place: Int) {
        var index = place + 1
        while index < sums.count {
            sums[index] -= 1
            index += index & -index
        }
    }

    func count(below place: Int) -> Int {
        var index = place
        var count = 0
        while index > 0 {
            count += sums[index]
            index -= index & -index
        }
        return count
    }
}
