import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusTests {
    /// Files with defects that Pillow opens, and that do not come from a fuzzer.
    private static let complaints: [String: String] = [
        "deb-image-info/Image-Info-1.45/img/bad-exif-1.jpg":
            "Corrupt JPEG data: 943 extraneous bytes before marker 0xd9",
        "deb-image-info/Image-Info-1.45/img/no-thumbnail.jpg":
            "Corrupt JPEG data: 2144 extraneous bytes before marker 0xd9",
        "deb-image-info/Image-Info-1.45/img/test-corruptchunk.jpg":
            "Corrupt JPEG data: 4 extraneous bytes before marker 0xdb",
        "deb-libpng/libpng-1.6.48/contrib/testpngs/crashers/badcrc.png": "IDAT: CRC error",
        "deb-libpng/libpng-1.6.48/contrib/testpngs/crashers/huge_IDAT.png": "IDAT: chunk data is too large",
        "image-rs-jpeg-decoder/tests/crashtest/images/imagetestsuite/28c74d9284d9836017fd519f6932efd8.jpg":
            "Corrupt JPEG data: 215 extraneous bytes before marker 0xda",
        "image-rs-jpeg-decoder/tests/crashtest/images/imagetestsuite/7997b6b229f25315d33f5c7085e37500.jpg":
            "Corrupt JPEG data: premature end of data segment",
        "image-rs-jpeg-decoder/tests/crashtest/images/imagetestsuite/b55977028a3a574336966b6536640fc9.jpg":
            "Corrupt JPEG data: 16 extraneous bytes before marker 0xe0",
        "image-rs-jpeg-decoder/tests/crashtest/images/imagetestsuite/f6b4389c3cf0f5997b2e5a4b905aea8d.jpg":
            "Corrupt JPEG data: 40 extraneous bytes before marker 0xfe",
        "image-rs-jpeg-decoder/tests/crashtest/images/subtract-with-overflow.jpg":
            "Corrupt JPEG data: 956 extraneous bytes before marker 0xc4",
        "metadata-extractor/jpg/issue 121.jpg": "Corrupt JPEG data: 14 extraneous bytes before marker 0xdb",
        "pngsuite-lunapaint/png/xcsn0g01.png": "IDAT: CRC error",
    ]

    /// The number of files by format and condition.
    ///
    /// `djpeg` exits with 0 for the 267 JPEGs that are ok, and with an error for all other JPEGs. It does not decode
    /// the two pictures with inks.
    private static let expectedCounts = [
        "jpeg damaged": 811, "jpeg limited": 2, "jpeg ok": 269, "jpeg unsupported": 17, "png damaged": 443,
        "png limited": 5, "png ok": 517, "unknown unsupported": 485,
    ]

    /// Reads all 2,549 files.
    ///
    /// Takes some seconds without optimisation.
    @Test(.long) func everyFileIsReadWithoutHarm() throws {
        let decoder = ImageDecoder()
        var counts: [String: Int] = [:]
        for file in CorpusFile.all {
            let bytes = try file.bytes
            let start = ProcessorTime.ofThread
            let (reading, luma) = try decoder.decode(bytes)
            #expect(ProcessorTime.ofThread - start < .seconds(2), "\(file.path)")
            counts["\(reading.format) \(reading.condition)", default: 0] += 1

            #expect(luma.isInOrder && luma.geometry == reading.geometry)
            #expect((reading.condition == .ok) == (reading.imageDataDigest != nil), "\(file.path)")
            #expect(reading.condition == .ok || !reading.warnings.isEmpty)
            if reading.condition == .ok { #expect(reading.hasAllRows) }
            if let complaint = Self.complaints[file.path] {
                #expect(reading.condition != .ok && reading.warnings.first?.message == complaint, "\(file.path)")
            } else if file.isSound {
                #expect(reading.condition == .ok, "\(file.path): \(reading.warnings)")
            }
        }
        #expect(counts == Self.expectedCounts)
    }
}

extension CorpusFile {
    /// Whether another decoder accepted the file, the file is complete, and the file does not come from a fuzzer.
    fileprivate var isSound: Bool {
        note.contains("pillow=ok") && !note.contains("noEOI") && !note.contains("noIEND") && !path.contains("fuzz")
    }
}
