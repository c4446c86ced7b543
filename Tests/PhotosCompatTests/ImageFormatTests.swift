import OpenPhotoKitOwner
import PhotoModel
import PhotosCompat
import TestSupport
import Testing

@Suite("Requested pictures of files of other formats", .enabled(if: SizedPictures.isPossible, SizedPictures.absence))
struct ImageFormatTests {
    private let gallery: Gallery
    private let manager = PHImageManager.default()

    init() throws { gallery = try Gallery() }

    private func asset(_ bytes: Data, isVideo: Bool = false, named name: String? = nil) throws -> PHAsset {
        nonisolated(unsafe) var identifier = ""
        try gallery.library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: isVideo ? .video : .photo, data: bytes, options: Self.named(name))
            identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        return try #require(gallery.assets([identifier]).first)
    }

    private static func named(_ name: String?) -> PHAssetResourceCreationOptions {
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = name
        return options
    }

    private func picture(
        of asset: PHAsset, _ size: CGSize = PHImageManagerMaximumSize, _ mode: PHImageContentMode = .aspectFit
    ) async throws -> UIImage {
        let answer = await manager.answers(for: asset, size, mode) {
            ($0.resizeMode, $0.deliveryMode) = (.exact, .highQualityFormat)
        }.first
        return try #require(answer?.image, "\(String(describing: answer?.error))")
    }

    /// The pictures that Apple's Photos made of originals without an effect, with a short side of 360 pixels.
    ///
    /// The tolerances were set before the first measurement: Photos scales with another filter and encodes a JPEG, and
    /// another frame of a video may be shown.
    @Test(
        .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence),
        arguments: [
            ("C/CDFC3B62-EDFD-4A49-A80F-00BB7822D0E8", "heic", 6.0),
            ("D/D562F353-7A22-4367-9A7F-153A4D9F149C", "heic", 6),
            ("1/1AA0EB69-C3B3-44E7-9AA3-275F0347ABD8", "jpeg", 6),
            ("D/D87BFE7E-A479-4ECD-98E8-1A8D06EF607E", "jpeg", 6),
            ("A/A344F711-313A-4D64-AA6D-108013A43DD4", "png", 6), ("4/420451DF-5299-41C1-8B71-83E1598D6F5C", "mov", 20),
        ])
    func picturesAreThoseOfApplesPhotos(name: String, type: String, tolerance: Double) async throws {
        let library = "apple/Test-Media-Types-15.7.2.photoslibrary/"
        let original = Data(try FormatCorpus.bytes(of: library + "originals/\(name).\(type)"))
        let derivative = Data(
            try FormatCorpus.bytes(of: library + "resources/derivatives/masters/\(name)_4_5005_c.jpeg"))
        let expected = try #require(UIImage(data: derivative)).size
        let asset = try asset(original, isVideo: type == "mov")
        let image = try await picture(of: asset, CGSize(width: 360, height: 360), .aspectFill)
        #expect(abs(image.size.width - expected.width) <= 1 && abs(image.size.height - expected.height) <= 1)
        var pictures = try SizedPictures()
        try pictures.add(image, of: derivative, tolerance: tolerance, name)
        try pictures.expectAreThoseOfPillow()
    }

    @Test(
        .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence),
        arguments: ["webp/deb-pillow-hopper_orientation_6.webp", "webp/deb-image-info-test-lossless.webp"])
    func webP(path: String) async throws {
        let bytes = Data(try FormatCorpus.bytes(of: path))
        var pictures = try SizedPictures()
        // Decoders differ in how they enlarge the colour channels; set before the first measurement.
        try pictures.add(try await picture(of: asset(bytes)), of: bytes, tolerance: 2, path)
        try pictures.expectAreThoseOfPillow()
    }

    @Test func tiff() async throws {
        let folder = try TemporaryFolder()
        let png = Gallery.png(4, width: 240, height: 160)
        try png.write(to: folder.url.appendingPathComponent("a.png"))
        let (exit, output) = try Python.run(
            script: """
                import sys
                from PIL import Image
                Image.open(sys.argv[1]).save(sys.argv[2], compression="tiff_lzw")
                """, [folder.path("a.png"), folder.path("a.tif")])
        try #require(exit == 0, "\(output)")
        let asset = try asset(Data(contentsOf: folder.url.appendingPathComponent("a.tif")))
        var pictures = try SizedPictures()
        try pictures.add(try await picture(of: asset), of: png, tolerance: 0, "whole")
        try pictures.add(
            try await picture(of: asset, CGSize(width: 60, height: 60)), of: png, tolerance: 1, "a quarter")
        try pictures.expectAreThoseOfPillow()
    }

    /// Of a raw file the JPEG in it is shown; beside a JPEG it is the original version.
    @Test func raw() async throws {
        let camera = TIFFBuilder(main: [.text(0x010F, "FUJIFILM"), .text(0x0110, "X100")])
        let preview = TestPhoto.with(camera, TestPhoto.jpeg(8, width: 640, height: 480))
        let photo = Data(TestPhoto.jpeg(9, width: 320, height: 200))
        let other = TestPhoto.with(camera, TestPhoto.jpeg(10, width: 640, height: 400))
        var pictures = try SizedPictures()
        let raw = try asset(Data(TestPhoto.raw(preview)), named: "a.RAF")
        try pictures.add(try await picture(of: raw), of: Data(preview), tolerance: 3, "raw")
        let identifiers = try gallery.add([photo]) { _, request in
            request.addResource(
                with: .alternatePhoto, data: Data(TestPhoto.raw(other)), options: Self.named("b.RAF"))
        }
        let both = try #require(gallery.assets(identifiers).first)
        #expect(try await picture(of: both).size == CGSize(width: 320, height: 200))
        let original = await manager.answers(for: both, PHImageManagerMaximumSize) { $0.version = .original }
        #expect(original.last?.size == CGSize(width: 640, height: 400))
        // A part is that of the JPEG in the file, whatever size the file states.
        let part = CGRect(x: 0.5, y: 0.5, width: 0.375, height: 0.5)
        for stated in [nil, PixelSize(width: 3000, height: 1000)] {
            let asset = try gallery.stating(stated, of: raw)
            let answer = await manager.answers(for: asset, CGSize(width: 240, height: 240)) {
                ($0.resizeMode, $0.deliveryMode, $0.normalizedCropRect) = (.exact, .highQualityFormat, part)
            }.first
            let image = try #require(answer?.image, "\(String(describing: answer?.error))")
            #expect(image.size == CGSize(width: 240, height: 240))
            try pictures.add(image, of: Data(preview), part, tolerance: 3, "a part")
        }
        try pictures.expectAreThoseOfPillow()
    }

    /// The means of red, green and blue in the four quarters, as Pillow 12 with libavif 1.4 reads the file.
    @Test(.enabled(if: FormatCorpus.isPresent, FormatCorpus.absence)) func avif() async throws {
        let expected: [[Double]] = [
            [198.90, 151.64, 129.87], [198.30, 142.85, 119.15], [158.66, 126.54, 111.45], [166.27, 119.07, 99.08],
        ]
        let asset = try asset(Data(try FormatCorpus.bytes(of: "heif/deb-libgd2-sunset.avif")))
        for size in [PHImageManagerMaximumSize, CGSize(width: 75, height: 75)] {
            let pixels = try await picture(of: asset, size).pixels()
            #expect(size.width < 0 ? (pixels.width, pixels.height) == (150, 95) : pixels.width == 75)
            for (quarter, means) in expected.enumerated() {
                let rows = pixels.height * (quarter / 2) / 2..<pixels.height * (quarter / 2 + 1) / 2
                let columns = pixels.width * (quarter % 2) / 2..<pixels.width * (quarter % 2 + 1) / 2
                for (channel, mean) in means.enumerated() {
                    let samples = rows.flatMap { row in
                        columns.map { Double(pixels.samples[(row * pixels.width + $0) * 3 + channel]) }
                    }
                    let own = samples.reduce(0, +) / Double(samples.count)
                    // Set before the first measurement: the edges of quarters of a smaller picture are between pixels.
                    #expect(abs(own - mean) < 2.5, "\(size), quarter \(quarter), channel \(channel): \(own)")
                }
            }
        }
    }

    /// Files that cjxl makes of a PNG, which Pillow reads: without loss, and with little.
    @Test(.enabled(if: Self.hasCJXL, "cjxl is not installed: install libjxl-tools"), arguments: [("0", 0.0), ("1", 3)])
    func jpegXL(distance: String, tolerance: Double) async throws {
        let folder = try TemporaryFolder()
        // Waves, because a coder with loss changes noise much.
        var samples: [UInt8] = []
        for y in 0..<160 {
            for x in 0..<240 { samples += [UInt8(x), UInt8(y), UInt8(127 + 100 * sin(Double(x + y) / 20))] }
        }
        let pixels = UIImage.Pixels(width: 240, height: 160, channels: 3, samples: samples)
        let png = try #require(UIImage(pixels: pixels)?.pngData())
        try png.write(to: folder.url.appendingPathComponent("a.png"))
        let (exit, output) = try Shell.run(
            "/usr/bin/env", ["cjxl", folder.path("a.png"), folder.path("a.jxl"), "-d", distance])
        try #require(exit == 0, "\(output)")
        let asset = try asset(Data(contentsOf: folder.url.appendingPathComponent("a.jxl")))
        var pictures = try SizedPictures()
        try pictures.add(try await picture(of: asset), of: png, tolerance: tolerance, "whole")
        let small = try await picture(of: asset, CGSize(width: 60, height: 60))
        try pictures.add(small, of: png, tolerance: tolerance + 1, "a quarter")
        try pictures.expectAreThoseOfPillow()
    }

    private static let hasCJXL = (try? Shell.run("/usr/bin/env", ["cjxl", "--version"]).exit) == 0

    /// The track states the shape; the frame has 64 × 64 pixels.
    @Test(arguments: [
        (CGSize(width: 128, height: 64), CGSize(width: 64, height: 32)),
        (CGSize(width: 64, height: 256), CGSize(width: 16, height: 64)),
    ])
    func aVideoWhosePixelsAreNotSquare(shape: CGSize, expected: CGSize) async throws {
        var video = SmallVideo(.h264)
        video.displayedSize = (Int(shape.width), Int(shape.height))
        let asset = try asset(Data(video.bytes), isVideo: true)
        #expect(asset.pixelWidth == Int(shape.width) && asset.pixelHeight == Int(shape.height))
        let whole = try await picture(of: asset)
        #expect(whole.size == expected)
        // The colours of the corners, by the rule of ``SmallVideo``.
        let pixels = try whole.pixels()
        for (x, y) in [(0, 0), (pixels.width - 1, 0), (0, pixels.height - 1), (pixels.width - 1, pixels.height - 1)] {
            let place = (y * pixels.width + x) * 3
            let stored = (Double(x) + 0.5) / Double(pixels.width) * 64 - 0.5
            let row = (Double(y) + 0.5) / Double(pixels.height) * 64 - 0.5
            for (channel, level) in [4 * stored, 4 * row, 255 - 4 * stored].enumerated() {
                #expect(abs(Double(pixels.samples[place + channel]) - level) < 24, "\(x), \(y), \(channel)")
            }
        }
        let small = try await picture(of: asset, CGSize(width: expected.width / 2, height: expected.height / 2))
        #expect(small.size == CGSize(width: expected.width / 2, height: expected.height / 2))
    }

    /// The first key frame, by the rule of ``SmallVideo``.
    @Test(arguments: SmallVideo.Coding.allCases) func videos(coding: SmallVideo.Coding) async throws {
        let asset = try asset(Data(SmallVideo(coding).bytes), isVideo: true)
        let pixels = try await picture(of: asset).pixels()
        #expect(pixels.width == 64 && pixels.height == 64)
        var difference = 0
        for (index, sample) in pixels.samples.enumerated() {
            let (x, y) = (index / 3 % 64, index / 3 / 64)
            difference += abs(Int(sample) - [4 * x, 4 * y, 255 - 4 * x][index % 3])
        }
        // Set before the first measurement: lossy codecs with half of the colours.
        #expect(Double(difference) / Double(pixels.samples.count) <= 8)
        let small = try await picture(of: asset, CGSize(width: 16, height: 16))
        #expect(small.size == CGSize(width: 16, height: 16))
    }
}
