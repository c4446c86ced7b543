internal import PhotoModel

/// One reading of one source, and its limits.
struct DecodeJob {
    let source: ImageSource
    let limits: DecodeLimits
    let budget: any DecoderMemory
    let progress: DecodeProgress
    let output: DecodeOutput
    let computesDigest: Bool

    /// Reads a file: its rows, and everything that ``ImageReading`` has.
    func read(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        try FormatRegistry.support(of: reading.format).read(self, &reading, take)
    }

    /// A stream over the whole source, whose bytes count as progress.
    func stream() -> PieceStream { PieceStream(source, progress) }

    /// A stream over the whole source, whose bytes do not count as progress.
    func preview() -> PieceStream { PieceStream(source, progress, countsBytes: false) }

    /// Runs a part of the decode.
    ///
    /// The error that ends it is recorded in the reading, unless it is an error of the caller.
    func run(_ reading: inout ImageReading, _ part: (inout ImageReading) throws(DecodeStop) -> Void)
        throws(PhotoLibraryError)
    {
        do throws(DecodeStop) {
            try part(&reading)
        } catch {
            switch error {
            // A different coding after decoded rows means that the file is corrupt.
            case .picture(.unsupported, let warning) where reading.decodedRows > 0: reading.fail(.damaged, warning)
            case .picture(let condition, let warning): reading.fail(condition, warning)
            case .caller(let error): throw error
            }
        }
    }

    /// - Throws: `limited` if the picture is too large.
    func checkSize(_ size: PixelSize) throws(DecodeStop) {
        let longSide = max(size.width, size.height)
        if longSide > limits.maxAxis { throw .limit("maxAxis", limits.maxAxis, found: longSide) }
        let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        if overflows || pixels > limits.maxPixels { throw .limit("maxPixels", limits.maxPixels, found: pixels) }
    }

    /// - Throws: `limited` if a small file inflates to a very large number of bytes.
    func checkInflation(rowBytes: Int, rows: Int) throws(DecodeStop) {
        let (product, overflows) = rowBytes.multipliedReportingOverflow(by: rows)
        let bytes = overflows ? Int.max : product
        let inflation = bytes / max(1, source.size)
        guard bytes > limits.maxFreelyInflatedBytes, inflation > limits.maxInflation else { return }
        throw .limit("maxInflation", limits.maxInflation, found: inflation)
    }

    /// Begins a picture, waits for the memory of its decoder and of the consumer of its rows, runs `body`, and ends the
    /// picture.
    ///
    /// - Parameter bytes: The memory that the decoder needs for a part of the picture.
    func decode(
        _ size: PixelSize, _ reading: inout ImageReading, memory bytes: (_ part: PixelRectangle) -> UInt64,
        _ body: (inout ImageReading, _ part: PixelRectangle) throws(DecodeStop) -> Void
    ) throws(DecodeStop) {
        output.begin(size, reading)
        if case .color(let renderer, _) = output { progress.passCount = renderer.passCount }
        let part = output.part(of: size)
        try withMemory(bytes(part) + output.memory(for: size)) { () throws(DecodeStop) in
            defer { output.finish() }
            try body(&reading, part)
        }
    }

    /// Waits for memory and then runs `body`.
    func withMemory(_ bytes: UInt64, _ body: () throws(DecodeStop) -> Void) throws(DecodeStop) {
        let count = Int(clamping: bytes)
        let isTaken: Bool
        do {
            isTaken = try budget.take(count) { () throws(PhotoLibraryError) in try progress.advance() }
        } catch {
            throw .caller(error)
        }
        guard isTaken else { throw .limit("decoderMemory", budget.bytes, found: count) }
        defer { budget.giveBack(count) }
        try body()
    }

    /// Adds metadata and their warnings to the reading.
    func add(_ embedded: EmbeddedMetadata, to reading: inout ImageReading) throws(PhotoLibraryError) {
        reading.warnings += embedded.warnings
        if let profile = embedded.profile { reading.colorProfile = try .embedded(profile) }
        reading.storedSize = embedded.size
        reading.pictureCount = embedded.pictureCount
        try reading.add(embedded)
    }
}

extension ImageReading {
    /// Adds EXIF, XMP, IPTC and texts.
    mutating func add(_ embedded: EmbeddedMetadata) throws(PhotoLibraryError) {
        var embedded = embedded
        if let exif = embedded.exif {
            if let metadata = try ImageMetadata(exif: exif) {
                self.metadata = metadata
                try embedded.addBlocksOfEXIF()
            } else {
                warnings.append(ImageWarning(code: "metadataDamaged", message: "The EXIF block is corrupt."))
            }
        }
        metadata.add(xmp: embedded.xmp, iptc: embedded.iptc)
        if embedded.isAnimated { metadata.subtypes.insert(.photoAnimation) }
        metadata.title = metadata.title ?? embedded.texts["Title"]
        metadata.caption = metadata.caption ?? embedded.texts["Description"]
        metadata.captureTime =
            metadata.captureTime ?? embedded.texts["Creation Time"].flatMap { CaptureTime(stated: $0) }
    }
}
