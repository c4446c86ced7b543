internal import PhotoModel

/// The parts of a JPEG XL file.
struct JPEGXLFile {
    /// The boxes of a file with boxes; none of a bare codestream.
    let boxes: [BaseMediaBox]
    /// The parts of the codestream in order.
    let codestream: [Range<Int>]

    init(_ file: SourceBytes) throws(PhotoLibraryError) {
        guard try file.code(at: 4) == "JXL " else {
            boxes = []
            codestream = [0..<file.size]
            return
        }
        boxes = try file.boxes(in: 0..<file.size)
        codestream = boxes.compactMap { box in
            switch box.type {
            case "jxlc": box.payload
            // The number of the part comes first (18181-2, 9.9). The parts are in order.
            case "jxlp": box.payload.dropFirst(4)
            default: nil
            }
        }
    }

    /// The bytes of the codestream.
    var byteCount: Int { codestream.reduce(0) { $0 + $1.count } }
}

extension ContainerReader {
    /// Reads the size, the orientation and the metadata of a JPEG XL file.
    ///
    /// The orientation is that of the codestream. EXIF's orientation is ignored, because decoders apply the former
    /// (18181-2, annex A).
    func readJPEGXL(_ reading: inout ImageReading) throws(PhotoLibraryError) -> JPEGXLFile {
        let jxl = try JPEGXLFile(file)
        var embedded = EmbeddedMetadata()
        // Corrupt boxes cost as much as others, and a file can have very many.
        var decompressed: Set<String> = []
        for box in jxl.boxes {
            let content = try content(of: box) { type in
                embedded.isMissing(type) && (box.type != "brob" || decompressed.insert(type).inserted)
            }
            guard let (type, content) = content else { continue }
            if type == "xml " {
                embedded.add(xmp: content)
            } else if let block = Self.exif(ofItem: content) {
                embedded.add(exif: block)
            }
        }
        try reading.add(embedded)
        var head: [UInt8] = []
        for part in jxl.codestream where head.count < JPEGXLHeader.maxBytes {
            head += try file.bytes(part.prefix(JPEGXLHeader.maxBytes - head.count).clamped(to: all)) ?? []
        }
        let header = JPEGXLHeader(head)
        reading.storedSize = header?.size
        reading.metadata.orientation = header?.orientation ?? .up
        if header?.isAnimated == true { reading.metadata.subtypes.insert(.photoAnimation) }
        return jxl
    }

    /// The type and the content of a box of EXIF or XMP, which may be compressed; `nil` for other boxes, and for one
    /// that is corrupt or too large.
    private func content(
        of box: BaseMediaBox, where isWanted: (String) -> Bool
    ) throws(PhotoLibraryError) -> (type: String, content: [UInt8])? {
        let type = box.type == "brob" ? try file.code(at: box.payload.lowerBound) ?? "" : box.type
        guard ["Exif", "xml "].contains(type), isWanted(type), box.payload.count <= limits.maxEXIFBytes,
            let bytes = try file.bytes(box.payload)
        else { return nil }
        let content = box.type == "brob" ? JPEGXLBox.content(ofCompressed: bytes, upTo: limits.maxEXIFBytes) : bytes
        return content.map { (type, $0) }
    }
}

extension EmbeddedMetadata {
    /// Whether no block of the kind of this box was found.
    fileprivate func isMissing(_ type: String) -> Bool { type == "xml " ? xmp == nil : exif?.beginsTIFF != true }
}
