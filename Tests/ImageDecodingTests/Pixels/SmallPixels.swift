import ImageDecoding
import PhotoModel
import TestSupport

/// The pixels of small pictures.
enum SmallPixels {
    /// A picture at its own size.
    static let whole = Rendition(side: .long, pixels: 65_500, quality: 90)

    /// Red, green and blue of each pixel.
    static func rgb(_ pixels: PixelBuffer) -> [UInt8] {
        pixels.channels == 3 ? pixels.samples : pixels.samples.flatMap { [$0, $0, $0] }
    }

    /// Red, green and blue of each pixel of a file.
    static func rgb(_ bytes: [UInt8]) throws -> [UInt8] {
        rgb(try ImageDecoder().pixels(.bytes(bytes), as: whole))
    }

    static func little(_ value: Int, _ count: Int) -> [UInt8] { TIFFBuilder.number(value, count).reversed() }
}
