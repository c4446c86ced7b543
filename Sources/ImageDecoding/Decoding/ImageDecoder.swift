internal import CImageShims
internal import ContentDigests
public import PhotoModel

/// Reads pictures: luma at reduced size, metadata, colour profile, image-data digest.
///
/// The files are JPEG, PNG, HEIC, AVIF, WebP, TIFF, GIF, BMP, and raw files with a JPEG in them.
///
/// Any number of threads may use a decoder at a time. Each decode runs on the caller's thread and blocks it. The
/// decoder needs libjpeg-turbo 2.1 or newer: with its islow DCT and without smoothing, the luma is the same on every
/// machine.
public struct ImageDecoder: Sendable {
    let limits: DecodeLimits
    let budget: any DecoderMemory

    /// Creates a decoder with these limits and this shared budget.
    public init(limits: DecodeLimits = .standard, budget: DecoderMemoryBudget = .shared) {
        self.init(limits: limits, memory: budget)
    }

    /// Creates a decoder with these limits and another source of memory.
    package init(limits: DecodeLimits, memory: any DecoderMemory) {
        self.limits = limits
        budget = memory
    }

    /// Reads a picture and gives its luma to the consumer row by row.
    ///
    /// A damaged image is not an error: the reading's condition and warnings describe the damage, and the consumer gets
    /// the rows that could be decoded. JPEG is decoded at the largest DCT reduction (1/8, 1/4, 1/2) that leaves a
    /// short side of `minimumShortSide`, all others at full size. Of a file with several pictures, the primary or first
    /// one is decoded.
    ///
    /// Of a progressive JPEG at 1/8 only the DC scans are decoded, until the luma is exact. It then equals the luma
    /// of all scans. Damage in other scans is not found, except a missing end if the image-data digest is computed.
    ///
    /// - Parameters:
    ///   - minimumShortSide: In decoded pixels, before the decoded size is rounded up.
    ///   - computesImageDataDigest: Whether to read the file a second time for its image-data digest.
    ///   - consumer: Gets the rows, on this thread.
    ///   - monitor: Observes and cancels, on this thread, within 200 ms, also in the middle of a file.
    /// - Throws: `ioFailure` if the source cannot be read, `cancelled`, or `internalError` if libcrypto fails.
    public func read<Consumer: LumaConsumer>(
        _ source: ImageSource, minimumShortSide: Int = 256, computesImageDataDigest: Bool = true,
        into consumer: inout Consumer, monitor: DecodeMonitor = .none
    ) throws(PhotoLibraryError) -> ImageReading {
        let job = DecodeJob(
            source: source, limits: limits, budget: budget, progress: DecodeProgress(monitor, size: source.size),
            output: .luma(minimumShortSide: minimumShortSide), computesDigest: computesImageDataDigest)
        var reading = ImageReading(format: try source.format)
        func take(_ row: DecodedRow) {
            if row.y == 0 { consumer.begin(row.geometry) }
            consumer.consume(row: row.y, row.samples)
            if let unconverted = row.unconverted { consumer.consume(row: row.y, unconverted: unconverted) }
        }
        try job.read(&reading, take)
        try job.progress.advance(to: source.size)
        return reading
    }

    /// Reads the coded colours of a picture at full size and gives them to the consumer row by row.
    ///
    /// A colour profile is not applied. Opacity is composited on white. Of a file with several pictures, the primary or
    /// first one is decoded. A damaged image is not an error: the consumer gets the rows that could be decoded.
    ///
    /// - Parameters:
    ///   - consumer: Gets the rows, on this thread.
    ///   - monitor: Observes and cancels, on this thread, within 200 ms, also in the middle of a file.
    /// - Throws: `ioFailure` if the source cannot be read, `cancelled`, or `internalError` if libcrypto fails.
    public func readCodedColors<Consumer: ColorConsumer>(
        _ source: ImageSource, into consumer: inout Consumer, monitor: DecodeMonitor = .none
    ) throws(PhotoLibraryError) {
        let job = DecodeJob(
            source: source, limits: limits, budget: budget, progress: DecodeProgress(monitor, size: source.size),
            output: .codedColor,
            computesDigest: false)
        var reading = ImageReading(format: try source.format)
        try job.read(&reading) { row in
            if row.y == 0 { consumer.begin(row.geometry.storedSize, channels: row.channels) }
            consumer.consume(row: row.y, row.samples)
        }
        try job.progress.advance(to: source.size)
    }

    /// Reads everything except the pixels and the digest.
    ///
    /// It reads only the beginning of a JPEG, the chunk headers of a PNG, and the parts of other files that lead to
    /// size and metadata. A video behind a JPEG is found if the file states it (XMP, Samsung's trailer). ``read``
    /// also finds a video that the file does not state.
    ///
    /// - Returns: A reading without rows. Its condition is that of the header only.
    /// - Throws: `ioFailure` if the source cannot be read.
    public func inspect(_ source: ImageSource) throws(PhotoLibraryError) -> ImageReading {
        let job = DecodeJob(
            source: source, limits: limits, budget: budget, progress: DecodeProgress(.none, size: source.size),
            output: .luma(minimumShortSide: 0), computesDigest: false)
        var reading = ImageReading(format: try source.format)
        try FormatRegistry.support(of: reading.format).inspect(job, &reading)
        return reading
    }
}

extension ImageSource {
    /// The format of the file, by its first bytes.
    var format: ImageFormat {
        get throws(PhotoLibraryError) {
            var head: [UInt8] = []
            _ = try PieceStream(self, DecodeProgress(.none, size: size)).forward(64) { head += $0 }
            return imageFormat(ofFirstBytes: head)
        }
    }
}
