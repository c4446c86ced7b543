import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Real pictures, compared with what other decoders see in them.
@Suite(.enabled(if: FormatCorpus.isPresent, FormatCorpus.absence))
struct PictureOracleTests {
    /// In a quick run the pictures of the first bytes only.
    private static let pictures = pictureOracle.enumerated().filter { $0.offset % LongTests.count(6, all: 2) == 0 }
        .map(\.element)

    @Test(arguments: pictures.map(\.path))
    func meansAgree(path: String) throws {
        let expected = try #require(pictureOracle.first { $0.path == path })
        let bytes = try FormatCorpus.bytes(of: path)
        let pixels = try ImageDecoder().pixels(.bytes(bytes), as: Rendition(side: .long, pixels: 65_500, quality: 90))
        #expect(pixels.size == PixelSize(width: expected.width, height: expected.height))
        try expectMeans(of: pixels, agreeWith: expected.means)
    }

    @Test func hostileFilesHaveNoPicture() throws {
        for name in [
            "heif/deb-exiv2-issue_1793_poc.heic",
            "heif/metadata-extractor-IllegalArgumentException.HeifReader.processBoxes.heif",
            "heif/deb-vips-17000x17000.avif", "webp/deb-exiv2-issue_791_poc1.webp", "webp/deb-exiv2-issue_960.poc.webp",
            "webp/deb-exiv2-issue_1841_poc.webp", "webp/deb-exiv2-cve_2017_1000126_stack-oob-read.webp",
        ] {
            let (reading, luma) = try ImageDecoder().decode(FormatCorpus.bytes(of: name))
            #expect(reading.condition != .ok && !reading.warnings.isEmpty && luma.luma.isEmpty, "\(name)")
        }
    }

    /// A writer of metadata changes neither the picture nor its digest.
    @Test(
        .enabled(if: Exiftool.isInstalled, Exiftool.absence),
        arguments: [
            "heif/deb-openimageio-IMG_7702_small.heic", "heif/deb-libgd2-sunset.avif", "webp/deb-pillow-flower2.webp",
            "webp/image-rs-simple-rgb.webp",
        ])
    func digestsAreOfTheImageData(path: String) throws {
        let folder = try TemporaryFolder()
        let name = "picture." + (path as NSString).pathExtension
        let bytes = try FormatCorpus.bytes(of: path)
        try folder.write(bytes, to: name)
        try Exiftool.write(["-EXIF:Artist=A. Person", "-XMP:Title=A title"], to: folder.path(name))
        let changed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
        let (before, after) = (try ImageDecoder().decode(bytes), try ImageDecoder().decode(changed))
        #expect(changed != bytes && before.reading.imageDataDigest != nil)
        #expect(before.reading.imageDataDigest == after.reading.imageDataDigest)
        #expect(before.luma.luma == after.luma.luma)
        // A picture with another sample has another digest.
        var other = bytes
        other[bytes.count / 2] ^= 1
        #expect(try ImageDecoder().decode(other).reading.imageDataDigest != before.reading.imageDataDigest)
    }
}
