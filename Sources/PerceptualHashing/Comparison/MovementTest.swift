/// The movement of the content between two pictures, and how exactly they show it.
///
/// A copy moves nothing. A camera that takes another frame moves everything: it shifts, approaches or turns, mostly in
/// all of these ways. So a shift across, a shift down, a zoom and a rotation are estimated together by least squares.
/// One alone proves nothing: in a picture whose detail is at one point, a shift may hide a zoom about this point.
struct MovementTest {
    /// The greatest of the estimated movements, as a fraction of the frame: the shift of the centre, and the movement
    /// of the edge by zoom and by rotation.
    let movement: Double
    /// The greatest standard error of the estimates by the noise, as a fraction of the frame.
    ///
    /// It is 1, and ``movement`` is 0, if the pictures do not show one of the movements: if the error is 0.01 or more,
    /// or if the movement shows by less than ``leastPart`` of the slopes.
    let error: Double

    /// - Parameters:
    ///   - equations: The equations of all movements.
    ///   - side: The number of cells along a side of the pictures.
    ///   - noise: The noise of a cell, in levels. The cells have to be independent.
    ///   - aspect: The width of the displayed picture divided by its height.
    init(_ equations: MovementEquations, side: Int, noise: Double, aspect: Double) {
        let movements = Self.movements(aspect: aspect).map { $0 * Double(side) }
        let products = movements.map { one in SIMD4(movements.map { equations.product(one, $0) }) }
        let sums = SIMD4(movements.map { ($0 * equations.right).sum() })
        guard let inverse = Self.inverse(products) else {
            self = .unseen
            return
        }
        let estimates = inverse.map { ($0 * sums).sum() }
        let shift = (estimates[0] * estimates[0] + estimates[1] * estimates[1]).squareRoot()
        let variance = inverse.indices.reduce(0) { max($0, inverse[$1][$1]) }
        let error = noise * variance.squareRoot()
        guard error < 0.01, variance * equations.slopes * Double(side * side) * Self.leastPart <= 1 else {
            self = .unseen
            return
        }
        self.init(movement: max(shift, abs(estimates[2]), abs(estimates[3])), error: error)
    }

    /// The least part of the squared slopes by which a movement shows.
    ///
    /// In slanted bands a movement along them does not show, and the inaccuracy of slopes at sharp turns is 0.1 % of
    /// them. Photographs, also plain ones, have 1 % and more.
    private static let leastPart = 0.005

    /// The pictures do not show a movement.
    static let unseen = MovementTest(movement: 0, error: 1)

    private init(movement: Double, error: Double) {
        self.movement = movement
        self.error = error
    }

    /// The movements as coefficients of the terms of the fit, in frames: a shift to the right and one down, a zoom that
    /// moves the edges by the frame, and a rotation that moves the ends of the longer axis by the shorter one.
    private static func movements(aspect: Double) -> [SIMD8<Double>] {
        let (width, height) = (min(1, aspect), min(1, 1 / aspect))
        return [
            SIMD8(0, 0, 1, 0, 0, 0, 0, 0), SIMD8(0, 0, 0, 1, 0, 0, 0, 0), SIMD8(0, 0, 0, 0, 1, 0, 0, 1),
            SIMD8(0, 0, 0, 0, 0, height, -width, 0),
        ]
    }

    /// The inverse of a positive definite matrix by Gauss–Jordan elimination; `nil` if the movements before explain
    /// one.
    private static func inverse(_ matrix: [SIMD4<Double>]) -> [SIMD4<Double>]? {
        var rows = matrix
        var inverse = matrix.indices.map { row in SIMD4(matrix.indices.map { $0 == row ? 1.0 : 0 }) }
        for pivot in rows.indices {
            guard rows[pivot][pivot] > FitEquations.leastIndependent * matrix[pivot][pivot] else { return nil }
            let factor = 1 / rows[pivot][pivot]
            rows[pivot] *= factor
            inverse[pivot] *= factor
            for row in rows.indices where row != pivot {
                let part = rows[row][pivot]
                rows[row] -= part * rows[pivot]
                inverse[row] -= part * inverse[pivot]
            }
        }
        return inverse
    }
}
