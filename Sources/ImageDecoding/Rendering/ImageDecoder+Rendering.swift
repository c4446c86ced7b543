package import PhotoModel

extension ImageDecoder {
    /// Renders the displayed picture of a file as a JPEG: upright, in sRGB, on white, without metadata.
    ///
    /// A JPEG is decoded at the smallest DCT scale that is not smaller than the rendition, and its pixels are averaged
    /// by area. Colours are converted as for content signatures, if the rendition converts them; colours that this
    /// decoder does not convert count as sRGB. A gray picture gives a gray JPEG. The missing part of a damaged picture is
    /// gray. Of a raw file the largest JPEG in it is rendered, and of a video its first key frame.
    ///
    /// - Parameter monitor: Observes and cancels, on this thread.
    /// - Throws: `unsupportedFile` if the file has no picture that can be decoded, `limitExceeded`, `ioFailure` if the
    ///   source cannot be read, `cancelled`, `internalError`.
    package func render(
        _ source: ImageSource, as rendition: Rendition, monitor: DecodeMonitor = .none
    ) throws(PhotoLibraryError) -> [UInt8] {
        let renderer = PictureRenderer(rendition, isEncoding: true)
        let reading = try decode(source, into: renderer, monitor)
        guard let jpeg = renderer.jpeg else { throw reading.hasNoPicture }
        return try jpeg.get()
    }

    /// Renders the displayed picture of a file as pixels, with the colours of ``render(_:as:monitor:)``.
    ///
    /// - Parameter monitor: Observes and cancels, on this thread.
    /// - Throws: As ``render(_:as:monitor:)``.
    package func pixels(
        _ source: ImageSource, as rendition: Rendition, monitor: DecodeMonitor = .none
    ) throws(PhotoLibraryError) -> PixelBuffer {
        let renderer = PictureRenderer(rendition, isEncoding: false)
        let reading = try decode(source, into: renderer, monitor)
        guard let displayed = renderer.displayed else { throw reading.hasNoPicture }
        return displayed
    }

    private func decode(
        _ source: ImageSource, into renderer: PictureRenderer, _ monitor: DecodeMonitor
    ) throws(PhotoLibraryError) -> ImageReading {
        let job = DecodeJob(
            source: source, limits: limits, budget: budget, progress: DecodeProgress(monitor), output: .color(renderer),
            computesDigest: false)
        var reading = ImageReading(format: try source.format)
        try job.read(&reading) { renderer.add($0) }
        return reading
    }
}

extension ImageReading {
    /// The error for a reading without a row.
    fileprivate var hasNoPicture: PhotoLibraryError {
        let message = warnings.last?.message ?? "The file has no picture."
        return PhotoLibraryError(condition == .limited ? .limitExceeded : .unsupportedFile, message)
    }
}
