/// Random numbers that are the same for the same seed: SplitMix64, by Steele, Lea and Flood (2014).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number from 0 to below a count.
    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &self) }

    /// Whether an event with a probability happens.
    mutating func happens(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

    mutating func element<Element>(of elements: [Element]) -> Element? { elements.randomElement(using: &self) }

    /// Some of the elements, at least one if there are any, in a random order.
    mutating func some<Element>(of elements: [Element], atMost limit: Int) -> [Element] {
        Array(elements.shuffled(using: &self).prefix(1 + below(min(limit, elements.count))))
    }
}
