internal import CImageShims
internal import PhotoModel

extension DecodeJob {
    func inspectPNG(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        try add(EmbeddedMetadata(png: preview(), limits), to: &reading)
        var profile: [UInt8]?
        try run(&reading) { (reading) throws(DecodeStop) in
            let png = try openPNG(&reading)
            _ = try png.readHeader()
            profile = png.profile
        }
        if let profile { reading.colorProfile = try .embedded(profile: profile) }
    }

    func readPNG(_ reading: inout ImageReading, into consumer: inout some LumaConsumer) throws(PhotoLibraryError) {
        try add(EmbeddedMetadata(png: preview(), limits), to: &reading)
        var profile: [UInt8]?
        var pictureWarned = false
        try run(&reading) { (reading) throws(DecodeStop) in
            let png = try openPNG(&reading)
            defer {
                reading.add(png.warning, isDamage: false)
                pictureWarned = png.pictureWarned
            }
            let header = try png.readHeader()
            profile = png.profile
            try withMemory(header.memory) { () throws(DecodeStop) in
                let size = PixelSize(width: Int(header.width), height: Int(header.height))
                let geometry = LumaGeometry(storedSize: size, decodedSize: size, eighths: 8)
                try png.deliver(geometry, to: &consumer, &reading, progress)
                try png.finish()
            }
        }
        if let profile { reading.colorProfile = try .embedded(profile: profile) }
        guard computesDigest, reading.condition == .ok, !pictureWarned else { return }
        reading.imageDataDigest = try ImageDataDigest(stream()).png()
    }

    /// Takes the size from the header itself, so that a picture over a limit is told from a corrupt one.
    private func openPNG(_ reading: inout ImageReading) throws(DecodeStop) -> PNGDecompressor {
        let size: PixelSize?
        do { size = try preview().pngSize() } catch { throw .caller(error) }
        reading.storedSize = size
        if let size { try checkSize(size) }
        return try PNGDecompressor(stream(), limits)
    }
}

extension PieceStream {
    /// The size that a PNG's first chunk states; `nil` if there is none.
    fileprivate func pngSize() throws(PhotoLibraryError) -> PixelSize? {
        guard skip(PNGChunk.signatureLength), try pngChunk()?.type == "IHDR",
            let width = try bigEndian(bytes: 4), let height = try bigEndian(bytes: 4), width > 0, height > 0
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
