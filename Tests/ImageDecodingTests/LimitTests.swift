import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite struct LimitTests {
    private func codes(_ bytes: [UInt8], _ change: (inout DecodeLimits) -> Void) throws -> [String] {
        var limits = DecodeLimits.standard
        change(&limits)
        let (reading, luma) = try ImageDecoder(limits: limits).decode(bytes)
        #expect((reading.condition == .limited) == (luma.geometry == nil))
        return reading.warnings.map(\.code)
    }

    /// A picture of 8 by 8 pixels at each limit, and a picture that exceeds the limit.
    @Test func pixelsAndAxis() throws {
        let png = SmallPNG.bytes(
            width: 8, depth: 8, colorType: 0, rows: [[UInt8]](repeating: [UInt8](repeating: 7, count: 8), count: 8))
        for bytes in [SmallJPEG.bytes, png] {
            #expect(try codes(bytes) { $0.maxPixels = 64 } == [])
            #expect(try codes(bytes) { $0.maxPixels = 63 } == ["maxPixels"])
            #expect(try codes(bytes) { $0.maxAxis = 8 } == [])
            #expect(try codes(bytes) { $0.maxAxis = 7 } == ["maxAxis"])
        }
    }

    @Test func theWarningNamesTheLimitAndBothValues() throws {
        let png = SmallPNG.signature + SmallPNG.header(width: 60_000, height: 50_000, depth: 1, colorType: 0)
        let reading = try ImageDecoder().decode(png).reading
        #expect(reading.condition == .limited && reading.storedSize == PixelSize(width: 60_000, height: 50_000))
        #expect(
            reading.warnings.first?.message == "The picture has 3,000,000,000 pixels; at most 200,000,000 are decoded.")
    }

    @Test func veryLargeSizesDoNotOverflow() throws {
        let png = SmallPNG.signature + SmallPNG.header(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF, depth: 1, colorType: 0)
        #expect(try codes(png) { $0.maxAxis = .max } == ["maxPixels"])
    }

    @Test func memory() throws {
        let png = SmallPNG.bytes(width: 8, depth: 8, colorType: 0, rows: [[UInt8](repeating: 7, count: 8)])
        for bytes in [SmallJPEG.bytes, png] {
            let reading = try ImageDecoder(budget: DecoderMemoryBudget(bytes: 1000)).decode(bytes).reading
            #expect(reading.condition == .limited && reading.warnings.map(\.code) == ["decoderMemory"])
        }
    }

    @Test func anExifBlockOverTheLimitIsNotRead() throws {
        let exif = SmallPNG.chunk("eXIf", TIFFBuilder(main: [.short(0x0112, 6)]).bytes)
        let png = SmallPNG.bytes(width: 1, depth: 8, colorType: 0, rows: [[7]], extra: exif)
        #expect(try codes(png) { $0.maxEXIFBytes = 20 } == ["maxEXIFBytes"])
    }

    @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func scansAndTheirMemory() throws {
        let bytes = try corpusBytes("image-rs-jpeg-decoder/benches/tower_progressive.jpg")
        // The default scan script of cjpeg and jpegtran for colour has ten scans.
        #expect(try codes(bytes) { $0.maxScans = 10 } == [])
        #expect(try codes(bytes) { $0.maxScans = 9 } == ["maxScans"])
        // 512 by 512 by 3 coefficients of two bytes.
        let reading = try ImageDecoder(budget: DecoderMemoryBudget(bytes: 512 * 512 * 6)).decode(bytes).reading
        #expect(reading.warnings.map(\.code) == ["decoderMemory"])
        #expect(try ImageDecoder(budget: DecoderMemoryBudget(bytes: 3 << 20)).decode(bytes).reading.condition == .ok)
    }
}
