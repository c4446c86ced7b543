/// The slope of a thumbnail from cell to cell.
///
/// Nine cells in a line: the central difference of eighth order (Fornberg, "Generation of finite difference formulas on
/// arbitrarily spaced grids", 1988): `(672·Δ1 − 168·Δ2 + 32·Δ3 − 3·Δ4) / 840` with `Δk` the difference of the cells `k`
/// after and before. Within four cells of the edge the plain central difference.
/// A plain difference everywhere underestimates fine detail, and what is fitted with it comes out a quarter too large.
enum SlopeStencil {
    /// The slope at a cell that is not at the edge, in levels for each cell.
    ///
    /// - Parameters:
    ///   - values: 64×64 values.
    ///   - cell: The index of the cell in `values`.
    ///   - position: The cell's place in its line, 1 to 62.
    ///   - stride: From one cell of the line to the next: 1 across, 64 down.
    static func slope(of values: [Double], at cell: Int, position: Int, stride: Int) -> Double {
        let difference = { values[cell + $0 * stride] - values[cell - $0 * stride] }
        guard position >= 4, position <= Thumbnail.side - 5 else { return difference(1) / 2 }
        return (672 * difference(1) - 168 * difference(2) + 32 * difference(3) - 3 * difference(4)) / 840
    }
}
