/// Writes the fields of registers.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    /// Seven bits a byte, the lowest first; the highest bit says that more bytes follow (LEB128).
    mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// The number of bytes, and the bytes.
    mutating func append(counted more: [UInt8]) {
        append(number: UInt64(more.count))
        bytes += more
    }

    /// Eight bytes, the highest first.
    mutating func append(fixed number: UInt64) { withUnsafeBytes(of: number.bigEndian) { bytes += $0 } }
}

/// Reads the fields that ``FieldWriter`` wrote; `nil` past the end.
struct FieldReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard 0...rest.count ~= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            // The tenth byte has one bit.
            guard shift < 63 || byte <= 1 else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }

    mutating func counted() -> [UInt8]? {
        number().flatMap { Int(exactly: $0) }.flatMap { bytes($0) }.map(Array.init)
    }

    mutating func fixed() -> UInt64? { bytes(8)?.reduce(0) { $0 << 8 | UInt64($1) } }
}
