internal import PhotoModel

/// A chunk of a RIFF file (Multimedia Programming Interface and Data Specifications 1.0, «RIFF»).
struct RIFFChunk {
    let type: String
    /// The type of a list; empty for other chunks.
    let list: String
    /// The bytes after the header, as far as the file has them.
    let payload: Range<Int>
}

extension RIFFChunk {
    /// Whether it is a part of a WebP picture.
    fileprivate var isCodedPicture: Bool { ["ALPH", "VP8 ", "VP8L"].contains(type) }

    /// The whole chunk with its header, without the byte that fills it to an even length.
    var whole: Range<Int> { payload.lowerBound - 8..<payload.upperBound }
}

/// The chunks of a WebP file.
struct WebPFile {
    let chunks: [RIFFChunk]

    struct Picture {
        /// The place in the displayed picture.
        let x: Int
        let y: Int
        /// The size of a frame; `nil` for a still picture, which has the size of the displayed picture.
        let size: PixelSize?
        let chunks: [RIFFChunk]
    }
}

/// WebP (RFC 9649) and AVI.
extension ContainerReader {
    /// The consecutive chunks in `range`.
    ///
    /// They begin at even offsets.
    private func chunks(in range: Range<Int>) throws(PhotoLibraryError) -> [RIFFChunk] {
        var chunks: [RIFFChunk] = []
        var start = range.lowerBound
        while start + 8 <= range.upperBound, file.countElement(), let type = try file.code(at: start),
            let length = try file.number(at: start + 4, 4, littleEndian: true)
        {
            let end = min(start + 8 + length, range.upperBound)
            let isList = type == "LIST" || type == "RIFF"
            let kind = isList && end - start >= 12 ? try file.code(at: start + 8) ?? "" : ""
            chunks.append(RIFFChunk(type: type, list: kind, payload: start + (kind.isEmpty ? 8 : 12)..<end))
            start = end + (length & 1)
        }
        return chunks
    }

    private func fields(_ lengths: Int..., in range: Range<Int>) throws(PhotoLibraryError) -> [Int]? {
        var fields: [Int] = []
        var start = range.lowerBound
        for length in lengths {
            guard start + length <= range.upperBound,
                let field = try file.number(at: start, length, littleEndian: true)
            else { return nil }
            fields.append(field)
            start += length
        }
        return fields
    }

    // MARK: WebP

    @discardableResult
    func readWebP(_ reading: inout ImageReading) throws(PhotoLibraryError) -> WebPFile {
        var embedded = EmbeddedMetadata()
        let file = WebPFile(chunks: try chunks(in: all.dropFirst(12)))
        for chunk in file.chunks {
            switch chunk.type {
            case "VP8X":
                // Flags, three reserved bytes, width minus one and height minus one (RFC 9649, 2.7).
                if let fields = try fields(4, 3, 3, in: chunk.payload) {
                    reading.storedSize = PixelSize(statedWidth: fields[1] + 1, height: fields[2] + 1)
                    reading.isAnimated = fields[0] & 2 != 0
                }
            case "VP8 " where reading.storedSize == nil:
                // A frame tag, a start code, and 14 bits of width and height each (RFC 6386, 9.1).
                if let fields = try fields(3, 3, 2, 2, in: chunk.payload), fields[1] == 0x2A019D {
                    reading.storedSize = PixelSize(statedWidth: fields[2] & 0x3FFF, height: fields[3] & 0x3FFF)
                }
            case "VP8L" where reading.storedSize == nil:
                // A signature, and 14 bits each of width minus one and height minus one (RFC 9649, 3.4).
                if let fields = try fields(1, 4, in: chunk.payload), fields[0] == 0x2F {
                    reading.storedSize = PixelSize(
                        statedWidth: fields[1] & 0x3FFF + 1, height: fields[1] >> 14 & 0x3FFF + 1)
                }
            case "EXIF" where chunk.payload.count <= limits.maxEXIFBytes:
                if let block = try self.file.bytes(chunk.payload) { embedded.add(exif: block) }
            case "XMP " where chunk.payload.count <= limits.maxEXIFBytes:
                if let packet = try self.file.bytes(chunk.payload) { embedded.add(xmp: packet) }
            default: break
            }
        }
        try reading.add(embedded)
        return file
    }

    /// The first picture of a WebP file; `nil` if the file has none.
    ///
    /// A frame has its place, size, duration and flags, in 16 bytes, and then its chunks (RFC 9649, 2.7.1.1).
    func picture(of webP: WebPFile) throws(PhotoLibraryError) -> WebPFile.Picture? {
        if let frame = webP.chunks.first(where: { $0.type == "ANMF" }) {
            guard let fields = try fields(3, 3, 3, 3, in: frame.payload) else { return nil }
            let coded = try chunks(in: frame.payload.dropFirst(16)).filter(\.isCodedPicture)
            return WebPFile.Picture(
                x: 2 * fields[0], y: 2 * fields[1], size: PixelSize(width: fields[2] + 1, height: fields[3] + 1),
                chunks: coded)
        }
        let coded = webP.chunks.filter(\.isCodedPicture)
        return coded.isEmpty ? nil : WebPFile.Picture(x: 0, y: 0, size: nil, chunks: coded)
    }

    // MARK: AVI

    /// Reads the headers of an AVI.
    ///
    /// The pictures are skipped.
    func readAVI(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        var dates: [String: String] = [:]
        var packet: XMPPacket?
        for chunk in try chunks(in: all.dropFirst(12)) {
            switch chunk.list {
            case "hdrl": try readAVIHeaders(in: chunk.payload, &reading, &dates)
            case "INFO":
                for item in try chunks(in: chunk.payload) where item.payload.count <= EXIFBlock.maxValueBytes {
                    let text = try file.bytes(item.payload)?.text
                    switch item.type {
                    case "ICRD", "IDIT": dates[item.type] = text
                    case "INAM": reading.metadata.title = text
                    case "ICMT": reading.metadata.caption = text
                    default: break
                    }
                }
            default:
                if chunk.type == "IDIT" { dates["IDIT"] = try file.bytes(chunk.payload.prefix(256))?.text }
                // XMP part 3, 1.2.1.
                if chunk.type == "_PMX", chunk.payload.count <= limits.maxEXIFBytes {
                    packet = try file.bytes(chunk.payload).flatMap { XMPPacket($0) }
                }
            }
        }
        // The camera's date; otherwise the date that an editor may have written.
        for date in [dates["IDIT"], dates["ICRD"]] where reading.metadata.captureTime == nil {
            reading.metadata.captureTime = date.flatMap { CaptureTime(stated: $0) }
        }
        reading.metadata.add(xmp: packet)
    }

    private func readAVIHeaders(in range: Range<Int>, _ reading: inout ImageReading, _ dates: inout [String: String])
        throws(PhotoLibraryError)
    {
        var microsecondsPerFrame = 0
        var frames = 0
        var hasPictures = false
        for chunk in try chunks(in: range) {
            if chunk.type == "avih", let fields = try fields(4, 4, 4, 4, 4, 4, 4, 4, 4, 4, in: chunk.payload) {
                (microsecondsPerFrame, frames) = (fields[0], fields[4])
                reading.storedSize = PixelSize(statedWidth: fields[8], height: fields[9])
            } else if chunk.type == "IDIT" {
                dates["IDIT"] = try file.bytes(chunk.payload.prefix(256))?.text
            } else if chunk.list == "strl", !hasPictures,
                let header = try chunks(in: chunk.payload).first(where: { $0.type == "strh" })?.payload,
                try file.code(at: header.lowerBound) == "vids"
            {
                hasPictures = true
                // Scale, rate, start and length in units of scale/rate seconds.
                if let fields = try fields(4, 4, 4, 4, in: header.dropFirst(20)), fields[0] > 0, fields[1] > 0,
                    fields[3] > 0
                {
                    reading.metadata.duration = Double(fields[3]) * Double(fields[0]) / Double(fields[1])
                }
            }
        }
        if reading.metadata.duration == nil, frames > 0, microsecondsPerFrame > 0 {
            reading.metadata.duration = Double(frames) * Double(microsecondsPerFrame) / 1e6
        }
    }
}
