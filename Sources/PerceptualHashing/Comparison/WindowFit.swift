/// The difference of two pictures in one window, divided into the part that movement and sharpness explain, and the
/// rest.
///
/// The fit minimises the squares of `a − b ≈ e + x·gx + y·gy + s·Δ` in the window, with the slopes `gx` and `gy` of the
/// mean of both pictures and its Laplacian `Δ`. A copy may be moved by at most a pixel, and its sharpness may differ as
/// scalers and sharpening change it. Contrast is no term: it would explain a word that one of the pictures lacks.
struct WindowFit {
    /// The sums over pixels of the products of terms, difference and mean.
    typealias Sums = SIMD16<Float>
    /// The slopes across and down, the Laplacian and the difference of a pixel, in levels.
    typealias Terms = SIMD4<Float>

    /// The greatest movement, in pixels.
    private static let movement: Float = 1
    /// The greatest part of the Laplacian by which the pictures may differ.
    private static let sharpness: Float = 0.2
    /// The value added to the squares of the terms, in squared levels, so that noise gives no movement.
    private static let ridge: Float = 4
    /// The level of the mean that is subtracted, so that sums of squares are exact enough.
    private static let middle: Float = 128

    /// The root of the mean square of the unexplained part, in levels.
    let residual: Float
    /// The standard deviation of the mean of both pictures, in levels.
    let contrast: Float
    /// The factors of a pixel's terms, whose sum is what the fit leaves of its difference, without ``offset``.
    private let factors: Terms
    private let offset: Float

    /// What one pixel adds to the sums.
    static func sums(of terms: Terms, mean: Float) -> Sums {
        let (x, y, s, difference) = (terms.x, terms.y, terms.z, terms.w)
        let m = mean - middle
        return Sums(1, 1, 1, 1, 1, x, x, x, y, y, s, x, y, s, difference, m)
            * Sums(x, y, s, difference, m, x, y, s, y, s, s, difference, difference, difference, difference, m)
    }

    /// - Parameter sums: The sums of all pixels of the window.
    init(_ sums: Sums, count: Int) {
        let means = sums / Float(count)
        func covariance(_ product: Int, _ one: Int, _ other: Int) -> Float {
            means[product] - means[one] * means[other]
        }
        let (xx, xy, xs) = (covariance(5, 0, 0), covariance(6, 0, 1), covariance(7, 0, 2))
        let (yy, ys, ss) = (covariance(8, 1, 1), covariance(9, 1, 2), covariance(10, 2, 2))
        let right = SIMD3(covariance(11, 0, 3), covariance(12, 1, 3), covariance(13, 2, 3))
        let found = Self.solution(
            SIMD3(xx, xy, xs) + SIMD3(Self.ridge, 0, 0), SIMD3(xy, yy, ys) + SIMD3(0, Self.ridge, 0),
            SIMD3(xs, ys, ss) + SIMD3(0, 0, Self.ridge), right)
        let greatest = SIMD3(Self.movement, Self.movement, Self.sharpness)
        let used = found.clamped(lowerBound: -greatest, upperBound: greatest)
        let explained = SIMD3(xx, xy, xs) * used.x + SIMD3(xy, yy, ys) * used.y + SIMD3(xs, ys, ss) * used.z
        let rest = covariance(14, 3, 3) - 2 * (used * right).sum() + (used * explained).sum()
        residual = max(0, rest).squareRoot()
        factors = Terms(-used, 1)
        offset = (factors * Terms(means[0], means[1], means[2], means[3])).sum()
        contrast = max(0, covariance(15, 4, 4)).squareRoot()
    }

    /// What neither movement nor sharpness explains of the difference of a pixel, in levels.
    func unexplained(_ terms: Terms) -> Float { (factors * terms).sum() - offset }

    /// The solution of three symmetric equations, by Cramer's rule.
    ///
    /// The ridge makes the determinant positive.
    private static func solution(
        _ first: SIMD3<Float>, _ second: SIMD3<Float>, _ third: SIMD3<Float>, _ right: SIMD3<Float>
    ) -> SIMD3<Float> {
        let across = SIMD3(
            second.y * third.z - second.z * third.y, second.z * third.x - second.x * third.z,
            second.x * third.y - second.y * third.x)
        let determinant = (first * across).sum()
        let down = SIMD2(first.x * third.z - first.z * third.x, first.y * third.x - first.x * third.y)
        let last = first.x * second.y - first.y * second.x
        return SIMD3(
            (across * right).sum(), (SIMD3(across.y, down.x, down.y) * right).sum(),
            (SIMD3(across.z, down.y, last) * right).sum()) / determinant
    }
}
