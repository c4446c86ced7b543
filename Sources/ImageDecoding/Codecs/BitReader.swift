/// Reads the bits of a unit of H.264 or HEVC, without the bytes that keep its data from looking like a start code
/// (ITU-T H.264, 7.4.1, and H.265, 7.4.2).
struct BitReader {
    private let bytes: [UInt8]
    private var offset = 0

    /// The most bytes of a unit that are read: much more than the fields of a parameter set have.
    private static let maxBytes = 4096

    init(_ unit: ArraySlice<UInt8>) {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in unit.prefix(Self.maxBytes) {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    /// The next `count` bits, at most 32, as an unsigned number; `nil` if there are fewer.
    mutating func bits(_ count: Int) -> Int? {
        guard 0...32 ~= count, count <= 8 * bytes.count - offset else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[offset / 8] >> UInt8(7 - offset % 8) & 1)
            offset += 1
        }
        return value
    }

    mutating func flag() -> Bool? { bits(1).map { $0 == 1 } }

    /// Passes `count` bits; `false` if there are fewer.
    mutating func skip(_ count: Int) -> Bool {
        guard count <= 8 * bytes.count - offset else { return false }
        offset += count
        return true
    }

    /// An unsigned number in the Exp-Golomb code (H.264, 9.1); `nil` if it has more than 32 bits.
    mutating func number() -> Int? {
        var zeros = 0
        while let bit = bits(1) {
            if bit == 1 { return bits(zeros).map { 1 << zeros - 1 + $0 } }
            zeros += 1
            if zeros > 31 { return nil }
        }
        return nil
    }

    /// A signed number in the Exp-Golomb code (H.264, 9.1.1).
    mutating func signedNumber() -> Int? { number().map { $0 % 2 == 0 ? -($0 / 2) : $0 / 2 + 1 } }
}
