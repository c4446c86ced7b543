import Foundation
import PhotosCompat
import TestSupport
import Testing

@Suite("Pictures with UIKit's names") struct UIImageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func photo(_ orientation: Int = 1) -> Data {
        Data(
            TestPhoto.dated(TestPhoto.jpeg(7, width: 120, height: 80), "2024:05:01 10:00:00", orientation: orientation))
    }

    // MARK: Sizes

    @Test(arguments: 1...8)
    func sizesAreThoseOfTheUprightPicture(orientation: Int) throws {
        let image = try #require(UIImage(data: Self.photo(orientation)))
        #expect(image.size == (orientation < 5 ? CGSize(width: 120, height: 80) : CGSize(width: 80, height: 120)))
        #expect(image.scale == 1)
        let pixels = try image.pixels()
        #expect(CGSize(width: pixels.width, height: pixels.height) == image.size && pixels.channels == 3)
        #expect(pixels.samples.count == 120 * 80 * 3)
    }

    @Test func sizesAreInPoints() throws {
        let image = try #require(UIImage(data: Self.photo(), scale: 2))
        #expect(image.size == CGSize(width: 60, height: 40) && image.scale == 2)
        #expect(try image.pixels().width == 120)
        #expect(UIImage(data: Self.photo(), scale: 0)?.scale == 1)
    }

    @Test func filesAreRead() throws {
        let file = folder.url.appendingPathComponent("a.png")
        try Gallery.png(1).write(to: file)
        #expect(UIImage(contentsOfFile: file.path)?.size == CGSize(width: 96, height: 64))
        #expect(UIImage(contentsOfFile: folder.path("none")) == nil && UIImage(contentsOfFile: folder.url.path) == nil)
    }

    @Test func otherBytesAreNoPictures() throws {
        let heic = Data([0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 40))
        for bytes in [Data(), Data("text".utf8), heic, Self.photo().prefix(3), Gallery.png(1).prefix(20)] {
            #expect(UIImage(data: bytes) == nil, "\(bytes.count)")
        }
    }

    // MARK: Pixels

    @Test(.enabled(if: Python.has("PIL.Image", "numpy"), "python3 with numpy and Pillow is absent"))
    func pixelsAreThoseOfPillow() throws {
        var files: [(data: Data, isExact: Bool)] = [(Gallery.png(3, width: 211, height: 97), true)]
        for orientation in 1...8 {
            let exif = TIFFBuilder(main: [.short(0x0112, orientation)])
            files.append((Gallery.png(UInt64(orientation), exif: exif), true))
            files.append((Self.photo(orientation), false))
        }
        var arguments: [String] = []
        for (index, file) in files.enumerated() {
            let pixels = try #require(UIImage(data: file.data)).pixels()
            let (path, samples) = (folder.path("\(index)"), folder.path("\(index).samples"))
            try file.data.write(to: URL(fileURLWithPath: path))
            try Data(pixels.samples).write(to: URL(fileURLWithPath: samples))
            arguments += [path, "\(pixels.width)", "\(pixels.height)", "\(pixels.channels)", samples]
        }
        let (exit, output) = try Python.run(program: "pixels.py", arguments)
        let lines = output.split(separator: "\n")
        try #require(exit == 0 && lines.count == files.count, "\(output)")
        for (file, line) in zip(files, lines) {
            let numbers = line.split(separator: " ").dropFirst().compactMap { Double($0) }
            try #require(line.hasPrefix("ok ") && numbers.count == 2, "\(line)")
            // Decoders of JPEG differ in how they enlarge the colour channels; set before the first measurement.
            #expect(file.isExact ? numbers[1] == 0 : numbers[0] <= 2, "\(line)")
        }
    }

    @Test func aDamagedPictureHasGrayParts() throws {
        let whole = try #require(UIImage(data: Gallery.png(5, width: 300, height: 200))).pixels()
        let bytes = Gallery.png(5, width: 300, height: 200)
        let part = try #require(UIImage(data: bytes.prefix(bytes.count / 2))).pixels()
        #expect(part.width == 300 && part.height == 200)
        #expect(part.samples.prefix(300 * 3 * 50) == whole.samples.prefix(300 * 3 * 50))
        #expect(part.samples.suffix(300 * 3).allSatisfy { $0 == 128 })
    }

    // MARK: Other pictures

    @Test func picturesAreEncodedAsJPEG() throws {
        let image = try #require(UIImage(data: Self.photo(6)))
        let best = try #require(image.jpegData(compressionQuality: 1))
        let small = try #require(image.jpegData(compressionQuality: 0.1))
        #expect(best.starts(with: [0xFF, 0xD8, 0xFF]) && small.count < best.count / 2)
        let again = try #require(UIImage(data: best))
        #expect(again.size == image.size)
        let (first, second) = (try image.pixels().samples, try again.pixels().samples)
        let difference = zip(first, second).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(difference <= 3 * first.count)
    }

    @Test(
        .enabled(if: SizedPictures.isPossible, SizedPictures.absence), arguments: [1, 6])
    func picturesAreEncodedAsPNG(orientation: Int) throws {
        let exif = TIFFBuilder(main: [.short(0x0112, orientation)])
        let gray = UIImage.Pixels(width: 3, height: 2, channels: 1, samples: [0, 1, 2, 253, 254, 255])
        var pictures = try SizedPictures()
        for (image, name) in [
            (UIImage(data: Gallery.png(3, width: 211, height: 97, exif: exif)), "a file"),
            (
                UIImage(data: Gallery.png(3, width: 211, height: 97))?.preparingThumbnail(
                    of: CGSize(width: 50, height: 50)), "pixels"
            ),
            (UIImage(pixels: gray), "gray"),
        ] {
            let image = try #require(image)
            let png = try #require(image.pngData())
            #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            try pictures.add(image, of: png, tolerance: 0, name)
            let again = try #require(UIImage(data: png))
            #expect(try again.pixels() == image.pixels() && again.imageOrientation == .up)
        }
        try pictures.expectAreThoseOfPillow()
    }

    @Test func aLargePNGHasSeveralChunks() throws {
        let image = try #require(UIImage(data: Gallery.png(9, width: 700, height: 500)))
        let png = try #require(image.pngData())
        #expect(try png.count > 700 * 500 * 3 && UIImage(data: png)?.pixels() == image.pixels())
    }

    @Test func picturesOfPixels() throws {
        let pixels = UIImage.Pixels(width: 40, height: 20, channels: 3, samples: (0..<2400).map { UInt8($0 / 10) })
        let image = try #require(UIImage(pixels: pixels, scale: 2))
        #expect(image.size == CGSize(width: 20, height: 10) && image.scale == 2 && image.imageOrientation == .up)
        #expect(try image.pixels() == pixels)
        let jpeg = try #require(image.jpegData(compressionQuality: 1).flatMap { UIImage(data: $0) })
        #expect(jpeg.size == CGSize(width: 40, height: 20))
        let small = try #require(image.preparingThumbnail(of: CGSize(width: 5, height: 5)))
        #expect(try small.size == CGSize(width: 5, height: 2.5) && small.pixels().samples.count == 10 * 5 * 3)
        for (width, height, channels, count) in [(0, 1, 3, 0), (2, 2, 3, 11), (2, 2, 4, 16), (1 << 40, 1 << 40, 1, 4)] {
            let samples = [UInt8](repeating: 0, count: count)
            #expect(UIImage(pixels: .init(width: width, height: height, channels: channels, samples: samples)) == nil)
        }
    }

    /// A picture of an app that has more pixels than the limit.
    @Test(.long) func aLargePictureOfPixelsIsMadeSmaller() throws {
        let side = 8100
        let image = try #require(
            UIImage(
                pixels: .init(
                    width: side, height: side, channels: 1, samples: [UInt8](repeating: 7, count: side * side))))
        let png = try #require(image.pngData().flatMap { UIImage(data: $0) })
        #expect(png.size.width < CGFloat(side) && png.size.width * png.size.height <= CGFloat(UIImage.maxPixelCount))
        #expect(png.size.width > 7900)
    }

    @Test(
        arguments: zip(
            1...8,
            [UIImage.Orientation.up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left]))
    func filesHaveTheirOrientation(stated: Int, orientation: UIImage.Orientation) {
        #expect(UIImage(data: Self.photo(stated))?.imageOrientation == orientation)
    }

    @Test func thumbnailsFit() throws {
        let image = try #require(UIImage(data: Self.photo(6)))
        #expect(image.preparingThumbnail(of: CGSize(width: 40, height: 40))?.size == CGSize(width: 27, height: 40))
        #expect(image.preparingThumbnail(of: CGSize(width: 40, height: 1000))?.size == CGSize(width: 40, height: 60))
        #expect(image.preparingThumbnail(of: CGSize(width: 4000, height: 4000))?.size == image.size)
        #expect(image.preparingThumbnail(of: .zero) == nil)
    }

    // MARK: Item providers

    @Test func itemsGivePictures() async throws {
        let types = UIImage.readableTypeIdentifiersForItemProvider
        #expect(types.first == "public.jpeg" && types.contains("public.png") && types.contains("public.heic"))
        let movie = NSItemProvider()
        movie.registerDataRepresentation(for: .movie) { completion in
            completion(Data(), nil)
            return nil
        }
        #expect(!movie.canLoadObject(ofClass: UIImage.self))
        let photo = NSItemProvider()
        photo.registerDataRepresentation(for: .heic) { completion in
            completion(Data(), nil)
            return nil
        }
        #expect(photo.canLoadObject(ofClass: UIImage.self))
        let item = NSItemProvider()
        item.registerDataRepresentation(for: .jpeg) { completion in
            completion(Self.photo(6), nil)
            return nil
        }
        #expect(item.canLoadObject(ofClass: UIImage.self))
        let size: CGSize? = await withCheckedContinuation { continuation in
            item.loadObject(ofClass: UIImage.self) { object, _ in
                continuation.resume(returning: (object as? UIImage)?.size)
            }
        }
        #expect(size == CGSize(width: 80, height: 120))
        #expect(throws: PHPhotosError.self) {
            try UIImage.object(withItemProviderData: Data("text".utf8), typeIdentifier: "public.jpeg")
        }
    }
}

extension UIImageTests {
    @Test func picturesAreItems() async throws {
        let item = NSItemProvider(object: try #require(UIImage(data: Self.photo(6))))
        #expect(item.registeredTypeIdentifiers == ["public.png", "public.jpeg"])
        let expected = try #require(UIImage(data: Self.photo(6))).pixels()
        for (type, signature) in [(UTType.png, "\u{89}PNG"), (.jpeg, "\u{FF}\u{D8}\u{FF}")] {
            let data: Data? = await withCheckedContinuation { continuation in
                item.loadDataRepresentation(for: type) { data, _ in continuation.resume(returning: data) }
            }
            let bytes = try #require(data)
            #expect(bytes.starts(with: signature.unicodeScalars.map { UInt8($0.value) }))
            let pixels = try #require(UIImage(data: bytes)).pixels()
            #expect(pixels.width == 80 && pixels.height == 120 && (type == .jpeg || pixels == expected))
        }
    }
}

@MainActor @Suite("Controllers with UIKit's names") struct UIViewControllerTests {
    @Test func controllersPresentOthers() async {
        let (parent, child, other) = (UIViewController(), UIViewController(), UIViewController())
        await withCheckedContinuation { continuation in
            parent.present(child, animated: true) { continuation.resume() }
            #expect(parent.presentedViewController === child && child.presentingViewController === parent)
        }
        // One controller at a time.
        parent.present(other, animated: true)
        #expect(parent.presentedViewController === child && other.presentingViewController == nil)
        child.present(other, animated: true)
        #expect(other.presentingViewController === child)
        await withCheckedContinuation { continuation in
            parent.dismiss(animated: true) { continuation.resume() }
        }
        #expect(parent.presentedViewController == nil && child.presentedViewController == nil)
        #expect(child.presentingViewController == nil && other.presentingViewController == nil)
        // A controller can dismiss itself.
        parent.present(child, animated: false)
        child.dismiss(animated: false)
        #expect(parent.presentedViewController == nil)
        child.dismiss(animated: false)
    }

    private final class LoadedController: UIViewController {
        var (loads, touches) = (0, 0)

        override func viewDidLoad() { loads += 1 }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { self.touches += touches.count }
    }

    @Test func aControllerLoadsItsViewOnce() {
        let (parent, child) = (LoadedController(), LoadedController())
        #expect(!parent.isViewLoaded && !child.isViewLoaded)
        parent.loadViewIfNeeded()
        parent.loadViewIfNeeded()
        for _ in 0..<2 {
            parent.present(child, animated: false)
            #expect(child.isViewLoaded)
            parent.dismiss(animated: false)
        }
        #expect(parent.loads == 1 && child.loads == 1)
    }

    private final class ShownController: UIViewController {
        var events: [String] = []
        let label = UIView()

        override func loadView() {
            events.append("load")
            super.loadView()
            view.addSubview(label)
        }
        override func viewDidLoad() { events.append("loaded \(view.subviews.count)") }
        override func viewWillAppear(_ animated: Bool) { events.append("appears \(animated)") }
        override func viewDidAppear(_ animated: Bool) { events.append("appeared \(presentingViewController != nil)") }
        override func viewWillDisappear(_ animated: Bool) {
            events.append("disappears \(presentingViewController != nil)")
        }
        override func viewDidDisappear(_ animated: Bool) { events.append("disappeared \(animated)") }
    }

    @Test func aControllerIsToldThatItAppears() {
        let (parent, child) = (ShownController(), ShownController())
        parent.present(child, animated: true)
        child.dismiss(animated: false)
        let visit = ["appears true", "appeared true", "disappears true", "disappeared false"]
        #expect(child.events == ["load", "loaded 1"] + visit)
        parent.present(child, animated: true)
        parent.dismiss(animated: false)
        #expect(child.events == ["load", "loaded 1"] + visit + visit)
        #expect(parent.events.isEmpty && !parent.isViewLoaded)
    }

    @Test func theViewIsLoadedWhenItIsRead() {
        let controller = ShownController()
        #expect(controller.viewIfLoaded == nil && controller.title == nil && !controller.isModalInPresentation)
        let first: UIView = controller.view
        #expect(controller.view === first && controller.events == ["load", "loaded 1"] && controller.isViewLoaded)
        #expect(controller.label.next === first && first.next === controller && controller.next == nil)
        let container = UIView()
        container.addSubview(first)
        #expect(controller.next === container)
        controller.view = UIView()
        #expect(first.next === container && controller.viewIfLoaded?.next === controller)
    }

    /// A subclass that makes no view.
    private final class EmptyController: UIViewController {
        override func loadView() {}
    }

    @Test func aControllerAlwaysHasAView() { #expect(EmptyController().view != nil) }

    @Test func touchesGoToTheControllerThatUsesThem() {
        let (parent, child) = (LoadedController(), UIViewController())
        child.touchesEnded([UITouch()], with: nil)
        parent.present(child, animated: false)
        child.touchesEnded([UITouch(), UITouch()], with: UIEvent())
        #expect(parent.touches == 2)
    }
}
