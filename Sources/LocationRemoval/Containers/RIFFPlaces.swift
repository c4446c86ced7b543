internal import ImageDecoding
internal import PhotoModel

/// WebP (RFC 9649) and AVI (Multimedia Programming Interface and Data Specifications 1.0, «RIFF»).
extension LocationRemover {
    private struct Chunk {
        let type: String
        /// The type of a list; empty for other chunks.
        let list: String
        let payload: Range<Int>
    }

    /// The consecutive chunks in `range`.
    ///
    /// They begin at even offsets.
    private func chunks(in range: Range<Int>) throws(PhotoLibraryError) -> [Chunk] {
        var chunks: [Chunk] = []
        var start = range.lowerBound
        while start + 8 <= range.upperBound, file.countElement(), let type = try file.code(at: start),
            let length = try file.number(at: start + 4, 4, littleEndian: true)
        {
            let end = min(start + 8 + length, range.upperBound)
            let isList = (type == "LIST" || type == "RIFF") && end - start >= 12
            let list = isList ? try file.code(at: start + 8) ?? "" : ""
            chunks.append(Chunk(type: type, list: list, payload: start + (isList ? 12 : 8)..<end))
            start = end + length & 1
        }
        return chunks
    }

    func removeFromWebP() throws(PhotoLibraryError) {
        for chunk in try chunks(in: all.dropFirst(12)) {
            switch chunk.type {
            case "EXIF":
                // Some writers copy the block from a JPEG with its header.
                let hasHeader = try file.bytes(chunk.payload.prefix(6)) == Array("Exif\0\0".utf8)
                try removeFromEXIF(FileExtents(hasHeader ? chunk.payload.dropFirst(6) : chunk.payload))
            case "XMP ": try removeFromXMP(FileExtents(chunk.payload))
            case "C2PA": try removeFromManifest(FileExtents(chunk.payload))
            default: break
            }
        }
    }

    /// Texts of places: archive, country, location.
    private static let placeTexts: Set<String> = ["IARL", "ICNT", "ILOC", "LOCA"]
    private static let partsWithoutPlaces: Set<String> = ["movi", "idx1", "odml", "IDIT", "ISMP", "hdrl", "strl"]
    private static let headersWithoutPlaces: Set<String> = [
        "avih", "strh", "strf", "strn", "indx", "vprp", "IDIT", "ISMP", "dmlh",
    ]

    /// Removes the places from an AVI.
    ///
    /// - Throws: `unsupportedFile` if it has a camera's own metadata.
    func removeFromAVI() throws(PhotoLibraryError) {
        let top = try chunks(in: all)
        for file in top where file.type == "RIFF" {
            for chunk in try chunks(in: file.payload) { try removeFromAVI(chunk) }
        }
    }

    private func removeFromAVI(_ chunk: Chunk) throws(PhotoLibraryError) {
        switch (chunk.type, chunk.list) {
        case ("LIST", "hdrl"), ("LIST", "strl"), ("LIST", "odml"):
            for part in try chunks(in: chunk.payload) {
                if part.list == "strl" || part.list == "odml" {
                    try nested { () throws(PhotoLibraryError) in try removeFromAVI(part) }
                } else if part.type == "JUNK" {
                    try fill(part.payload)
                } else if !Self.headersWithoutPlaces.contains(part.type) {
                    throw .placesNotRemovable("It is an AVI with a camera's own metadata.")
                }
            }
        case ("LIST", "INFO"):
            for text in try chunks(in: chunk.payload) where Self.placeTexts.contains(text.type) {
                try fill(text.payload, with: 0x20)
            }
        case ("LIST", "movi"): break
        case ("JUNK", _) where chunk.payload.count <= 4 << 20: try fill(chunk.payload)
        case ("_PMX", _): try removeFromXMP(FileExtents(chunk.payload))
        default:
            if !Self.partsWithoutPlaces.contains(chunk.type) {
                throw .placesNotRemovable("It is an AVI with a camera's own metadata.")
            }
        }
    }
}
