import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// TIFF pictures (TIFF 6.0) that Pillow does not write, and damaged ones.
@Suite struct TIFFTests {
    /// 2 × 2 pixels.
    private static let colors: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30]

    private func outcome(of tiff: SmallTIFF) throws -> (condition: PictureCondition, message: String, rows: Int) {
        let reading = try ImageDecoder().decode(tiff.bytes).reading
        #expect(try ImageDecoder().inspect(.bytes(tiff.bytes)).format == .tiff)
        return (reading.condition, reading.warnings.first?.message ?? "", reading.decodedRows)
    }

    @Test(arguments: [false, true])
    func samplesOf16Bits(isLittleEndian: Bool) throws {
        // Half a level and less is rounded down, more is rounded up (PNG 3rd edition, 13.12).
        let samples = [0, 128, 129, 257, 65_535, 65_406, 65_407, 30_000, 40_000, 1, 2, 3]
        var tiff = SmallTIFF(
            width: 2, height: 2, bits: [16, 16, 16], isLittleEndian: isLittleEndian, blocks: [])
        tiff.blocks = [samples.flatMap { tiff.number($0, 2) }]
        let expected = samples.map { UInt8((Double($0) * 255 / 65_535).rounded()) }
        #expect(try SmallPixels.rgb(tiff.bytes) == expected)
    }

    /// Differences of 16 bits, which a stored block of zlib has (TIFF 6.0, section 14).
    @Test(arguments: [false, true])
    func differencesOf16Bits(isLittleEndian: Bool) throws {
        var tiff = SmallTIFF(
            width: 3, height: 1, bits: [16], photometric: 1, compression: 8, isLittleEndian: isLittleEndian,
            [.short(0x013D, 2)], blocks: [])
        tiff.blocks = [SmallPNG.zlib(([257 * 200, 257 * 60, 257 * 251] as [Int]).flatMap { tiff.number($0, 2) })]
        // 200, 260 and 511 times 257, modulo 65,536.
        let samples: [Int] = [200 * 257, 260 * 257 - 65_536, 511 * 257 - 65_536]
        let expected: [UInt8] = samples.map { sample in
            let level = Double(sample % 65_536) * 255 / 65_535
            return UInt8(level.rounded())
        }
        #expect(try SmallPixels.rgb(tiff.bytes) == expected.flatMap { [$0, $0, $0] })
    }

    @Test func opacity() throws {
        // Premultiplied, so that the level on white is the stored level and the white behind it.
        let associated: [UInt8] = [100, 50, 0, 100, 0, 0, 0, 0, 7, 8, 9, 255, 3, 2, 1, 3]
        let onWhite: [UInt8] = [255, 205, 155, 255, 255, 255, 7, 8, 9, 255, 254, 253]
        var tiff = SmallTIFF(
            width: 2, height: 2, bits: [8, 8, 8, 8], [.short(0x0152, 1)], blocks: [associated])
        #expect(try SmallPixels.rgb(tiff.bytes) == onWhite)
        // A sample that is no opacity is not displayed.
        tiff.entries[tiff.entries.count - 1] = .short(0x0152, 0)
        #expect(try SmallPixels.rgb(tiff.bytes) == [100, 50, 0, 0, 0, 0, 7, 8, 9, 3, 2, 1])
    }

    @Test(arguments: [1, 2, 4, 8])
    func whiteIsZero(bits: Int) throws {
        let most = 1 << bits - 1
        let row = [UInt8(truncatingIfNeeded: most << (8 - bits)), 0]
        let tiff = SmallTIFF(width: 2 * 8 / bits, height: 1, bits: [bits], photometric: 0, blocks: [row])
        let pixels = try ImageDecoder().pixels(.bytes(tiff.bytes), as: SmallPixels.whole)
        #expect(pixels.channels == 1 && pixels.samples == [0] + [UInt8](repeating: 255, count: 2 * 8 / bits - 1))
    }

    @Test(arguments: [1, 5, 8])
    func tiles(compression: Int) throws {
        // 20 × 18 pixels in four tiles of 16 × 16.
        func tile(_ column: Int, _ row: Int) -> [UInt8] {
            let pixels = (0..<16).flatMap { y in
                (0..<16).map { x in UInt8(truncatingIfNeeded: (column * 16 + x) * 12 + row * 16 + y) }
            }
            return compression == 1 ? pixels : compression == 8 ? SmallPNG.zlib(pixels) : LZW.tiff(pixels)
        }
        let tiff = SmallTIFF(
            width: 20, height: 18, bits: [8], photometric: 1, compression: compression, tile: 16,
            blocks: [tile(0, 0), tile(1, 0), tile(0, 1), tile(1, 1)])
        let expected = (0..<18).flatMap { y in (0..<20).map { x in UInt8(x * 12 + y) } }
        #expect(try ImageDecoder().decode(tiff.bytes).luma.luma == expected)
    }

    @Test func profiles() throws {
        let profile = ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.sRGBCurve)
        let entry = SmallTIFF.Entry(tag: 0x8773, type: 7, values: profile.map(Int.init))
        let tiff = SmallTIFF(width: 2, height: 2, [entry], blocks: [Self.colors])
        let png = SmallPNG.bytes(
            width: 2, depth: 8, colorType: 2, rows: [Array(Self.colors.prefix(6)), Array(Self.colors.suffix(6))],
            extra: SmallPNG.chunk("iCCP", Array("x\0\0".utf8) + SmallPNG.zlib(profile)))
        let (ours, its) = (try ImageDecoder().decode(tiff.bytes), try ImageDecoder().decode(png))
        #expect(ours.reading.colorProfile == its.reading.colorProfile && ours.luma.luma == its.luma.luma)
        #expect(try SmallPixels.rgb(tiff.bytes) == SmallPixels.rgb(png))
        #expect(try SmallPixels.rgb(tiff.bytes) != Self.colors)
    }

    @Test func stripsWithoutCountsAreRead() throws {
        let tiff = SmallTIFF(width: 2, height: 2, [.long(0x0117)], blocks: [Self.colors])
        #expect(try SmallPixels.rgb(tiff.bytes) == Self.colors)
    }

    private static let otherCodings: [(entries: [SmallTIFF.Entry], name: String)] = [
        ([.short(0x0103, 7)], "JPEG compression"), ([.short(0x0103, 4)], "fax compression"),
        ([.short(0x0103, 50_000)], "Zstandard compression"), ([.short(0x0103, 9999)], "the compression 9999"),
        ([.short(0x0106, 5)], "colours of inks"), ([.short(0x0106, 8)], "Lab colours"),
        ([.short(0x0106, 6)], "colours in Y, Cb and Cr"), ([.short(0x011C, 2)], "a plane for each channel"),
        ([.short(0x010A, 2)], "reversed bits"), ([.short(0x0153, 3, 3, 3)], "not unsigned integers"),
        ([.short(0x0102, 32, 32, 32)], "3 samples of 32 bits"), ([.short(0x0102, 5, 6, 5)], "3 samples of 5, 6 bits"),
        ([.short(0x0103, 5), .short(0x013D, 3)], "the predictor 3"),
    ]

    @Test(arguments: otherCodings.indices)
    func otherCodingsAreNamed(index: Int) throws {
        let (entries, name) = Self.otherCodings[index]
        let (condition, message, rows) = try outcome(
            of: SmallTIFF(width: 2, height: 2, entries, blocks: [Self.colors]))
        #expect(condition == .unsupported && message.contains(name) && rows == 0, "\(message)")
    }

    /// A file that contradicts itself or ends early: the rows before the damage are delivered.
    @Test func damagedFiles() throws {
        let strips = [Array(Self.colors.prefix(6)), Array(Self.colors.suffix(6))]
        func rows(_ more: [SmallTIFF.Entry], _ blocks: [[UInt8]] = strips) throws -> Int {
            let result = try outcome(of: SmallTIFF(width: 2, height: 2, rowsOfStrip: 1, more, blocks: blocks))
            #expect(result.condition == .damaged && !result.message.isEmpty)
            return result.rows
        }
        #expect(try rows([], [strips[0]]) == 1)
        #expect(try rows([], [strips[0], [1, 2, 3]]) == 1)
        #expect(try rows([.long(0x0117, 6, 0)]) == 1)
        #expect(try rows([.long(0x0111, 8, 1 << 31)]) == 1)
        #expect(try rows([.long(0x0111, 0xFFFF_FFFF, 0xFFFF_FFFF)]) == 0)
        #expect(try rows([.long(0x0100, 0)]) == 0)
        #expect(try rows([.long(0x0116, 0)]) == 0)
        #expect(try rows([.short(0x0142, 0), .short(0x0143, 0), .long(0x0144, 8)]) == 0)
        #expect(try rows([.short(0x0142, 1), .short(0x0143, 1), .long(0x0144, 8)]) == 0)
        #expect(try rows([.short(0x0115, 2)]) == 0)
        #expect(try rows([.short(0x0102, 8), .short(0x0115, 1), .short(0x0106, 3), .short(0x0140, 1, 2, 3)]) == 0)
        for compression in [5, 8, 32_773] {
            #expect(try rows([.short(0x0103, compression)], [[0xFF, 0xFF, 0xFF], [0]]) == 0)
        }
    }

    /// A file can state that its pixels are behind its end.
    @Test func progressEndsWithTheFile() throws {
        let bytes = SmallTIFF(width: 2, height: 2, [.long(0x0111, 1 << 31)], blocks: [Self.colors]).bytes
        let seen = Counter()
        var luma = LumaCollector()
        let reading = try ImageDecoder().read(.bytes(bytes), into: &luma, monitor: DecodeMonitor { seen.add($0) })
        #expect(reading.condition == .damaged)
        #expect(seen.values.max() == bytes.count)
    }

    /// Limits apply before memory is taken.
    @Test func limits() throws {
        func code(_ more: [SmallTIFF.Entry]) throws -> String? {
            let tiff = SmallTIFF(width: 2, height: 2, more, blocks: [Self.colors])
            let reading = try ImageDecoder().decode(tiff.bytes).reading
            return reading.condition == .limited ? reading.warnings.first?.code : "\(reading.condition)"
        }
        #expect(try code([.long(0x0100, 65_536)]) == "maxAxis")
        #expect(try code([.long(0x0100, 60_000), .long(0x0101, 60_000)]) == "maxPixels")
        #expect(try code([.long(0x0100, 14_000), .long(0x0101, 14_000)]) == "maxInflation")
        let tiles: [SmallTIFF.Entry] = [.long(0x0142, 0x7FFF_FFF0), .long(0x0143, 16), .long(0x0144, 8)]
        #expect(try code(tiles) == "maxAxis")
        // Tiles of 16 × 16 pixels that are inflated at the same time, and rows of very many samples.
        #expect(
            try code([
                .long(0x0100, 65_440), .long(0x0101, 16), .short(0x0103, 8), .short(0x0142, 16), .short(0x0143, 16),
                .long(0x0144, 8),
            ]) == "decoderMemory")
        #expect(
            try code([
                .long(0x0100, 65_440), .long(0x0101, 1), .short(0x0115, 65_535), .short(0x0102, 8),
            ]) == "maxInflation")
    }
}
