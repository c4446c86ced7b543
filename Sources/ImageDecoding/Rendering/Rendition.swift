package import Foundation
package import PhotoModel

/// The size and quality of a smaller picture that is rendered of a photo.
package struct Rendition: Hashable, Sendable, Codable {
    /// The side whose length is given.
    package enum Side: String, Sendable, Codable { case short, long }

    package let side: Side
    /// The length of the side in pixels.
    ///
    /// Smaller photos keep their size.
    package let pixels: Int
    /// libjpeg's quality of the JPEG, from 1 to 100.
    package let quality: Int
    /// Whether colours are converted to sRGB; otherwise the coded values count as sRGB, as for programs without colour
    /// management.
    package let convertsColors: Bool
    /// The part of the rendered picture that is kept, in its pixels as displayed; `nil` for all of it.
    package let crop: PixelRectangle?

    /// For grids: a short side of 256 pixels.
    package static let thumbnail = Rendition(side: .short, pixels: 256, quality: 70)
    /// For a single photo on the screen: a long side of 1,600 pixels.
    package static let preview = Rendition(side: .long, pixels: 1600, quality: 85)
    /// For copies in another format: the picture at its own size.
    ///
    /// Only a picture with a longer side becomes smaller. The number is `JPEG_MAX_DIMENSION` of libjpeg.
    package static let copy = Rendition(side: .long, pixels: 65_500, quality: 92)

    package init(
        side: Side, pixels: Int, quality: Int, convertsColors: Bool = true, crop: PixelRectangle? = nil
    ) {
        self.convertsColors = convertsColors
        self.crop = crop
        self.side = side
        self.pixels = max(1, pixels)
        self.quality = min(max(1, quality), 100)
    }

    /// A picture of this size at its own size, made smaller if it has more than `maxPixelCount` pixels.
    package init(wholeOf size: PixelSize, maxPixelCount: Int, quality: Int) {
        let long = max(size.width, size.height)
        // The length of the short side is rounded to the nearest.
        let count = Double(max(1, maxPixelCount - long / 2))
        let fitting = min(1, (count / (Double(size.width) * Double(size.height))).squareRoot())
        self.init(side: .long, pixels: Int(Double(long) * fitting), quality: quality)
    }

    /// The length of the side in a picture of this size.
    func side(of size: PixelSize) -> Int {
        side == .short ? min(size.width, size.height) : max(size.width, size.height)
    }

    /// The DCT scale, in eighths, at which a JPEG of this size is decoded: the smallest that is not smaller than the
    /// rendition.
    ///
    /// libjpeg-turbo decodes at 6/8 and 7/8 in more time than at full size.
    package func eighths(of size: PixelSize) -> Int {
        let stored = side(of: size)
        return (1...5).first { stored * $0 >= min(pixels, stored) * 8 } ?? 8
    }

    /// The size of the rendered picture before it is cropped: both sides are scaled alike and rounded to the nearest,
    /// and are at least 1.
    package func size(of size: PixelSize) -> PixelSize {
        let stored = max(1, side(of: size))
        let rendered = min(pixels, stored)
        func scaled(_ length: Int) -> Int { max(1, (length * rendered + stored / 2) / stored) }
        return PixelSize(width: scaled(size.width), height: scaled(size.height))
    }
}

/// The size that the frame header of a JPEG states, if this library has encoded it (ITU-T T.81, B.2.2); `nil` for
/// other bytes.
package func statedSize(ofJPEG bytes: Data) -> PixelSize? {
    let bytes = [UInt8](bytes.prefix(1 << 12))
    var place = 2
    while place + 9 <= bytes.count, bytes[place] == 0xFF {
        func number(_ offset: Int) -> Int { Int(bytes[place + offset]) << 8 | Int(bytes[place + offset + 1]) }
        if 0xC0...0xC2 ~= bytes[place + 1] { return PixelSize(width: number(7), height: number(5)) }
        place += 2 + number(2)
    }
    return nil
}

/// Whether bytes begin and end as a JPEG does: with SOI and EOI (ITU-T T.81, annex B).
package func isWholeJPEG(_ bytes: Data) -> Bool {
    bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.suffix(2) == Data([0xFF, 0xD9])
}
