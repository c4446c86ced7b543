/// The difference of two thumbnails, taken apart: what a shift explains, what a change of tone explains, and the rest.
///
/// Least squares of `a − b ≈ e + c·m + x·gx + y·gy`, where `m` is the mean of both thumbnails and `gx`, `gy` its slope
/// across and down (``SlopeStencil``). Using the mean of both makes the fit symmetric: exchanged thumbnails give the
/// negated fit, bit for bit. The sums are exact (integers below 2^53 in floating point), the solution is computed in a
/// fixed order of operations.
struct DifferenceFit: Sendable {
    /// The fitted displacement of the second picture's content to the right and down, relative to the first, in cells.
    let shift: (x: Double, y: Double)
    /// `a − b` without the part that the shift explains: 4096 levels, row by row.
    let differences: [Double]
    /// What neither shift nor tone explains: 4096 levels, row by row.
    let residuals: [Double]
    /// The length of the slope of `m`: 4096 values, in levels for each cell.
    let slopes: [Double]

    /// The fit of the difference `a − b`.
    init(_ a: Thumbnail, _ b: Thumbnail) {
        let raw = zip(a.levels, b.levels).map { Double(Int($0) - Int($1)) }
        let terms = Self.terms(a, b)
        // With |terms| ≤ 892,500 (see SlopeStencil) every sum is at most 4096·892,500² < 2^52.
        var normal = [SIMD4<Double>](repeating: .zero, count: 4)
        var right = SIMD4<Double>.zero
        for (difference, term) in zip(raw, terms) {
            for row in 0..<4 { normal[row] += term * term[row] }
            right += term * difference
        }
        let solution = Self.solve(normal, right)
        let slopeScale = Double(2 * SlopeStencil.scale)
        shift = (x: solution[2] * slopeScale, y: solution[3] * slopeScale)
        differences = zip(raw, terms).map { $0 - solution[2] * $1[2] - solution[3] * $1[3] }
        residuals = zip(differences, terms).map { $0 - solution[0] - solution[1] * $1[1] }
        slopes = terms.map { ($0[2] * $0[2] + $0[3] * $0[3]).squareRoot() / slopeScale }
    }

    /// For each cell the whole numbers that are to explain the difference: `1`, `2·m`, and `gx` and `gy` times
    /// `2·SlopeStencil.scale`.
    private static func terms(_ a: Thumbnail, _ b: Thumbnail) -> [SIMD4<Double>] {
        let side = Thumbnail.side
        let sums = zip(a.levels, b.levels).map { Int($0) + Int($1) }
        return (0..<Thumbnail.levelCount).map { cell in
            let across = SlopeStencil.slope(of: sums, at: cell, position: cell % side, stride: 1)
            let down = SlopeStencil.slope(of: sums, at: cell, position: cell / side, stride: side)
            return SIMD4(1, Double(sums[cell]), Double(across), Double(down))
        }
    }

    /// Gaussian elimination in the order of the terms; a term that earlier ones explain already gets zero.
    ///
    /// In a plain ramp a shift and a change of brightness are the same: then brightness, which is never forgiven, is
    /// meant.
    private static func solve(_ matrix: [SIMD4<Double>], _ right: SIMD4<Double>) -> SIMD4<Double> {
        var rows = matrix
        var right = right
        var solution = SIMD4<Double>.zero
        let isIndependent = { (rows: [SIMD4<Double>], term: Int) in rows[term][term] > 1e-9 * matrix[term][term] }
        for term in 0..<4 where isIndependent(rows, term) {
            for later in (term + 1)..<4 {
                let factor = rows[later][term] / rows[term][term]
                rows[later] -= factor * rows[term]
                right[later] -= factor * right[term]
            }
        }
        for term in (0..<4).reversed() where isIndependent(rows, term) {
            // The terms before this one are still zero in `solution`: only later ones count.
            let known = (0..<4).reduce(0) { $0 + rows[term][$1] * solution[$1] }
            solution[term] = (right[term] - known) / rows[term][term]
        }
        return solution
    }
}
