internal import PhotoModel

/// The metadata blocks of a file, as they lie in it.
struct EmbeddedMetadata {
    /// The TIFF block of the EXIF data.
    var exif: [UInt8]?
    /// The ICC profile of a JPEG.
    ///
    /// A PNG's is compressed, and libpng's to read.
    var profile: [UInt8]?
    /// What is wrong with them.
    var warnings: [ImageWarning] = []
}

extension EmbeddedMetadata {
    /// Reads the segments of a JPEG before its first scan.
    ///
    /// EXIF: the first APP1 that begins with `Exif\0` and a byte (CIPA DC-008, 4.7.2). ICC: the APP2 segments that
    /// begin with `ICC_PROFILE\0`, number and count, joined by number (ICC.1, B.4).
    init(jpeg stream: PieceStream, _ limits: DecodeLimits) throws(PhotoLibraryError) {
        var parts: [UInt8: [UInt8]] = [:]
        var partCount: UInt8 = 0
        guard try stream.startsImage() else { return }
        while stream.offset < limits.maxMetadataBytes, let code = try stream.marker(),
            code != JPEGMarker.startOfScan, code != JPEGMarker.endOfImage
        {
            if JPEGMarker.isAlone(code) { continue }
            guard let length = try stream.payloadLength() else { break }
            guard code == JPEGMarker.application1 || code == JPEGMarker.application2 else {
                guard stream.skip(length) else { break }
                continue
            }
            guard let payload = try stream.bytes(length) else { break }
            if code == JPEGMarker.application1, exif == nil, payload.count > 6, payload.starts(with: "Exif\0".utf8) {
                exif = Array(payload.dropFirst(6))
            } else if code == JPEGMarker.application2, payload.count > 14, payload.starts(with: "ICC_PROFILE\0".utf8),
                parts[payload[12]] == nil
            {
                parts[payload[12]] = Array(payload.dropFirst(14))
                partCount = max(partCount, payload[13])
            }
        }
        guard !parts.isEmpty else { return }
        let ordered = parts.sorted { $0.key < $1.key }
        if ordered.map(\.key).elementsEqual(1...max(1, partCount)) {
            profile = ordered.flatMap(\.value)
        } else {
            warnings.append(ImageWarning(code: "metadataDamaged", message: "Parts of the colour profile are missing."))
        }
    }

    /// Reads the `eXIf` chunk of a PNG (PNG 3rd edition, 11.3.4.5), wherever it lies.
    init(png stream: PieceStream, _ limits: DecodeLimits) throws(PhotoLibraryError) {
        guard stream.skip(PNGChunk.signatureLength) else { return }
        while let chunk = try stream.pngChunk(), chunk.type != "IEND" {
            guard chunk.type == "eXIf", exif == nil, chunk.length <= limits.maxEXIFBytes else {
                if chunk.type == "eXIf", chunk.length > limits.maxEXIFBytes {
                    warnings.append(.limit("maxEXIFBytes", limits.maxEXIFBytes, found: chunk.length))
                }
                guard stream.skip(chunk.length + PNGChunk.checksumLength) else { return }
                continue
            }
            exif = try stream.bytes(chunk.length)
            guard stream.skip(PNGChunk.checksumLength) else { return }
        }
    }
}
