internal import CImageShims
internal import PhotoModel

/// libjpeg's decoder of one image.
///
/// The functions must be called in the order of their declarations.
final class JPEGDecompressor: RowDecompressor {
    private let handle: OpaquePointer
    private let supply: PieceSupply
    /// libjpeg uses the conversion as long as rows are read, so this property keeps it.
    private var conversion: ColorConversion?

    init(_ stream: any PieceSource) throws(DecodeStop) {
        supply = PieceSupply(stream)
        guard let handle = opk_jpeg_create(PieceSupply.callback, supply.context) else {
            throw .noMemory(for: "libjpeg")
        }
        self.handle = handle
    }

    deinit { opk_jpeg_destroy(handle) }

    private var report: opk_report { opk_jpeg_report(handle).pointee }

    /// libjpeg's warning so far.
    var warning: ImageWarning? { ImageWarning(report) }
    /// Whether the warning concerns the picture itself.
    var pictureWarned: Bool { report.picture_warned }

    private func check(_ status: opk_status) throws(DecodeStop) {
        if let stop = DecodeStop(status, report, failure: supply.failure) { throw stop }
    }

    func readHeader() throws(DecodeStop) -> opk_jpeg_header {
        var header = opk_jpeg_header()
        try check(opk_jpeg_read_header(handle, &header))
        return header
    }

    /// Starts decoding at `eighths`/8.
    ///
    /// Returns the decoded size.
    func start(
        eighths: Int, keepsColor: Bool, _ conversion: ColorConversion?, memory: UInt64
    ) throws(DecodeStop) -> PixelSize {
        self.conversion = conversion
        var (width, height): (UInt32, UInt32) = (0, 0)
        try check(opk_jpeg_start(handle, Int32(eighths), keepsColor, conversion?.handle, memory, &width, &height))
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Reads the scans that the rows need, and checks the limits and the progress regularly.
    func readScans(of size: PixelSize, _ limits: DecodeLimits, _ progress: DecodeProgress) throws(DecodeStop) {
        // A row of MCUs is up to 32 pixels high, so a call handles about a megapixel.
        let steps = Int32(max(1, min(64, (1 << 20) / max(1, size.width * 32))))
        var isComplete = false
        var scans: Int32 = 0
        while !isComplete {
            do { try progress.advance() } catch { throw .caller(error) }
            try check(opk_jpeg_read_scans(handle, steps, &isComplete, &scans))
            if Int(scans) > limits.maxScans { throw .limit("maxScans", limits.maxScans, found: Int(scans)) }
            let (scanned, overflows) = (size.width * size.height).multipliedReportingOverflow(by: Int(scans))
            if scans > 20, overflows || scanned > limits.maxScannedPixels {
                throw .limit("maxScannedPixels", limits.maxScannedPixels, found: scanned)
            }
        }
    }

    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
    {
        var count: Int32 = 0
        let status = opk_jpeg_read_rows(handle, rows, stride, Int32(capacity), &count)
        return (Int(count), DecodeStop(status, report, failure: supply.failure))
    }

    /// Reads to the end of an image with one scan.
    func finish() throws(DecodeStop) { try check(opk_jpeg_finish(handle)) }
}
