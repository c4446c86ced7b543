internal import Foundation

/// The position of a photo in an album, or of an album in a folder: bytes that sort.
///
/// Between most ranks there are others, so that moving one photo usually changes one rank. A rank is one to four levels
/// of ten bytes: a position of four bytes, and a number of six bytes. Photos that are inserted together have one
/// position, and a random number and the numbers after it. So photos that two devices insert at one position hardly
/// ever interleave. Source of the idea: Weiss, Urso, Molli, "Logoot: a scalable optimistic replication algorithm",
/// ICDCS 2009.
struct Rank: Sendable, Hashable {
    private struct Level: Hashable {
        var position: UInt32
        /// Below 2⁴⁸.
        var number: UInt64
    }

    private let levels: [Level]

    static let maximumLevels = 4
    private static let bytesOfLevel = 10
    private static let numbers: UInt64 = 1 << 48

    /// The distance of positions that follow each other, so that others fit between them.
    private static func step(onLevel index: Int) -> UInt32 { index == 0 ? 1024 : 256 }

    private init(levels: [Level]) { self.levels = levels }

    /// - Returns: `nil` if the bytes are no rank.
    init?(_ data: Data) {
        guard !data.isEmpty, data.count.isMultiple(of: Self.bytesOfLevel),
            data.count <= Self.maximumLevels * Self.bytesOfLevel
        else { return nil }
        let bytes = Array(data)
        levels = stride(from: 0, to: bytes.count, by: Self.bytesOfLevel).map { start in
            let position = Self.number(bytes[start..<start + 4])
            return Level(
                position: UInt32(truncatingIfNeeded: position), number: Self.number(bytes[start + 4..<start + 10]))
        }
    }

    /// The bytes, which sort as the ranks do.
    var data: Data {
        var data = Data()
        for level in levels {
            withUnsafeBytes(of: level.position.bigEndian) { data.append(contentsOf: $0) }
            withUnsafeBytes(of: level.number.bigEndian) { data.append(contentsOf: $0.suffix(6)) }
        }
        return data
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var number: UInt64 = 0
        for byte in bytes { number = number << 8 | UInt64(byte) }
        return number
    }

    /// Ranks between two neighbours, in order.
    ///
    /// - Parameters:
    ///   - lower: The rank before them; `nil` at the beginning.
    ///   - upper: The rank after them; `nil` at the end.
    /// - Returns: `nil` if no rank of at most ``maximumLevels`` levels is between the two: then the neighbours need
    ///   other ranks.
    static func between(
        _ lower: Rank?, _ upper: Rank?, count: Int, using generator: inout some RandomNumberGenerator
    ) -> [Rank]? {
        guard count > 0 else { return [] }
        guard UInt64(count) < numbers / 2, let room = room(lower?.levels ?? [], upper?.levels) else { return nil }
        let first = UInt64.random(in: 0...numbers - UInt64(count), using: &generator)
        return (0..<UInt64(count)).map {
            Rank(levels: room.outer + [Level(position: room.position, number: first + $0)])
        }
    }

    static func between(_ lower: Rank?, _ upper: Rank?, count: Int) -> [Rank]? {
        var generator = SystemRandomNumberGenerator()
        return between(lower, upper, count: count, using: &generator)
    }

    /// The outer levels and the position of ranks between two others.
    ///
    /// The longer of the two gives the level, where its position has a next one. So insertions at one position, one
    /// after the other, need no further levels.
    private static func room(_ lower: [Level], _ upper: [Level]?) -> (outer: [Level], position: UInt32)? {
        guard let upper else {
            guard let first = lower.first else { return ([], middle) }
            return next(after: first.position, onLevel: 0).map { ([], $0) } ?? below(lower)
        }
        guard let last = upper.last else { return nil }
        let shared = zip(lower, upper).prefix { $0 == $1 }.count
        guard shared < upper.count else { return nil }
        if shared == lower.count {
            // The upper one continues the lower one, or there is no lower one.
            return previous(before: last.position, onLevel: upper.count - 1).map { (upper.dropLast(), $0) }
        }
        let (one, other) = (lower[shared], upper[shared])
        guard (one.position, one.number) < (other.position, other.number) else { return nil }
        if lower.count > shared + 1,
            let position = next(after: lower[lower.count - 1].position, onLevel: lower.count - 1)
        {
            return (lower.dropLast(), position)
        }
        if upper.count > shared + 1, let position = previous(before: last.position, onLevel: upper.count - 1) {
            return (upper.dropLast(), position)
        }
        let gap = other.position - one.position
        return gap > 1 ? (Array(lower.prefix(shared)), one.position + gap / 2) : below(lower)
    }

    private static let middle: UInt32 = 1 << 31

    /// Places on a new level after a rank and before all that follow it.
    private static func below(_ lower: [Level]) -> (outer: [Level], position: UInt32)? {
        lower.count < maximumLevels ? (lower, middle) : nil
    }

    private static func next(after position: UInt32, onLevel index: Int) -> UInt32? {
        let room = UInt32.max - position
        return room == 0 ? nil : position + max(1, min(step(onLevel: index), room / 2))
    }

    private static func previous(before position: UInt32, onLevel index: Int) -> UInt32? {
        position == 0 ? nil : position - max(1, min(step(onLevel: index), position / 2))
    }
}
