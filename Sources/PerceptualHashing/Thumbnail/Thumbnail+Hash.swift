package import PhotoModel

extension Thumbnail {
    /// The 256-bit hash of the 16×16 lowest frequencies: each bit is set if a frequency is above their lower
    /// median.
    ///
    /// `B[i][j] = Σ c[i][y]·c[j][x]·level[y][x]` over all cells, with ``CosineTable``. `i` and `j` from 0 to 15 are
    /// the frequencies 1 to 16. The mean, frequency 0, is not used, as in PDQ. A bit is set if `B[i][j]` is greater
    /// than the 128th smallest of the 256 values. A common factor of all `B` does not change the bits, so `B` is not
    /// scaled.
    ///
    /// Ranges: `|c| ≤ 2^20`, so a vertical sum is below `64·2^20·2^8 = 2^34` and `|B| < 64·2^20·2^34 = 2^60`.
    package var hash: PerceptualHash { Self.hash(of: lowFrequencies) }

    /// The hashes of the thumbnail after 0 to 3 quarter turns clockwise, in this order.
    ///
    /// A turn exchanges the frequencies down and across, and changes the signs of odd ones, because
    /// `c[i][63 − y] = (−1)^(i + 1)·c[i][y]`. So one transform is sufficient for all hashes.
    package var hashesOfTurns: [PerceptualHash] {
        let coefficients = lowFrequencies
        let count = CosineTable.frequencyCount
        return (0..<4).map { turns in
            let turned = coefficients.indices.map { index in
                let (down, across) = index.quotientAndRemainder(dividingBy: count)
                let value = turns.isMultiple(of: 2) ? coefficients[index] : coefficients[across * count + down]
                // Index 0 is frequency 1.
                let isNegative =
                    switch turns {
                    case 0: false
                    case 1: across.isMultiple(of: 2)
                    case 2: down.isMultiple(of: 2) != across.isMultiple(of: 2)
                    default: down.isMultiple(of: 2)
                    }
                return isNegative ? -value : value
            }
            return Self.hash(of: turned)
        }
    }

    private static func hash(of coefficients: [Int64]) -> PerceptualHash {
        let median = coefficients.lowerMedian
        var words = SIMD4<UInt64>()
        for (bit, coefficient) in coefficients.enumerated() where coefficient > median {
            words[bit / 64] |= 1 << UInt64(bit % 64)
        }
        return PerceptualHash(words: words)
    }
}

// The cosines of an odd frequency change their sign in the middle, those of an even one do not: the sum over all cells
// of a line is one over the differences, or the sums, of opposite cells.
extension Thumbnail {
    /// Eight cells of a row.
    ///
    /// Floating point is exact here (below 2^53), and processors compute several at a time.
    private typealias Cells = SIMD8<Double>

    /// `B`, row by row: 256 values.
    private var lowFrequencies: [Int64] {
        let (half, count) = (Self.side / 2, CosineTable.frequencyCount)
        let (cosines, folded) = (CosineTable.rows, foldedRows)
        let width = Self.side / Cells.scalarCount
        var coefficients: [Int64] = []
        coefficients.reserveCapacity(count * count)
        var differences = [Int64](repeating: 0, count: half)
        var sums = differences
        for down in 0..<count {
            let rows = down.isMultiple(of: 2) ? 0..<half : half..<2 * half
            for block in 0..<width / 2 {
                // The cells from the left border inwards, and those that are opposite.
                var (left, right) = (Cells(), Cells())
                for row in rows {
                    let cosine = Double(cosines[down * Self.side + row - rows.lowerBound])
                    left += cosine * folded[row * width + block]
                    right += cosine * folded[(row + 1) * width - 1 - block]
                }
                for cell in left.indices {
                    let (one, other) = (Int64(left[cell]), Int64(right[Cells.scalarCount - 1 - cell]))
                    differences[block * Cells.scalarCount + cell] = one - other
                    sums[block * Cells.scalarCount + cell] = one + other
                }
            }
            for across in 0..<count {
                let values = across.isMultiple(of: 2) ? differences : sums
                coefficients.append((0..<half).reduce(0) { $0 &+ cosines[across * Self.side + $1] &* values[$1] })
            }
        }
        return coefficients
    }

    /// 32 rows of the differences of the rows that are opposite, from the outside, and then 32 rows of their sums.
    private var foldedRows: [Cells] {
        let (half, width) = (Self.side / 2, Self.side / Cells.scalarCount)
        var folded = [Cells](repeating: .zero, count: 2 * half * width)
        for row in 0..<half {
            for block in 0..<width {
                let (upper, lower) = (cells(of: row, block), cells(of: Self.side - 1 - row, block))
                folded[row * width + block] = upper - lower
                folded[(half + row) * width + block] = upper + lower
            }
        }
        return folded
    }

    private func cells(of row: Int, _ block: Int) -> Cells {
        let first = row * Self.side + block * Cells.scalarCount
        return Cells(SIMD8<UInt8>(levels[first..<first + Cells.scalarCount]))
    }
}
