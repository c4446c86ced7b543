import TestSupport

/// Small files that need much time or memory to decode.
enum Bombs {
    struct Part: Sendable {
        /// The bytes and their position in the file.
        ///
        /// There are holes between the parts.
        var offset: Int
        var bytes: [UInt8]
    }

    // MARK: PNG

    /// A gray PNG of zeros.
    ///
    /// Its file has about a thousandth of the size of its samples.
    static func png(
        width: Int, height: Int, depth: UInt8 = 8, colorType: UInt8 = 0, isInterlaced: Bool = false,
        extra: [UInt8] = []
    ) -> [UInt8] {
        let channels = [0: 1, 2: 3, 4: 2, 6: 4][Int(colorType)] ?? 1
        // Adam7's passes have some more rows than the image, each with a byte for its filter.
        let passes =
            isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        let count = passes.reduce(0) { count, pass in
            let columns = (width - pass.0 + pass.2 - 1) / pass.2
            let rows = (height - pass.1 + pass.3 - 1) / pass.3
            return count + (columns > 0 ? rows * (1 + (columns * channels * Int(depth) + 7) / 8) : 0)
        }
        let interlace: UInt8 = isInterlaced ? 1 : 0
        let size = TIFFBuilder.number(width, 4) + TIFFBuilder.number(height, 4)
        let header = SmallPNG.chunk("IHDR", size + [depth, colorType, 0, 0, interlace])
        return SmallPNG.signature + header + extra + SmallPNG.chunk("IDAT", zlibZeros(count))
            + SmallPNG.chunk("IEND", [])
    }

    /// A zlib stream (RFC 1950) of zeros after some bytes.
    ///
    /// Runs of 258 zeros take two bits each.
    static func zlibZeros(_ count: Int, behind head: [UInt8] = []) -> [UInt8] {
        var bits = BitWriter()
        let length = [UInt8(head.count & 255), UInt8(head.count >> 8)]
        // A stored block (RFC 1951, 3.2.4), then a block with dynamic codes (3.2.7).
        if !head.isEmpty { bits.bytes = [0] + length + length.map { ~$0 } + head }
        bits.append(0b101, 3)
        bits.append(286 - 257, 5)
        bits.append(0, 5)
        bits.append(18 - 4, 4)
        // Lengths of the codes for 18, 2 and 1, in the order 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14,
        // 1.
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
            bits.append([18: 1, 2: 2, 1: 2][symbol] ?? 0, 3)
        }
        // Codes: 18 is 0, 1 is 10, 2 is 11. Literal 0, the end, the length 258 and the distance 1 have codes.
        let (one, two, zeros) = ((0b01, 2), (0b11, 2), (0, 1))
        bits.append(two)
        for run in [138, 117] {
            bits.append(zeros)
            bits.append(run - 11, 7)
        }
        bits.append(two)
        bits.append(zeros)
        bits.append(28 - 11, 7)
        bits.append(one)
        bits.append(one)
        // Data: 258 zeros are 0 and 0, a literal zero is 10, the end 11, the first bit first.
        let (runs, rest) = (max(0, count - 1) / 258, count == 0 ? 0 : 1 + (count - 1) % 258)
        for _ in 0..<rest { bits.append(0b01, 2) }
        bits.appendZeros(2 * runs)
        bits.append(0b11, 2)
        var (a, b) = (1, 0)
        for byte in head { (a, b) = ((a + Int(byte)) % 65521, (b + a + Int(byte)) % 65521) }
        b = (b + count % 65521 * a) % 65521
        return [0x78, 0xDA] + bits.bytes + TIFFBuilder.number(b << 16 | a, 4)
    }

    // MARK: JPEG

    /// A gray JPEG whose scans have no data.
    ///
    /// The decoder reads zeros.
    static func jpeg(width: Int, height: Int, isProgressive: Bool, scans: Int, between: [UInt8] = []) -> [UInt8] {
        let oneCode: [UInt8] = [1] + [UInt8](repeating: 0, count: 15) + [0]
        let size = TIFFBuilder.number(height, 2) + TIFFBuilder.number(width, 2)
        let head: [UInt8] =
            [0xFF, 0xD8] + between + SmallJPEG.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
            + SmallJPEG.segment(isProgressive ? 0xC2 : 0xC0, [8] + size + [1, 1, 0x11, 0])
            + SmallJPEG.segment(0xC4, [0x00] + oneCode) + SmallJPEG.segment(0xC4, [0x10] + oneCode)
        // DC with one bit left, again and again.
        let scan = SmallJPEG.segment(0xDA, [1, 1, 0] + (isProgressive ? [0, 0, 0x01] : [0, 63, 0])) + [0]
        return head + Array(repeatElement(scan, count: scans).joined()) + [0xFF, 0xD9]
    }
}

/// Bits as deflate packs them: the lowest of a byte first (RFC 1951, 3.1.1).
private struct BitWriter {
    var bytes: [UInt8] = []
    private var free = 0

    mutating func append(_ value: Int, _ count: Int) {
        for bit in 0..<count {
            if free == 0 { bytes.append(0) }
            if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= UInt8(1 << ((8 - free) & 7)) }
            free = free == 0 ? 7 : free - 1
        }
    }

    mutating func append(_ code: (value: Int, count: Int)) { append(code.value, code.count) }

    mutating func appendZeros(_ count: Int) {
        let inByte = min(free, count)
        append(0, inByte)
        bytes += repeatElement(0, count: (count - inByte) / 8)
        append(0, (count - inByte) % 8)
    }
}
