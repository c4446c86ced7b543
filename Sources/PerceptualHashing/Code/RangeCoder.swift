/// Writes or reads bits with probabilities that adapt to the data.
///
/// One walk over the data serves both directions: a writer takes the bits, and a reader returns them.
protocol BitCoder {
    /// Codes a bit with an adaptive probability. A writer returns the bit that it was given.
    mutating func bit(_ bit: Bool, _ probability: inout BitProbability) -> Bool
    /// Codes a bit whose values 0 and 1 are equally likely.
    mutating func plain(_ bit: Bool) -> Bool
}

/// The probability of 0 in units of 1/4096.
///
/// It adapts by a sixteenth.
struct BitProbability {
    fileprivate static let bits: UInt32 = 12
    fileprivate(set) var ofZero: UInt32 = 2048

    fileprivate mutating func adapt(to bit: Bool) {
        if bit { ofZero -= ofZero >> 4 } else { ofZero += (1 << Self.bits - ofZero) >> 4 }
    }
}

/// If the range is below this, a byte is written or read.
private let leastRange: UInt32 = 1 << 24

/// The binary range coder of LZMA (Pavlov, “LZMA specification”, 2015).
///
/// The first byte, which is always 0, and the zeros at the end are not written. A reader reads zeros after the end.
struct RangeEncoder: BitCoder {
    private var low: UInt64 = 0
    private var range: UInt32 = .max
    private var cache: UInt8 = 0
    /// The number of bytes that a carry can change: the cached byte and the bytes of 0xFF after it.
    private var pending = 1
    private var bytes: [UInt8] = []

    mutating func bit(_ bit: Bool, _ probability: inout BitProbability) -> Bool {
        let bound = (range >> BitProbability.bits) * probability.ofZero
        if bit {
            low += UInt64(bound)
            range -= bound
        } else {
            range = bound
        }
        probability.adapt(to: bit)
        refill()
        return bit
    }

    mutating func plain(_ bit: Bool) -> Bool {
        range >>= 1
        if bit { low += UInt64(range) }
        refill()
        return bit
    }

    private mutating func refill() {
        while range < leastRange {
            range <<= 8
            shift()
        }
    }

    private mutating func shift() {
        if low < 0xFF00_0000 || low > 0xFFFF_FFFF {
            let carry = UInt8(truncatingIfNeeded: low >> 32)
            bytes.append(cache &+ carry)
            bytes.append(contentsOf: repeatElement(0xFF &+ carry, count: pending - 1))
            pending = 0
            cache = UInt8(truncatingIfNeeded: low >> 24)
        }
        pending += 1
        low = (low << 8) & 0xFFFF_FFFF
    }

    /// All bytes that were written.
    mutating func finish() -> [UInt8] {
        for _ in 0..<5 { shift() }
        let end = bytes.lastIndex { $0 != 0 } ?? 0
        return Array(bytes[...end].dropFirst())
    }
}

/// Reads the bits that ``RangeEncoder`` wrote, and zeros after the end.
struct RangeDecoder: BitCoder {
    private var bytes: ArraySlice<UInt8>
    private var range: UInt32 = .max
    private var code: UInt32 = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        for _ in 0..<4 { code = code << 8 | next() }
    }

    private mutating func next() -> UInt32 { UInt32(bytes.popFirst() ?? 0) }

    mutating func bit(_: Bool, _ probability: inout BitProbability) -> Bool {
        let bound = (range >> BitProbability.bits) * probability.ofZero
        let bit = code >= bound
        if bit {
            code -= bound
            range -= bound
        } else {
            range = bound
        }
        probability.adapt(to: bit)
        refill()
        return bit
    }

    mutating func plain(_: Bool) -> Bool {
        range >>= 1
        let bit = code >= range
        if bit { code -= range }
        refill()
        return bit
    }

    private mutating func refill() {
        while range < leastRange {
            range <<= 8
            code = code << 8 | next()
        }
    }
}
