import TestSupport

/// A small picture of each format as bytes, so that tests need no file.
enum SmallJPEG {
    /// 8 by 8 gray pixels of level 128.
    static let bytes = JPEGBuilder.picture()

    static func segment(_ code: UInt8, _ payload: [UInt8]) -> [UInt8] { JPEGBuilder.segment(code, payload) }

    /// The picture with segments after its first marker.
    static func with(_ segments: [UInt8]) -> [UInt8] { JPEGBuilder.picture(segments) }

    static func with(exif tiff: [UInt8]) -> [UInt8] { with(segment(0xE1, Array("Exif\0\0".utf8) + tiff)) }
}

enum SmallPNG {
    static let signature = PNGBuilder.signature

    static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] { PNGBuilder.chunk(type, payload) }

    static func header(width: Int, height: Int, depth: UInt8, colorType: UInt8) -> [UInt8] {
        chunk("IHDR", TIFFBuilder.number(width, 4) + TIFFBuilder.number(height, 4) + [depth, colorType, 0, 0, 0])
    }

    static func zlib(_ bytes: [UInt8]) -> [UInt8] { PNGBuilder.zlib(bytes) }

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
