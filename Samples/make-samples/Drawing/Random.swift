/// The random number generator SplitMix64 (Steele, Lea, Flood 2014), with the same numbers on every machine.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from `low` up to but not including `high`.
    mutating func uniform(_ low: Float = 0, _ high: Float = 1) -> Float {
        low + (high - low) * Float(next() >> 40) * 0x1p-24
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(next() % UInt64(elements.count))]
    }
}

/// The factors of column, row and seed in the sum of a lattice point.
let latticeColumn: UInt32 = 0x8DA6_B343
let latticeRow: UInt32 = 0xD816_3841
private let latticeSeed: UInt32 = 0xCB1A_B31F

/// The sum of two lattice coordinates and a seed, before the hash function.
@inline(__always)
func latticeSum(_ x: Int32, _ y: Int32, _ seed: UInt32) -> UInt32 {
    UInt32(bitPattern: x) &* latticeColumn &+ UInt32(bitPattern: y) &* latticeRow &+ seed &* latticeSeed
}

/// A hash of two lattice coordinates and a seed; its upper bits are more random than the lower bits.
@inline(__always)
func latticeHash(_ x: Int32, _ y: Int32, _ seed: UInt32) -> UInt32 {
    var h = latticeSum(x, y, seed)
    h = (h ^ (h >> 15)) &* 0x2C1B_3C6D
    return h ^ (h >> 13)
}

/// The hash of two lattice coordinates and a seed as a number, 0 ≤ x < 1.
@inline(__always)
func latticeRandom(_ x: Int32, _ y: Int32, _ seed: UInt32) -> Float {
    Float(latticeHash(x, y, seed) >> 8) * 0x1p-24
}
