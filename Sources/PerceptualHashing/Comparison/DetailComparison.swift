/// The comparison of two pictures at the resolution of the smaller one, which sees what a person can read.
///
/// A changed word, digit or sign is a difference in few pixels, which does not change the means of larger cells. The
/// pictures are compared in windows of 8×8 pixels, which overlap by half. A window's *change* is the part of the
/// difference that neither movement nor sharpness explains (``WindowFit``), divided by the contrast of the window plus
/// ``noiseFloor``. It is about 1 or more for other letters, because these differ by as much as they differ from the
/// ground. Coding, scaling and sharpening change a window by a part of its contrast only, and they change all of the
/// picture.
package struct DetailComparison: Sendable {
    /// The greatest change of a window.
    package let greatest: Double
    /// The change that 19 of 20 windows do not exceed: what coding and scaling do to this picture.
    package let usual: Double

    /// The number of pixels along each side of a block; a window is 2×2 blocks.
    private static let block = 4
    /// The value that is added to the contrast, in levels, so that coding noise in smooth areas does not count.
    private static let noiseFloor: Float = 10

    /// Compares two pictures.
    package init(_ pair: DetailedPair) {
        let changes = Self.changes(pair).sorted()
        greatest = Double(changes.last ?? 0)
        usual = changes.isEmpty ? 0 : Double(changes[(changes.count - 1) * 19 / 20])
    }

    /// Whether a place shows something else, such as another word, digit or sign.
    ///
    /// The limit grows with what coding and scaling do to the whole picture.
    package var showsOtherDetail: Bool {
        greatest > min(Self.leastLimit + Self.growth * usual, Self.greatestLimit)
    }

    private static let leastLimit = 0.18
    private static let growth = 4.0
    /// Less than what other letters change, so that a picture that differs everywhere is not a copy.
    private static let greatestLimit = 0.85

    /// The changes of all windows.
    private static func changes(_ pair: DetailedPair) -> [Float] {
        let (across, down) = (pair.width / block, pair.height / block)
        guard across > 1, down > 1 else { return [] }
        var changes: [Float] = []
        changes.reserveCapacity((across - 1) * (down - 1))
        var above = sums(pair, blockRow: 0)
        for row in 1..<down {
            let below = sums(pair, blockRow: row)
            for column in 1..<across {
                let sums = above[column - 1] + above[column] + below[column - 1] + below[column]
                let fit = WindowFit(sums, count: 4 * block * block)
                changes.append(fit.residual / (fit.contrast + noiseFloor))
            }
            above = below
        }
        return changes
    }

    /// The sums of a row of blocks.
    private static func sums(_ pair: DetailedPair, blockRow: Int) -> [WindowFit.Sums] {
        var sums = [WindowFit.Sums](repeating: .zero, count: pair.width / block)
        for row in blockRow * block..<(blockRow + 1) * block {
            for column in 0..<sums.count * block {
                let index = row * pair.width + column
                sums[column / block] += WindowFit.sums(
                    of: pair.slopes(row: row, column: column), difference: pair.difference[index],
                    mean: pair.mean[index])
            }
        }
        return sums
    }
}
