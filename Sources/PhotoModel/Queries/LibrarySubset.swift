/// One of the equal parts that a library is checked in, a day each, say, or that a list of files is read in.
///
/// An asset stays in its part whatever else comes and goes.
public struct LibrarySubset: Sendable, Hashable, Codable {
    /// From 1 to ``count``.
    public let number: Int
    /// How many parts there are.
    public let count: Int

    /// The only part of one.
    public static let whole: LibrarySubset = LibrarySubset(number: 1, count: 1)

    private init(number: Int, count: Int) {
        self.number = number
        self.count = count
    }

    /// Part `number` of `count`; `nil` unless 1 ≤ `number` ≤ `count` ≤ 1,000,000.
    public init?(_ number: Int, of count: Int) {
        guard 1...1_000_000 ~= count, 1...count ~= number else { return nil }
        self.init(number: number, count: count)
    }

    /// Whether the asset belongs to this part.
    ///
    /// Local identifiers begin with bits of a SHA-256: the first 32, modulo the number of parts, are as good as drawn
    /// by lot. An identifier that begins otherwise belongs to the first part.
    public func contains(_ localIdentifier: String) -> Bool {
        let bits = UInt32(localIdentifier.prefix(8), radix: 16) ?? 0
        return Int(bits) % count == number - 1
    }

    /// Whether a list's item at `index`, from 0, belongs to this part: part by part, in turn.
    public func contains(index: Int) -> Bool { index % count == number - 1 }
}
