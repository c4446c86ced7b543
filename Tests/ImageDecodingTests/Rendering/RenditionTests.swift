import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

/// Renditions of photos against Pillow's and littleCMS's, which share no code with this library except libjpeg.
@Suite(
    .enabled(if: Python.has("PIL.ImageCms", "numpy"), "python3 with numpy and Pillow is absent"),
    .enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct RenditionTests {
    /// Set before the first measurement: the difference of the scales and filters, and that of two JPEG encoders.
    private static func isNear(_ error: Double, floor: Double, shift: Double) -> Bool {
        error <= 1.5 + 1.25 * floor && shift <= 1
    }

    private static let testPNGs = "deb-libpng/libpng-1.6.48/contrib/testpngs/"
    private static let photo = "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/20.04/Fossa_by_Jasper_Roks.jpg"
    private static let files =
        (1...8).flatMap { ["exif-orientation/Landscape_\($0).jpg", "exif-orientation/Portrait_\($0).jpg"] } + [
            photo,
            "image-rs-jpeg-decoder/benches/tower.jpg",
            "metadata-extractor/jpg/Issue 154.jpg",
            // Progressive.
            "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/16.04/sunset_by_Aitzol_Berasategi.jpg",
            // Gray.
            "deb-opencv/opencv-4.10.0/samples/data/left01.jpg",
            // Inks, as Adobe writes them.
            "image-rs-jpeg-decoder/tests/reftest/images/mozilla/jpg-cmyk-1.jpg",
            // 16 bits, alpha, gray with alpha, a gray profile.
            testPNGs + "rgb-16.png", testPNGs + "rgb-alpha-16-sRGB.png", testPNGs + "gray-alpha-8-sRGB.png",
            testPNGs + "rgb-alpha-8.png", "deb-opencv/opencv-4.10.0/samples/data/aloeGT.png",
            "go-fuzz-corpus/png/corpus/gopher.png", "go-fuzz-corpus/png/corpus/glenda.png",
        ]

    @Test("Files of the corpus", .long, arguments: [Rendition.thumbnail, .preview])
    func corpus(rendition: Rendition) throws {
        try compare(rendition, Self.files.map { ($0, try corpusBytes($0)) })
    }

    /// The same levels mean other colours in other profiles.
    @Test("Photos with the profiles of Display P3, Adobe RGB and ProPhoto RGB")
    func profiles() throws {
        let photo = try corpusBytes(Self.photo)
        let profiles = [
            ICCBuilder.rgb(ICCBuilder.displayP3, ICCBuilder.sRGBCurve),
            ICCBuilder.rgb(ICCBuilder.adobeRGB, ICCBuilder.power(563)),
            ICCBuilder.rgb(ICCBuilder.proPhoto, ICCBuilder.power(461)),
        ]
        try compare(
            .thumbnail,
            profiles.enumerated().map { index, profile in
                let segment = SmallJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
                return ("profile \(index)", Array(photo.prefix(2) + segment + photo.dropFirst(2)))
            })
    }

    private func compare(_ rendition: Rendition, _ files: [(name: String, bytes: [UInt8])]) throws {
        let folder = try TemporaryFolder()
        var arguments = ["\(rendition.quality)", rendition.side.rawValue, "\(rendition.pixels)"]
        for (index, file) in files.enumerated() {
            let paths = [folder.path("\(index)"), folder.path("\(index).rendition")]
            try Data(file.bytes).write(to: URL(fileURLWithPath: paths[0]))
            let jpeg = try ImageDecoder().render(.bytes(file.bytes), as: rendition)
            try Data(jpeg).write(to: URL(fileURLWithPath: paths[1]))
            arguments += paths
        }
        let (exit, output) = try Python.run(program: "rendition.py", arguments)
        let lines = output.split(separator: "\n")
        try #require(exit == 0 && lines.count == files.count, "\(output)")
        for (file, line) in zip(files, lines) {
            let numbers = line.split(separator: " ").dropFirst().compactMap { Double($0) }
            #expect(line.hasPrefix("ok ") && numbers.count == 3, "\(file.name): \(line)")
            guard numbers.count == 3 else { continue }
            #expect(Self.isNear(numbers[0], floor: numbers[1], shift: numbers[2]), "\(file.name): \(line)")
        }
    }
}
