/// The normal equations of the fit of ``DifferenceFit`` for one mean picture.
///
/// The results for one picture are the same on every machine: each operation is an IEEE operation of doubles, and sums
/// have the order of the cells and of the terms. ``NeutralRounding`` depends on it.
struct FitEquations {
    static let termCount = 8
    /// The least part of a term that earlier terms may leave: less is rounding.
    static let leastIndependent = 1e-9
    /// The terms that are movements.
    static let movements = 2..<termCount
    /// The value added to the diagonal of the terms of movement, in squared levels for each squared cell.
    ///
    /// It is for 64×64 cells. Finer cells are more and their errors are independent, so that the same slopes show a
    /// smaller movement: the ridge is divided by the square of ``scale``.
    private static let ridge: Double = 5000

    /// The number of cells along a side, divided by 64.
    let scale: Int
    /// All cells except those at the edge.
    let innerCells: [Int]
    /// The terms for each of the inner cells.
    let terms: [SIMD8<Double>]
    /// The products of the terms.
    private let products: [SIMD8<Double>]
    /// The products with the ridge.
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
        products = normal
        let area = Double(scale * scale)
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

    /// The part of the mean picture by which the pictures differ, as two exposures do: 0 if the light is the same.
    ///
    /// - Parameter right: The sums of each term times the differences.
    func relativeLight(for right: SIMD8<Double>) -> Double { products[1][1] > 0 ? right[1] / products[1][1] : 0 }

    /// The normal equations of the movements without the ridge, after brightness and contrast are eliminated.
    ///
    /// What a change of light explains is no evidence of a movement.
    ///
    /// - Parameter right: The sums of each term times the differences.
    func movements(for right: SIMD8<Double>) -> MovementEquations {
        var (rows, right) = (products, right)
        for term in 0..<Self.movements.lowerBound { Self.eliminate(term, of: products, from: &rows, &right) }
        return MovementEquations(rows: rows, right: right, slopes: products[2][2] + products[3][3])
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
        rows[term][term] > leastIndependent * matrix[term][term]
    }
}

/// The normal equations of the movements, without brightness and contrast; what stands for these two terms has
/// no meaning.
struct MovementEquations {
    /// The products of the terms.
    let rows: [SIMD8<Double>]
    /// The sums of each term times the differences.
    let right: SIMD8<Double>
    /// The sum of the squares of both slopes, with the part that light explains.
    let slopes: Double

    /// The product of two movements, which have zeros for brightness and contrast.
    func product(_ movement: SIMD8<Double>, _ other: SIMD8<Double>) -> Double {
        FitEquations.movements.reduce(0) { $0 + movement[$1] * (rows[$1] * other).sum() }
    }
}
