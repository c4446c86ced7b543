internal import PhotoModel

extension DecodeJob {
    func inspectJPEGXL(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        try openJPEGXL(&reading) { _, _, _ in }
    }

    /// Reads the first picture of the file.
    func readJPEGXL(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        let file = try openJPEGXL(&reading) { (pixels, conversion, reading) throws(DecodeStop) in
            try decodePixels(
                of: pixels.size, channels: pixels.channels, memory: pixels.memory, conversion, &reading, take
            ) { () throws(DecodeStop) in pixels }
        }
        guard computesDigest, reading.condition == .ok else { return }
        reading.imageDataDigest = try ImageDataDigest.jpegXL(file, preview)
    }

    /// Reads everything except the pixels, and gives their source and the conversion of their colours to `body`.
    @discardableResult
    private func openJPEGXL(
        _ reading: inout ImageReading,
        _ body: (JPEGXLPixels, ColorConversion?, inout ImageReading) throws(DecodeStop) -> Void
    ) throws(PhotoLibraryError) -> JPEGXLFile {
        let container = ContainerReader(source, limits, progress)
        let file = try container.readJPEGXL(&reading)
        reading.warnings += container.file.warnings
        try run(&reading) { (reading) throws(DecodeStop) in
            guard let size = reading.storedSize else { throw .corrupt("The JPEG XL file has no picture.") }
            try checkSize(size)
            let decoder = try JPEGXLDecoder(file.codestream, of: source, progress)
            let pixels = try JPEGXLPixels(decoder, of: size, maxProfileBytes: limits.maxEXIFBytes)
            let conversion = try conversion(
                of: pixels.profile.map(SourceColors.init(icc:)), statedBy: pixels.profile,
                channels: pixels.channels < 3 ? 1 : 3, &reading)
            try body(pixels, conversion, &reading)
        }
        return file
    }
}

#if !JPEGXL
    /// The stand-in of libjxl in a build without it.
    final class JPEGXLDecoder {
        init(_ parts: [Range<Int>], of source: ImageSource, _ progress: DecodeProgress) throws(DecodeStop) {
            throw .unsupported("JPEG XL pictures are not decoded by this build.")
        }
    }

    final class JPEGXLPixels: PixelSource {
        let size: PixelSize
        let channels = 3
        let profile: [UInt8]? = nil
        let memory = 0

        init(_ decoder: JPEGXLDecoder, of size: PixelSize, maxProfileBytes: Int) throws(DecodeStop) {
            self.size = size
        }

        func readRow(_ y: Int, into pixels: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) {}
    }
#endif
