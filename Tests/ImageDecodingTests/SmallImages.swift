import TestSupport

/// A small picture of each format as bytes, so that tests need no file.
enum SmallJPEG {
    /// 8 by 8 gray pixels of level 128 as a baseline JPEG, written manually from ITU-T T.81 (two Huffman tables of one
    /// code).
    static let bytes: [UInt8] =
        [0xFF, 0xD8]
        + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        + segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
        + segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
        + segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        + segment(0xDA, [1, 1, 0, 0, 63, 0])
        // The code 0 for a DC difference of 0, the code 0 for the end of the block, and ones up to the end of the byte.
        + [0b0011_1111] + [0xFF, 0xD9]

    static func segment(_ code: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, code] + TIFFBuilder.number(payload.count + 2, 2) + payload
    }

    /// The picture with segments after its first marker.
    static func with(_ segments: [UInt8]) -> [UInt8] { bytes.prefix(2) + segments + bytes.dropFirst(2) }

    static func with(exif tiff: [UInt8]) -> [UInt8] { with(segment(0xE1, Array("Exif\0\0".utf8) + tiff)) }
}

enum SmallPNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A chunk with its CRC-32 (PNG 3rd edition, annex D).
    static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + payload
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        return TIFFBuilder.number(payload.count, 4) + body + TIFFBuilder.number(Int(crc ^ 0xFFFF_FFFF), 4)
    }

    static func header(width: Int, height: Int, depth: UInt8, colorType: UInt8) -> [UInt8] {
        chunk("IHDR", TIFFBuilder.number(width, 4) + TIFFBuilder.number(height, 4) + [depth, colorType, 0, 0, 0])
    }

    /// A zlib stream of one stored block (RFC 1950, RFC 1951).
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b) = (1, 0)
        for byte in bytes { (a, b) = ((a + Int(byte)) % 65521, (b + a + Int(byte)) % 65521) }
        let count = TIFFBuilder.number(bytes.count, 2).reversed()
        return [0x78, 0x01, 1] + count + count.map { ~$0 } + bytes + TIFFBuilder.number(b << 16 | a, 4)
    }

    /// A picture of these rows.
    ///
    /// The samples have the given colour type and depth.
    static func bytes(
        width: Int, depth: UInt8, colorType: UInt8, rows: [[UInt8]], extra: [UInt8] = [], dataChunks: Int = 1
    ) -> [UInt8] {
        let data = zlib(rows.flatMap { [0] + $0 })
        let part = (data.count + dataChunks - 1) / dataChunks
        let chunks = stride(from: 0, to: data.count, by: part).map {
            chunk("IDAT", Array(data[$0..<min($0 + part, data.count)]))
        }
        return signature + header(width: width, height: rows.count, depth: depth, colorType: colorType) + extra
            + chunks.flatMap { $0 } + chunk("IEND", [])
    }
}
