package import PhotoModel

/// A part of a displayed picture, and the size that it gets.
///
/// The part is given in fractions, because the size that a file or a catalogue states can differ from that of the
/// picture that is decoded: of a raw file it is the JPEG in it.
package struct PicturePart: Hashable, Sendable, Codable {
    /// The left and the right edge in fractions of the displayed width: 0 to 1.
    package let columns: ClosedRange<Double>
    /// The top and the bottom edge in fractions of the displayed height: 0 to 1.
    package let rows: ClosedRange<Double>
    /// The size in pixels that the part fits in or covers.
    package let target: PixelSize
    /// Whether the part covers the target; otherwise it fits in it.
    package let covers: Bool
    /// The number of pixels above which the part is made smaller than its target.
    package let maxPixelCount: Int

    /// A part with edges; by default the whole picture.
    package init(
        columns: ClosedRange<Double> = 0...1, rows: ClosedRange<Double> = 0...1, target: PixelSize, covers: Bool,
        maxPixelCount: Int
    ) {
        self.columns = columns
        self.rows = rows
        self.target = target
        self.covers = covers
        self.maxPixelCount = maxPixelCount
    }

    /// The side of the whole picture whose length decides the scale, and that length after scaling.
    ///
    /// A picture is never enlarged.
    package func side(in displayed: PixelSize) -> (isWidth: Bool, pixels: Int) {
        let scale = scale(in: displayed)
        let side = scale.isAcross ? displayed.width : displayed.height
        return (scale.isAcross, Int((Double(side) * scale.factor).rounded()))
    }

    /// The size of the whole displayed picture, and this part of it, in its pixels.
    func layout(in displayed: PixelSize) -> (whole: PixelSize, part: PixelRectangle) {
        let scale = scale(in: displayed)
        let whole = displayed.scaled(
            side(in: displayed).pixels, from: scale.isAcross ? displayed.width : displayed.height)
        // The part has the side of the target, whatever the whole picture is rounded to.
        func place(
            _ edges: ClosedRange<Double>, in whole: Int, _ target: Int, isExact: Bool
        ) -> (start: Int, length: Int) {
            let rounded = Int((edges.length * Double(whole)).rounded())
            let wanted = isExact && !scale.isLimited ? target : covers ? rounded : min(target, rounded)
            let length = min(max(1, wanted), whole)
            return (min(Int((edges.lowerBound * Double(whole)).rounded()), whole - length), length)
        }
        let across = place(columns, in: whole.width, target.width, isExact: scale.isAcross)
        let down = place(rows, in: whole.height, target.height, isExact: !scale.isAcross)
        return (
            whole,
            PixelRectangle(x: across.start, y: down.start, size: PixelSize(width: across.length, height: down.length))
        )
    }

    /// The factor by which the picture is made smaller; whether it is that of the widths, otherwise of the heights; and
    /// whether the part is smaller than the target, because the picture is, or because it would have too many pixels.
    private func scale(in displayed: PixelSize) -> (factor: Double, isAcross: Bool, isLimited: Bool) {
        let (width, height) = (columns.length * Double(displayed.width), rows.length * Double(displayed.height))
        let (across, down) = (Double(target.width) / width, Double(target.height) / height)
        let isAcross = covers != (across <= down)
        let greatest = min(1, (Double(maxPixelCount) / (width * height)).squareRoot())
        let wanted = isAcross ? across : down
        return (min(wanted, greatest), isAcross, wanted >= greatest)
    }
}

extension ClosedRange<Double> {
    fileprivate var length: Double { upperBound - lowerBound }
}
