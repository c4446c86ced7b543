/// The difference of two smoothed thumbnails, divided into the parts that movement and tone explain, and the rest.
///
/// The fit minimises the squares over all inner cells of `a − b ≈ e + c·m + x·gx + y·gy`, where `x` and `y` change
/// linearly over the frame. `m` is the mean of both thumbnails, and `gx` and `gy` are its horizontal and vertical
/// slopes (``SlopeStencil``). With `u` and `v`, the position in the frame from −1 to 1, the terms are `1`, `m`, `gx`,
/// `gy`, `gx·u`, `gx·v`, `gy·u`, `gy·v`.
///
/// The fit has six terms of movement. A fit of a shift only would have to allow half a pixel, and would then accept
/// small rotations and zooms. A ``ridge`` on these terms prevents large movements of flat pictures.
///
/// The fit is symmetric because it uses the mean of both thumbnails: exchanged thumbnails give the exact negative.
struct DifferenceFit: Sendable {
    /// The greatest displacement of the second picture's content across and down, as a fraction of the frame.
    ///
    /// It is at a corner.
    let displacement: (across: Double, down: Double)
    /// The displacement of the centre to the right and down, as a fraction of the frame.
    let shift: (right: Double, down: Double)
    /// `a − b` without the part that movement explains: 4096 levels, row by row; 0 at the edge.
    let differences: [Double]
    /// The part that neither movement nor tone explains: 4096 levels, row by row; 0 at the edge.
    let residuals: [Double]
    /// The length of the slope of `m`: 4096 values, in levels for each cell; 0 at the edge.
    let slopes: [Double]
    /// The part of the slopes that a change of tone does not explain, in the direction in which this part is least.
    ///
    /// In squared levels for each squared cell. A shift is visible only by this part. It is the smaller eigenvalue of
    /// the structure tensor (Shi and Tomasi, Good Features to Track, 1994) over the whole frame.
    let structure: Double

    /// The value added to the diagonal of the terms of movement, in squared levels for each squared cell.
    private static let ridge: Double = 5000
    private static let termCount = 8

    /// Fits the difference `a − b`.
    init(_ a: ComparedPicture, _ b: ComparedPicture) {
        let mean = zip(a.levels, b.levels).map { ($0 + $1) / 2 }
        let cells = Self.innerCells
        let terms = cells.map { Self.terms(of: mean, at: $0) }
        let raw = cells.map { a.levels[$0] - b.levels[$0] }
        var normal = [SIMD8<Double>](repeating: .zero, count: Self.termCount)
        var right = SIMD8<Double>.zero
        for (difference, term) in zip(raw, terms) {
            for row in 0..<Self.termCount { normal[row] += term * term[row] }
            right += term * difference
        }
        structure = Self.structure(normal)
        for row in 2..<Self.termCount { normal[row][row] += Self.ridge }
        let solution = Self.solve(normal, right)

        var differences = Array(repeating: 0.0, count: Thumbnail.levelCount)
        var residuals = differences
        var slopes = differences
        for (index, cell) in cells.enumerated() {
            let term = terms[index]
            let moved = (2..<Self.termCount).reduce(raw[index]) { $0 - solution[$1] * term[$1] }
            differences[cell] = moved
            residuals[cell] = moved - solution[0] - solution[1] * term[1]
            slopes[cell] = (term[2] * term[2] + term[3] * term[3]).squareRoot()
        }
        self.differences = differences
        self.residuals = residuals
        self.slopes = slopes
        let side = Double(Thumbnail.side)
        shift = (solution[2] / side, solution[3] / side)
        displacement = (
            (abs(solution[2]) + abs(solution[4]) + abs(solution[5])) / side,
            (abs(solution[3]) + abs(solution[6]) + abs(solution[7])) / side
        )
    }

    /// All cells except those at the edge: 62×62.
    private static let innerCells: [Int] = (0..<Thumbnail.levelCount).filter { cell in
        let (row, column) = cell.quotientAndRemainder(dividingBy: Thumbnail.side)
        return (1..<Thumbnail.side - 1).contains(row) && (1..<Thumbnail.side - 1).contains(column)
    }

    private static func terms(of mean: [Double], at cell: Int) -> SIMD8<Double> {
        let side = Thumbnail.side
        let (row, column) = cell.quotientAndRemainder(dividingBy: side)
        let across = SlopeStencil.slope(of: mean, at: cell, position: column, stride: 1)
        let down = SlopeStencil.slope(of: mean, at: cell, position: row, stride: side)
        let u = Double(2 * column + 1 - side) / Double(side)
        let v = Double(2 * row + 1 - side) / Double(side)
        return SIMD8(1, mean[cell], across, down, across * u, across * v, down * u, down * v)
    }

    /// Gaussian elimination in the order of the terms.
    ///
    /// A term that earlier terms explain gets zero.
    ///
    /// In a plain ramp, movement and a change of brightness look the same. The fit then assumes brightness, because
    /// the comparison does not forgive a change of brightness.
    private static func solve(_ matrix: [SIMD8<Double>], _ right: SIMD8<Double>) -> SIMD8<Double> {
        var rows = matrix
        var right = right
        var solution = SIMD8<Double>.zero
        for term in 0..<termCount { eliminate(term, of: matrix, from: &rows, &right) }
        for term in (0..<termCount).reversed() where isIndependent(term, of: matrix, in: rows) {
            // The terms before this one are still zero in `solution`, so only later terms count.
            let known = (0..<termCount).reduce(0) { $0 + rows[term][$1] * solution[$1] }
            solution[term] = (right[term] - known) / rows[term][term]
        }
        return solution
    }

    /// Subtracts the part that a term explains from the later rows.
    private static func eliminate(
        _ term: Int, of matrix: [SIMD8<Double>], from rows: inout [SIMD8<Double>], _ right: inout SIMD8<Double>
    ) {
        guard isIndependent(term, of: matrix, in: rows) else { return }
        for later in rows.indices.dropFirst(term + 1) {
            let factor = rows[later][term] / rows[term][term]
            rows[later] -= factor * rows[term]
            right[later] -= factor * right[term]
        }
    }

    private static func isIndependent(_ term: Int, of matrix: [SIMD8<Double>], in rows: [SIMD8<Double>]) -> Bool {
        rows[term][term] > 1e-9 * matrix[term][term]
    }

    /// The smaller eigenvalue of the products of both slopes, after brightness and contrast are eliminated.
    private static func structure(_ matrix: [SIMD8<Double>]) -> Double {
        var rows = matrix
        var nothing = SIMD8<Double>.zero
        for term in 0..<2 { eliminate(term, of: matrix, from: &rows, &nothing) }
        let (across, down, both) = (rows[2][2], rows[3][3], rows[2][3])
        return (across + down) / 2 - ((across - down) * (across - down) / 4 + both * both).squareRoot()
    }
}
