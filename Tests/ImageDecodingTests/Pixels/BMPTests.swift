import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Windows bitmaps that Pillow does not write, and damaged ones.
@Suite struct BMPTests {
    private func bmp(
        _ width: Int, _ height: Int, bits: Int, compression: Int = 0, header: Int = 40, masks: [Int] = [],
        palette: [UInt8] = [], _ pixels: [UInt8]
    ) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { SmallPixels.little(value, count) }
        let fields =
            header == 12
            ? [width, height, 1, bits].flatMap { little($0, 2) }
            : little(width, 4) + little(height, 4) + little(1, 2) + little(bits, 2) + little(compression, 4)
                + little(0, 12) + little(palette.count / 4, 4) + little(0, 4) + masks.flatMap { little($0, 4) }
        let more = [UInt8](repeating: 0, count: max(0, header - 4 - fields.count))
        let head = little(header, 4) + fields + more + palette
        return Array("BM".utf8) + little(14 + head.count + pixels.count, 4) + little(0, 4) + little(14 + head.count, 4)
            + head
            + pixels
    }

    private static let palette: [UInt8] = [0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0]
    private static let levels: [[UInt8]] = [[0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255]]

    private func colors(_ indices: Int...) -> [UInt8] { indices.flatMap { Self.levels[$0] } }

    @Test func rowsFromTopAndFromBottom() throws {
        let rows: [[UInt8]] = [[1, 2, 3, 0, 0, 0, 0, 0], [4, 5, 6, 7, 8, 9, 0, 0]]
        #expect(try SmallPixels.rgb(bmp(2, 2, bits: 24, rows[0] + rows[1])) == [6, 5, 4, 9, 8, 7, 3, 2, 1, 0, 0, 0])
        #expect(try SmallPixels.rgb(bmp(2, -2, bits: 24, rows[0] + rows[1])) == [3, 2, 1, 0, 0, 0, 6, 5, 4, 9, 8, 7])
        #expect(try SmallPixels.rgb(bmp(1, 1, bits: 24, header: 12, [1, 2, 3, 0])) == [3, 2, 1])
    }

    @Test func bitsOfChannels() throws {
        let level = { (value: Int, most: Int) in UInt8((Double(value) * 255 / Double(most)).rounded()) }
        let pixel = 21 << 10 | 9 << 5 | 30
        #expect(
            try SmallPixels.rgb(bmp(1, 1, bits: 16, SmallPixels.little(pixel, 4)))
                == [level(21, 31), level(9, 31), level(30, 31)])
        let green = 21 << 11 | 40 << 5 | 3
        #expect(
            try SmallPixels.rgb(
                bmp(1, 1, bits: 16, compression: 3, masks: [0xF800, 0x7E0, 0x1F], SmallPixels.little(green, 4)))
                == [level(21, 31), level(40, 63), level(3, 31)])
        // Ten bits a channel: the highest eight are used.
        let deep = 0x3FC << 20 | 0x200 << 10 | 0x004
        #expect(
            try SmallPixels.rgb(
                bmp(
                    1, 1, bits: 32, compression: 3, masks: [0x3FF << 20, 0x3FF << 10, 0x3FF],
                    SmallPixels.little(deep, 4))) == [255, 128, 1])
    }

    @Test func opacity() throws {
        let masks = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]
        let pixel: [UInt8] = [0, 0, 200, 51]
        // A fifth of 200 and four fifths of white.
        #expect(try SmallPixels.rgb(bmp(1, 1, bits: 32, compression: 6, masks: masks, pixel)) == [244, 204, 204])
        #expect(
            try SmallPixels.rgb(bmp(1, 1, bits: 32, compression: 3, header: 108, masks: masks, pixel)) == [
                244, 204, 204,
            ])
        #expect(try SmallPixels.rgb(bmp(1, 1, bits: 32, pixel)) == [200, 0, 0])
    }

    /// Runs, other indices, ends of rows, and a step (Microsoft, «Bitmap Compression»).
    @Test func runs() throws {
        let eight: [UInt8] = [3, 1, 0, 0, 0, 3, 2, 3, 1, 0, 0, 0, 0, 2, 2, 0, 1, 2, 0, 1]
        #expect(
            try SmallPixels.rgb(bmp(3, 3, bits: 8, compression: 1, palette: Self.palette, eight))
                == colors(0, 0, 2) + colors(2, 3, 1) + colors(1, 1, 1))
        let four: [UInt8] = [3, 0x12, 0, 0, 0, 3, 0x23, 0x10, 0, 0, 0, 1]
        #expect(
            try SmallPixels.rgb(bmp(3, 2, bits: 4, compression: 2, palette: Self.palette, four))
                == colors(2, 3, 1) + colors(1, 2, 1))
        // Indices outside of the picture are ignored.
        #expect(
            try SmallPixels.rgb(
                bmp(1, 1, bits: 8, compression: 1, palette: Self.palette, [9, 1, 0, 2, 255, 255, 9, 1, 0, 1]))
                == colors(1))
    }

    @Test func theStartOfThePixelsCanLeaveOutThePalette() throws {
        var bytes = bmp(4, 1, bits: 8, palette: Self.palette, [0, 1, 2, 3])
        bytes.replaceSubrange(10..<14, with: SmallPixels.little(54, 4))
        #expect(try SmallPixels.rgb(bytes) == colors(0, 1, 2, 3))
    }

    @Test(arguments: [(24, 4, "a JPEG in it"), (24, 5, "a PNG in it"), (2, 0, "2 bits"), (24, 9, "compression 9")])
    func otherCodingsAreNamed(bits: Int, compression: Int, name: String) throws {
        let reading = try ImageDecoder().decode(bmp(1, 1, bits: bits, compression: compression, [0, 0, 0, 0])).reading
        #expect(reading.condition == .unsupported && reading.warnings.first?.message.contains(name) == true)
    }

    @Test func damagedFiles() throws {
        for bytes in [
            bmp(0, 1, bits: 24, [0, 0, 0, 0]), bmp(1, 0, bits: 24, [0, 0, 0, 0]), bmp(1, -1 << 31, bits: 24, []),
            bmp(2, 2, bits: 24, [1, 2, 3]), bmp(2, 2, bits: 8, compression: 1, palette: Self.palette, [2, 1]),
            Array(bmp(1, 1, bits: 24, []).prefix(20)),
        ] {
            let reading = try ImageDecoder().decode(bytes).reading
            #expect(reading.condition == .damaged && reading.decodedRows == 0 && !reading.warnings.isEmpty)
        }
    }

    @Test func limits() throws {
        func code(_ width: Int, _ height: Int, bits: Int = 24) throws -> String? {
            try ImageDecoder().decode(bmp(width, height, bits: bits, [0, 0, 0, 0])).reading.warnings.first?.code
        }
        #expect(try code(65_501, 1) == "maxAxis" && code(1, -65_501) == "maxAxis")
        #expect(try code(60_000, 60_000) == "maxPixels" && code(14_000, -14_000) == "maxInflation")
    }
}
