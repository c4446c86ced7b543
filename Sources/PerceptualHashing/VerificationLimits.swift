/// How far two thumbnails of the same picture may differ.
///
/// Levels are of 255. All limits are greater than zero. The standard values were measured on re-encodes and on copies
/// that real services made, beside bursts, brackets and other different frames: they keep the copies and let none of
/// the different frames through but neighbours in a tripod's focus stack.
public struct VerificationLimits: Sendable, Hashable {
    /// The root of the mean squared difference, in levels.
    public var rms: Double = 2.1
    /// The greatest difference of a cell, in levels.
    public var worstPixel: Double = 16
    /// The greatest mean difference of a 2×2 block, in levels.
    public var worst2x2: Double = 10
    /// The greatest mean difference of a 4×4 block, in levels.
    public var worst4x4: Double = 6.8
    /// The mean difference, in levels.
    public var mean: Double = 0.75
    /// The displacement as a part of the frame: 0.0006 is 0.06 %.
    public var shift: Double = 0.0006
    /// The displacement in pixels of the smaller picture.
    ///
    /// The more generous of the two limits counts: the scalers of real services are off by parts of a pixel.
    public var shiftPixels: Double = 0.75
    /// The greatest mean of a 2×2 block, in levels, of what neither a shift nor a change of tone explains.
    public var residual2x2: Double = 9.7
    /// The greatest ratio, in a 4×4 block, of the unexplained difference to the local contrast.
    public var gradientNormalised4x4: Double = 0.95

    /// The standard limits.
    public init() {}

    /// The limits that decide whether two files are the same photo.
    public static let standard: VerificationLimits = VerificationLimits()
}
