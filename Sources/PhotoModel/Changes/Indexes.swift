package import Foundation

/// The indexes of a request, which another process may send.
///
/// `IndexSet` ends the process when it decodes impossible ranges.
package struct Indexes: Sendable, Hashable, ExpressibleByArrayLiteral {
    package let set: IndexSet

    package init(_ set: IndexSet) { self.set = set }

    package init(arrayLiteral indexes: Int...) { set = IndexSet(indexes) }
}

extension Indexes: Codable {
    /// No collection has more members.
    private static let limit = 1 << 40

    /// Reads pairs of a first index and a count.
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var set = IndexSet()
        while !container.isAtEnd {
            let (first, count) = (try container.decode(Int.self), try container.decode(Int.self))
            guard 0..<Self.limit ~= first, 1...Self.limit ~= count else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "There are no such indexes.")
            }
            set.insert(integersIn: first..<first + count)
        }
        self.set = set
    }

    /// Writes pairs of a first index and a count.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for range in set.rangeView {
            try container.encode(range.lowerBound)
            try container.encode(range.count)
        }
    }
}
