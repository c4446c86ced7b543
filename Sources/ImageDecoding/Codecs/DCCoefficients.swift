internal import CImageShims
internal import PhotoModel

/// The DC coefficients of all components of a JPEG: one for each block of 8×8 samples.
///
/// They are the samples at 1/8. Reading them takes about a quarter of the time of libjpeg, and much less for progressive
/// files.
final class DCCoefficients {
    private let handle: OpaquePointer
    /// The coefficients are valid as long as this object exists.
    let picture: opk_dc_picture

    /// Reads a file from its beginning.
    ///
    /// Returns `nil` if the file is unusual or damaged. libjpeg then decides what the picture is. It reads the other
    /// files without a warning after their headers, and with the same coefficients.
    ///
    /// - Parameters:
    ///   - stream: A sequential file is read to the end of the image, a progressive one until the coefficients are
    ///     known.
    ///   - memory: The greatest number of bytes for the coefficients.
    init?(_ stream: any PieceSource, memory: UInt64) throws(DecodeStop) {
        let supply = PieceSupply(stream)
        guard let handle = opk_dc_reader_create(PieceSupply.callback, supply.context) else {
            throw .noMemory(for: "the DC coefficients")
        }
        var picture: UnsafePointer<opk_dc_picture>?
        let status = withExtendedLifetime(supply) { opk_dc_reader_read(handle, memory, &picture) }
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

/// The luma at 1/8 of a gray or YCbCr picture, of its clipped RGB.
///
/// Other programs encode a picture again from RGB, where saturated colours are clipped. The luma of a copy is therefore nearer to
/// that of clipped RGB than to Y.
final class DCLumaRows: RowDecompressor {
    private let coefficients: DCCoefficients
    private let conversion: ColorConversion?
    private var memory: [UInt8]
    private var y = 0
    /// The decoded rows and columns.
    let size: PixelSize

    /// - Parameter conversion: Of gray or RGB; rows without it follow the rows of luma.
    init(_ coefficients: DCCoefficients, _ conversion: ColorConversion?) {
        self.coefficients = coefficients
        self.conversion = conversion
        let luma = coefficients.picture.planes.0
        size = PixelSize(width: Int(luma.columns), height: Int(luma.rows))
        memory = Array(repeating: 0, count: 7 * size.width)
    }

    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
    {
        let count = min(capacity, size.height - y)
        withUnsafePointer(to: coefficients.picture) { picture in
            for row in 0..<count {
                let start = rows + row * stride
                opk_dc_luma_row(
                    picture, UInt32(y + row), conversion?.handle, &memory, start,
                    conversion.map { _ in start + size.width })
            }
        }
        y += count
        return (count, nil)
    }
}

extension opk_jpeg_header {
    /// Whether the colour space is gray or YCbCr.
    var hasLuma: Bool { color_space == 1 || color_space == 3 }
}
