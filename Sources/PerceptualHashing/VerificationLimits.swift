/// How far two thumbnails of the same picture may differ.
///
/// Levels are of 255. All limits are greater than zero. The standard values were fitted on re-encodes, on copies of all
/// sizes and on scalers that are up to 0.75 pixels off on both axes, beside changed and different pictures; tone, structure and
/// the displacements in pixels by `Benchmarks/Accuracy/run --limits`, on one half of its photos.
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
    /// The root of the mean square of what a change of tone explains, in levels.
    public var tone: Double = 1.045
    /// The greatest displacement anywhere in the frame, across or down, as a part of the frame: 0.0007 is 0.07 %.
    public var displacement: Double = 0.0007
    /// The greatest displacement anywhere in the frame, across or down, in pixels of the smaller picture.
    ///
    /// The more generous of the two limits counts: the scalers of real services are off by parts of a pixel.
    public var displacementPixels: Double = 0.9
    /// The same for pictures of equal size: nothing was scaled, so only noise moves them, and other frames of a camera on
    /// a tripod have this size.
    public var displacementPixelsAtEqualSize: Double = 0.075
    /// The greatest mean of a 2×2 block, in levels, of what neither moving nor a change of tone explains.
    public var residual2x2: Double = 10.5
    /// The greatest ratio, in a 4×4 block, of the unexplained difference to the local contrast.
    public var gradientNormalised4x4: Double = 0.8
    /// The least structure, in squared levels for each squared cell, by which a shift of 0.1 % of the frame is seen.
    ///
    /// The fit's ridge makes a shift appear by `s / (s + 5000)` of its size: with this at least 0.092 % for 0.1 %, above
    /// the limit of displacement.
    public var structure: Double = 60_000

    /// The standard limits.
    public init() {}

    /// The limits that decide whether two files are the same photo.
    public static let standard: VerificationLimits = VerificationLimits()

    /// The limits for a picture that was quantised with this step, in levels: the noise of that, as it was measured, adds
    /// to what copies differ by.
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
