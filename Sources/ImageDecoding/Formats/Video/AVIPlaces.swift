internal import PhotoModel

/// AVI (Multimedia Programming Interface and Data Specifications 1.0, «RIFF»).
extension LocationRemover {
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
        for part in try file.chunks(in: all) where part.type == "RIFF" {
            for chunk in try file.chunks(in: part.payload) { try removeFromAVI(chunk) }
        }
    }

    private func removeFromAVI(_ chunk: RIFFChunk) throws(PhotoLibraryError) {
        switch (chunk.type, chunk.list) {
        case ("LIST", "hdrl"), ("LIST", "strl"), ("LIST", "odml"):
            for part in try file.chunks(in: chunk.payload) {
                if part.list == "strl" || part.list == "odml" {
                    try nested { () throws(PhotoLibraryError) in try removeFromAVI(part) }
                } else if part.type == "JUNK" {
                    try fill(part.payload)
                } else if !Self.headersWithoutPlaces.contains(part.type) {
                    throw .placesNotRemovable("It is an AVI with a camera's own metadata.")
                }
            }
        case ("LIST", "INFO"):
            for text in try file.chunks(in: chunk.payload) where Self.placeTexts.contains(text.type) {
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
