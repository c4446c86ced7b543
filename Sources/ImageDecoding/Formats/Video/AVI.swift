internal import PhotoModel

/// AVI (Multimedia Programming Interface and Data Specifications 1.0, «RIFF»).
extension ContainerReader {
    /// Reads the headers of an AVI.
    ///
    /// The pictures are skipped.
    func readAVI(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        var dates: [String: String] = [:]
        var packet: XMPPacket?
        for chunk in try file.chunks(in: all.dropFirst(12)) {
            switch chunk.list {
            case "hdrl": try readAVIHeaders(in: chunk.payload, &reading, &dates)
            case "INFO":
                for item in try file.chunks(in: chunk.payload) where item.payload.count <= EXIFBlock.maxValueBytes {
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
        for chunk in try file.chunks(in: range) {
            if chunk.type == "avih",
                let fields = try file.littleEndianFields(4, 4, 4, 4, 4, 4, 4, 4, 4, 4, in: chunk.payload)
            {
                (microsecondsPerFrame, frames) = (fields[0], fields[4])
                reading.storedSize = PixelSize(statedWidth: fields[8], height: fields[9])
            } else if chunk.type == "IDIT" {
                dates["IDIT"] = try file.bytes(chunk.payload.prefix(256))?.text
            } else if chunk.list == "strl", !hasPictures,
                let header = try file.chunks(in: chunk.payload).first(where: { $0.type == "strh" })?.payload,
                try file.code(at: header.lowerBound) == "vids"
            {
                hasPictures = true
                // Scale, rate, start and length in units of scale/rate seconds.
                if let fields = try file.littleEndianFields(4, 4, 4, 4, in: header.dropFirst(20)), fields[0] > 0,
                    fields[1] > 0,
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
