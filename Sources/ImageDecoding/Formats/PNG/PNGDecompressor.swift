internal import CImageShims
internal import PhotoModel

/// libpng's decoder of one image.
///
/// The functions must be called in the order of their declarations.
final class PNGDecompressor: RowDecompressor {
    private let handle: OpaquePointer
    private let supply: PieceSupply
    /// libpng uses the conversion as long as rows are read, so this property keeps it.
    private var conversion: ColorConversion?

    init(_ stream: PieceStream, _ limits: DecodeLimits) throws(DecodeStop) {
        supply = PieceSupply(stream)
        let maxAxis = UInt32(clamping: limits.maxAxis)
        let maxChunk = UInt32(clamping: limits.maxMetadataBytes)
        guard let handle = opk_png_create(PieceSupply.callback, supply.context, maxAxis, maxChunk) else {
            throw .noMemory(for: "libpng")
        }
        self.handle = handle
    }

    deinit { opk_png_destroy(handle) }

    private var report: opk_report { opk_png_report(handle).pointee }

    /// libpng's warning so far.
    var warning: ImageWarning? { ImageWarning(report) }
    /// Whether the warning concerns the picture itself.
    var pictureWarned: Bool { report.picture_warned }

    private func check(_ status: opk_status) throws(DecodeStop) {
        if let stop = DecodeStop(status, report, failure: supply.failure) { throw stop }
    }

    func readHeader() throws(DecodeStop) -> opk_png_header {
        var header = opk_png_header()
        try check(opk_png_read_header(handle, &header))
        return header
    }

    /// The inflated colour profile.
    var profile: [UInt8]? {
        var size: UInt32 = 0
        guard let bytes = opk_png_profile(handle, &size) else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    /// Sets the content of the rows.
    func start(keepsColor: Bool, _ conversion: ColorConversion?) {
        self.conversion = conversion
        opk_png_start(handle, keepsColor, conversion?.handle)
    }

    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
    {
        var count: Int32 = 0
        let status = opk_png_read_rows(handle, rows, stride, Int32(capacity), &count)
        return (Int(count), DecodeStop(status, report, failure: supply.failure))
    }

    /// Reads to the end of the image.
    func finish() throws(DecodeStop) { try check(opk_png_finish(handle)) }
}
