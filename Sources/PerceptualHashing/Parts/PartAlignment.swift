/// The rectangle of a thumbnail that agrees most with a view.
///
/// The search begins at a rectangle of coarse cells. It moves the rectangle, and changes its size and at last its
/// shape, as long as the correlation grows, in ever smaller steps (pattern search; Hooke and Jeeves, 1961).
struct PartAlignment {
    /// The steps in cells, and whether they compare the detail of the pictures, not their levels.
    ///
    /// Detail shows a rectangle exactly, but only to a search that begins within two cells of it.
    private static let steps: [(length: Double, ofDetail: Bool)] = [
        (2, false), (1, false), (0.5, true), (0.25, true), (0.1, true),
    ]
    /// The maximum number of moves by steps of one length.
    private static let mostMoves = 6
    /// The least correlation of levels with which the detail is compared.
    private static let leastOfLevels: Float = 0.5

    let rectangle: PartRectangle
    /// The correlation of the detail: at most 1.
    let score: Float

    /// - Parameters:
    ///   - levels: The thumbnail.
    ///   - detail: Its ``CellGrid/detail``.
    init?(_ view: PartView, in levels: CellGrid, _ detail: CellGrid, from start: PartRectangle) {
        func correlation(_ rectangle: PartRectangle, ofDetail: Bool) -> Float {
            guard let (cells, column, row) = view.cells(at: rectangle) else { return -1 }
            // The first cell of the detail is that of the thumbnail's third column and row.
            return ofDetail
                ? cells.detail.correlation(with: detail, atColumn: column, row: row)
                : cells.correlation(with: levels, atColumn: column, row: row)
        }
        var rectangle = start
        var score: Float = -1
        for step in Self.steps {
            if step.ofDetail, score < Self.leastOfLevels { return nil }
            score = correlation(rectangle, ofDetail: step.ofDetail)
            for _ in 0..<Self.mostMoves {
                let moves = rectangle.moved(by: step.length, changesShape: step.ofDetail).map {
                    (rectangle: $0, score: correlation($0, ofDetail: step.ofDetail))
                }
                guard let best = moves.max(by: { $0.score < $1.score }), best.score > score else { break }
                (rectangle, score) = best
            }
        }
        self.rectangle = rectangle
        self.score = score
    }
}

extension PartRectangle {
    /// The rectangles that a step leads to: left, right, up, down, larger, smaller, and wider or higher.
    fileprivate func moved(by step: Double, changesShape: Bool) -> [PartRectangle] {
        let factor = 1 + 2 * step / Double(Thumbnail.side)
        var rectangles = [step, -step].flatMap { step in
            [
                PartRectangle(centerX: centerX + step, centerY: centerY, width: width, height: height),
                PartRectangle(centerX: centerX, centerY: centerY + step, width: width, height: height),
            ]
        }
        for factor in [factor, 1 / factor] {
            rectangles.append(
                PartRectangle(centerX: centerX, centerY: centerY, width: width * factor, height: height * factor))
            if changesShape {
                rectangles.append(
                    PartRectangle(centerX: centerX, centerY: centerY, width: width * factor, height: height / factor))
            }
        }
        return rectangles
    }
}

extension CellGrid {
    /// The variance that noise may have, in squared levels, so that flat pictures do not correlate by their noise.
    private static let noise: Float = 0.0625

    /// The fine detail: each level, smoothed by [1 2 1]/4 in both directions, minus the mean of the 5×5 cells around
    /// it.
    ///
    /// It has no values for the two outermost cells on each side.
    var detail: CellGrid {
        guard width > 4, height > 4 else { return CellGrid(width: 0, height: 0, levels: []) }
        let inner = width - 4
        var smooth = [Float](repeating: 0, count: inner * height)
        var mean = smooth
        for row in 0..<height {
            for column in 0..<inner {
                let start = row * width + column
                let near = levels[start + 1] + levels[start + 2] + levels[start + 3]
                smooth[row * inner + column] = near + levels[start + 2]
                mean[row * inner + column] = near + levels[start] + levels[start + 4]
            }
        }
        var detail = [Float](repeating: 0, count: inner * (height - 4))
        for index in detail.indices {
            let middle = index + 2 * inner
            let (above, below) = (middle - inner, middle + inner)
            let smoothed = smooth[above] + 2 * smooth[middle] + smooth[below]
            let sum = mean[index] + mean[above] + mean[middle] + mean[below] + mean[below + inner]
            detail[index] = smoothed / 16 - sum / 25
        }
        return CellGrid(width: inner, height: height - 4, levels: detail)
    }

    /// The correlation with the cells of a larger grid that begin at a column and row: −1 to 1.
    func correlation(with other: CellGrid, atColumn column: Int, row: Int) -> Float {
        let count = Float(width * height)
        guard count > 0, column + width <= other.width, row + height <= other.height else { return -1 }
        var (mine, theirs) = (Float(0), Float(0))
        var (mySquares, theirSquares, products) = (Float(0), Float(0), Float(0))
        for line in 0..<height {
            for index in 0..<width {
                let a = levels[line * width + index]
                let b = other.levels[(row + line) * other.width + column + index]
                mine += a
                theirs += b
                mySquares += a * a
                theirSquares += b * b
                products += a * b
            }
        }
        let covariance = products - mine * theirs / count
        let variances = (mySquares - mine * mine / count, theirSquares - theirs * theirs / count)
        let noise = count * Self.noise
        return covariance / ((max(0, variances.0) + noise) * (max(0, variances.1) + noise)).squareRoot()
    }
}
