internal import Foundation
internal import ImageDecoding
internal import PhotoModel

extension Rendition {
    /// The quality of JPEGs, which pictures for apps are not.
    private static let quality = 90
    /// The length of a side at which a picture of unknown size is made smaller.
    private static let longestUnknownSide = 8000

    /// The rendition of a picture that a request asks for; it is not larger than the picture.
    ///
    /// - Parameters:
    ///   - target: The target size in pixels; a side that is negative means the picture's own size.
    ///   - crop: The part of the picture for the exact mode, in fractions from the top left; `nil` for all of it.
    ///   - size: The size of the displayed picture; `nil` if it is unknown.
    init(
        for target: CGSize, _ mode: PHImageContentMode, _ resizeMode: PHImageRequestOptionsResizeMode,
        crop: CGRect?, of size: PixelSize?
    ) {
        let isWhole = resizeMode == .none || !(target.width >= 0 && target.height >= 0)
        guard let size, size.width > 0, size.height > 0 else {
            let sides = [target.width, target.height].map { Self.length($0) }
            let side = mode == .aspectFit ? sides.min() : sides.max()
            self.init(
                side: mode == .aspectFit ? .long : .short,
                pixels: min(isWhole ? .max : side ?? .max, Self.longestUnknownSide), quality: Self.quality)
            return
        }
        let exact = Self.exact(isWhole ? nil : target, mode, crop: crop, of: size)
        self = resizeMode == .fast && crop == nil && !isWhole ? Self.kept(covering: exact, of: size) ?? exact : exact
    }

    /// The rendition whose size, or that of its part, is the target size in one side.
    private static func exact(
        _ target: CGSize?, _ mode: PHImageContentMode, crop: CGRect?, of size: PixelSize
    ) -> Rendition {
        let shown = crop ?? CGRect(x: 0, y: 0, width: 1, height: 1)
        let (width, height) = (shown.width * CGFloat(size.width), shown.height * CGFloat(size.height))
        let sides: (width: Int, height: Int) =
            target.map { (length($0.width), length($0.height)) } ?? (1 << 30, 1 << 30)
        let (across, down) = (CGFloat(sides.width) / width, CGFloat(sides.height) / height)
        // Whether the width of the picture becomes that of the target.
        let isAcross = (mode == .aspectFit) == (across <= down)
        let greatest = min(1, (CGFloat(UIImage.maxPixelCount) / (width * height)).squareRoot())
        let factor = min(isAcross ? across : down, greatest)
        let ownSide = CGFloat(isAcross ? size.width : size.height)
        let side: Side = isAcross == (size.width >= size.height) ? .long : .short
        let pixels = Int((ownSide * factor).rounded())
        guard crop != nil else { return Rendition(side: side, pixels: pixels, quality: quality) }
        let whole = Rendition(side: side, pixels: pixels, quality: quality).size(of: size)
        // The part has the side of the target, whatever the whole picture is rounded to.
        func part(_ fraction: CGFloat, _ start: CGFloat, of whole: Int, _ side: Int, isExact: Bool) -> (Int, Int) {
            let rounded = Int((fraction * CGFloat(whole)).rounded())
            let length = max(1, isExact && factor < greatest ? side : mode == .aspectFit ? min(side, rounded) : rounded)
            return (min(Int((start * CGFloat(whole)).rounded()), max(0, whole - length)), min(length, whole))
        }
        let (x, columns) = part(shown.width, shown.minX, of: whole.width, sides.width, isExact: isAcross)
        let (y, rows) = part(shown.height, shown.minY, of: whole.height, sides.height, isExact: !isAcross)
        return Rendition(
            side: side, pixels: pixels, quality: quality,
            crop: PixelRectangle(x: x, y: y, size: PixelSize(width: columns, height: rows)))
    }

    /// The rendition of the cache that is at least as large as another one, and not much larger.
    private static func kept(covering exact: Rendition, of size: PixelSize) -> Rendition? {
        let wanted = exact.size(of: size)
        func covers(_ rendition: Rendition) -> Bool {
            let kept = rendition.size(of: size)
            return kept.width >= wanted.width && kept.height >= wanted.height
        }
        if covers(.thumbnail) { return .thumbnail }
        return covers(.preview) && 2 * wanted.width >= Rendition.preview.size(of: size).width ? .preview : nil
    }

    /// A side of a target size in whole pixels.
    private static func length(_ length: CGFloat) -> Int {
        length < CGFloat(1 << 30) ? max(1, Int(length.rounded())) : 1 << 30
    }
}

extension PHImageRequestOptions {
    /// The part of the picture that is asked for; `nil` for all of it.
    var cropRect: CGRect? {
        let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
        guard resizeMode == .exact, !normalizedCropRect.isEmpty else { return nil }
        let part = normalizedCropRect.intersection(unit)
        return part.isEmpty || part == unit || !(part.width > 0 && part.height > 0) ? nil : part
    }
}
