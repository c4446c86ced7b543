internal import CImageShims
internal import PhotoModel

extension DecodeJob {
    func inspectPNG(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        let embedded = try EmbeddedMetadata(png: preview(), limits)
        try add(embedded, to: &reading)
        try run(&reading) { (reading) throws(DecodeStop) in
            let png = try openPNG(&reading)
            _ = try conversion(for: png, try png.readHeader(), embedded.colors, &reading)
        }
    }

    func readPNG(_ reading: inout ImageReading, _ take: (DecodedRow) -> Void) throws(PhotoLibraryError) {
        let embedded = try EmbeddedMetadata(png: preview(), limits)
        try add(embedded, to: &reading)
        var pictureWarned = false
        try run(&reading) { (reading) throws(DecodeStop) in
            let png = try openPNG(&reading)
            defer {
                reading.add(png.warning, isDamage: false)
                pictureWarned = png.pictureWarned
            }
            let header = try png.readHeader()
            let conversion = try conversion(for: png, header, embedded.colors, &reading)
            png.start(keepsColor: output.keepsColor, conversion)
            let size = PixelSize(width: Int(header.width), height: Int(header.height))
            try decode(size, &reading, memory: { _ in header.memory }) { (reading, _) throws(DecodeStop) in
                let geometry = LumaGeometry(storedSize: size, decodedSize: size, eighths: 8)
                let samples = output.samples(of: Int(header.channels), conversion)
                try png.deliver(geometry, samples, &reading, progress, take)
                try png.finish()
            }
        }
        guard computesDigest, reading.condition == .ok, !pictureWarned else { return }
        reading.imageDataDigest = try ImageDataDigest.png(stream())
    }

    /// Records the profile, or the chunks that replace it.
    ///
    /// Returns the conversion of the rows; `nil` if the rows are not converted.
    private func conversion(
        for png: PNGDecompressor, _ header: opk_png_header, _ colors: PNGColors, _ reading: inout ImageReading
    ) throws(DecodeStop) -> ColorConversion? {
        let profile = png.profile
        do {
            guard let marks = colors.marks(hasProfile: profile != nil) ?? profile else { return nil }
            reading.colorProfile = try .embedded(marks)
        } catch {
            throw .caller(error)
        }
        let channels = Int(header.channels)
        let stated = colors.colors(profile: profile, channels: channels)
        let conversion = conversion(of: stated, channels: channels, &reading)
        // Without a profile, chunks that mean sRGB are not recorded.
        if profile == nil, case .embedded(_, .equivalent) = reading.colorProfile { reading.colorProfile = .none }
        return conversion
    }

    /// Reads the size from the header, so that a picture over a limit is not reported as corrupt.
    private func openPNG(_ reading: inout ImageReading) throws(DecodeStop) -> PNGDecompressor {
        let header: (size: PixelSize, bitsPerPixel: Int)?
        do { header = try preview().pngHeader() } catch { throw .caller(error) }
        reading.storedSize = header?.size
        if let header {
            try checkSize(header.size)
            try checkInflation(
                rowBytes: (header.size.width * header.bitsPerPixel + 7) / 8, rows: header.size.height)
        }
        return try PNGDecompressor(stream(), limits)
    }
}

extension PieceStream {
    /// The fields of a PNG's first chunk; `nil` if it is missing.
    fileprivate func pngHeader() throws(PhotoLibraryError) -> (size: PixelSize, bitsPerPixel: Int)? {
        guard skip(PNGChunk.signatureLength), try pngChunk()?.type == "IHDR",
            let width = try bigEndian(bytes: 4), let height = try bigEndian(bytes: 4), width > 0, height > 0,
            let depth = try byte(), let colorType = try byte()
        else { return nil }
        // Samples for each pixel (PNG 3rd edition, table 11.1). libpng refuses an invalid depth or type.
        let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(colorType)] ?? 1
        return (PixelSize(width: width, height: height), samples * Int(min(16, depth)))
    }
}
