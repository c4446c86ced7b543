/// The normal equations of the fit of ``DifferenceFit`` for one mean picture.
///
/// The results for one picture are the same on every machine: each operation is an IEEE operation of doubles, and sums
/// have the order of the cells and of the terms. ``NeutralRounding`` depends on it.
struct FitEquations {
    static let termCount = 8
    /// The terms that are movements.
    static let movements = 2..<termCount
    /// The value added to the diagonal of the terms of movement, in squared levels for each squared cell.
    ///
    /// It is for 64×64 cells. Finer cells are more and their errors are independent, so that the same slopes show a
    /// smaller movement: the ridge is divided by the square of ``scale``, and ``structure`` is multiplied by it.
    private static let ridge: Double = 5000

    /// The number of cells along a side, divided by 64.
    let scale: Int
    /// All cells except those at the edge.
    let innerCells: [Int]
    /// The terms for each of the inner cells.
    let terms: [SIMD8<Double>]
    /// The part of the slopes that a change of tone does not explain, in the direction in which this part is least.
    ///
    /// In squared levels for each squared cell of 64×64. A shift is visible only by this part. It is the smaller
    /// eigenvalue of the structure tensor (Shi and Tomasi, Good Features to Track, 1994) over the whole frame.
    let structure: Double
    private let matrix: [SIMD8<Double>]

    /// The equations for a mean picture of `side`² levels, with a side of 64 times a whole number.
    init(mean: [Double], side: Int) {
        scale = side / Thumbnail.side
        let inner = 1..<side - 1
        innerCells = inner.flatMap { row in inner.map { row * side + $0 } }
        terms = innerCells.map { Self.terms(of: mean, side, at: $0) }
        var normal = [SIMD8<Double>](repeating: .zero, count: Self.termCount)
        for term in terms {
            for row in 0..<Self.termCount { normal[row] += term * term[row] }
        }
        let area = Double(scale * scale)
        structure = Self.structure(normal) * area
        for row in Self.movements { normal[row][row] += Self.ridge / area }
        matrix = normal
    }

    private static func terms(of mean: [Double], _ side: Int, at cell: Int) -> SIMD8<Double> {
        let (row, column) = cell.quotientAndRemainder(dividingBy: side)
        let across = SlopeStencil.slope(of: mean, at: cell, position: column, stride: 1, side: side)
        let down = SlopeStencil.slope(of: mean, at: cell, position: row, stride: side, side: side)
        let u = Double(2 * column + 1 - side) / Double(side)
        let v = Double(2 * row + 1 - side) / Double(side)
        return SIMD8(1, mean[cell], across, down, across * u, across * v, down * u, down * v)
    }

    /// The coefficients of the terms, by Gaussian elimination in the order of the terms.
    ///
    /// A term that earlier terms explain gets zero. In a plain ramp, movement and a change of brightness look the same.
    /// The fit then assumes brightness, because the comparison does not forgive a change of brightness.
    ///
    /// - Parameter right: The sums of each term times the differences.
    func solution(for right: SIMD8<Double>) -> SIMD8<Double> {
        var rows = matrix
        var right = right
        var solution = SIMD8<Double>.zero
        for term in 0..<Self.termCount { Self.eliminate(term, of: matrix, from: &rows, &right) }
        for term in (0..<Self.termCount).reversed() where Self.isIndependent(term, of: matrix, in: rows) {
            // The terms before this one are still zero in `solution`, so only later terms count.
            let known = (0..<Self.termCount).reduce(0) { $0 + rows[term][$1] * solution[$1] }
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
