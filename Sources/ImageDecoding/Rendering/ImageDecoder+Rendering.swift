package import PhotoModel

extension ImageDecoder {
    /// Renders the displayed picture of a file as a JPEG: upright, in sRGB, on white, without metadata.
    ///
    /// A JPEG is decoded at the smallest DCT scale that is not smaller than the rendition, and its pixels are averaged
    /// by area. Colours are converted as for content signatures, if the rendition converts them; colours that this
    /// decoder does not convert count as sRGB. A gray picture gives a gray JPEG. The missing part of a damaged picture
    /// is gray. Of a raw file the largest JPEG in it is rendered, and of a video its first key frame.
    ///
    /// The memory is that of the decoder and of some rows, and at most 64 MiB for a picture that is turned. A larger
    /// one is decoded several times, a part each time.
    ///
    /// - Parameters:
    ///   - monitor: Observes and cancels, on this thread.
    ///   - take: Gets the bytes of the JPEG in order. After an error they are not those of a whole JPEG.
    /// - Throws: `unsupportedFile` if the file has no picture that can be decoded, `limitExceeded`, `ioFailure` if the
    ///   source cannot be read, `cancelled`, `internalError`.
    package func render(
        _ source: ImageSource, as rendition: Rendition, monitor: DecodeMonitor = .none,
        into take: @escaping RenditionOutput
    ) throws(PhotoLibraryError) {
        try decode(source, into: PictureRenderer(rendition, JPEGEncoding(quality: rendition.quality, take)), monitor)
    }

    /// Returns the JPEG of ``render(_:as:monitor:into:)``.
    package func render(
        _ source: ImageSource, as rendition: Rendition, monitor: DecodeMonitor = .none
    ) throws(PhotoLibraryError) -> [UInt8] {
        let bytes = RenderedBytes()
        try render(source, as: rendition, monitor: monitor) { bytes.add($0) }
        return bytes.all
    }

    /// Renders the displayed picture of a file as pixels, with the colours of ``render(_:as:monitor:into:)``.
    ///
    /// - Parameters:
    ///   - monitor: Observes and cancels, on this thread.
    ///   - take: Gets the samples in order.
    /// - Returns: The size, and the number of samples of a pixel.
    /// - Throws: As ``render(_:as:monitor:into:)``.
    package func samples(
        _ source: ImageSource, as rendition: Rendition, monitor: DecodeMonitor = .none,
        into take: @escaping RenditionOutput
    ) throws(PhotoLibraryError) -> (size: PixelSize, channels: Int) {
        let output = SampleOutput(take)
        try decode(source, into: PictureRenderer(rendition, output), monitor)
        guard let shape = output.shape else { throw PhotoLibraryError(.internalError, "The picture has no size.") }
        return shape
    }

    /// Returns the pixels of ``samples(_:as:monitor:into:)``.
    package func pixels(
        _ source: ImageSource, as rendition: Rendition, monitor: DecodeMonitor = .none
    ) throws(PhotoLibraryError) -> PixelBuffer {
        let bytes = RenderedBytes()
        let (size, channels) = try samples(source, as: rendition, monitor: monitor) { bytes.add($0) }
        return PixelBuffer(size: size, channels: channels, samples: bytes.all)
    }

    /// Decodes a picture in as many passes as the renderer needs.
    ///
    /// - Parameter orientation: The orientation instead of that of the file.
    func decode(
        _ source: ImageSource, into renderer: PictureRenderer, turned orientation: Orientation? = nil,
        _ monitor: DecodeMonitor
    ) throws(PhotoLibraryError) {
        let job = DecodeJob(
            source: source, limits: limits, budget: budget, progress: DecodeProgress(monitor, size: source.size),
            output: .color(renderer, orientation), computesDigest: false)
        let format = try source.format
        while renderer.needsPass {
            let bands = renderer.finishedBands
            var reading = ImageReading(format: format)
            try job.read(&reading) { renderer.add($0) }
            guard renderer.finishedBands > bands else { throw renderer.failure ?? reading.hasNoPicture }
            job.progress.beginNextPass()
        }
        if let failure = renderer.failure { throw failure }
    }
}

extension ImageReading {
    /// The error for a reading without a row.
    fileprivate var hasNoPicture: PhotoLibraryError {
        let message = warnings.last?.message ?? "The file has no picture."
        return PhotoLibraryError(condition == .limited ? .limitExceeded : .unsupportedFile, message)
    }
}
