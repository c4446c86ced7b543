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
        let median = coefficients.sorted()[coefficients.count / 2 - 1]
        var words = SIMD4<UInt64>()
        for (bit, coefficient) in coefficients.enumerated() where coefficient > median {
            words[bit / 64] |= 1 << UInt64(bit % 64)
        }
        return PerceptualHash(words: words)
    }

    /// `B`, row by row: 256 values.
    ///
    /// The cosines of an odd frequency change their sign in the middle, those of an even one do not: the sum over all cells
    /// of a line is one over the differences, or the sums, of opposite cells. The vertical sums are exact in floating point
    /// (below 2^53), which SSE2 multiplies two at a time.
    private var lowFrequencies: [Int64] {
        let side = Self.side
        let half = side / 2
        let count = CosineTable.frequencyCount
        let cosines = CosineTable.rows
        let folded = foldedRows
        var coefficients: [Int64] = []
        coefficients.reserveCapacity(count * count)
        var columns = [Double](repeating: 0, count: side)
        for down in 0..<count {
            for column in 0..<side { columns[column] = 0 }
            for row in 0..<half {
                let cosine = Double(cosines[down * side + row])
                let line = (down.isMultiple(of: 2) ? row : half + row) * side
                for column in 0..<side { columns[column] += cosine * folded[line + column] }
            }
            let sums = (0..<half).map { Int64(columns[$0]) + Int64(columns[side - 1 - $0]) }
            let differences = (0..<half).map { Int64(columns[$0]) - Int64(columns[side - 1 - $0]) }
            for across in 0..<count {
                let values = across.isMultiple(of: 2) ? differences : sums
                coefficients.append((0..<half).reduce(0) { $0 &+ cosines[across * side + $1] &* values[$1] })
            }
        }
        return coefficients
    }

    /// 32 rows of the differences of the rows that are opposite, from the outside, and then 32 rows of their sums.
    private var foldedRows: [Double] {
        let half = Self.levelCount / 2
        var folded = [Double](repeating: 0, count: Self.levelCount)
        for row in 0..<Self.side / 2 {
            for column in 0..<Self.side {
                let place = row * Self.side + column
                let (upper, lower) = (Double(levels[place]), Double(levels[(Self.side - 1 - row) * Self.side + column]))
                folded[place] = upper - lower
                folded[half + place] = upper + lower
            }
        }
        return folded
    }
}
