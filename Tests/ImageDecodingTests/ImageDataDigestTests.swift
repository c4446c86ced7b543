import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct ImageDataDigestTests {
    private let jpeg = "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/16.04/sunset_by_Aitzol_Berasategi.jpg"

    private func digest(_ bytes: [UInt8]) throws -> Digest? { try ImageDecoder().decode(bytes).reading.imageDataDigest }

    @Test(arguments: imageDataDigestOracle.indices)
    func equalsModel(index: Int) throws {
        let expected = imageDataDigestOracle[index]
        #expect(try digest(try corpusBytes(expected.path))?.hex == expected.digest, "\(expected.path)")
    }

    /// The marker segments before the first scan, as ranges of the file.
    private func segments(of jpeg: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 2
        while jpeg[start + 1] != 0xDA {
            let end = start + 2 + Int(jpeg[start + 2]) << 8 + Int(jpeg[start + 3])
            ranges.append(start..<end)
            start = end
        }
        return ranges
    }

    @Test func editsOfMetadataLeaveItUnchanged() throws {
        let bytes = try corpusBytes(jpeg)
        let expected = try digest(bytes)
        #expect(expected != nil)
        let found = segments(of: bytes)

        var stripped = bytes
        for range in found.reversed() where 0xE1...0xED ~= bytes[range.lowerBound + 1] {
            stripped.removeSubrange(range)
        }
        #expect(try digest(stripped) == expected)

        let exif = SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + TIFFBuilder(main: [.short(0x0112, 6)]).bytes)
        let comment = SmallJPEG.segment(0xFE, [UInt8](repeating: 0xFF, count: 70))
        for place in [2, found[2].lowerBound, found.last?.upperBound ?? 2] {
            #expect(try digest(bytes[..<place] + exif + comment + bytes[place...]) == expected)
            #expect(try digest(bytes[..<place] + [0xFF, 0xFF, 0xFF] + bytes[place...]) == expected)
        }
        #expect(try digest(bytes + [0xFF, 0xD8, 1, 2, 3]) == expected)
        // A comment between two scans.
        let scan = try #require(nextScan(in: bytes, from: (found.last?.upperBound ?? 2) + 4))
        #expect(try digest(bytes[..<scan] + comment + bytes[scan...]) == expected)
    }

    /// The position of a marker after entropy-coded bytes that is neither stuffed nor a restart.
    private func nextScan(in jpeg: [UInt8], from start: Int) -> Int? {
        (start..<jpeg.count - 1).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] != 0 && !(0xD0...0xD7 ~= jpeg[$0 + 1]) }
    }

    @Test func fillBytesBeforeRestartsDoNotCount() throws {
        let bytes = try corpusBytes("pdq-threatexchange/pdq/data/bridge-mods/shrink-a-lot.jpg")
        let restart = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD0 })
        let expected = try digest(bytes)
        #expect(expected != nil)
        #expect(try digest(bytes[..<restart] + [0xFF] + bytes[restart...]) == expected)
    }

    @Test func changesOfThePictureChangeIt() throws {
        let bytes = try corpusBytes(jpeg)
        let expected = try digest(bytes)
        var changed = bytes
        // A position in the last scans, which decoding at 1/8 does not read.
        let place = try #require(
            (bytes.count * 9 / 10..<bytes.count).first { 1...200 ~= bytes[$0] && bytes[$0 - 1] < 200 })
        changed[place] += 1
        let other = try digest(changed)
        #expect(other != nil && other != expected)

        let table = try #require(segments(of: bytes).first { bytes[$0.lowerBound + 1] == 0xDB })
        changed = bytes
        changed[table.lowerBound + 5] ^= 1
        #expect(try digest(changed) != expected)
    }

    /// The same data displayed with other colours: the Adobe marker decides between RGB and YCbCr.
    @Test func colourSpaceCounts() throws {
        let bytes = try corpusBytes("go-fuzz-corpus/jpeg/corpus/video-001.rgb.jpeg")
        let adobe = try #require(segments(of: bytes).first { bytes[$0.lowerBound + 1] == 0xEE })
        var changed = bytes
        changed[adobe.lowerBound + 15] = 1
        let (first, second) = (try digest(bytes), try digest(changed))
        #expect(first != nil && second != nil && first != second)
    }

    /// Decoding at 1/8 ends before the end of the file, so only the digest can detect the missing end.
    @Test func aPictureWithoutItsEndHasNoDigest() throws {
        let reading = try ImageDecoder().decode(try corpusBytes(jpeg).dropLast(2)).reading
        #expect(reading.imageDataDigest == nil && reading.condition == .damaged)
        #expect(reading.warnings.map(\.code) == ["endMissing"] && reading.hasAllRows)
    }

    @Test func theDivisionOfPNGDataDoesNotCount() throws {
        func png(_ last: UInt8, chunks: Int, extra: [UInt8] = []) -> [UInt8] {
            let rows = (0..<40).map { y -> [UInt8] in (0..<30).map { x -> UInt8 in UInt8(4 * y + x) } + [last] }
            return SmallPNG.bytes(width: 31, depth: 8, colorType: 0, rows: rows, extra: extra, dataChunks: chunks)
        }
        let expected = try digest(png(0, chunks: 1))
        #expect(expected != nil)
        #expect(try digest(png(0, chunks: 7)) == expected)
        #expect(try digest(png(0, chunks: 7) + [1, 2, 3]) == expected)
        #expect(try digest(png(0, chunks: 1, extra: SmallPNG.chunk("tEXt", Array("Title\0x".utf8)))) == expected)
        #expect(try digest(png(1, chunks: 1)) != expected)
        #expect(try digest(png(0, chunks: 1, extra: SmallPNG.chunk("tRNS", [0, 7]))) != expected)
    }
}
