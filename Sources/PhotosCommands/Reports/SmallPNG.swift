internal import PhotoModel

/// A picture of a few kB as an uncompressed PNG file (PNG specification, third edition).
struct SmallPNG {
    /// The whole file.
    let bytes: [UInt8]

    /// A gray picture.
    ///
    /// - Parameter levels: The pixels row by row from the top left, 0 black, 255 white.
    /// - Returns: `nil` if the last row is incomplete, or if the data exceeds one stored block (65,535 bytes).
    init?(levels: [UInt8], width: Int) { self.init(samples: levels, rowLength: width, width: width, colorType: 0) }

    /// A picture in colours: red, green and blue of each pixel.
    ///
    /// Otherwise as for a gray picture.
    init?(rgb: [UInt8], width: Int) {
        guard width <= rgb.count else { return nil }
        self.init(samples: rgb, rowLength: 3 * width, width: width, colorType: 2)
    }

    private init?(samples: [UInt8], rowLength: Int, width: Int, colorType: UInt8) {
        guard rowLength > 0, !samples.isEmpty, samples.count % rowLength == 0 else { return nil }
        let height = samples.count / rowLength
        // The filter type 0 (none) precedes each row.
        var rows: [UInt8] = []
        for row in 0..<height { rows += [0] + samples[row * rowLength..<(row + 1) * rowLength] }
        guard let length = UInt16(exactly: rows.count) else { return nil }
        // A zlib stream (RFC 1950) of one stored block (RFC 1951, 3.2.4), the last one.
        let block: [UInt8] = [0x78, 0x01, 0x01] + length.bytes.reversed() + (~length).bytes.reversed()
        let header = UInt32(width).bytes + UInt32(height).bytes + [8, colorType, 0, 0, 0] as [UInt8]
        bytes =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", block + rows + Self.adler32(rows).bytes) + Self.chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + data
        return UInt32(data.count).bytes + checked + crc32(checked).bytes
    }

    /// RFC 1950, 8.2.
    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        let (low, high) = bytes.reduce((1, 0) as (UInt32, UInt32)) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return high << 16 | low
    }
}

extension FixedWidthInteger {
    /// The most significant byte first.
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: bigEndian) { [UInt8]($0) } }
}
