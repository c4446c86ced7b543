internal import CImageShims
internal import PhotoModel

/// The DC coefficients of all components of a JPEG, one for each block of 8×8 samples, and on request the samples of
/// its first component at a larger scale.
///
/// They are the samples at 1/8. Reading them takes about a quarter of the time of libjpeg, and much less for
/// progressive files. The luma at larger scales takes about three quarters.
final class DCCoefficients {
    private let handle: OpaquePointer
    /// The coefficients are valid as long as this object exists.
    let picture: opk_dc_picture

    /// Reads a file from its beginning.
    ///
    /// Returns `nil` if the file is unusual or damaged. libjpeg then decides what the picture is. It reads the other
    /// files without a warning after their headers, and with the same coefficients and samples.
    ///
    /// - Parameters:
    ///   - stream: A sequential file is read to the end of the image, a progressive one until the coefficients are
    ///     known.
    ///   - memory: The greatest number of bytes for the coefficients and samples.
    ///   - lumaSide: The samples to read in a row of a block of the first component: 2, 4 or 8, or 0 for none.
    ///     Progressive files are not read with samples.
    init?(_ stream: any PieceSource, memory: UInt64, lumaSide: Int = 0) throws(DecodeStop) {
        let supply = PieceSupply(stream)
        guard let handle = opk_dc_reader_create(PieceSupply.callback, supply.context) else {
            throw .noMemory(for: "the DC coefficients")
        }
        var picture: UnsafePointer<opk_dc_picture>?
        let status = withExtendedLifetime(supply) {
            opk_dc_reader_read(handle, memory, Int32(clamping: lumaSide), &picture)
        }
        guard status == OPK_OK, let picture else {
            opk_dc_reader_destroy(handle)
            if let failure = supply.failure { throw .caller(failure) }
            return nil
        }
        self.handle = handle
        self.picture = picture.pointee
    }

    deinit { opk_dc_reader_destroy(handle) }
}

extension opk_jpeg_header {
    /// The most samples of luma that are read without libjpeg, because all of them are in memory: those of photos, but
    /// not of long panoramas.
    private static let maxSamples: UInt64 = 4 << 20

    /// The bytes that ``DCCoefficients`` needs; `nil` if libjpeg has to decode the picture at this scale.
    func coefficientMemory(eighths: Int, isConverted: Bool) -> UInt64? {
        guard eighth_needs_only_dc, hasLuma else { return nil }
        if eighths == 1 { return dc_memory }
        let (samples, overflows) = first_blocks.multipliedReportingOverflow(by: UInt64(eighths * eighths))
        guard !isConverted, !is_progressive, !overflows, samples <= Self.maxSamples else { return nil }
        return dc_memory + samples
    }

    /// Whether the colour space is gray or YCbCr.
    var hasLuma: Bool { color_space == 1 || color_space == 3 }
}
