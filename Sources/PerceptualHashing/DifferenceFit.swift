/// The difference of two thumbnails, taken apart: what a shift explains, what a change of tone explains, and the rest.
///
/// Least squares of `a − b ≈ e + c·m + x·gx + y·gy`, where `m` is the mean of both thumbnails and `gx`, `gy` its slope
/// across and down (central differences, one-sided at the edges). Using the mean makes the fit symmetric: exchanged
/// thumbnails give the negated fit, bit for bit. All sums are exact integers; only the solution is floating point, in a
/// fixed order of operations.
package struct DifferenceFit: Sendable {
    /// How far the first picture's content lies to the right of (`x`) and below (`y`) the second's, negated, in cells.
    package let shift: (x: Double, y: Double)
    /// `a − b` without the part that the shift explains: 4096 levels, row by row.
    package let differences: [Double]
    /// What neither shift nor tone explains: 4096 levels, row by row.
    package let residuals: [Double]
    /// The length of the slope of `m`: 4096 values, in levels for each cell.
    package let slopes: [Double]

    /// The fit of the difference `a − b`.
    package init(_ a: Thumbnail, _ b: Thumbnail) {
        let cells = Self.cells(a, b)
        // |sums| ≤ 4096·1020·1020 < 2^33: exact in Int and in Double.
        var normal = [SIMD4<Int>](repeating: .zero, count: 4)
        var right = SIMD4<Int>.zero
        for cell in cells {
            for row in 0..<4 { normal[row] &+= cell.terms &* cell.terms[row] }
            right &+= cell.terms &* cell.difference
        }
        let solution = Self.solve(normal.map { SIMD4<Double>($0) }, SIMD4<Double>(right))
        shift = (x: solution[2] * 4, y: solution[3] * 4)
        differences = cells.map { cell in
            Double(cell.difference) - solution[2] * Double(cell.terms[2]) - solution[3] * Double(cell.terms[3])
        }
        residuals = zip(cells, differences).map { cell, difference in
            difference - solution[0] - solution[1] * Double(cell.terms[1])
        }
        slopes = cells.map { cell in
            let across = Double(cell.terms[2])
            let down = Double(cell.terms[3])
            return (across * across + down * down).squareRoot() / 4
        }
    }

    /// What one cell contributes: `a − b`, and the integers `1, 2·m, 4·gx, 4·gy` that are to explain it.
    private struct Cell {
        let difference: Int
        let terms: SIMD4<Int>
    }

    private static func cells(_ a: Thumbnail, _ b: Thumbnail) -> [Cell] {
        let side = Thumbnail.side
        let sums = zip(a.levels, b.levels).map { Int($0) + Int($1) }
        /// Four times the slope of the mean at `position` of a line of cells.
        func slope(_ position: Int, line: (Int) -> Int) -> Int {
            let before = max(position - 1, 0)
            let after = min(position + 1, side - 1)
            return (sums[line(after)] - sums[line(before)]) * (2 / (after - before))
        }
        return (0..<Thumbnail.levelCount).map { index in
            let row = index / side
            let column = index % side
            return Cell(
                difference: Int(a.levels[index]) - Int(b.levels[index]),
                terms: SIMD4(
                    1, sums[index], slope(column) { row * side + $0 }, slope(row) { $0 * side + column }))
        }
    }

    /// Gaussian elimination in the order of the terms. A term that earlier ones explain already gets zero: in a plain
    /// ramp a shift and a change of brightness are the same, and then brightness, which is never forgiven, is meant.
    private static func solve(_ matrix: [SIMD4<Double>], _ right: SIMD4<Double>) -> SIMD4<Double> {
        var rows = matrix
        var right = right
        var solution = SIMD4<Double>.zero
        let independent = { (rows: [SIMD4<Double>], term: Int) in rows[term][term] > 1e-9 * matrix[term][term] }
        for term in 0..<4 where independent(rows, term) {
            for later in (term + 1)..<4 {
                let factor = rows[later][term] / rows[term][term]
                rows[later] -= factor * rows[term]
                right[later] -= factor * right[term]
            }
        }
        for term in (0..<4).reversed() where independent(rows, term) {
            let known = (rows[term] * solution).sum()
            solution[term] = (right[term] - known) / rows[term][term]
        }
        return solution
    }
}
