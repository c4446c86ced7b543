/// Sets of numbers that are joined and never parted.
struct DisjointSets {
    private var parents: [Int]

    /// `count` sets of one number each.
    init(count: Int) { parents = Array(0..<count) }

    /// The number that stands for the set of `number`.
    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    /// Makes one set of those of two numbers.
    mutating func join(_ one: Int, _ other: Int) { parents[root(of: one)] = root(of: other) }
}
