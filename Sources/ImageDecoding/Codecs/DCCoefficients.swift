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

    /// The stored size of the picture.
    var size: PixelSize { PixelSize(width: Int(picture.width), height: Int(picture.height)) }

    /// Y, or Y, Cb and Cr, or the components of another colour space, in the order of the file.
    var components: [opk_dc_plane] {
        let (first, second, third) = picture.planes
        return Array([first, second, third].prefix(Int(picture.components)))
    }

    /// Writes the samples at 1/8 of a component, one for each of its columns of blocks, as libjpeg decodes them before it
    /// interpolates chroma.
    ///
    /// - Parameters:
    ///   - y: A row of the component's blocks.
    ///   - samples: Memory for a level from 0 to 255 for each column.
    func readSamples(of component: opk_dc_plane, row y: Int, into samples: UnsafeMutablePointer<UInt8>) {
        withUnsafePointer(to: component) { opk_dc_samples_row($0, UInt32(y), samples) }
    }
}

/// The rows of the first component at 1/8, which is luma.
final class DCLumaRows: RowDecompressor {
    private let coefficients: DCCoefficients
    private let luma: opk_dc_plane
    private var y = 0

    init(_ coefficients: DCCoefficients) {
        self.coefficients = coefficients
        luma = coefficients.components[0]
    }

    /// The decoded rows and columns.
    var size: PixelSize { PixelSize(width: Int(luma.columns), height: Int(luma.rows)) }

    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
    {
        let count = min(capacity, size.height - y)
        for row in 0..<count { coefficients.readSamples(of: luma, row: y + row, into: rows + row * stride) }
        y += count
        return (count, nil)
    }
}

extension opk_jpeg_header {
    /// Whether the first component is luma.
    ///
    /// The colour space is gray or YCbCr.
    var hasLuma: Bool { color_space == 1 || color_space == 3 }
}
