import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite struct PNGTests {
    private func luma(_ png: [UInt8]) throws -> [UInt8] { try ImageDecoder().decode(png).luma.luma }

    /// 16-bit gray to 8 bits: (v · 255 + 32767) / 65535, for every value.
    @Test func sixteenBitsAreRoundedExactly() throws {
        let values = 0..<65536
        for start in stride(from: 0, to: 65536, by: 16384) {
            let row = values[start..<start + 16384].flatMap { TIFFBuilder.number($0, 2) }
            let png = SmallPNG.bytes(width: 16384, depth: 16, colorType: 0, rows: [row])
            #expect(try luma(png) == values[start..<start + 16384].map { UInt8(($0 * 255 + 32767) / 65535) })
        }
    }

    /// Gray with every opacity on white, and colour by the fixed-point weights.
    @Test func alphaIsCompositedOnWhite() throws {
        func onWhite(_ value: Int, _ alpha: Int) -> Int { (value * alpha + 255 * (255 - alpha) + 127) / 255 }
        let row: [UInt8] = (0..<256).flatMap { [100, UInt8($0)] }
        let gray = try luma(SmallPNG.bytes(width: 256, depth: 8, colorType: 4, rows: [row]))
        #expect(gray.map(Int.init) == (0..<256).map { onWhite(100, $0) })
        // Red of opacity 128: (255, 127, 127).
        let red = SmallPNG.bytes(width: 1, depth: 8, colorType: 6, rows: [[255, 0, 0, 128]])
        let weighted: Int = 19595 * 255 + (38470 + 7471) * 127 + 32768
        #expect(try luma(red) == [UInt8(weighted >> 16)])
    }

    private let rows: [[UInt8]] = (0..<40).map { y in (0..<30).map { UInt8(4 * y + $0) } }

    @Test func damagedMetadataLeavesThePictureOK() throws {
        let profile = SmallPNG.chunk("iCCP", Array("x\0\0".utf8) + SmallPNG.zlib([1, 2, 3]))
        var text = SmallPNG.chunk("tEXt", Array("Comment\0hello".utf8))
        text[text.count - 1] ^= 1
        let reading = try ImageDecoder().decode(
            SmallPNG.bytes(width: 30, depth: 8, colorType: 0, rows: rows, extra: profile + text)
        ).reading
        #expect(reading.condition == .ok && reading.imageDataDigest != nil && reading.colorProfile == .none)
        #expect(reading.warnings.map(\.code) == ["benign"])
    }

    @Test func damageOfTheDataKeepsTheRowsBefore() throws {
        let png = SmallPNG.bytes(width: 30, depth: 8, colorType: 0, rows: rows, dataChunks: 8)
        // A truncated stored block can be inflated up to its end. The CRC of the last chunk is wrong.
        var changed = png
        changed[png.count - 12 - 1] ^= 1
        let crc = try ImageDecoder().decode(changed)
        #expect(crc.reading.condition == .damaged && crc.reading.imageDataDigest == nil)
        #expect(crc.reading.warnings.map(\.code) == ["corruptData"])

        let cut = try ImageDecoder().decode(Array(png.prefix(png.count / 2)))
        #expect(cut.reading.condition == .damaged && cut.reading.warnings.map(\.code) == ["truncated"])
        #expect(cut.reading.decodedRows > 5 && cut.reading.decodedRows < 40 && !cut.reading.hasAllRows)
        #expect(cut.luma.luma == Array(rows.joined().prefix(cut.luma.luma.count)))
    }

    @Test func aPictureWithoutItsEndIsDamaged() throws {
        let png = SmallPNG.bytes(width: 30, depth: 8, colorType: 0, rows: rows)
        let reading = try ImageDecoder().decode(Array(png.dropLast(12))).reading
        #expect(reading.condition == .damaged && reading.hasAllRows && reading.imageDataDigest == nil)
    }

    @Test func exifIsReadBeforeAndAfterTheData() throws {
        let exif = SmallPNG.chunk("eXIf", TIFFBuilder(main: [.short(0x0112, 6)]).bytes)
        let plain = SmallPNG.bytes(width: 30, depth: 8, colorType: 0, rows: rows)
        let behind: [UInt8] = plain.prefix(plain.count - 12) + exif + SmallPNG.chunk("IEND", [])
        for png in [SmallPNG.bytes(width: 30, depth: 8, colorType: 0, rows: rows, extra: exif), behind] {
            let reading = try ImageDecoder().decode(png).reading
            #expect(reading.metadata.orientation == .right)
            #expect(reading.displayedSize == PixelSize(width: 40, height: 30))
            let digest = try ImageDecoder().decode(plain).reading.imageDataDigest
            #expect(reading.imageDataDigest == digest)
        }
    }
}
