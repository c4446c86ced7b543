/// The limits of the differences of two thumbnails of the same picture.
///
/// Levels are 0 to 255. All limits are greater than zero. The standard values were fitted on pictures that were
/// encoded again, on copies of all sizes and on scalers that are up to 0.75 pixels off on both axes, and on changed
/// and different pictures. `Benchmarks/Accuracy/run` chose tone, movement, relative light and the displacements in
/// pixels on one half of its photos.
public struct VerificationLimits: Sendable, Hashable {
    /// The root of the mean squared difference, in levels.
    public var rms: Double = 2.8
    /// The greatest difference of a cell, in levels.
    public var worstPixel: Double = 13
    /// The greatest mean difference of a 2×2 block, in levels.
    public var worst2x2: Double = 10.5
    /// The greatest mean difference of a 4×4 block, in levels.
    public var worst4x4: Double = 6.5
    /// The mean difference, in levels.
    public var mean: Double = 0.9
    /// The root of the mean square of the part that a change of tone explains, in levels.
    public var tone: Double = 1.045
    /// The greatest displacement in the frame, across or down, as a fraction of the frame: 0.0007 is 0.07 %.
    public var displacement: Double = 0.0007
    /// The greatest displacement in the frame, across or down, in pixels of the smaller picture.
    ///
    /// A displacement passes if it is within one of the two limits, because the scalers of services are off by
    /// fractions of a pixel.
    public var displacementPixels: Double = 0.9
    /// The limit of the displacement in pixels for pictures of equal size.
    ///
    /// It is narrower because such copies were not scaled, and because other frames of a camera on a tripod have
    /// equal size.
    public var displacementPixelsAtEqualSize: Double = 0.075
    /// The greatest mean difference of a 4×4 block of copies that are compared in finer cells, in levels.
    ///
    /// Other frames of a camera on a tripod can pass the other limits, and many of them differ by more than this or by
    /// ``displacementOfFineCopies``. It is infinite if a picture has fewer than 512 pixels on its longer side, because
    /// sharpening and strong compression change small pictures as much.
    package var worst4x4OfFineCopies: Double = 3.25
    /// The greatest displacement of copies of equal size that are compared in finer cells, as a fraction of the frame.
    ///
    /// It is infinite for other sizes, because scalers are off by fractions of a pixel.
    package var displacementOfFineCopies: Double = 0.000245
    /// The greatest mean of a 2×2 block of the part that neither movement nor tone explains, in levels.
    public var residual2x2: Double = 10.5
    /// The greatest ratio, in a 4×4 block, of the unexplained difference to the local contrast.
    public var gradientNormalised4x4: Double = 0.8
    /// The greatest movement that a conclusive comparison leaves possible, as a fraction of the frame: the estimated
    /// movement and four standard errors.
    ///
    /// Other frames move by 0.15 % and more.
    public var movement: Double = 0.00105
    /// The greatest change of light of a conclusive comparison, as a fraction of the brightness.
    public var relativeLight: Double = 0.02
    /// The greatest mean of a 2×2 block of the unexplained part of a conclusive comparison, as a multiple of the noise.
    public var detail: Double = 8

    /// Creates the standard limits.
    public init() {}

    /// The limits that decide whether two files are the same photo.
    public static let standard: VerificationLimits = VerificationLimits()

    /// The limits for a picture that was quantised with this step, in levels.
    ///
    /// The measured noise of the quantisation is added to the limits.
    func widened(step: Double) -> VerificationLimits {
        guard step > 0 else { return self }
        func widened(_ limit: Double, _ noise: Double) -> Double {
            (limit * limit + noise * step * noise * step).squareRoot()
        }
        var limits = self
        limits.rms = widened(rms, 0.16)
        limits.worstPixel = widened(worstPixel, 0.64)
        limits.worst2x2 = widened(worst2x2, 0.19)
        limits.residual2x2 = widened(residual2x2, 0.19)
        limits.gradientNormalised4x4 = widened(gradientNormalised4x4, 0.053)
        return limits
    }
}
