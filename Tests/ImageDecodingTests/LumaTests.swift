import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// The luma equals the results of the DCT, the sampling and the formulas, bit for bit.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct LumaTests {
    @Test(arguments: LumaOracle.jpegs.indices)
    func jpegEqualsDjpeg(index: Int) throws {
        let expected = LumaOracle.jpegs[index]
        // At 1/8 luma is that of RGB, except of the files that libjpeg decodes.
        let decoder = expected.eighths == 1 ? ImageDecoder.ofLibjpeg : ImageDecoder()
        let (reading, luma) = try decoder.decode(try corpusBytes(expected.path))
        #expect(reading.condition == .ok && reading.hasAllRows && luma.isInOrder)
        #expect(reading.geometry?.eighths == expected.eighths)
        #expect(try luma.sha256 == expected.sha256, "\(expected.path)")
    }

    @Test(arguments: LumaOracle.pngs.indices)
    func pngEqualsModel(index: Int) throws {
        let expected = LumaOracle.pngs[index]
        let (reading, luma) = try ImageDecoder().decode(try corpusBytes(expected.path))
        #expect(reading.condition == .ok && reading.hasAllRows && luma.isInOrder)
        #expect(reading.geometry?.eighths == 8 && reading.geometry?.decodedSize == reading.storedSize)
        #expect(try luma.sha256 == expected.sha256, "\(expected.path)")
    }

    /// libjpeg's rows equal those of the whole file (see ``LumaOracle``), although most of the file is not decoded.
    @Test(arguments: [true, false]) func progressiveAtOneEighthEndsAtExactDC(isOfLibjpeg: Bool) throws {
        let path = "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/16.04/sunset_by_Aitzol_Berasategi.jpg"
        let bytes = try corpusBytes(path)
        let read = Counter()
        var luma = LumaCollector()
        let decoder = isOfLibjpeg ? ImageDecoder.ofLibjpeg : ImageDecoder()
        let reading = try decoder.read(
            .bytes(bytes), computesImageDataDigest: false, into: &luma, monitor: DecodeMonitor { read.add($0) })
        #expect(reading.geometry?.eighths == 1 && reading.hasAllRows)
        if isOfLibjpeg { #expect(try luma.sha256 == LumaOracle.jpegs.first { $0.path == path }?.sha256) }
        // The last call only reports the end.
        #expect(read.values.dropLast().max().map { $0 < bytes.count * 9 / 10 } == true)
    }

    @Test func decodedSizeIsTheTrueExtentRoundedUp() throws {
        let bytes = try corpusBytes("metadata-extractor/jpg/Issue 154.jpg")
        let geometry = try ImageDecoder().decode(bytes).reading.geometry
        #expect(geometry?.storedSize == PixelSize(width: 1379, height: 815))
        #expect(geometry?.decodedSize == PixelSize(width: 690, height: 408))
    }

    /// The smallest reduction with an exact short side of at least the minimum, for a picture of 512 by 512.
    @Test(arguments: [(64, 1), (65, 2), (128, 2), (129, 4), (256, 4), (257, 8), (512, 8), (10000, 8), (Int.max, 8)])
    func scaleKeepsTheShortSide(minimum: Int, eighths: Int) throws {
        let bytes = try corpusBytes("image-rs-jpeg-decoder/benches/tower.jpg")
        let reading = try ImageDecoder().decode(bytes, minimumShortSide: minimum).reading
        #expect(reading.geometry?.eighths == eighths)
        #expect(reading.decodedRows == 512 * eighths / 8)
    }
}
