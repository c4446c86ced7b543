import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@testable import DecoderProcess

/// Codecs need memory and tables, and some need threads.
///
/// In the jail they get memory only.
@Suite("Every codec works in the jail")
struct CodecTests {
    @Test("Each picture that a worker decodes before it enters the jail", arguments: WarmUpPictures.all.indices)
    func smallPictures(index: Int) throws {
        try expectSameResults(of: try PictureFile(bytes: WarmUpPictures.all[index]))
    }

    /// An iPhone's picture, one of iOS 18, pictures of 8 and 12 bits by AV1, and lossy and lossless WebP.
    @Test(
        "Real pictures", .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence),
        arguments: LongTests.every(
            3,
            of: [
                "heif/deb-exiv2-heic.heic", "heif/immich-IMG_2682.heic",
                "apple/Test-Media-Types-15.7.2.photoslibrary/originals/B/B60C31AC-BE86-42C5-A383-A0A5710B18AE.heic",
                "heif/immich-8bit-sRGB.avif", "heif/deb-libgd2-plum_blossom_12bit.avif",
                "webp/deb-image-info-test-lossless.webp", "webp/deb-pillow-flower2.webp", "webp/image-rs-anim.webp",
            ]))
    func realPictures(path: String) throws {
        try expectSameResults(of: try PictureFile(bytes: FormatCorpus.bytes(of: path)))
    }

    @Test("Small videos", arguments: SmallVideo.Coding.allCases)
    func smallVideos(coding: SmallVideo.Coding) throws {
        try expectSameResults(of: try PictureFile(bytes: SmallVideo(coding).bytes))
    }

    /// Videos of live photos in HEVC, and one in H.264.
    @Test(
        "Real videos", .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence),
        arguments: [
            "4/420451DF-5299-41C1-8B71-83E1598D6F5C.mov", "B/B60C31AC-BE86-42C5-A383-A0A5710B18AE_3.mov",
            "E/EC19EA1A-FC91-449C-8925-B13D863E2EDB_3.mov",
        ])
    func realVideos(path: String) throws {
        let folder = "apple/Test-Media-Types-15.7.2.photoslibrary/originals/"
        try expectSameResults(of: try PictureFile(bytes: FormatCorpus.bytes(of: folder + path)))
    }

    /// A video has a picture that is shown, and no signature.
    private func expectSameResults(of file: PictureFile) throws {
        let (jailed, here) = (PictureDecoder(.jailed(.photos())), PictureDecoder(.inProcess))
        let picture = try jailed.picture(at: file.path)
        let isVideo = picture.reading.format == .video
        #expect(picture.reading.condition == (isVideo ? .unsupported : .ok), "\(picture.reading.warnings)")
        #expect((picture.signature == nil) == isVideo)
        #expect(try here.picture(at: file.path) == picture)
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        let thumbnail = try jailed.render(descriptor, size: file.size, as: .thumbnail)
        #expect(isWholeJPEG(thumbnail))
        #expect(try here.render(descriptor, size: file.size, as: .thumbnail) == thumbnail)
    }
}
