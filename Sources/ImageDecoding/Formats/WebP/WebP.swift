internal import PhotoModel

/// The chunks of a WebP file.
struct WebPFile {
    let chunks: [RIFFChunk]

    struct Picture {
        /// The rectangle in the displayed picture.
        let x: Int
        let y: Int
        /// The size of a frame; `nil` for a still picture, which has the size of the displayed picture.
        let size: PixelSize?
        let chunks: [RIFFChunk]
    }
}

/// WebP (RFC 9649).
extension ContainerReader {
    @discardableResult
    func readWebP(_ reading: inout ImageReading) throws(PhotoLibraryError) -> WebPFile {
        var embedded = EmbeddedMetadata()
        let webP = WebPFile(chunks: try file.chunks(in: all.dropFirst(12)))
        for chunk in webP.chunks {
            switch chunk.type {
            case "VP8X":
                // Flags, three reserved bytes, width minus one and height minus one (RFC 9649, 2.7).
                if let fields = try file.littleEndianFields(4, 3, 3, in: chunk.payload) {
                    reading.storedSize = PixelSize(statedWidth: fields[1] + 1, height: fields[2] + 1)
                    embedded.isAnimated = fields[0] & 2 != 0
                }
            case "VP8 " where reading.storedSize == nil:
                // A frame tag, a start code, and 14 bits of width and height each (RFC 6386, 9.1).
                if let fields = try file.littleEndianFields(3, 3, 2, 2, in: chunk.payload), fields[1] == 0x2A019D {
                    reading.storedSize = PixelSize(statedWidth: fields[2] & 0x3FFF, height: fields[3] & 0x3FFF)
                }
            case "VP8L" where reading.storedSize == nil:
                // A signature, and 14 bits each of width minus one and height minus one (RFC 9649, 3.4).
                if let fields = try file.littleEndianFields(1, 4, in: chunk.payload), fields[0] == 0x2F {
                    reading.storedSize = PixelSize(
                        statedWidth: fields[1] & 0x3FFF + 1, height: fields[1] >> 14 & 0x3FFF + 1)
                }
            case "EXIF" where chunk.payload.count <= limits.maxEXIFBytes:
                if let block = try file.bytes(chunk.payload) { embedded.add(exif: block) }
            case "XMP " where chunk.payload.count <= limits.maxEXIFBytes:
                if let packet = try file.bytes(chunk.payload) { embedded.add(xmp: packet) }
            default: break
            }
        }
        try reading.add(embedded)
        return webP
    }

    /// The first picture of a WebP file; `nil` if the file has none.
    ///
    /// A frame has its position, size, duration and flags, in 16 bytes, and then its chunks (RFC 9649, 2.7.1.1).
    func picture(of webP: WebPFile) throws(PhotoLibraryError) -> WebPFile.Picture? {
        if let frame = webP.chunks.first(where: { $0.type == "ANMF" }) {
            guard let fields = try file.littleEndianFields(3, 3, 3, 3, in: frame.payload) else { return nil }
            let coded = try file.chunks(in: frame.payload.dropFirst(16)).filter(\.isCodedPicture)
            return WebPFile.Picture(
                x: 2 * fields[0], y: 2 * fields[1], size: PixelSize(width: fields[2] + 1, height: fields[3] + 1),
                chunks: coded)
        }
        let coded = webP.chunks.filter(\.isCodedPicture)
        return coded.isEmpty ? nil : WebPFile.Picture(x: 0, y: 0, size: nil, chunks: coded)
    }
}

extension RIFFChunk {
    /// Whether it is a part of a WebP picture.
    fileprivate var isCodedPicture: Bool { ["ALPH", "VP8 ", "VP8L"].contains(type) }
}
