import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Videos of phones, compared with the first frame that ffmpeg decodes (PyAV 18), in the form of `pictureOracle`.
@Suite(.enabled(if: FormatCorpus.isPresent, FormatCorpus.absence))
struct VideoOracleTests {
    private static let folder = "apple/Test-Media-Types-15.7.2.photoslibrary/"
    /// H.264 of all levels, and HEVC with the primaries of Display P3; all were held upright.
    private static let videos: [(path: String, width: Int, height: Int, duration: Double, means: String)] = [
        (
            "originals/4/420451DF-5299-41C1-8B71-83E1598D6F5C.mov", 1080, 1920, 0.566667,
            """
            ff0ff0ff0ff0ff0ff0ff0ff0ff0feafedff078374b7ae7fd7bf81d83b8088697e67cc850\
            60152951166d58a57766857854d6945b458a5aa4e44da5f051b4fc6515535055d04e44a7
            """
        ),
        (
            "originals/B/B60C31AC-BE86-42C5-A383-A0A5710B18AE_3.mov", 1440, 1920, 1.798345,
            """
            cfbce3c13b709a760b7eb67f4a0500812af9dd0da6cb9abf9b28d86b45ed6885ed94fc35\
            e0ddcccc9a3c83f6c74f057464a6f578277ea39a2d9727fd6f24ce5b944e3d840837529b
            """
        ),
        (
            "originals/D/D562F353-7A22-4367-9A7F-153A4D9F149C_3.mov", 1440, 1920, 2.01,
            """
            5b167146d64173648380b8d86d35bd5ce3d5ac6b8ca9da04ac499c8bf9b9706a45ab18d4\
            7f192d71db7cb94af694296d7e5aecb38a276d68157088028c07904db5bc4578328897b3
            """
        ),
        (
            "originals/E/EC19EA1A-FC91-449C-8925-B13D863E2EDB_3.mov", 1440, 1920, 1.91,
            """
            45b5583f456d6315753dc4a13bc2362cc1d98dd9a3914cf6d38c93c76cb6bf76766b6625\
            8e294590dc46c87bf8c0cc33b606a966b5fb3873ca35c4b852d4e772273a6974ab47134d
            """
        ),
        (
            "resources/renders/B/B60C31AC-BE86-42C5-A383-A0A5710B18AE_2_100_a.mov", 1440, 1920, 1.8,
            """
            d10cf8c24b749bf61a7d567446b2e3819b85de1db7ccaa7a9cc8fd6685c169b4e8967cad\
            e1cddbcd7a0a84e6e34395556776ba77f780a29a3196a7d86f449c59141e38c3d433d22c
            """
        ),
    ]

    @Test(arguments: videos.map(\.path))
    func meansAgree(path: String) throws {
        let expected = try #require(Self.videos.first { $0.path == path })
        let source = ImageSource.bytes(try FormatCorpus.bytes(of: Self.folder + path))
        let pixels = try ImageDecoder().pixels(source, as: Rendition(side: .long, pixels: 65_500, quality: 90))
        #expect(pixels.size == PixelSize(width: expected.width, height: expected.height))
        try expectMeans(of: pixels, agreeWith: expected.means)
        let duration = try ImageDecoder().inspect(source).metadata.duration ?? 0
        #expect(abs(duration - expected.duration) < 0.002)
    }

    @Test func videosOfOtherCodecsHaveNoPicture() throws {
        let path = "takeout/upload/Takeout1/Google Photos/Album test 6-10-23/PXL_20231006_063909898.LS.mp4"
        let source = ImageSource.bytes(try FormatCorpus.bytes(of: path))
        #expect(throws: PhotoLibraryError(.unsupportedFile, "")) {
            try ImageDecoder().render(source, as: .thumbnail)
        }
    }
}
