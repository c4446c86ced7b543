package import PhotoModel

/// A picture of which other pictures may show more or less: it may be cropped, mirrored, or have a border or bars.
///
/// The other pictures are thumbnails, so a whole library is searched without decoding its files.
package struct PartQuery: Sendable {
    /// The least ``PartAlignment/score`` of a match.
    ///
    /// Copies of 60 pictures among 303, cropped, mirrored, with borders and bars, scored 0.90 and more. Crops of 16 of
    /// them scored 0.68 and less with other pictures, except a drawing in two colourings.
    package static let leastScore: Float = 0.85
    /// The least correlation of coarse cells with which two pictures are compared closely.
    private static let leastCoarseScore: Float = 0.4
    /// The difference up to which the scores of two views count as equal, so that the first view is reported.
    private static let equalScores: Float = 0.01

    /// The whole picture, the parts of it without bars, and then all of them mirrored.
    private let views: [PartView]

    /// A thumbnail in coarse cells, compared with a query.
    package struct Coarse: Sendable {
        /// The greatest correlation of a view: at most 1.
        package let score: Float
        /// The rectangle of each view; `nil` if it does not agree.
        fileprivate let rectangles: [PartRectangle?]
    }

    /// A part of a picture that the query shows.
    package struct Match: Sendable {
        /// The correlation of the detail: ``leastScore`` to 1.
        package let score: Double
        /// Whether the query shows it mirrored.
        package let isMirrored: Bool
        /// The part of the other picture.
        package let part: PictureRectangle
        /// The part of the query that shows it.
        package let requestedPart: PictureRectangle
    }

    /// - Parameters:
    ///   - picture: A fine picture.
    ///   - size: The displayed size of the query's picture.
    package init(_ picture: ComparedPicture, size: PixelSize) {
        let grid = CellGrid(width: picture.side, height: picture.side, levels: picture.levels.map(Float.init))
        let whole = 0..<Double(picture.side)
        let parts = [(columns: whole, rows: whole)] + grid.partsWithoutBars
        let upright = parts.map { PartView(grid, columns: $0.columns, rows: $0.rows, size: size) }
        views = upright + upright.map { $0.mirrored(size) }
    }

    /// Compares the query with a thumbnail in coarse cells; `nil` if no view agrees.
    ///
    /// - Parameters:
    ///   - levels: The 4096 levels of the thumbnail.
    ///   - size: The displayed size of its picture, with sides above 0.
    package func coarse(_ levels: UnsafeBufferPointer<UInt8>, _ size: PixelSize) -> Coarse? {
        guard levels.count == Thumbnail.levelCount, min(size.width, size.height) > 0 else { return nil }
        let picture = CoarsePicture(levels)
        let found = views.map { $0.coarseRectangle(in: picture, size) }
        let score = found.compactMap { $0?.score }.max() ?? -1
        guard score >= Self.leastCoarseScore else { return nil }
        return Coarse(
            score: score,
            rectangles: found.map { $0.flatMap { $0.score >= Self.leastCoarseScore ? $0.rectangle : nil } })
    }

    /// Compares the query closely with a thumbnail.
    ///
    /// - Returns: `nil` if they do not show the same.
    package func match(_ thumbnail: Thumbnail, _ coarse: Coarse) -> Match? {
        let levels = CellGrid(width: Thumbnail.side, height: Thumbnail.side, levels: thumbnail.levels.map(Float.init))
        let detail = levels.detail
        let aligned = zip(views, coarse.rectangles).compactMap { view, rectangle in
            rectangle.flatMap { PartAlignment(view, in: levels, detail, from: $0) }.map { (view: view, alignment: $0) }
        }
        guard let greatest = aligned.map(\.alignment.score).max(), greatest >= Self.leastScore,
            let best = aligned.first(where: {
                $0.alignment.score >= max(greatest - Self.equalScores, Self.leastScore)
            })
        else { return nil }
        let parts = best.view.parts(at: best.alignment.rectangle)
        return Match(
            score: min(1, Double(best.alignment.score)), isMirrored: best.view.isMirrored, part: parts.part,
            requestedPart: parts.requestedPart)
    }
}
