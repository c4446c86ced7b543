/// The slope of a thumbnail, in levels for each cell.
///
/// The slope is the central difference of eighth order over nine cells (Fornberg, "Generation of finite difference
/// formulas on arbitrarily spaced grids", 1988): `(672·Δ1 − 168·Δ2 + 32·Δ3 − 3·Δ4) / 840`, where `Δk` is the
/// difference of the cells `k` after and before. Within four cells of the edge it is the ordinary central difference.
/// The ordinary difference underestimates fine detail: used everywhere, it would make the fitted displacements a
/// quarter too large.
enum SlopeStencil {
    /// The slope at an inner cell, in levels for each cell.
    ///
    /// - Parameters:
    ///   - values: `side`² values.
    ///   - cell: The index of the cell in `values`.
    ///   - position: The position of the cell in its line, 1 to `side` − 2.
    ///   - stride: The distance of neighbours in the line: 1 across, `side` down.
    ///   - side: The number of cells in a line.
    static func slope(of values: [Double], at cell: Int, position: Int, stride: Int, side: Int) -> Double {
        let difference = { values[cell + $0 * stride] - values[cell - $0 * stride] }
        guard position >= 4, position <= side - 5 else { return difference(1) / 2 }
        return (672 * difference(1) - 168 * difference(2) + 32 * difference(3) - 3 * difference(4)) / 840
    }
}
