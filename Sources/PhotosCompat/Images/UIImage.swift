internal import DecoderProcess
public import Foundation
internal import ImageDecoding
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A picture: the bytes of a file, or pixels.
///
/// The bytes of a file are decoded each time that the pixels are read. They are decoded in worker processes that can
/// only compute, if the program `photos-decoder` is installed, otherwise in this process. The functions block while
/// they decode. Safe for several threads.
public final class UIImage: NSObject, Sendable {
    /// What a picture is made of.
    enum Content: Sendable {
        case file(Data)
        case pixels(PixelBuffer)
    }

    let content: Content
    /// The size of the displayed picture.
    let pixelSize: PixelSize
    /// The number of pixels of a point.
    public let scale: CGFloat
    /// The orientation of the pixels in the file, relative to the displayed picture; `up` if the picture has no file.
    ///
    /// ``size``, ``pixels()`` and the encoded pictures are always those of the upright picture.
    public let imageOrientation: Orientation

    /// The number of pixels above which a picture is made smaller when it is decoded: 64 million.
    public static let maxPixelCount: Int = 64_000_000

    static let decoder = PictureDecoder(.automatic, budget: .ofWholePictures)

    init(_ content: Content, size: PixelSize, scale: CGFloat = 1, orientation: Orientation = .up) {
        self.content = content
        pixelSize = size
        self.scale = scale > 0 ? scale : 1
        imageOrientation = orientation
    }

    /// A picture of pixels.
    convenience init(_ pixels: PixelBuffer, scale: CGFloat = 1) {
        self.init(.pixels(pixels), size: pixels.size, scale: scale)
    }

    /// A picture of a JPEG that this library has encoded; `nil` for other bytes.
    convenience init?(encoded jpeg: Data) {
        guard let size = statedSize(ofJPEG: jpeg) else { return nil }
        self.init(.file(jpeg), size: size)
    }

    /// The picture in the bytes of a file.
    ///
    /// It is `nil` if they are not those of a picture that is decoded, or if the picture is larger than a limit of the
    /// decoder. It reads the beginning of the file only, so a damaged picture can have missing parts, which are gray.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// The picture in the bytes of a file, with this number of pixels of a point.
    public convenience init?(data: Data, scale: CGFloat) {
        let reading = try? Self.withFile(of: data) { try Self.decoder.inspect($0, size: data.count) }
        guard let reading, reading.format.isDecodable, reading.condition == .ok, let size = reading.displayedSize else {
            return nil
        }
        self.init(
            .file(data), size: size, scale: scale, orientation: Orientation(reading.metadata.orientation))
    }

    /// The picture in a file; `nil` also if it cannot be read.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        self.init(data: data)
    }

    /// A picture of pixels; `nil` if their number is not that of the width and height, or the channels are not 1 or 3.
    ///
    /// This library's own.
    public convenience init?(pixels: Pixels, scale: CGFloat = 1) {
        let (count, overflows) = pixels.width.multipliedReportingOverflow(by: pixels.height)
        guard pixels.width > 0, pixels.height > 0, !overflows, pixels.channels == 1 || pixels.channels == 3,
            pixels.samples.count / pixels.channels == count, pixels.samples.count.isMultiple(of: pixels.channels)
        else { return nil }
        self.init(
            PixelBuffer(
                size: PixelSize(width: pixels.width, height: pixels.height), channels: pixels.channels,
                samples: pixels.samples), scale: scale)
    }

    /// The width and height of the upright picture in points.
    public var size: CGSize {
        CGSize(width: CGFloat(pixelSize.width) / scale, height: CGFloat(pixelSize.height) / scale)
    }

    /// The pixels of the upright picture in sRGB, transparent ones on white.
    ///
    /// Those of a file are decoded. A picture of more than ``maxPixelCount`` is made smaller, so that its ``Pixels``
    /// have another size.
    ///
    /// - Throws: ``PHPhotosError``: `invalidResource` if the picture cannot be decoded; `limitExceeded` if decoding it
    ///   needs too much memory.
    public func pixels() throws -> Pixels {
        let pixels = try buffer()
        return Pixels(
            width: pixels.size.width, height: pixels.size.height, channels: pixels.channels, samples: pixels.samples)
    }

    /// The bytes in memory.
    var byteCount: Int {
        switch content {
        case .file(let data): data.count
        case .pixels(let pixels): pixels.samples.count
        }
    }

    /// The pixels, at their own size or as a rendition.
    func buffer(as rendition: Rendition? = nil) throws -> PixelBuffer {
        try PHPhotosError.mapping {
            let rendition = rendition ?? whole(quality: 100)
            return switch content {
            case .pixels(let pixels): try pixels.rendered(as: rendition)
            case .file(let data):
                try Self.withFile(of: data) { try Self.decoder.pixels($0, size: data.count, as: rendition) }
            }
        }
    }

    /// A JPEG of the upright picture.
    func jpeg(as rendition: Rendition) throws -> Data {
        switch content {
        case .pixels(let pixels): Data(try pixels.jpeg(as: rendition))
        case .file(let data):
            try Self.withFile(of: data) { try Self.decoder.render($0, size: data.count, as: rendition) }
        }
    }

    /// The whole picture, made smaller if it has more than ``maxPixelCount``.
    func whole(quality: Int) -> Rendition {
        Rendition(wholeOf: pixelSize, maxPixelCount: Self.maxPixelCount, quality: quality)
    }

    /// Calls `body` with the descriptor of a file in memory, because a worker reads files only.
    private static func withFile<Value>(of data: Data, _ body: (Int32) throws -> Value) throws -> Value {
        let file = try ScratchFile.inMemory()
        try data.withUnsafeBytes { _ = try file.descriptor.writeAll($0) }
        return try withExtendedLifetime(file) { try body(file.descriptor.rawValue) }
    }
}

extension UIImage {
    /// The pixels of an upright picture.
    public struct Pixels: Sendable, Hashable {
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
        /// The number of samples of a pixel: 1 gray, or 3 red, green and blue.
        public let channels: Int
        /// The samples of the pixels in sRGB, from 0 to 255: row by row from the top left, without gaps.
        public let samples: [UInt8]

        /// Pixels with these samples.
        public init(width: Int, height: Int, channels: Int, samples: [UInt8]) {
            self.width = width
            self.height = height
            self.channels = channels
            self.samples = samples
        }
    }

    /// The orientation of stored pixels relative to the displayed picture; the raw values are Apple's.
    public enum Orientation: Int, Sendable, CaseIterable {
        /// Displayed as stored.
        case up = 0
        /// Rotated by 180°.
        case down = 1
        /// Displayed after a rotation by 90° counterclockwise.
        case left = 2
        /// Displayed after a rotation by 90° clockwise.
        case right = 3
        /// Mirrored horizontally.
        case upMirrored = 4
        /// Mirrored vertically.
        case downMirrored = 5
        /// Mirrored horizontally, then rotated 90° counterclockwise.
        case leftMirrored = 6
        /// Mirrored horizontally, then rotated 90° clockwise.
        case rightMirrored = 7

        init(_ orientation: PhotoModel.Orientation) {
            self =
                switch orientation {
                case .up: .up
                case .upMirrored: .upMirrored
                case .down: .down
                case .downMirrored: .downMirrored
                case .leftMirrored: .leftMirrored
                case .right: .right
                case .rightMirrored: .rightMirrored
                case .left: .left
                }
        }
    }
}
