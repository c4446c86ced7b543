/// Builds PNG files (3rd edition).
package enum PNGBuilder {
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A chunk with its checksum.
    package static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + payload
        return TIFFBuilder.number(payload.count, 4) + body + TIFFBuilder.number(Int(checksum(body)), 4)
    }

    /// CRC-32 (annex D).
    package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        return ~crc
    }

    /// A zlib stream of one stored block (RFC 1950, RFC 1951).
    package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b) = (1, 0)
        for byte in bytes { (a, b) = ((a + Int(byte)) % 65521, (b + a + Int(byte)) % 65521) }
        let count = TIFFBuilder.number(bytes.count, 2).reversed()
        return [0x78, 0x01, 1] + count + count.map { ~$0 } + bytes + TIFFBuilder.number(b << 16 | a, 4)
    }

    /// One gray pixel, with chunks before its data.
    package static func picture(_ chunks: [UInt8], after: [UInt8] = []) -> [UInt8] {
        signature + chunk("IHDR", TIFFBuilder.number(1, 4) + TIFFBuilder.number(1, 4) + [8, 0, 0, 0, 0]) + chunks
            + chunk("IDAT", zlib([0, 9])) + chunk("IEND", []) + after
    }

    /// The chunks in which a text can be.
    package enum TextChunk: String, CaseIterable, Sendable {
        case plain = "tEXt", compressed = "zTXt", international = "iTXt", compressedInternational = "iTXt, compressed"

        package func chunk(_ keyword: String, _ text: [UInt8]) -> [UInt8] {
            let head = Array(keyword.utf8) + [0]
            return switch self {
            case .plain: PNGBuilder.chunk("tEXt", head + text)
            case .compressed: PNGBuilder.chunk("zTXt", head + [0] + zlib(text))
            case .international: PNGBuilder.chunk("iTXt", head + [0, 0, 0, 0] + text)
            case .compressedInternational: PNGBuilder.chunk("iTXt", head + [1, 0, 0, 0] + zlib(text))
            }
        }
    }

    /// The text of a block in ImageMagick's form.
    package static func profile(_ name: String, _ block: [UInt8]) -> [UInt8] {
        var text = "\n\(name)\n\(String(repeating: " ", count: 8 - "\(block.count)".count))\(block.count)\n"
        for (index, byte) in block.enumerated() {
            text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            if index % 36 == 35 { text += "\n" }
        }
        return Array((text + "\n").utf8)
    }
}
