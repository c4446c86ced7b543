internal import PhotoModel

/// A part of the requested picture that may show a part of another picture: the whole of it, or what remains without a
/// border, each also mirrored.
struct PartView: Sendable {
    /// The least side of a part that is searched, as a fraction of the picture's side.
    ///
    /// It is somewhat less than the 75 % that are promised.
    static let leastSide = 0.7

    let isMirrored: Bool
    /// The requested picture, mirrored if the view is.
    private let picture: CellGrid
    /// The part of `picture` without a border, in its cells.
    private let content: (columns: Range<Double>, rows: Range<Double>)
    /// The viewed part, in cells of `picture`: the content without the cells beside a border, which it may reach into.
    private let columns: Range<Double>
    private let rows: Range<Double>
    /// The width of the view divided by its height, in pixels.
    private let aspect: Double
    /// The templates of all sizes in coarse cells, by height and width.
    private let templates: [[CoarseTemplate]]

    private static let sizes = Int((leastSide * Double(CoarsePicture.side)).rounded())...CoarsePicture.side

    init(_ picture: CellGrid, columns: Range<Double>, rows: Range<Double>, size: PixelSize, isMirrored: Bool = false) {
        self.isMirrored = isMirrored
        self.picture = picture
        content = (columns, rows)
        let columns = Self.inside(columns, of: picture.width)
        let rows = Self.inside(rows, of: picture.height)
        self.columns = columns
        self.rows = rows
        aspect =
            Double(size.width) * (columns.upperBound - columns.lowerBound) / Double(picture.width)
            / (Double(size.height) * (rows.upperBound - rows.lowerBound) / Double(picture.height))
        templates = Self.sizes.map { height in
            Self.sizes.map { width in
                let (down, across) = (0..<Double(height), 0..<Double(width))
                return CoarseTemplate(
                    CellGrid(
                        picture, down: PartAxis(rows, of: picture.height, at: down, cells: 0..<height),
                        across: PartAxis(columns, of: picture.width, at: across, cells: 0..<width)))
            }
        }
    }

    private static func inside(_ range: Range<Double>, of count: Int) -> Range<Double> {
        let upper = range.upperBound < Double(count) ? range.upperBound - 1 : range.upperBound
        return (range.lowerBound > 0 ? range.lowerBound + 1 : 0)..<upper
    }

    /// The same view of the mirrored picture.
    func mirrored(_ size: PixelSize) -> PartView {
        let width = Double(picture.width)
        let columns = width - content.columns.upperBound..<width - content.columns.lowerBound
        return PartView(picture.mirrored, columns: columns, rows: content.rows, size: size, isMirrored: true)
    }

    /// The rectangle of the view in another picture with the greatest correlation of coarse cells; `nil` if a part of
    /// its shape has a side below ``leastSide``.
    func coarseRectangle(in other: CoarsePicture, _ size: PixelSize) -> (score: Float, rectangle: PartRectangle)? {
        // A part of `width`·W × `height`·H pixels has the view's shape.
        let ratio = aspect * Double(size.height) / Double(size.width)
        let greatest = (width: min(1, ratio), height: min(1, 1 / ratio))
        var best: (score: Float, rectangle: PartRectangle)?
        var last = (width: 0, height: 0)
        for step in 0...CoarsePicture.side {
            let scale = 1 - Double(step) / Double(2 * CoarsePicture.side)
            let part = (width: greatest.width * scale, height: greatest.height * scale)
            guard min(part.width, part.height) >= Self.leastSide else { break }
            let cells = (
                width: Int((part.width * Double(CoarsePicture.side)).rounded()),
                height: Int((part.height * Double(CoarsePicture.side)).rounded())
            )
            guard cells != last else { continue }
            last = cells
            let template = templates[cells.height - Self.sizes.lowerBound][cells.width - Self.sizes.lowerBound]
            let found = other.bestPlace(of: template)
            guard found.score > best?.score ?? -1 else { continue }
            let scaleOfCells = Double(Thumbnail.side / CoarsePicture.side)
            let center = (
                x: (Double(found.column) + Double(cells.width) / 2) * scaleOfCells,
                y: (Double(found.row) + Double(cells.height) / 2) * scaleOfCells
            )
            let side = (Double(cells.width * cells.height)).squareRoot() * scaleOfCells
            let stretch = ratio.squareRoot()
            best = (
                found.score,
                PartRectangle(centerX: center.x, centerY: center.y, width: side * stretch, height: side / stretch)
            )
        }
        return best
    }

    /// The cells of the view at a rectangle of a thumbnail, for the thumbnail's cells that it covers; `nil` if they are
    /// few.
    func cells(at rectangle: PartRectangle) -> (grid: CellGrid, column: Int, row: Int)? {
        let covered = (across: Self.wholeCells(rectangle.columns), down: Self.wholeCells(rectangle.rows))
        guard min(covered.across.count, covered.down.count) >= Thumbnail.side / 2 else { return nil }
        let grid = CellGrid(
            picture, down: PartAxis(rows, of: picture.height, at: rectangle.rows, cells: covered.down),
            across: PartAxis(columns, of: picture.width, at: rectangle.columns, cells: covered.across))
        return (grid, covered.across.lowerBound, covered.down.lowerBound)
    }

    private static func wholeCells(_ range: Range<Double>) -> Range<Int> {
        let limit = Double(Thumbnail.side)
        let first = Int(min(max(range.lowerBound - 1e-6, 0), limit).rounded(.up))
        return first..<max(first, Int(max(0, min(range.upperBound + 1e-6, limit)).rounded(.down)))
    }

    /// The part of the other picture that the content shows if the view shows a rectangle, and the part of the
    /// requested picture that shows it.
    func parts(at rectangle: PartRectangle) -> (part: PictureRectangle, requestedPart: PictureRectangle) {
        let across = Self.parts(rectangle.columns, columns, content.columns, of: picture.width)
        let down = Self.parts(rectangle.rows, rows, content.rows, of: picture.height)
        let columns = across.requested
        let upright = isMirrored ? 1 - columns.upperBound..<1 - columns.lowerBound : columns
        return (PictureRectangle(across.part, down.part), PictureRectangle(upright, down.requested))
    }

    /// The same along one axis, as fractions.
    private static func parts(
        _ extent: Range<Double>, _ view: Range<Double>, _ content: Range<Double>, of count: Int
    ) -> (part: Range<Double>, requested: Range<Double>) {
        let side = Double(Thumbnail.side)
        // Cells of the thumbnail for each cell of the requested picture.
        let scale = (extent.upperBound - extent.lowerBound) / (view.upperBound - view.lowerBound)
        func cell(_ position: Double) -> Double { extent.lowerBound + (position - view.lowerBound) * scale }
        func position(_ cell: Double) -> Double { view.lowerBound + (cell - extent.lowerBound) / scale }
        let part = (cell(content.lowerBound)..<cell(content.upperBound)).clamped(to: 0..<side)
        return (
            part.lowerBound / side..<part.upperBound / side,
            position(part.lowerBound) / Double(count)..<position(part.upperBound) / Double(count)
        )
    }
}

extension PictureRectangle {
    fileprivate init(_ columns: Range<Double>, _ rows: Range<Double>) {
        self.init(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.upperBound - columns.lowerBound,
            height: rows.upperBound - rows.lowerBound)
    }
}

/// A rectangle in cells of a thumbnail, which may reach beyond it.
struct PartRectangle: Sendable {
    var centerX: Double
    var centerY: Double
    var width: Double
    var height: Double

    var columns: Range<Double> { centerX - width / 2..<centerX + width / 2 }
    var rows: Range<Double> { centerY - height / 2..<centerY + height / 2 }
}
