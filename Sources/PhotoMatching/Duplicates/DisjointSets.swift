/// Disjoint sets of numbers that can be merged (union-find).
struct DisjointSets {
    private var parents: [Int]

    /// `count` sets of one number each.
    init(count: Int) { parents = Array(0..<count) }

    /// The representative of the set that contains `number`.
    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    /// Merges the sets of two numbers.
    mutating func join(_ one: Int, _ other: Int) { parents[root(of: one)] = root(of: other) }
}
