internal import DecoderProcess
public import Foundation
internal import ImageDecoding
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A picture of a JPEG or PNG file.
///
/// It keeps the bytes of the file, and decodes them each time that the pixels are read. Pictures are decoded in worker
/// processes that can only compute, if the program `photos-decoder` is installed, otherwise in this process. The
/// functions block while they decode. Safe for several threads.
public final class UIImage: NSObject, Sendable {
    private let data: Data
    /// The size of the displayed picture.
    private let pixelSize: PixelSize
    /// The number of pixels of a point.
    public let scale: CGFloat

    /// The number of pixels above which a picture is made smaller when it is decoded: 64 million.
    public static let maxPixelCount: Int = 64_000_000

    private static let decoder = PictureDecoder(.automatic, budget: .ofWholePictures)

    /// The picture in the bytes of a file.
    ///
    /// It is `nil` if they are not those of a picture that is decoded, or if the picture is larger than a limit of the
    /// decoder. It reads the beginning of the file only, so a damaged picture can have missing parts, which are gray.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// The picture in the bytes of a file, with this number of pixels of a point.
    public init?(data: Data, scale: CGFloat) {
        let reading = try? Self.withFile(of: data) { try Self.decoder.inspect($0, size: data.count) }
        guard let reading, reading.format.isDecodable, reading.condition == .ok, let size = reading.displayedSize else {
            return nil
        }
        self.data = data
        self.scale = scale > 0 ? scale : 1
        pixelSize = size
    }

    /// The picture in a file; `nil` also if it cannot be read.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        self.init(data: data)
    }

    /// The width and height of the upright picture in points.
    public var size: CGSize {
        CGSize(width: CGFloat(pixelSize.width) / scale, height: CGFloat(pixelSize.height) / scale)
    }

    /// Decodes the pixels of the upright picture in sRGB, transparent ones on white.
    ///
    /// A picture of more than ``maxPixelCount`` is made smaller, so that its ``Pixels`` have another size.
    ///
    /// - Throws: ``PHPhotosError``: `invalidResource` if the picture cannot be decoded; `limitExceeded` if decoding it
    ///   needs too much memory.
    public func pixels() throws -> Pixels {
        let pixels = try rendered { try Self.decoder.pixels($0, size: data.count, as: $1) }
        return Pixels(
            width: pixels.size.width, height: pixels.size.height, channels: pixels.channels, samples: pixels.samples)
    }

    /// Encodes the upright picture in sRGB as a JPEG without metadata; `nil` if it cannot be decoded.
    ///
    /// A picture of more than ``maxPixelCount`` is made smaller.
    ///
    /// - Parameter compressionQuality: From 0, the smallest file, to 1, the best quality.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        guard compressionQuality.isFinite else { return nil }
        return try? rendered(quality: Int((min(max(0, compressionQuality), 1) * 100).rounded())) {
            try Self.decoder.render($0, size: data.count, as: $1)
        }
    }

    /// The upright picture at the greatest size that fits in this size in points; `nil` if it cannot be decoded.
    ///
    /// A smaller picture keeps its size.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        let fitting = min(size.width / self.size.width, size.height / self.size.height)
        guard fitting > 0 else { return nil }
        let side = CGFloat(max(pixelSize.width, pixelSize.height)) * min(fitting, 1)
        let rendition = Rendition(side: .long, pixels: Int(side), quality: 90)
        return (try? rendered(rendition) { try Self.decoder.render($0, size: data.count, as: $1) })
            .flatMap { UIImage(data: $0, scale: scale) }
    }

    private func rendered<Value>(
        quality: Int = 100, _ body: (Int32, Rendition) throws -> Value
    ) throws -> Value {
        try rendered(Rendition(wholeOf: pixelSize, maxPixelCount: Self.maxPixelCount, quality: quality), body)
    }

    private func rendered<Value>(_ rendition: Rendition, _ body: (Int32, Rendition) throws -> Value) throws -> Value {
        do {
            return try Self.withFile(of: data) { try body($0, rendition) }
        } catch { throw PHPhotosError.of(error) }
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
    }
}

extension UIImage: NSItemProviderReading {
    /// JPEG and PNG, the formats that are decoded.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        [UTType.jpeg.identifier, UTType.png.identifier]
    }

    /// The picture in the bytes of a file.
    ///
    /// - Throws: `PHPhotosError.invalidResource` if they have no picture that can be decoded.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> UIImage {
        guard let image = UIImage(data: data) else {
            throw PHPhotosError(
                PhotoLibraryError(.invalidResource, "The bytes have no picture that can be decoded."))
        }
        return image
    }
}
