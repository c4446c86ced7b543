/// Creates files around a block of metadata, so that the reader of the block gets the whole input.
public enum Wrapping {
    /// A JPEG of markers only, with the block as a segment, truncated to the greatest length of a segment.
    ///
    /// - Parameters:
    ///   - marker: The second byte of the segment's marker.
    ///   - header: The bytes in the segment before the block.
    public static func jpeg(_ block: some Collection<UInt8>, marker: UInt8, header: [UInt8]) -> [UInt8] {
        let content = header + block.prefix(65_533 - header.count)
        let length = UInt16(truncatingIfNeeded: content.count + 2)
        return [0xFF, 0xD8, 0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content + [0xFF, 0xD9]
    }

    /// The PNG with correct checksums of its chunks, because a decoder rejects mutations with wrong checksums.
    public static func withRightChecksums(_ png: [UInt8]) -> [UInt8] {
        var png = png
        var start = 8
        while start + 12 <= png.count {
            let length = png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = start + 8 + length
            guard end + 4 <= png.count else { return png }
            let checksum = crc32(png[start + 4..<end])
            for index in 0..<4 { png[end + index] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * index)) }
            start = end + 4
        }
        return png
    }

    /// The checksum of PNG chunks and of cloud identifiers (ISO 3309).
    public static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
}
