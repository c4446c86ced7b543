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
        let sides = isWhole ? PixelSize(width: 1 << 30, height: 1 << 30) : PixelSize(target: target)
        if let crop {
            let part = PicturePart(
                columns: crop.minX...crop.maxX, rows: crop.minY...crop.maxY, target: sides,
                covers: mode == .aspectFill, maxPixelCount: UIImage.maxPixelCount)
            self.init(part: part, quality: Self.quality)
        } else if let size, size.width > 0, size.height > 0 {
            let exact = Self.exact(sides, mode, of: size)
            self = resizeMode == .fast && !isWhole ? Self.kept(covering: exact, of: size) ?? exact : exact
        } else {
            let isLong = mode == .aspectFit
            let pixels = isLong ? min(sides.width, sides.height) : max(sides.width, sides.height)
            self.init(
                side: isLong ? .long : .short, pixels: min(pixels, Self.longestUnknownSide), quality: Self.quality)
        }
    }

    /// The rendition whose size is the target size in one side.
    private static func exact(_ target: PixelSize, _ mode: PHImageContentMode, of size: PixelSize) -> Rendition {
        let whole = PicturePart(target: target, covers: mode == .aspectFill, maxPixelCount: UIImage.maxPixelCount)
        let (isWidth, pixels) = whole.side(in: size)
        return Rendition(
            side: isWidth == (size.width >= size.height) ? .long : .short, pixels: pixels, quality: quality)
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
}

extension PixelSize {
    /// A target size in whole pixels: sides of 1 to 2³⁰, the greatest also for a side that is not a number.
    fileprivate init(target: CGSize) {
        func length(_ length: CGFloat) -> Int {
            length < 1 ? 1 : length < CGFloat(1 << 30) ? Int(length.rounded()) : 1 << 30
        }
        self.init(width: length(target.width), height: length(target.height))
    }
}

extension PHImageRequestOptions {
    /// The part of the picture that is asked for; `nil` for all of it.
    var cropRect: CGRect? {
        let edges = normalizedCropRect
        // Foundation's intersection traps on values that are no numbers.
        guard resizeMode == .exact, [edges.minX, edges.minY, edges.maxX, edges.maxY].allSatisfy(\.isFinite) else {
            return nil
        }
        let (left, right) = (max(0, edges.minX), min(1, edges.maxX))
        let (top, bottom) = (max(0, edges.minY), min(1, edges.maxY))
        guard left < right, top < bottom, (right - left) * (bottom - top) < 1 else { return nil }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
