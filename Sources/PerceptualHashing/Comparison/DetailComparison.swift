/// The comparison of two pictures at the resolution of the smaller one, which sees what a person can read.
///
/// A changed word, digit or sign is a difference in few pixels, which does not change the means of larger cells. The
/// pictures are compared in windows of 8×8 pixels, which overlap by half. A window's *change* is the part of the
/// difference that neither movement nor sharpness explains (``WindowFit``), divided by the contrast of the window plus
/// ``noiseFloor``: its greatest value, because a sign may be a dot, or its root mean square if that is more, as in pale
/// writing. It is about 1 or more for other letters, because these differ by as much as they differ from the ground.
/// Coding, scaling and sharpening change a window by a part of its contrast only, and they change all of the picture.
package struct DetailComparison: Sendable {
    /// The greatest change of a window.
    package let greatest: Double
    /// The change that 49 of 50 windows do not exceed: what coding and scaling do to this picture.
    package let usual: Double

    /// The number of pixels along each side of a block; a window is 2×2 blocks.
    private static let block = 4
    /// The values that are added to the contrast, in levels, so that coding noise in smooth areas does not count: for
    /// the greatest difference and for its root mean square.
    private static let noiseFloor: (peak: Float, mean: Float) = (30, 10)
    /// The weight of the root mean square.
    private static let meanWeight: Float = 1.5

    /// Compares two pictures.
    package init(_ pair: DetailedPair) {
        let changes = Self.changes(pair).sorted()
        greatest = Double(changes.last ?? 0)
        usual = changes.isEmpty ? 0 : Double(changes[(changes.count - 1) * 49 / 50])
    }

    /// Whether an area shows something else, such as another word, digit or sign.
    ///
    /// The limit grows with what coding and scaling do to the whole picture.
    package var showsOtherDetail: Bool {
        greatest > min(Self.leastLimit + Self.growth * usual, Self.greatestLimit)
    }

    private static let leastLimit = 0.45
    private static let growth = 1.5
    /// Less than what other letters change, so that a picture that differs everywhere is not a copy.
    private static let greatestLimit = 1.0

    /// The changes of all windows.
    private static func changes(_ pair: DetailedPair) -> [Float] {
        let (across, down) = (pair.width / block, pair.height / block)
        guard across > 1, down > 1 else { return [] }
        var changes: [Float] = []
        changes.reserveCapacity((across - 1) * (down - 1))
        var above = BlockRow(pair, row: 0, block: block)
        for row in 1..<down {
            let below = BlockRow(pair, row: row, block: block)
            for column in 1..<across {
                let sums = above.sums[column - 1] + above.sums[column] + below.sums[column - 1] + below.sums[column]
                let fit = WindowFit(sums, count: 4 * block * block)
                let columns = (column - 1) * block..<(column + 1) * block
                let peak = max(above.peak(fit, columns), below.peak(fit, columns))
                let mean = meanWeight * fit.residual / (fit.contrast + noiseFloor.mean)
                changes.append(max(peak / (fit.contrast + noiseFloor.peak), mean))
            }
            above = below
        }
        return changes
    }
}

/// The pixels of a row of blocks.
private struct BlockRow {
    /// The sums of each block.
    private(set) var sums: [WindowFit.Sums]
    /// The terms of each pixel of the blocks, row by row.
    private var terms: [WindowFit.Terms] = []
    private let width: Int

    init(_ pair: DetailedPair, row: Int, block: Int) {
        let count = pair.width / block
        width = count * block
        sums = [WindowFit.Sums](repeating: .zero, count: count)
        terms.reserveCapacity(block * width)
        for row in row * block..<(row + 1) * block {
            for column in 0..<width {
                let index = row * pair.width + column
                let (across, down, bend) = pair.slopes(row: row, column: column)
                let pixel = WindowFit.Terms(across, down, bend, pair.difference[index])
                sums[column / block] += WindowFit.sums(of: pixel, mean: pair.mean[index])
                terms.append(pixel)
            }
        }
    }

    /// The greatest difference of a pixel in these columns that a fit does not explain, in levels.
    func peak(_ fit: WindowFit, _ columns: Range<Int>) -> Float {
        var peak: Float = 0
        for start in stride(from: 0, to: terms.count, by: width) {
            for column in columns { peak = max(peak, abs(fit.unexplained(terms[start + column]))) }
        }
        return peak
    }
}
