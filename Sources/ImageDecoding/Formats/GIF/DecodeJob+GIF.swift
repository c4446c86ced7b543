internal import PhotoModel

extension DecodeJob {
    func inspectGIF(_ reading: inout ImageReading) throws(PhotoLibraryError) { _ = try openGIF(&reading) }

    /// Reads the first frame of the file.
    func readGIF(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        guard let (frame, size) = try openGIF(&reading) else { return }
        try run(&reading) { (reading) throws(DecodeStop) in
            try decodePixels(
                of: size, channels: 3, memory: GIFPixels.memory(of: frame), nil, &reading, take
            ) { () throws(DecodeStop) in try GIFPixels(frame, of: size, stream()) }
        }
    }

    /// Reads everything except the pixels; `nil` if they are not decoded, for the reason in the reading.
    private func openGIF(
        _ reading: inout ImageReading
    ) throws(PhotoLibraryError) -> (frame: GIFFrame, size: PixelSize)? {
        let container = ContainerReader(source, limits, progress)
        let frame = try container.readGIF(&reading)
        reading.warnings += container.file.warnings
        var opened: (GIFFrame, PixelSize)?
        try run(&reading) { (reading) throws(DecodeStop) in
            guard let frame, let size = reading.storedSize else { throw .corrupt("The GIF file has no frame.") }
            try checkSize(size)
            try checkInflation(rowBytes: size.width, rows: size.height)
            opened = (frame, size)
        }
        return opened
    }
}
