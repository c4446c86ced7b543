internal import Foundation
internal import OpenPhotoKitOwner
internal import PerceptualHashing
internal import PhotoModel

/// A picture of 64 by 64 pixels as SVG, stretched to the aspect ratio of its photo.
struct ChoicePicture {
    private let png: SmallPNG?
    private let size: PixelSize
    /// The text for screen readers.
    private let label: String
    private let mark: PictureRectangle?
    private let isCells: Bool

    private static let side = ContentSignature.thumbnailSide

    /// A gray picture, with a frame around a part if there is one.
    init(_ thumbnail: Thumbnail, size: PixelSize, label: String, mark: PictureRectangle? = nil) {
        png = SmallPNG(levels: thumbnail.levels, width: Self.side)
        self.size = size
        self.label = label
        self.mark = mark
        isCells = false
    }

    /// The gray picture of a signature; `nil` if it has none.
    init?(_ signature: ContentSignature, label: String, mark: PictureRectangle? = nil) {
        guard let picture = ComparedPicture(signature.picture) else { return nil }
        self.init(picture.thumbnail, size: signature.size, label: label, mark: mark)
    }

    /// The differences: orange where the requested picture is brighter than this one, blue where it is darker.
    init(differencesOf comparison: PictureComparison, size: PixelSize, mark: PictureRectangle?) {
        // The limit for copies. Differences from this limit on get the full colour.
        let limit = comparison.verification.limits.worstPixel
        png = SmallPNG(rgb: comparison.differences.flatMap { Self.color(of: $0, limit: limit) }, width: Self.side)
        self.size = size
        label = "Where the two pictures differ"
        self.mark = mark
        isCells = true
    }

    /// Orange and blue, because people with colour blindness can distinguish them.
    private static func color(of difference: Double, limit: Double) -> [UInt8] {
        let part = min(1, abs(difference) / limit)
        let (none, full): ([Double], [Double]) = ([236, 236, 233], difference > 0 ? [214, 93, 0] : [0, 84, 194])
        return zip(none, full).map { UInt8(($0 + ($1 - $0) * part).rounded()) }
    }

    /// The frame around a spot of 4 by 4 cells.
    ///
    /// It is one cell wider on each side, so that it does not cover the spot.
    static func frame(aroundSpot spot: (row: Int, column: Int)) -> PictureRectangle {
        let cell = 1 / Double(side)
        return PictureRectangle(
            x: Double(spot.column - 1) * cell, y: Double(spot.row - 1) * cell, width: 6 * cell, height: 6 * cell)
    }

    var markup: Markup {
        guard let png else { return "<p class=\"absent\">no picture</p>" }
        let height = max(1, 64 * size.height / max(1, size.width))
        let mark = mark.map { PictureMark($0, width: 64, height: Double(height)).markup } ?? ""
        return """
            <svg viewBox="0 0 64 \("\(height)")" role="img" aria-label="\(label)"><image \(isCells ? "class=\"cells\" " : "")\
            href="data:image/png;base64,\(Data(png.bytes).base64EncodedString())" width="64" height="\("\(height)")" \
            preserveAspectRatio="none"/>\(mark)</svg>
            """
    }
}
