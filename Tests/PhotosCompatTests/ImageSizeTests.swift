import OpenPhotoKitOwner
import PhotoModel
import PhotosCompat
import TestSupport
import Testing

@Suite("The sizes and parts of requested pictures")
struct ImageSizeTests {
    private let gallery: Gallery
    private let manager = PHImageManager.default()

    init() throws { gallery = try Gallery() }

    private func asset(_ bytes: Data) throws -> PHAsset { try #require(gallery.assets(gallery.add([bytes])).first) }

    /// A target, a mode, and the size of the picture of 1000 × 700 pixels.
    private static let targets: [(CGSize, PHImageContentMode, PHImageRequestOptionsResizeMode, CGSize)] = [
        (CGSize(width: 200, height: 200), .aspectFit, .exact, CGSize(width: 200, height: 140)),
        (CGSize(width: 200, height: 200), .aspectFill, .exact, CGSize(width: 286, height: 200)),
        (CGSize(width: 333, height: 9000), .aspectFit, .exact, CGSize(width: 333, height: 233)),
        (CGSize(width: 333, height: 10), .aspectFill, .exact, CGSize(width: 333, height: 233)),
        (CGSize(width: 9000, height: 77), .aspectFit, .exact, CGSize(width: 110, height: 77)),
        (CGSize(width: 0, height: 0), .aspectFit, .exact, CGSize(width: 1, height: 1)),
        // Never larger than the picture.
        (CGSize(width: 3000, height: 3000), .aspectFit, .exact, CGSize(width: 1000, height: 700)),
        (CGSize(width: 900, height: 900), .aspectFill, .exact, CGSize(width: 1000, height: 700)),
        (CGSize(width: CGFloat.infinity, height: .infinity), .aspectFit, .exact, CGSize(width: 1000, height: 700)),
        (CGSize(width: CGFloat.nan, height: 5), .aspectFit, .exact, CGSize(width: 1000, height: 700)),
        (PHImageManagerMaximumSize, .aspectFill, .exact, CGSize(width: 1000, height: 700)),
        (PHImageManagerMaximumSize, .default, .fast, CGSize(width: 1000, height: 700)),
        (CGSize(width: 50, height: 50), .aspectFit, .none, CGSize(width: 1000, height: 700)),
        // At least as large: the thumbnail, the preview if it is not more than twice as large, or the size itself.
        (CGSize(width: 50, height: 50), .aspectFit, .fast, CGSize(width: 366, height: 256)),
        (CGSize(width: 256, height: 256), .aspectFill, .fast, CGSize(width: 366, height: 256)),
        (CGSize(width: 500, height: 500), .aspectFit, .fast, CGSize(width: 1000, height: 700)),
        (CGSize(width: 400, height: 400), .aspectFit, .fast, CGSize(width: 400, height: 280)),
    ]

    @Test(arguments: targets) func sizes(
        target: CGSize, mode: PHImageContentMode, resizeMode: PHImageRequestOptionsResizeMode, size: CGSize
    ) async throws {
        let asset = try asset(Data(TestPhoto.jpeg(1, width: 1000, height: 700)))
        let answers = await manager.answers(for: asset, target, mode) {
            ($0.resizeMode, $0.deliveryMode) = (resizeMode, .highQualityFormat)
        }
        #expect(answers.map(\.size) == [size])
        #expect(manager.answerNow(for: asset, target, mode) { $0.resizeMode = resizeMode }.map(\.size) == [size])
    }

    /// The parts, with targets, content modes, and the sizes of the parts of a picture of 1000 × 700 pixels.
    ///
    /// The scales are 1/5, 1/2 and 1, and the parts begin at whole pixels, because filters differ at other scales.
    private static let parts: [(CGRect, CGSize, PHImageContentMode, CGSize)] = [
        (.zero, CGSize(width: 200, height: 200), .aspectFit, CGSize(width: 200, height: 140)),
        // A square from the middle.
        (
            CGRect(x: 0.15, y: 0, width: 0.7, height: 1), CGSize(width: 140, height: 140), .aspectFit,
            CGSize(width: 140, height: 140)
        ),
        (
            CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5), CGSize(width: 250, height: 250), .aspectFit,
            CGSize(width: 250, height: 175)
        ),
        (
            CGRect(x: 0.25, y: 0.1, width: 0.5, height: 0.25), CGSize(width: 35, height: 35), .aspectFill,
            CGSize(width: 100, height: 35)
        ),
        // Not larger than the part itself.
        (
            CGRect(x: 0.9, y: 0.9, width: 0.1, height: 0.1), CGSize(width: 800, height: 800), .aspectFit,
            CGSize(width: 100, height: 70)
        ),
        // What is outside of the picture does not count.
        (
            CGRect(x: -1, y: 0.5, width: 1.5, height: 7), CGSize(width: 100, height: 100), .aspectFit,
            CGSize(width: 100, height: 70)
        ),
    ]

    /// Squares that do not begin at whole pixels have the size that was asked for.
    @Test(arguments: [37, 120, 199, 311])
    func squaresAreSquare(side: Int) async throws {
        let asset = try asset(Data(TestPhoto.jpeg(1, width: 1000, height: 700)))
        for mode in [PHImageContentMode.aspectFit, .aspectFill] {
            let answers = await manager.answers(for: asset, CGSize(width: side, height: side), mode) {
                ($0.resizeMode, $0.deliveryMode) = (.exact, .highQualityFormat)
                $0.normalizedCropRect = CGRect(x: 0.15, y: 0, width: 0.7, height: 1)
            }
            #expect(answers.map(\.size) == [CGSize(width: side, height: side)])
        }
    }

    @Test(
        .enabled(if: SizedPictures.isPossible, SizedPictures.absence), arguments: [1, 3, 5, 6, 8])
    func partsAreThoseOfPillow(orientation: Int) async throws {
        let photo = orientation < 5 ? (1000, 700) : (700, 1000)
        let exif = TIFFBuilder(main: [.short(0x0112, orientation)])
        let files: [(data: Data, tolerance: Double)] = [
            // Set before the first measurement: the scales and filters of two decoders of JPEG differ.
            (
                Data(
                    TestPhoto.dated(
                        TestPhoto.jpeg(7, width: photo.0, height: photo.1), "2024:05:01 10:00:00",
                        orientation: orientation)), 3
            ),
            (Gallery.png(3, width: photo.0, height: photo.1, exif: exif), 1),
        ]
        var pictures = try SizedPictures()
        for (index, file) in files.enumerated() {
            let asset = try asset(file.data)
            for (number, (part, target, mode, size)) in Self.parts.enumerated() {
                let answer = try #require(
                    await manager.answers(for: asset, target, mode) {
                        ($0.resizeMode, $0.deliveryMode, $0.normalizedCropRect) = (.exact, .highQualityFormat, part)
                    }.first)
                #expect(answer.size == size, "\(number): \(String(describing: answer.error))")
                let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
                try pictures.add(
                    try #require(answer.image), of: file.data, part == .zero ? unit : part.intersection(unit),
                    tolerance: file.tolerance, "file \(index), part \(number)")
            }
        }
        try pictures.expectAreThoseOfPillow()
    }

    /// The catalogue of a raw file states the size of the sensor, not that of the JPEG in the file.
    @Test(
        .enabled(if: SizedPictures.isPossible, SizedPictures.absence),
        arguments: [nil, PixelSize(width: 1200, height: 700), PixelSize(width: 320, height: 224)])
    func aPartIsThatOfTheDecodedPicture(stated: PixelSize?) async throws {
        let file = Gallery.png(3, width: 1000, height: 700)
        let asset = try gallery.stating(stated, of: asset(file))
        var pictures = try SizedPictures()
        for (number, (part, target, mode, size)) in Self.parts.dropFirst().enumerated() {
            let answers = await manager.answers(for: asset, target, mode) {
                ($0.resizeMode, $0.deliveryMode, $0.normalizedCropRect) = (.exact, .highQualityFormat, part)
            }
            #expect(answers.map(\.size) == [size], "\(number)")
            let shown = part.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
            let image = try #require(answers.first?.image)
            try pictures.add(image, of: file, shown, tolerance: 1, "part \(number)")
        }
        try pictures.expectAreThoseOfPillow()
    }

    /// An app's values that are no lengths.
    @Test(arguments: [-CGFloat.infinity, -1e30, -1, .infinity, 1e30, .nan])
    func lengthsOfPicturesOfUnknownSize(length: CGFloat) async throws {
        let asset = try gallery.stating(nil, of: asset(Data(TestPhoto.jpeg(1, width: 1000, height: 700))))
        for target in [CGSize(width: length, height: length), CGSize(width: length, height: 1e30)] {
            let answers = await manager.answers(for: asset, target) {
                ($0.resizeMode, $0.deliveryMode) = (.exact, .highQualityFormat)
            }
            #expect(answers.map(\.size) == [CGSize(width: 1000, height: 700)])
        }
    }

    @Test func aPartWithoutNumbersIsTheWholePicture() async throws {
        let asset = try asset(Data(TestPhoto.jpeg(1, width: 1000, height: 700)))
        for (edge, length) in [(CGFloat.nan, 0.5), (0.5, .nan), (-CGFloat.infinity, .infinity), (2, 1)] {
            let answers = await manager.answers(for: asset, CGSize(width: 100, height: 100)) {
                $0.normalizedCropRect = CGRect(x: edge, y: 0, width: length, height: 1)
                ($0.resizeMode, $0.deliveryMode) = (.exact, .highQualityFormat)
            }
            #expect(answers.map(\.size) == [CGSize(width: 100, height: 70)], "\(edge) \(length)")
        }
    }

    @Test func aPartNeedsTheExactMode() async throws {
        let asset = try asset(Data(TestPhoto.jpeg(1, width: 1000, height: 700)))
        let answers = await manager.answers(for: asset, CGSize(width: 400, height: 400)) {
            $0.normalizedCropRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
            $0.deliveryMode = .highQualityFormat
        }
        #expect(answers.map(\.size) == [CGSize(width: 400, height: 280)])
    }
}
