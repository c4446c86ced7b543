import ImageDecoding
import PhotoModel
import Testing

/// Signatures in the formats' specifications.
@Suite struct FormatDetectionTests {
    @Test(arguments: [
        ("\u{FF}\u{D8}\u{FF}\u{E0}", ImageFormat.jpeg), ("\u{89}PNG\r\n\u{1A}\n", .png), ("GIF87a", .gif),
        ("GIF89a", .gif), ("RIFF\u{24}\0\0\0WEBPVP8 ", .webp), ("RIFF\u{24}\0\0\0AVI LIST", .video),
        ("RIFF\u{24}\0\0\0WAVEfmt ", .unknown), ("II*\0\u{8}\0\0\0", .tiff), ("MM\0*\0\0\0\u{8}", .tiff),
        ("IIRO\u{8}\0\0\0", .raw), ("IIU\0\u{8}\0\0\0", .raw), ("FUJIFILMCCD-RAW 0201", .raw),
        ("II*\0\u{10}\0\0\0CR\u{2}\0", .raw), ("MMOR\0\0\0\u{8}", .raw), ("\0MRM\0\0\0\u{8}", .raw), ("FOVb", .raw),
        ("II\u{1A}\0\0\0HEAPCCDR", .raw), ("II*\0\u{8}\0\0\0IIII", .raw), ("\u{1A}\u{45}\u{DF}\u{A3}", .video),
        ("BM\u{36}\0\u{C}\0\0\0\0\0\u{36}\0\0\0\u{28}\0\0\0", .bmp), ("BMX is no bitmap at all", .unknown),
        ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", .heic), ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic", .heic),
        ("\0\0\0\u{1C}ftypmif1\0\0\0\0mif1avifmiaf", .avif), ("\0\0\0\u{18}ftypavif\0\0\0\0mif1avif", .avif),
        ("\0\0\0\u{14}ftypmif1\0\0\0\0mif1avif", .heic), ("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ", .video),
        ("\0\0\0\u{18}ftypmp42\0\0\0\0isommp42", .video), ("\0\0\0\u{18}ftypcrx \0\0\0\u{1}crx isom", .raw),
        // The tables of programs in an AVCHD recording, and bytes that differ from one by a bit.
        ("\0\0\0\0G@\0\u{10}\0\0\u{B0}\u{11}", .video), ("\0\0\0\0G@\0\u{10}\0\0\u{30}\u{11}", .unknown),
        ("\0\0\0\0G@\0\u{10}\0\u{2}\u{B0}\u{11}", .unknown), ("\0\0\0\0G@\0\u{10}\0\0", .unknown),
        ("\u{FF}\n\u{5}\u{8}", .jxl), ("\0\0\0\u{C}JXL \r\n\u{87}\n", .jxl), ("\0\0\0\u{C}JXL \r\n", .unknown),
        // A recording whose first time begins as a codestream does.
        ("\u{FF}\n\0\0G@\0\u{10}\0\0\u{B0}\u{11}", .video),
        ("\0\0\u{10}\0moov", .video), ("\0\0\0\u{8}wide", .video), ("", .unknown), ("\u{FF}", .unknown),
        ("\u{FF}\u{D8}", .unknown), ("<html>", .unknown), ("ftypheic", .unknown), ("\0\0\0\u{8}ftyp", .unknown),
    ])
    func signature(text: String, format: ImageFormat) {
        #expect(imageFormat(ofFirstBytes: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) == format)
    }

    @Test func otherFormatsAreReportedAsUnsupported() throws {
        let reading = try ImageDecoder().decode(Array("\0\0\0\u{8}wide".utf8)).reading
        #expect(reading.format == .video && reading.condition == .unsupported && reading.geometry == nil)
        #expect(reading.warnings.map(\.code) == ["unsupported"])
        #expect(try ImageDecoder().inspect(.bytes([])).format == .unknown)
    }
}
