package import PhotoModel

extension PixelBuffer {
    /// A JPEG of this picture, in sRGB and without metadata: of the quality of a rendition, and at its size.
    ///
    /// - Throws: `limitExceeded` if there is too little memory; `internalError`.
    package func jpeg(as rendition: Rendition) throws(PhotoLibraryError) -> [UInt8] {
        let bytes = RenderedBytes()
        try render(as: rendition, into: JPEGEncoding(quality: rendition.quality) { bytes.add($0) })
        return bytes.all
    }

    /// A PNG of this picture, in sRGB and without metadata.
    ///
    /// - Throws: `limitExceeded` if there is too little memory; `internalError`.
    package func png() throws(PhotoLibraryError) -> [UInt8] {
        let bytes = RenderedBytes()
        let longSide = max(size.width, size.height)
        try render(
            as: Rendition(side: .long, pixels: longSide, quality: 100), into: PNGEncoding { bytes.add($0) })
        return bytes.all
    }

    /// This picture as a rendition.
    ///
    /// - Throws: `internalError`.
    package func rendered(as rendition: Rendition) throws(PhotoLibraryError) -> PixelBuffer {
        let bytes = RenderedBytes()
        let output = SampleOutput { bytes.add($0) }
        try render(as: rendition, into: output)
        guard let (size, channels) = output.shape else {
            throw PhotoLibraryError(.internalError, "The picture has no size.")
        }
        return PixelBuffer(size: size, channels: channels, samples: bytes.all)
    }

    private func render(as rendition: Rendition, into consumer: any RowConsumer) throws(PhotoLibraryError) {
        let renderer = PictureRenderer(rendition, consumer)
        let geometry = LumaGeometry(storedSize: size, decodedSize: size, eighths: 8)
        renderer.begin(size, .up)
        samples.withUnsafeBufferPointer { samples in
            let length = size.width * channels
            for y in 0..<size.height {
                let row = UnsafeBufferPointer(rebasing: samples[y * length..<(y + 1) * length])
                renderer.add(
                    DecodedRow(geometry: geometry, channels: channels, y: y, samples: row, unconverted: nil))
            }
        }
        renderer.finish()
        if let failure = renderer.failure { throw failure }
    }
}
