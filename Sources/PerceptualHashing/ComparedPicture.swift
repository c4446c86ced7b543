internal import PhotoModel

/// A thumbnail ready to be compared: smoothed, so that what scalers do to the finest detail does not count.
///
/// By [1 2 1]/4 across and down, with the levels at the edge repeated beyond it: exact in floating point.
package struct ComparedPicture: Sendable {
    /// 4096 levels, row by row from the top left.
    let levels: [Double]
    /// The step with which the levels were quantised, in levels; 0 if they were not.
    let step: Double

    private init(levels: [Double], step: Double) {
        self.levels = levels
        self.step = step
    }

    /// An exact thumbnail.
    package init(_ thumbnail: Thumbnail) {
        let side = Thumbnail.side
        let last = side - 1
        let levels = thumbnail.levels.map(Int.init)
        var down = Array(repeating: 0, count: Thumbnail.levelCount)
        for row in 0..<side {
            let (above, below) = (max(0, row - 1) * side, min(last, row + 1) * side)
            for column in 0..<side {
                down[row * side + column] =
                    levels[above + column] + 2 * levels[row * side + column] + levels[below + column]
            }
        }
        var smooth = Array(repeating: 0.0, count: Thumbnail.levelCount)
        for row in 0..<side {
            for column in 0..<side {
                let line = row * side
                let sum = down[line + max(0, column - 1)] + 2 * down[line + column] + down[line + min(last, column + 1)]
                smooth[line + column] = Double(sum) / 16
            }
        }
        self.init(levels: smooth, step: 0)
    }

    /// What of a signature's picture there is; `nil` if there is none, or one that nobody made.
    package init?(_ picture: ContentSignature.Picture) {
        switch picture {
        case .none: return nil
        case .thumbnail(let levels):
            guard let thumbnail = Thumbnail(levels: levels) else { return nil }
            self.init(thumbnail)
        case .code(let bytes):
            guard let code = ThumbnailCode(bytes: bytes) else { return nil }
            self.init(levels: code.smoothedLevels, step: code.step)
        }
    }

    /// The same picture turned by quarters, clockwise.
    package func turned(quarters: Int) -> ComparedPicture {
        let side = Thumbnail.side
        let last = side - 1
        let turned = (0..<Thumbnail.levelCount).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: side)
            switch quarters & 3 {
            case 0: return levels[index]
            case 1: return levels[(last - column) * side + row]
            case 2: return levels[(last - row) * side + last - column]
            default: return levels[column * side + last - row]
            }
        }
        return ComparedPicture(levels: turned, step: step)
    }

    /// What is compared, in whole levels.
    package var thumbnail: Thumbnail {
        Thumbnail { row, column in UInt8(min(max(levels[row * Thumbnail.side + column], 0), 255).rounded()) }
    }

    /// The hash of what is shown: some bits off that of the thumbnail that was smoothed.
    package var hash: PerceptualHash { thumbnail.hash }
}
