/// The difference of two smoothed pictures of equal sides, divided into the parts that movement and tone explain, and
/// the rest.
///
/// The fit minimises the squares over all inner cells of `a − b ≈ e + c·m + x·gx + y·gy`, where `x` and `y` change
/// linearly over the frame. `m` is the mean of both thumbnails, and `gx` and `gy` are its horizontal and vertical
/// slopes (``SlopeStencil``). With `u` and `v`, the position in the frame from −1 to 1, the terms are `1`, `m`, `gx`,
/// `gy`, `gx·u`, `gx·v`, `gy·u`, `gy·v`.
///
/// The fit has six terms of movement. A fit of a shift only would have to allow half a pixel, and would then accept
/// small rotations and zooms. A ridge on these terms prevents large movements of flat pictures.
///
/// The fit is symmetric because it uses the mean of both thumbnails: exchanged thumbnails give the exact negative.
struct DifferenceFit: Sendable {
    /// The greatest displacement of the second picture's content across and down, as a fraction of the frame.
    ///
    /// It is at a corner.
    let displacement: (across: Double, down: Double)
    /// The displacement of the centre to the right and down, as a fraction of the frame.
    let shift: (right: Double, down: Double)
    /// The number of cells along a side, divided by 64.
    let scale: Int
    /// `a − b` without the part that movement explains, in levels, row by row; 0 at the edge.
    let differences: [Double]
    /// The part that neither movement nor tone explains, in levels, row by row; 0 at the edge.
    let residuals: [Double]
    /// The length of the slope of `m`, in levels for each cell of 64×64, row by row; 0 at the edge.
    let slopes: [Double]
    /// The sum of the squares of the part that movement explains.
    let movedSquares: Double
    /// The equations of the movements.
    let movements: MovementEquations
    /// ``FitEquations/relativeLight(for:)`` of the difference.
    let relativeLight: Double

    /// Fits the difference `a − b`.
    init(_ a: ComparedPicture, _ b: ComparedPicture) {
        let equations = FitEquations(mean: zip(a.levels, b.levels).map { ($0 + $1) / 2 }, side: a.side)
        let cells = equations.innerCells
        let raw = cells.map { a.levels[$0] - b.levels[$0] }
        let right = zip(raw, equations.terms).reduce(into: SIMD8<Double>.zero) { $0 += $1.1 * $1.0 }
        let solution = equations.solution(for: right)
        movements = equations.movements(for: right)
        relativeLight = equations.relativeLight(for: right)
        scale = equations.scale

        var differences = Array(repeating: 0.0, count: a.levels.count)
        var residuals = differences
        var slopes = differences
        var movedSquares = 0.0
        for (index, cell) in cells.enumerated() {
            let term = equations.terms[index]
            let rest = FitEquations.movements.reduce(raw[index]) { $0 - solution[$1] * term[$1] }
            differences[cell] = rest
            movedSquares += (raw[index] - rest) * (raw[index] - rest)
            residuals[cell] = rest - solution[0] - solution[1] * term[1]
            slopes[cell] = (term[2] * term[2] + term[3] * term[3]).squareRoot() * Double(equations.scale)
        }
        self.differences = differences
        self.residuals = residuals
        self.slopes = slopes
        self.movedSquares = movedSquares
        let side = Double(a.side)
        shift = (solution[2] / side, solution[3] / side)
        displacement = (
            (abs(solution[2]) + abs(solution[4]) + abs(solution[5])) / side,
            (abs(solution[3]) + abs(solution[6]) + abs(solution[7])) / side
        )
    }

    /// The number of cells along a side.
    var side: Int { scale * Thumbnail.side }

    /// The number of cells that are not at the edge.
    var innerCellCount: Int { (side - 2) * (side - 2) }

    /// The means of aligned square blocks of values of this fit, row by row.
    ///
    /// - Parameter cells: The side of a block in cells of 64×64.
    func blockMeans(of values: [Double], cells: Int) -> [Double] {
        let length = scale * cells
        let blocks = side / length
        return (0..<(blocks * blocks)).map { block in
            let corner = block / blocks * length * side + block % blocks * length
            var sum = 0.0
            for row in 0..<length {
                for column in 0..<length { sum += values[corner + row * side + column] }
            }
            return sum / Double(length * length)
        }
    }
}
