import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// The luma of the values before the conversion of colours, which a program without colour management shows.
@Suite struct UnconvertedLumaTests {
    private static let profile = ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.sRGBCurve)
    /// Red, green and blue of pixels that change from column to column and from row to row.
    private static let colors: [UInt8] = {
        var colors: [UInt8] = []
        for y in 0..<48 {
            for x in 0..<64 { colors += [UInt8(60 + 2 * x), UInt8(80 + y), UInt8(180 - x - y)] }
        }
        return colors
    }()

    /// Decodes a file with a profile and the same file without it.
    private func decode(_ tagged: [UInt8], _ plain: [UInt8]) throws -> (tagged: LumaCollector, plain: LumaCollector) {
        let (with, without) = (try ImageDecoder().decode(tagged), try ImageDecoder().decode(plain))
        guard case .embedded(_, .converted) = with.reading.colorProfile else {
            Issue.record("\(with.reading.colorProfile)")
            return (with.luma, without.luma)
        }
        #expect(with.reading.condition == .ok && with.luma.isInOrder && without.luma.isInOrder)
        #expect(without.luma.unconverted.isEmpty, "Nothing is converted.")
        #expect(with.luma.luma != without.luma.luma && with.luma.unconverted.count == with.luma.luma.count)
        return (with.luma, without.luma)
    }

    private func profileChunk(_ profile: [UInt8]) -> [UInt8] {
        SmallPNG.chunk("iCCP", Array("x\0\0".utf8) + SmallPNG.zlib(profile))
    }

    @Test(arguments: [(2 as UInt8, 3), (6, 4)]) func ofPNG(type: UInt8, channels: Int) throws {
        let rows = (0..<3).map { row -> [UInt8] in
            (0..<8 * channels).map { column -> UInt8 in UInt8((column * 7 + 60 * row) % 256) }
        }
        func png(_ extra: [UInt8]) -> [UInt8] {
            SmallPNG.bytes(width: 8, depth: 8, colorType: type, rows: rows, extra: extra)
        }
        let (tagged, plain) = try decode(png(profileChunk(Self.profile)), png([]))
        #expect(tagged.unconverted == plain.luma)
    }

    @Test func ofGray() throws {
        let profile = ICCBuilder.gray(ICCBuilder.power(461))
        func png(_ extra: [UInt8]) -> [UInt8] {
            SmallPNG.bytes(width: 3, depth: 8, colorType: 0, rows: [[0, 128, 200]], extra: extra)
        }
        let (tagged, plain) = try decode(png(profileChunk(profile)), png([]))
        #expect(tagged.unconverted == plain.luma)
        let jpeg = try decode(TestPhoto.with(profile: profile, SmallJPEG.bytes), SmallJPEG.bytes)
        #expect(jpeg.tagged.unconverted == jpeg.plain.luma)
    }

    /// Without the profile luma is Y.
    ///
    /// The luma of RGB differs from Y by the rounding of the three channels and of luma: at
    /// most by one level in colours that are not clipped.
    @Test(arguments: [false, true], [256, 16]) func ofJPEG(isProgressive: Bool, minimumShortSide: Int) throws {
        let plain = TestPhoto.encode(Self.colors, 64, 48, quality: 90, isProgressive: isProgressive)
        let tagged = TestPhoto.with(profile: Self.profile, plain)
        let with = try ImageDecoder().decode(tagged, minimumShortSide: minimumShortSide).luma
        let without = try ImageDecoder().decode(plain, minimumShortSide: minimumShortSide).luma
        #expect(with.geometry == without.geometry && with.unconverted.count == without.luma.count)
        for (ours, theirs) in zip(with.unconverted, without.luma) { #expect(abs(Int(ours) - Int(theirs)) <= 1) }
        let changes = zip(with.luma, without.luma).map { abs(Int($0) - Int($1)) }
        #expect(changes.max() ?? 0 > 2, "The conversion changes the picture.")
    }

    @Test func ofTIFF() throws {
        let entry = SmallTIFF.Entry(tag: 0x8773, type: 7, values: Self.profile.map(Int.init))
        func tiff(_ entries: [SmallTIFF.Entry]) -> [UInt8] {
            SmallTIFF(width: 64, height: 48, entries, blocks: [Self.colors]).bytes
        }
        let (tagged, plain) = try decode(tiff([entry]), tiff([]))
        #expect(tagged.unconverted == plain.luma)
    }

    /// Lossless WebP has RGB, and the extended form of the file has the profile.
    @Test func ofWebP() throws {
        let plain = SmallCodedPicture.losslessWebP.bytes
        func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
            Array(type.utf8) + Boxes.number(payload.count, 4).reversed() + payload
                + (payload.count.isMultiple(of: 2) ? [] : [0])
        }
        // VP8X with the flag of a profile; 32 × 24 pixels, each side less one.
        let body =
            chunk("VP8X", [0x20, 0, 0, 0, 31, 0, 0, 23, 0, 0]) + chunk("ICCP", Self.profile) + plain.dropFirst(12)
        let (tagged, untagged) = try decode(chunk("RIFF", Array("WEBP".utf8) + body), plain)
        #expect(tagged.unconverted == untagged.luma)
    }

    /// A rendition in colour has no second rows.
    @Test func colorRowsAreConvertedOnly() throws {
        let png = SmallPNG.bytes(
            width: 2, depth: 8, colorType: 2, rows: [[200, 40, 40, 40, 200, 40]], extra: profileChunk(Self.profile))
        #expect(try SmallPixels.rgb(png).count == 6)
    }
}
