internal import PhotoModel

/// The metadata blocks of a file, unparsed.
struct EmbeddedMetadata {
    /// The TIFF block of the EXIF data.
    var exif: [UInt8]?
    /// The ICC profile of a JPEG.
    ///
    /// A PNG's profile is compressed, and libpng reads it.
    var profile: [UInt8]?
    /// The colours in other chunks of a PNG.
    var colors = PNGColors()
    /// The XMP packet.
    var xmp: XMPPacket?
    /// The IPTC record.
    var iptc: IPTCRecord?
    /// The size in a JPEG's frame header.
    ///
    /// It is also set for codings that libjpeg does not read.
    var size: PixelSize?
    /// The number of whole pictures that the file states.
    var pictureCount = 1
    /// The texts of a PNG by keyword.
    var texts: [String: String] = [:]
    /// Warnings about the blocks.
    var warnings: [ImageWarning] = []
}

extension EmbeddedMetadata {
    /// Reads the segments of a JPEG before its first scan.
    ///
    /// EXIF: the first APP1 that begins with `Exif\0` and a byte (CIPA DC-008, 4.7.2). ICC: the APP2 segments that
    /// begin with `ICC_PROFILE\0`, number and count, joined by number (ICC.1, B.4). XMP: the first APP1 with its name
    /// (XMP part 3, 1.1.3), without the extension of packets above 64 KiB. IPTC: the APP13 segments of Photoshop,
    /// joined. Multi-picture: the APP2 that begins with `MPF\0` (CIPA DC-007, 5.2).
    init(jpeg stream: PieceStream, _ limits: DecodeLimits) throws(PhotoLibraryError) {
        var parts: [UInt8: [UInt8]] = [:]
        var partCount: UInt8 = 0
        var resources: [UInt8] = []
        guard try stream.startsImage() else { return }
        while stream.offset < limits.maxMetadataBytes, let code = try stream.marker(),
            code != JPEGMarker.startOfScan, code != JPEGMarker.endOfImage
        {
            if JPEGMarker.isAlone(code) { continue }
            guard let length = try stream.payloadLength() else { break }
            if JPEGMarker.startsFrame(code), size == nil, length >= 5, let head = try stream.bytes(5) {
                size = PixelSize(statedWidth: head[3...4].number(), height: head[1...2].number())
                guard stream.skip(length - 5) else { break }
                continue
            }
            guard JPEGMarker.metadata.contains(code) else {
                guard stream.skip(length) else { break }
                continue
            }
            guard let payload = try stream.bytes(length) else { break }
            if code == JPEGMarker.application1, exif == nil, payload.count > 6, payload.starts(with: "Exif\0".utf8) {
                exif = Array(payload.dropFirst(6))
            } else if code == JPEGMarker.application1, xmp == nil, payload.starts(with: Self.xmpName) {
                xmp = XMPPacket(Array(payload.dropFirst(Self.xmpName.count)))
            } else if code == JPEGMarker.application13, payload.starts(with: Self.photoshopName) {
                resources += payload.dropFirst(Self.photoshopName.count)
            } else if code == JPEGMarker.application2, payload.starts(with: "MPF\0".utf8) {
                pictureCount = try Self.pictureCount(Array(payload.dropFirst(4)))
            } else if code == JPEGMarker.application2, payload.count > 14, payload.starts(with: "ICC_PROFILE\0".utf8),
                parts[payload[12]] == nil
            {
                parts[payload[12]] = Array(payload.dropFirst(14))
                partCount = max(partCount, payload[13])
            }
        }
        iptc = IPTCRecord(photoshop: resources)
        guard !parts.isEmpty else { return }
        let ordered = parts.sorted { $0.key < $1.key }
        if ordered.map(\.key).elementsEqual(1...max(1, partCount)) {
            profile = ordered.flatMap(\.value)
        } else {
            warnings.append(ImageWarning(code: "metadataDamaged", message: "Parts of the colour profile are missing."))
        }
    }

    private static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let photoshopName = Array("Photoshop 3.0\0".utf8)

    /// The number of pictures in a multi-picture index (CIPA DC-007, 5.2.3.2); 1 if it states no number.
    private static func pictureCount(_ index: [UInt8]) throws(PhotoLibraryError) -> Int {
        let file = SourceBytes(index)
        guard let tiff = try TIFFReader(file), let offset = try tiff.mainOffset,
            let directory = try tiff.directory(at: offset), let count = try tiff.numbers(directory[0xB001]).first
        else { return 1 }
        return max(1, count)
    }

    /// Reads the chunks `eXIf` (PNG 3rd edition, 11.3.4.5), `tEXt` and `iTXt` (11.3.3) of a PNG, at any position.
    ///
    /// Chunks about colour count only before the data. Compressed texts are not read. XMP is the `iTXt` with its
    /// keyword (XMP part 3, 1.1.5).
    init(png stream: PieceStream, _ limits: DecodeLimits) throws(PhotoLibraryError) {
        guard stream.skip(PNGChunk.signatureLength) else { return }
        var textBytes = 0
        var isBeforeData = true
        while let chunk = try stream.pngChunk(), chunk.type != "IEND" {
            switch chunk.type {
            case "eXIf" where exif == nil && chunk.length > limits.maxEXIFBytes:
                warnings.append(.limit("maxEXIFBytes", limits.maxEXIFBytes, found: chunk.length))
                guard stream.skip(chunk.length) else { return }
            case "eXIf" where exif == nil: exif = try stream.bytes(chunk.length)
            case _ where isBeforeData && PNGColors.types.contains(chunk.type) && chunk.length <= PNGColors.maxLength:
                guard let payload = try stream.bytes(chunk.length) else { return }
                colors.add(payload, type: chunk.type)
            case "tEXt", "iTXt":
                textBytes += min(chunk.length, limits.maxMetadataBytes)
                if textBytes <= limits.maxMetadataBytes, let payload = try stream.bytes(chunk.length) {
                    addText(payload, isInternational: chunk.type == "iTXt")
                } else if !stream.skip(chunk.length) {
                    return
                }
            default:
                isBeforeData = isBeforeData && chunk.type != "IDAT"
                guard stream.skip(chunk.length) else { return }
            }
            guard stream.skip(PNGChunk.checksumLength) else { return }
        }
    }

    /// Adds a text: keyword, NUL, and for `iTXt` two bytes of compression, language, NUL, translated keyword, NUL;
    /// then the text.
    private mutating func addText(_ payload: [UInt8], isInternational: Bool) {
        let parts = payload.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let keyword = parts[0].text else { return }
        var text = parts[1]
        if isInternational {
            guard text.first == 0 else { return }
            let fields = text.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { return }
            text = fields[2]
        }
        if keyword == "XML:com.adobe.xmp" {
            if xmp == nil { xmp = XMPPacket(Array(text)) }
        } else if texts[keyword] == nil, ["Title", "Description", "Creation Time"].contains(keyword) {
            texts[keyword] = text.text
        }
    }
}
