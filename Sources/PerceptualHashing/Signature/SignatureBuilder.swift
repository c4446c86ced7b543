public import ImageDecoding
public import PhotoModel

/// Computes a content signature from rows of luma in the order in which a decoder delivers them.
///
/// Memory does not depend on the picture's area: 14 bytes for each pixel of the width, 8 of the height, and about
/// 40 KB, or 75 KB if colours are converted. A value of this type may be used from one thread at a time.
///
/// Version 2 is defined in integer arithmetic on 8-bit samples, so every machine computes the same bits.
/// ``ResamplingAxis`` and ``ThumbnailResampler`` give the 64×64 thumbnail. The orientation is applied to the
/// thumbnail. ``Thumbnail/hash`` and ``Thumbnail/quality`` are computed from its levels.
public struct SignatureBuilder: LumaConsumer, Sendable {
    private var resampler: ThumbnailResampler?
    /// The same for the values before the conversion of colours; without a row if colours are not converted.
    private var unconverted: ThumbnailResampler?
    private var storedSize: PixelSize?

    /// Creates a builder without a picture.
    public init() {}

    /// The number of rows that were added.
    public var rowsConsumed: Int { resampler?.rowsConsumed ?? 0 }

    /// Starts a picture and discards an earlier one.
    ///
    /// A decoded size that is not libjpeg's `(stored·eighths + 7) / 8`, or a side above 2^20 pixels, gives no
    /// signature.
    public mutating func begin(_ geometry: LumaGeometry) {
        resampler = ThumbnailResampler(geometry)
        unconverted = resampler
        storedSize = geometry.storedSize
    }

    /// Adds row `y` (0, 1, 2, …) of `decodedSize.width` samples; ignores rows out of order or too short.
    public mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>) {
        resampler?.consume(row: y, luma)
    }

    /// Adds row `y` of the values before the conversion of colours; ignores rows out of order or too short.
    public mutating func consume(row y: Int, unconverted luma: UnsafeBufferPointer<UInt8>) {
        unconverted?.consume(row: y, luma)
    }

    /// The signature of the displayed picture; `nil` if no row was added.
    ///
    /// It has the picture without the conversion of colours too if the two pictures differ.
    ///
    /// Rows that are missing at the bottom (a damaged file) count as middle gray, level 128.
    ///
    /// The orientation is applied to the 64×64 levels, not to the pixels. The result is the same. Both axes have the
    /// same weight function and the sums are exact, so the thumbnail of a transposed picture is the transposed
    /// thumbnail. The weights are symmetric, so the same holds for mirroring if the decoded picture ends at the exact
    /// length of the axis, as it always does at full size.
    public func signature(orientation: Orientation) -> ContentSignature? {
        guard let resampler, let storedSize, resampler.rowsConsumed > 0 else { return nil }
        let thumbnail = resampler.thumbnail.oriented(orientation)
        let other = unconverted.flatMap { $0.rowsConsumed > 0 ? $0.thumbnail.oriented(orientation) : nil }
        return ContentSignature(
            thumbnail, unconverted: other.flatMap { $0.differs(from: thumbnail) ? $0 : nil },
            size: storedSize.displayed(orientation))
    }
}
