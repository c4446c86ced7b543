internal import CImageShims
internal import ContentDigests
public import PhotoModel

/// Reads pictures out of JPEG and PNG files: luma at reduced size, metadata, colour profile, image-data digest.
///
/// May be used by any number of threads at a time; each decode runs on the caller's thread and blocks it. Needs
/// libjpeg-turbo 2.1 or newer: its islow DCT, without smoothing, makes the luma the same on every machine.
public struct ImageDecoder: Sendable {
    let limits: DecodeLimits
    let budget: any DecoderMemory

    /// A decoder within these limits, sharing this budget.
    public init(limits: DecodeLimits = .standard, budget: DecoderMemoryBudget = .shared) {
        self.init(limits: limits, memory: budget)
    }

    /// A decoder within these limits that gets its memory elsewhere.
    package init(limits: DecodeLimits, memory: any DecoderMemory) {
        self.limits = limits
        budget = memory
    }

    /// Reads a picture and hands its luma to the consumer row by row.
    ///
    /// A bad image is no error: the reading's condition and warnings tell what is wrong, and the rows that could be
    /// decoded were handed over. JPEG is decoded at the largest DCT reduction (1/8, 1/4, 1/2) that leaves a short side
    /// of `minimumShortSide`, PNG at full size.
    ///
    /// Of a progressive JPEG at 1/8 only the DC scans are decoded, until luma is exact: it is the same as that of all
    /// scans. What is wrong in the others is not noticed, save by the image-data digest that the end is missing.
    ///
    /// - Parameters:
    ///   - minimumShortSide: In decoded pixels, of the true extent.
    ///   - computesImageDataDigest: Whether to read the file a second time for its image-data digest.
    ///   - consumer: Takes the rows, on this thread.
    ///   - monitor: Follows and cancels, on this thread; within 200 ms, in the middle of a file too.
    /// - Throws: `ioFailure` if the source cannot be read, `cancelled`, or `internalError` if libcrypto fails.
    public func read<Consumer: LumaConsumer>(
        _ source: ImageSource, minimumShortSide: Int = 256, computesImageDataDigest: Bool = true,
        into consumer: inout Consumer, monitor: DecodeMonitor = .none
    ) throws(PhotoLibraryError) -> ImageReading {
        let job = DecodeJob(
            source: source, limits: limits, budget: budget, progress: DecodeProgress(monitor),
            minimumShortSide: minimumShortSide, computesDigest: computesImageDataDigest)
        var reading = ImageReading(format: try source.format)
        switch reading.format {
        case .jpeg: try job.readJPEG(&reading, into: &consumer)
        case .png: try job.readPNG(&reading, into: &consumer)
        default: try job.inspectContainer(&reading)
        }
        try job.progress.advance(to: source.size)
        return reading
    }

    /// Reads everything but the pixels and the digest: only the beginning of a JPEG, the chunk heads of a PNG, and of
    /// other kinds what leads to size and metadata.
    ///
    /// A film behind a JPEG is found if the file states it (XMP, Samsung's trailer); ``read`` finds it without, too.
    ///
    /// - Returns: A reading without rows, whose condition is that of the header alone.
    /// - Throws: `ioFailure` if the source cannot be read.
    public func inspect(_ source: ImageSource) throws(PhotoLibraryError) -> ImageReading {
        let job = DecodeJob(
            source: source, limits: limits, budget: budget, progress: DecodeProgress(.none), minimumShortSide: 0,
            computesDigest: false)
        var reading = ImageReading(format: try source.format)
        switch reading.format {
        case .jpeg: try job.inspectJPEG(&reading)
        case .png: try job.inspectPNG(&reading)
        default: try job.inspectContainer(&reading)
        }
        return reading
    }
}

extension ImageSource {
    /// What kind of file this is, by its first bytes.
    var format: ImageFormat {
        get throws(PhotoLibraryError) {
            var head: [UInt8] = []
            _ = try PieceStream(self, DecodeProgress(.none)).forward(64) { head += $0 }
            return imageFormat(ofFirstBytes: head)
        }
    }
}
