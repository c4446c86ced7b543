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
    /// The part of the displayed picture that is rendered, whose scale replaces that of the side; `nil` for all of it.
    package let part: PicturePart?

    /// For grids: a short side of 256 pixels.
    package static let thumbnail = Rendition(side: .short, pixels: 256, quality: 70)
    /// For a single photo on the screen: a long side of 1,600 pixels.
    package static let preview = Rendition(side: .long, pixels: 1600, quality: 85)
    /// For copies in another format: the picture at its own size.
    ///
    /// Only a picture with a longer side becomes smaller. The number is `JPEG_MAX_DIMENSION` of libjpeg.
    package static let copy = Rendition(side: .long, pixels: 65_500, quality: 92)

    package init(side: Side, pixels: Int, quality: Int, convertsColors: Bool = true) {
        self.init(side, pixels, quality, convertsColors, nil)
    }

    /// A part of a picture.
    package init(part: PicturePart, quality: Int) { self.init(.long, .max, quality, true, part) }

    private init(_ side: Side, _ pixels: Int, _ quality: Int, _ convertsColors: Bool, _ part: PicturePart?) {
        self.convertsColors = convertsColors
        self.part = part
        self.side = side
        self.pixels = max(1, pixels)
        self.quality = min(max(1, quality), 100)
    }

    /// A picture of this size at its own size, made smaller if it has more than `maxPixelCount` pixels.
    package init(wholeOf size: PixelSize, maxPixelCount: Int, quality: Int) {
        let long = max(size.width, size.height)
        // The length of the short side is rounded to the nearest.
        let count = Double(max(1, maxPixelCount - long / 2))
        let own = Double(size.width) * Double(size.height)
        let fitting = own <= Double(maxPixelCount) ? 1 : min(1, (count / own).squareRoot())
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
        guard let part else { return Self.eighths(side(of: size), min(pixels, side(of: size))) }
        // The file may turn the picture, so the scale is large enough for both shapes.
        let shapes = [size, PixelSize(width: size.height, height: size.width)]
        return shapes.reduce(1) { greatest, shape in
            let (isWidth, pixels) = part.side(in: shape)
            return max(greatest, Self.eighths(isWidth ? shape.width : shape.height, pixels))
        }
    }

    private static func eighths(_ stored: Int, _ rendered: Int) -> Int {
        (1...5).first { stored * $0 >= rendered * 8 } ?? 8
    }

    /// The size of the whole rendered picture: both sides are scaled alike and rounded to the nearest, and are at least
    /// 1.
    package func size(of size: PixelSize) -> PixelSize {
        let stored = max(1, side(of: size))
        return size.scaled(min(pixels, stored), from: stored)
    }

    /// The size of the rendition, or of its part, of a displayed picture of this size.
    package func renderedSize(of displayed: PixelSize) -> PixelSize {
        let (whole, crop) = layout(of: displayed, .up)
        return crop?.size ?? whole
    }

    /// The size of the stored picture after it was made smaller, and the part of the displayed one that is rendered.
    func layout(of stored: PixelSize, _ orientation: Orientation) -> (whole: PixelSize, crop: PixelRectangle?) {
        guard let part else { return (size(of: stored), nil) }
        let (whole, crop) = part.layout(in: stored.displayed(orientation))
        return (whole.displayed(orientation), crop)
    }
}

extension PixelSize {
    /// This size, scaled as a length is from `stored` to `scaled`: rounded to the nearest, and at least 1.
    func scaled(_ scaled: Int, from stored: Int) -> PixelSize {
        func length(_ own: Int) -> Int { max(1, (own * scaled + stored / 2) / stored) }
        return PixelSize(width: length(width), height: length(height))
    }
}
