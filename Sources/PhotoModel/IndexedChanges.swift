public import Foundation

/// What turns one list of objects into another, index by index.
///
/// Removing ``removed`` from the old list, then inserting the new objects at ``inserted``, ascending, then making ``moves``
/// one after the other, gives exactly the new list.
public struct IndexedChanges: Hashable, Sendable {
    /// One object that leaves its index and is put at another.
    public struct Move: Hashable, Sendable {
        /// Where it is before this move.
        public let from: Int
        /// Where it is after this move.
        public let to: Int
    }

    /// Indexes in the old list of what is not in the new one.
    public let removed: IndexSet
    /// Indexes in the new list of what was not in the old one.
    public let inserted: IndexSet
    /// Indexes in the new list of what was in the old one and was changed.
    public let changed: IndexSet
    /// What changed places among the objects of both lists; as few as possible, inserted ones staying where they are.
    public let moves: [Move]

    /// Whether both lists are the same and nothing was changed.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty }

    /// The changes between two lists, in each of which an object is once.
    ///
    /// Takes time in proportion to n, and to m log m for the m objects from the first to the last that differ.
    ///
    /// - Parameter changedObjects: What was changed; those that are not in both lists are left out.
    public init<Object: Hashable>(
        from before: [Object], to after: [Object], changedObjects: Set<Object> = []
    ) {
        // Most changes leave most of a list as it is, from both ends.
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

/// How objects get from the places that they have after removals and insertions to their own.
private struct Rearrangement {
    /// The first place in the list; all others are counted from there.
    private let start: Int
    /// The new place of each object, in the order before.
    private let targets: [Int]
    /// Whether the object stays where it is, by place before.
    private var stays: [Bool]
    /// The objects that have not been moved yet, by place before.
    private var waiting: CountedPlaces

    /// - Parameters:
    ///   - survivors: Their places in the new list, in the order of the old one.
    ///   - inserted: The places of the others.
    ///   - start: The least of all these places, which follow each other.
    init(survivors: [Int], inserted: IndexSet, from start: Int) {
        self.start = start
        var survivors = survivors[...]
        let stays = (0..<survivors.count + inserted.count).map { inserted.contains(start + $0) }
        let targets = stays.indices.map { stays[$0] ? $0 : survivors.removeFirst() - start }
        // What would pass an inserted object has to move, because that one stays.
        let insertedBefore = stays.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1 ? 1 : 0)) }
        let candidates = targets.indices.filter {
            !stays[$0] && insertedBefore[$0] == insertedBefore[targets[$0]]
        }
        self.targets = targets
        self.stays = stays
        for place in longestIncreasing(candidates, by: targets) { self.stays[place] = true }
        waiting = CountedPlaces(self.stays.map { !$0 })
    }

    /// Each object that moves is put right behind the one that is to be before it, the foremost first.
    mutating func moves() -> [IndexedChanges.Move] {
        let movers = targets.indices.filter { !stays[$0] }.sorted { targets[$0] < targets[$1] }
        guard !movers.isEmpty else { return [] }
        let stayers = stays.indices.filter { stays[$0] }
        // Those that stay are in their order: their places before and after tell how many are in front of a place.
        let newPlaces = stayers.map { targets[$0] }
        var moves: [IndexedChanges.Move] = []
        // For each that has moved, how many that stay are in front of it. Those that wait there are behind it.
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

/// The most of these indices, which ascend, whose values ascend too.
private func longestIncreasing(_ indices: [Int], by values: [Int]) -> [Int] {
    /// The last index of the best sequence of each length, and for each index the one before it.
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
    /// How many elements, which ascend, are less than the value.
    fileprivate func count(below value: Int) -> Int { partitioningIndex { $0 >= value } }

    /// The first index from which on the predicate holds, as it does for no element before.
    fileprivate func partitioningIndex(where holds: (Int) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = holds(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}

/// Places of which some are taken, counted from the first: a Fenwick tree.
private struct CountedPlaces {
    /// At i the number of taken places in the 2ᵏ before i, where 2ᵏ is the lowest bit of i.
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
