internal import PhotoModel

extension DecodeJob {
    func inspectBMP(_ reading: inout ImageReading) throws(PhotoLibraryError) { _ = try openBMP(&reading) }

    func readBMP(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        guard let picture = try openBMP(&reading) else { return }
        try run(&reading) { (reading) throws(DecodeStop) in
            try decodePixels(
                of: picture.size, channels: picture.channels, memory: BMPPixels.memory(of: picture), nil, &reading, take
            ) { () throws(DecodeStop) in try BMPPixels(picture, source, progress) }
        }
    }

    /// Reads everything except the pixels; `nil` if they are not decoded, for the reason in the reading.
    private func openBMP(_ reading: inout ImageReading) throws(PhotoLibraryError) -> BMPPicture? {
        let container = ContainerReader(source, limits, progress)
        try container.readBMP(&reading)
        var opened: BMPPicture?
        try run(&reading) { (reading) throws(DecodeStop) in
            let picture = try container.bmpPicture()
            try checkSize(picture.size)
            try checkInflation(rowBytes: picture.rowBytes, rows: picture.size.height)
            opened = picture
        }
        return opened
    }
}
