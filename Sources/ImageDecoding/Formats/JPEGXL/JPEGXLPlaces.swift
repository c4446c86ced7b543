internal import PhotoModel

extension LocationRemover {
    /// The greatest size of the content of a compressed box that is searched for places.
    private static let maxContentBytes = 4 << 20

    /// Removes the places from the boxes of a JPEG XL file.
    ///
    /// A bare codestream has no metadata. Boxes of unknown kinds become free space, because they may have coordinates.
    /// So does the box with what a recompressed JPEG had beside its picture: its other segments may have places. The
    /// picture does not change, but the JPEG can no longer be restored from it.
    func removeFromJPEGXL() throws(PhotoLibraryError) {
        let boxes = try JPEGXLFile(file).boxes
        for box in boxes {
            switch box.type {
            case "JXL ", "ftyp", "jxlc", "jxlp", "jxll", "jxli": break
            case "Exif": try removeFromEXIFItem(FileExtents(box.payload))
            case "xml ": try removeFromXMP(FileExtents(box.payload))
            case "jumb": try removeFromManifest(FileExtents(box.payload))
            case "brob": if try hasPlaces(inCompressed: box) { try free(box) }
            default: try free(box)
            }
        }
        if let end = boxes.last?.payload.upperBound, end < file.size { try removeFromTrailer(in: end..<file.size) }
    }

    /// Whether the content of a compressed box may have places.
    private func hasPlaces(inCompressed box: BaseMediaBox) throws(PhotoLibraryError) -> Bool {
        let type = try file.code(at: box.payload.lowerBound)
        guard type == "Exif" || type == "xml ", box.payload.count <= Self.maxContentBytes,
            let bytes = try file.bytes(box.payload),
            let content = JPEGXLBox.content(ofCompressed: bytes, upTo: Self.maxContentBytes)
        else { return true }
        let whole = FileExtents(0..<content.count)
        return try hasPlaces(in: content) { remover throws(PhotoLibraryError) in
            if type == "Exif" { try remover.removeFromEXIFItem(whole) } else { try remover.removeFromXMP(whole) }
        }
    }
}
