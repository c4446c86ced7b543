import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// RIFF, GIF, bitmap, Matroska and TIFF files that the tests build by the formats' specifications.
@Suite struct SmallContainerTests {
    private func inspect(_ bytes: [UInt8]) throws -> ImageReading { try ImageDecoder().inspect(.bytes(bytes)) }

    private func little(_ value: Int, _ count: Int) -> [UInt8] { TIFFBuilder.number(value, count).reversed() }

    private func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        Array(type.utf8) + little(payload.count, 4) + payload + (payload.count.isMultiple(of: 2) ? [] : [0])
    }

    private func riff(_ kind: String, _ chunks: [UInt8]) -> [UInt8] { chunk("RIFF", Array(kind.utf8) + chunks) }

    // MARK: WebP (RFC 9649)

    @Test func sizesOfWebP() throws {
        let size = PixelSize(width: 640, height: 480)
        let lossy = chunk("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A] + little(640, 2) + little(480, 2))
        #expect(try inspect(riff("WEBP", lossy)).storedSize == size)
        let lossless = chunk("VP8L", [0x2F] + little(639 | 479 << 14, 4))
        #expect(try inspect(riff("WEBP", lossless)).storedSize == size)
        let extended = chunk("VP8X", [0x02, 0, 0, 0] + little(639, 3) + little(479, 3))
        let reading = try inspect(riff("WEBP", extended))
        #expect(reading.storedSize == size && reading.isAnimated && reading.format == .webp)
    }

    @Test(arguments: [false, true])
    func metadataOfWebP(hasHeadOfJPEG: Bool) throws {
        let exif = TIFFBuilder(main: [.text(0x010F, "Canon"), .short(0x0112, 6)]).bytes
        // An odd chunk before it is padded.
        let file = riff(
            "WEBP", chunk("ALPH", [1, 2, 3]) + chunk("EXIF", (hasHeadOfJPEG ? Array("Exif\0\0".utf8) : []) + exif))
        let metadata = try inspect(file).metadata
        #expect(metadata.make == "Canon" && metadata.orientation == .right)
    }

    // MARK: AVI

    private func avi(_ date: [UInt8]) -> [UInt8] {
        let header = [33_333, 0, 0, 0, 30, 0, 0, 0, 320, 240].flatMap { little($0, 4) }
        // 50 pictures at ten pictures per second.
        let stream = Array("vids".utf8) + [UInt8](repeating: 0, count: 16) + [1, 10, 0, 50].flatMap { little($0, 4) }
        let list = chunk("LIST", Array("strl".utf8) + chunk("strh", stream))
        return riff("AVI ", chunk("LIST", Array("hdrl".utf8) + chunk("avih", header) + list) + date)
    }

    @Test func sizeDurationAndDateOfAVI() throws {
        let created = chunk("LIST", Array("INFO".utf8) + chunk("ICRD", Array("2003-03-10 15:04:43\0".utf8)))
        let reading = try inspect(avi(created))
        #expect(reading.format == .video && reading.storedSize == PixelSize(width: 320, height: 240))
        #expect(reading.metadata.duration == 5 && reading.metadata.captureTime?.description == "2003-03-10T15:04:43")
        let digitized = chunk("IDIT", Array("MON MAR 10 16:04:43 2003\n\0".utf8))
        #expect(try inspect(avi(created + digitized)).metadata.captureTime?.description == "2003-03-10T16:04:43")
    }

    // MARK: GIF and bitmaps

    @Test(arguments: [1, 2])
    func picturesOfGIF(count: Int) throws {
        let head = Array("GIF89a".utf8) + little(7, 2) + little(5, 2) + [0x80, 0, 0] + [UInt8](repeating: 0, count: 6)
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 0, 0, 0, 0]
        let picture = [0x2C] + little(0, 4) + little(2, 2) + little(2, 2) + [0, 2, 2, 0x4C, 0x01, 0] as [UInt8]
        let reading = try inspect(head + (0..<count).flatMap { _ in control + picture } + [0x3B])
        #expect(reading.storedSize == PixelSize(width: 7, height: 5) && reading.isAnimated == (count > 1))
    }

    @Test func sizesOfBitmaps() throws {
        let head = Array("BM".utf8) + [UInt8](repeating: 0, count: 12)
        let old = head + little(12, 4) + little(11, 2) + little(13, 2) + [1, 0, 24, 0]
        #expect(try inspect(old).storedSize == PixelSize(width: 11, height: 13))
        let downwards = head + little(40, 4) + little(11, 4) + little(-13, 4) + [1, 0, 24, 0]
        #expect(try inspect(downwards).storedSize == PixelSize(width: 11, height: 13))
        let empty = head + little(40, 4) + little(0, 4) + little(-1 << 31, 4)
        #expect(try inspect(empty).storedSize == nil)
    }

    // MARK: Matroska (RFC 9559)

    @Test func durationDateAndSizeOfMatroska() throws {
        func element(_ id: [UInt8], _ payload: [UInt8]) -> [UInt8] { id + [UInt8(0x80 | payload.count)] + payload }
        let date = TIFFBuilder.number(86_400 * 1_000_000_000, 8)
        let duration = TIFFBuilder.number(Int(Float(2500).bitPattern), 4)
        let info = element([0x15, 0x49, 0xA9, 0x66], element([0x44, 0x89], duration) + element([0x44, 0x61], date))
        let video = element([0xE0], element([0xB0], [2, 0x80]) + element([0xBA], [1, 0xE0]))
        let tracks = element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], video))
        // A segment of unknown size.
        let file = element([0x1A, 0x45, 0xDF, 0xA3], []) + [0x18, 0x53, 0x80, 0x67, 0xFF] + info + tracks
        let reading = try inspect(file)
        #expect(reading.metadata.duration == 2.5 && reading.storedSize == PixelSize(width: 640, height: 480))
        #expect(reading.metadata.captureTime?.description == "2001-01-02T00:00:00+00:00")
    }

    // MARK: TIFF

    @Test func tiffWithCameraTagsIsRaw() throws {
        func entries(_ more: TIFFBuilder.Entry...) -> [TIFFBuilder.Entry] {
            [.short(0x0100, 60), .short(0x0101, 40), .text(0x010F, "Pentax"), .short(0x0112, 8)] + more
        }
        let plain = try inspect(TIFFBuilder(main: entries(.short(0x0106, 2))).bytes)
        #expect(plain.format == .tiff && plain.displayedSize == PixelSize(width: 40, height: 60))
        #expect(plain.metadata.make == "Pentax")
        for sign in [.short(0x0106, 32_803), .short(0x0103, 65_535), .byte(0xC612, 1)] as [TIFFBuilder.Entry] {
            #expect(try inspect(TIFFBuilder(main: entries(sign)).bytes).format == .raw)
        }
    }

    /// The first directory counts that is not marked as a smaller version of another picture.
    @Test(arguments: [(0, 10), (1, 500), (2, 10)])
    func pictureOfATIFF(subfileType: Int, width: Int) throws {
        func directory(_ width: Int, next: Int) -> [UInt8] {
            TIFFBuilder.number(3, 2)
                + [(0x00FE, next == 0 ? 0 : subfileType), (0x0100, width), (0x0101, 9)].flatMap {
                    TIFFBuilder.number($0.0, 2) + TIFFBuilder.number(4, 2) + TIFFBuilder.number(1, 4)
                        + TIFFBuilder.number($0.1, 4)
                } + TIFFBuilder.number(next, 4)
        }
        let file = Array("MM\0*".utf8) + TIFFBuilder.number(8, 4) + directory(10, next: 50) + directory(500, next: 0)
        #expect(try inspect(file).storedSize == PixelSize(width: width, height: 9))
    }
}
