public import ImageDecoding
public import PhotoModel

/// Makes a content signature of rows of luma as a decoder delivers them.
///
/// Memory is flat: eight bytes for each pixel of the width and of the height, and about 40 KB, whatever the picture's area.
/// A value of this type may be used from one thread at a time.
///
/// The definition, version 1, is integer arithmetic from the 8-bit samples on, so that every machine computes the same
/// bits: ``ResamplingAxis`` and ``ThumbnailResampler`` give the 64×64 thumbnail, the orientation is applied to the
/// thumbnail, ``Thumbnail/hash`` and ``Thumbnail/quality`` follow from its levels.
public struct SignatureBuilder: LumaConsumer, Sendable {
    private var resampler: ThumbnailResampler?
    private var storedSize: PixelSize?

    /// A builder that waits for a picture.
    public init() {}

    /// How many rows of the picture have come.
    public var rowsConsumed: Int { resampler?.rowsConsumed ?? 0 }

    /// Starts a picture and forgets an earlier one.
    ///
    /// A decoded size that is not libjpeg's `(stored·eighths + 7) / 8`, or a side above 2^20 pixels, gives no signature.
    public mutating func begin(_ geometry: LumaGeometry) {
        resampler = ThumbnailResampler(geometry)
        storedSize = geometry.storedSize
    }

    /// Adds row `y` (0, 1, 2, …) of `decodedSize.width` samples; ignores rows out of order or too short.
    public mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>) {
        resampler?.consume(row: y, luma)
    }

    /// The signature of the picture as displayed; `nil` when no row came.
    ///
    /// Rows that are missing at the bottom (a damaged file) count as middle gray, level 128.
    /// The orientation is applied to the 64×64 levels, not to the pixels. That is equivalent: the weights of both axes
    /// are the same function and the sums are exact, so the thumbnail of a transposed picture is the transposed
    /// thumbnail; and tents are symmetric, so the same holds for mirroring whenever the decoded picture ends where the
    /// true extent does (always at full size).
    public func signature(orientation: Orientation) -> ContentSignature? {
        guard let resampler, let storedSize, resampler.rowsConsumed > 0 else { return nil }
        let thumbnail = resampler.thumbnail.oriented(orientation)
        return ContentSignature(thumbnail, size: storedSize.displayed(orientation))
    }
}
