import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// The JPEGs in raw files, which are displayed.
///
/// exiftool documents their places.
@Suite struct RawTests {
    /// A gray JPEG of this size.
    private static func jpeg(_ width: Int, _ height: Int) throws -> [UInt8] {
        let rows = [[UInt8]](repeating: [UInt8](repeating: 90, count: width), count: height)
        return try ImageDecoder().render(
            .bytes(SmallPNG.bytes(width: width, depth: 8, colorType: 0, rows: rows)), as: SmallPixels.whole)
    }

    /// A JPEG with the frame header of a lossless one (T.81, annex H), larger than the others.
    private static let lossless: [UInt8] =
        [0xFF, 0xD8] + SmallJPEG.segment(0xC3, [14, 0x10, 0, 0x10, 0, 1, 1, 0x11, 0]) + [0xFF, 0xD9]

    /// Expects that the picture of a raw file is a JPEG of this size, also for the content signature.
    private func expect(_ size: PixelSize, in raw: [UInt8]) throws {
        let pixels = try ImageDecoder().pixels(.bytes(raw), as: SmallPixels.whole)
        #expect(pixels.size == size && pixels.samples.allSatisfy { abs(Int($0) - 90) < 2 })
        #expect(try ImageDecoder().render(.bytes(raw), as: .thumbnail).starts(with: [0xFF, 0xD8]))
        let (reading, luma) = try ImageDecoder().decode(raw)
        #expect(reading.format == .raw && reading.condition == .ok && reading.imageDataDigest == nil)
        #expect(luma.luma.count == size.width * size.height && luma.luma.allSatisfy { abs(Int($0) - 90) < 2 })
        #expect(reading.format.isDisplayable && !reading.format.isDecodable)
    }

    /// A DNG with these entries, whose offsets are those of the blocks.
    private func dng(_ entries: [SmallTIFF.Entry], _ blocks: [[UInt8]]) -> [UInt8] {
        SmallTIFF(
            width: 60, height: 40, bits: [16], photometric: 32_803,
            [SmallTIFF.Entry(tag: 0xC612, type: 7, values: [1, 4, 0, 0])] + entries, blocks: blocks
        ).bytes
    }

    @Test func jpegsOfDirectories() throws {
        let jpeg = try Self.jpeg(24, 16)
        try expect(
            PixelSize(width: 24, height: 16), in: dng([.long(0x0201, 8), .long(0x0202, jpeg.count)], [jpeg]))
        try expect(PixelSize(width: 24, height: 16), in: dng([.short(0x0103, 7)], [jpeg]))
        try expect(
            PixelSize(width: 24, height: 16),
            in: dng([SmallTIFF.Entry(tag: 0x002E, type: 7, values: jpeg.map(Int.init))], [[0]]))
    }

    @Test func theLargestJPEGIsShown() throws {
        let (small, large) = (try Self.jpeg(16, 8), try Self.jpeg(40, 32))
        // The raw picture is a lossless JPEG, and has more pixels.
        try expect(
            PixelSize(width: 40, height: 32),
            in: dng(
                [
                    .short(0x0103, 7), .long(0x0201, 8 + Self.lossless.count), .long(0x0202, small.count),
                    SmallTIFF.Entry(tag: 0x002E, type: 7, values: large.map(Int.init)),
                ], [Self.lossless + small]))
    }

    /// The orientation of the raw file counts, not that of the JPEG in it.
    @Test func orientation() throws {
        let jpeg = try Self.jpeg(24, 16)
        let exif = TIFFBuilder(main: [.short(0x0112, 3)]).bytes
        let segment = SmallJPEG.segment(0xE1, Array("Exif\0\0".utf8) + exif)
        let turned = Array(jpeg.prefix(2)) + segment + Array(jpeg.dropFirst(2))
        try expect(PixelSize(width: 16, height: 24), in: dng([.short(0x0103, 7), .short(0x0112, 6)], [turned]))
    }

    /// Nikon: a TIFF block in the maker note, with a directory for the JPEG.
    @Test func nikonsMakerNote() throws {
        let jpeg = try Self.jpeg(24, 16)
        // The JPEG follows the block's two directories.
        let picture = 8 + 18
        let start = picture + 30
        func entry(_ tag: Int, _ value: Int) -> [UInt8] {
            TIFFBuilder.number(tag, 2) + TIFFBuilder.number(4, 2) + TIFFBuilder.number(1, 4)
                + TIFFBuilder.number(value, 4)
        }
        let end = TIFFBuilder.number(0, 4)
        let block: [UInt8] =
            Array("MM\0*".utf8) + TIFFBuilder.number(8, 4) + TIFFBuilder.number(1, 2) + entry(0x0011, picture) + end
            + TIFFBuilder.number(2, 2) + entry(0x0201, start) + entry(0x0202, jpeg.count) + end
        let note: [UInt8] = Array("Nikon\0\u{2}\u{10}\0\0".utf8) + block + jpeg
        try expect(PixelSize(width: 24, height: 16), in: withMakerNote(note))
    }

    /// Olympus: a directory in the maker note, whose offsets count from the note's start.
    @Test func olympusMakerNote() throws {
        let jpeg = try Self.jpeg(24, 16)
        func little(_ value: Int, _ count: Int) -> [UInt8] { SmallPixels.little(value, count) }
        func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
            little(tag, 2) + little(type, 2) + little(1, 4) + little(value, 4)
        }
        let (settings, start) = (12 + 18, 12 + 18 + 30)
        let note: [UInt8] =
            Array("OLYMPUS\0II\u{3}\0".utf8) + little(1, 2) + entry(0x2020, 13, settings) + little(0, 4)
            + little(2, 2) + entry(0x0101, 4, start) + entry(0x0102, 4, jpeg.count) + little(0, 4) + jpeg
        try expect(PixelSize(width: 24, height: 16), in: withMakerNote(note))
    }

    private func withMakerNote(_ note: [UInt8]) -> [UInt8] {
        TIFFBuilder(
            main: [.short(0x0100, 60), .short(0x0101, 40), .byte(0xC612, 1)],
            exif: [TIFFBuilder.Entry(tag: 0x927C, type: 7, count: note.count, value: note)]
        ).bytes
    }

    @Test func fujifilm() throws {
        try expect(PixelSize(width: 24, height: 16), in: TestPhoto.raw(try Self.jpeg(24, 16)))
    }

    @Test func sigma() throws {
        let jpeg = try Self.jpeg(24, 16)
        func little(_ value: Int, _ count: Int) -> [UInt8] { SmallPixels.little(value, count) }
        let head = Array("FOVb".utf8) + [UInt8](repeating: 0, count: 36)
        let section: [UInt8] = Array("SECi".utf8) + little(2, 4) + little(2, 4) + little(18, 4) + little(0, 12) + jpeg
        let directory: [UInt8] =
            Array("SECd".utf8) + little(2, 4) + little(1, 4) + little(40, 4) + little(section.count, 4)
            + Array("IMA2".utf8)
        try expect(
            PixelSize(width: 24, height: 16), in: head + section + directory + little(40 + section.count, 4))
    }

    @Test func canon() throws {
        let (jpeg, small) = (try Self.jpeg(24, 16), try Self.jpeg(16, 8))
        // CIFF: a heap with the JPEG and a directory.
        func little(_ value: Int, _ count: Int) -> [UInt8] { SmallPixels.little(value, count) }
        let ciff: [UInt8] =
            Array("II".utf8) + little(26, 4) + Array("HEAPCCDR".utf8) + little(0, 12) + jpeg + little(1, 2)
            + little(0x2007, 2) + little(jpeg.count, 4) + little(0, 4) + little(jpeg.count, 4)
        try expect(PixelSize(width: 24, height: 16), in: ciff)

        // CR3: the first sample of a track, and a smaller picture in a box.
        func file(jpegAt offset: Int) -> [UInt8] {
            let sizes = Boxes.full("stsz", Boxes.number(jpeg.count, 4), Boxes.number(1, 4))
            let offsets = Boxes.full("co64", Boxes.number(1, 4), Boxes.number(offset, 8))
            let track = Boxes.box(
                "trak", Boxes.box("mdia", Boxes.box("minf", Boxes.box("stbl", sizes, offsets))))
            let picture = Boxes.box(
                "PRVW", [UInt8](repeating: 0, count: 12) + Boxes.number(small.count, 4) + small)
            return Boxes.fileType("crx ") + Boxes.box("moov", track)
                + Boxes.box("uuid", [UInt8](repeating: 7, count: 24) + picture) + Boxes.box("mdat", jpeg)
        }
        let length = file(jpegAt: 0).count
        try expect(PixelSize(width: 24, height: 16), in: file(jpegAt: length - jpeg.count))
        // Without the track's JPEG the smaller one is shown.
        try expect(PixelSize(width: 16, height: 8), in: file(jpegAt: 1 << 62))
    }

    @Test func rawFilesWithoutJPEG() throws {
        for raw in [
            dng([], [[0]]), dng([.short(0x0103, 7)], [Self.lossless]), dng([.short(0x0103, 7)], [[0xFF, 0xD8, 0xFF]]),
            dng([.long(0x0201, 0xFFFF_FFFF), .long(0x0202, 0xFFFF_FFFF)], [[0]]),
        ] {
            #expect(throws: PhotoLibraryError(.unsupportedFile, "")) {
                try ImageDecoder().render(.bytes(raw), as: .thumbnail)
            }
        }
    }
}
