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
    package var hash: PerceptualHash {
        let coefficients = lowFrequencies
        let median = coefficients.sorted()[coefficients.count / 2 - 1]
        var words = SIMD4<UInt64>()
        for (bit, coefficient) in coefficients.enumerated() where coefficient > median {
            words[bit / 64] |= 1 << UInt64(bit % 64)
        }
        return PerceptualHash(words: words)
    }

    /// `B`, row by row: 256 values.
    private var lowFrequencies: [Int64] {
        let side = Self.side
        let count = CosineTable.frequencyCount
        let cosines = CosineTable.rows
        let samples = levels.map(Int64.init)
        var coefficients: [Int64] = []
        coefficients.reserveCapacity(count * count)
        var columns = [Int64](repeating: 0, count: side)
        for down in 0..<count {
            for column in 0..<side { columns[column] = 0 }
            for row in 0..<side {
                let cosine = cosines[down * side + row]
                for column in 0..<side { columns[column] &+= cosine &* samples[row * side + column] }
            }
            for across in 0..<count {
                coefficients.append((0..<side).reduce(0) { $0 &+ cosines[across * side + $1] &* columns[$1] })
            }
        }
        return coefficients
    }
}
