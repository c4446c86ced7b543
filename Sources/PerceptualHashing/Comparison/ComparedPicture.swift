internal import PhotoModel

/// A smoothed small picture, ready for a comparison: a thumbnail, or a finer picture of ``fineSide``² cells.
///
/// Scalers differ in the finest detail, so the thumbnail is filtered by [1 2 1]/4 horizontally and vertically, with
/// the edge levels repeated outside. The result is exact in floating point.
package struct ComparedPicture: Sendable {
    /// The number of cells along each side of a fine picture.
    package static let fineSide: Int = 256

    /// The number of cells along each side.
    let side: Int
    /// The levels of all cells, row by row from the top left.
    let levels: [Double]
    /// The step with which the levels were quantised, in levels; 0 for exact levels.
    let step: Double

    private init(side: Int, levels: [Double], step: Double) {
        self.side = side
        self.levels = levels
        self.step = step
    }

    /// Creates the picture of an exact thumbnail.
    package init(_ thumbnail: Thumbnail) {
        self.init(side: Thumbnail.side, exact: thumbnail.levels.map(Int.init))
    }

    /// Creates the smoothed picture of exact levels.
    init(side: Int, exact levels: [Int]) {
        let last = side - 1
        var down = Array(repeating: 0, count: side * side)
        for row in 0..<side {
            let (above, below) = (max(0, row - 1) * side, min(last, row + 1) * side)
            for column in 0..<side {
                down[row * side + column] =
                    levels[above + column] + 2 * levels[row * side + column] + levels[below + column]
            }
        }
        var smooth = Array(repeating: 0.0, count: side * side)
        for row in 0..<side {
            for column in 0..<side {
                let line = row * side
                let sum = down[line + max(0, column - 1)] + 2 * down[line + column] + down[line + min(last, column + 1)]
                smooth[line + column] = Double(sum) / 16
            }
        }
        self.init(side: side, levels: smooth, step: 0)
    }

    /// Creates the picture of a signature; `nil` if the signature has no picture, or an invalid one.
    package init?(_ picture: ContentSignature.Picture) {
        switch picture {
        case .none: return nil
        case .thumbnail(let levels):
            guard let thumbnail = Thumbnail(levels: levels) else { return nil }
            self.init(thumbnail)
        case .code(let bytes):
            guard let code = ThumbnailCode(bytes: bytes) else { return nil }
            self.init(code)
        }
    }

    /// Creates the picture that a code represents.
    init(_ code: ThumbnailCode) {
        self.init(side: Thumbnail.side, levels: code.smoothedLevels, step: code.step)
    }

    /// The same picture, turned by quarter turns clockwise.
    package func turned(quarters: Int) -> ComparedPicture {
        guard quarters & 3 != 0 else { return self }
        let last = side - 1
        let turned = levels.indices.map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: side)
            switch quarters & 3 {
            case 1: return levels[(last - column) * side + row]
            case 2: return levels[(last - row) * side + last - column]
            default: return levels[column * side + last - row]
            }
        }
        return ComparedPicture(side: side, levels: turned, step: step)
    }

    /// The smoothed picture, rounded to whole levels.
    package var thumbnail: Thumbnail {
        Thumbnail { row, column in UInt8(min(max(levels[row * Thumbnail.side + column], 0), 255).rounded()) }
    }

    /// The hash of the smoothed picture.
    ///
    /// It differs by some bits from the hash of the thumbnail.
    package var hash: PerceptualHash { thumbnail.hash }
}
