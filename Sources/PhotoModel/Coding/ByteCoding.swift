/// Writes integers little-endian.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ more: [UInt8]) { bytes += more }

    package mutating func append(_ value: some FixedWidthInteger & UnsignedInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
}

/// Reads the bytes that ``ByteWriter`` wrote; `nil` past the end.
struct ByteReader {
    private let all: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { all = bytes }

    var isAtEnd: Bool { position == all.count }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard 0...(all.count - position) ~= count else { return nil }
        defer { position += count }
        return Array(all[position..<position + count])
    }

    mutating func uint8() -> UInt8? { integer() }
    mutating func uint16() -> UInt16? { integer() }
    mutating func uint32() -> UInt32? { integer() }
    mutating func uint64() -> UInt64? { integer() }

    private mutating func integer<Value: FixedWidthInteger & UnsignedInteger>() -> Value? {
        bytes(Value.bitWidth / 8).map { $0.reversed().reduce(0) { $0 &<< 8 | Value(truncatingIfNeeded: $1) } }
    }
}

/// CRC-32 as ISO 3309, zlib and the PNG specification define it.
package func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
        (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
}
