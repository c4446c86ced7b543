internal import PhotoModel

extension EmbeddedMetadata {
    /// Reads the chunks `eXIf` (PNG 3rd edition, 11.3.4.5), `tEXt`, `zTXt` and `iTXt` (11.3.3) of a PNG, at any
    /// position.
    ///
    /// Chunks about colour and animation count only before the data. EXIF, XMP and IPTC are also read from the texts of
    /// ImageMagick, after the chunks that the specifications give them.
    init(png stream: PieceStream, _ limits: DecodeLimits) throws(PhotoLibraryError) {
        guard stream.skip(PNGChunk.signatureLength) else { return }
        var textReader = PNGTextReader(limits)
        var profiles: [[UInt8]] = []
        var isBeforeData = true
        reading: while let chunk = try stream.pngChunk(), chunk.type != "IEND" {
            switch chunk.type {
            case "eXIf" where exif == nil && chunk.length > limits.maxEXIFBytes:
                warnings.append(.limit("maxEXIFBytes", limits.maxEXIFBytes, found: chunk.length))
                guard stream.skip(chunk.length) else { break reading }
            case "eXIf" where exif == nil:
                guard let block = try stream.bytes(chunk.length) else { break reading }
                add(exif: block)
            case _ where isBeforeData && PNGColors.types.contains(chunk.type) && chunk.length <= PNGColors.maxLength:
                guard let payload = try stream.bytes(chunk.length) else { break reading }
                colors.add(payload, type: chunk.type)
            // The number of frames, and how often they are repeated (PNG 3rd edition, 11.3.6.1).
            case "acTL" where isBeforeData && chunk.length == 8:
                guard let payload = try stream.bytes(chunk.length) else { break reading }
                isAnimated = payload.prefix(4).number(littleEndian: false).map { $0 > 1 } ?? false
            case "tEXt", "zTXt", "iTXt":
                guard textReader.reads(chunk), let payload = try stream.bytes(chunk.length) else {
                    guard stream.skip(chunk.length) else { break reading }
                    break
                }
                guard let (keyword, text) = textReader.text(payload, type: chunk.type) else { break }
                if keyword == PNGText.xmpKeyword {
                    add(xmp: text)
                } else if RawProfile.isMetadata(keyword) {
                    if let block = RawProfile.block(of: text) { profiles.append(block) }
                } else if texts[keyword] == nil {
                    texts[keyword] = text.text
                }
            default:
                isBeforeData = isBeforeData && chunk.type != "IDAT"
                guard stream.skip(chunk.length) else { break reading }
            }
            guard stream.skip(PNGChunk.checksumLength) else { break }
        }
        for block in profiles { add(profile: block) }
    }

    /// Reads the text chunks of one file within limits.
    private struct PNGTextReader {
        private let limits: DecodeLimits
        /// The number of bytes that may still be read and inflated.
        private var bytesLeft: Int

        init(_ limits: DecodeLimits) {
            self.limits = limits
            bytesLeft = limits.maxMetadataBytes
        }

        /// Whether a chunk is within the limit.
        mutating func reads(_ chunk: PNGChunk) -> Bool {
            guard chunk.length <= bytesLeft else { return false }
            bytesLeft -= chunk.length
            return true
        }

        /// The keyword and the text of a chunk, if the keyword is one of those that are read.
        mutating func text(_ payload: [UInt8], type: String) -> (keyword: String, text: [UInt8])? {
            guard let chunk = PNGText(payload, type: type),
                RawProfile.isMetadata(chunk.keyword) || Self.keywords.contains(chunk.keyword)
            else { return nil }
            // Hexadecimal digits and line ends.
            let limit = min(3 * limits.maxEXIFBytes, bytesLeft)
            let text = chunk.text(in: payload, upTo: limit)
            if chunk.isCompressed { bytesLeft -= text?.count ?? limit }
            return text.map { (chunk.keyword, $0) }
        }

        private static let keywords: Set<String> = [PNGText.xmpKeyword, "Title", "Description", "Creation Time"]
    }
}
