internal import PhotoModel

extension LocationRemover {
    /// Removes the places from the boxes of a JPEG XL file.
    ///
    /// A bare codestream has no metadata. Boxes of unknown kinds become free space, because they may have coordinates.
    /// So do compressed boxes, because bytes of unknown origin are decompressed in decoder workers only. So does the
    /// box with what a recompressed JPEG had beside its picture, because its other segments may have places. The
    /// picture does not change, but the JPEG can no longer be restored from it.
    func removeFromJPEGXL() throws(PhotoLibraryError) {
        let boxes = try JPEGXLFile(file).boxes
        for box in boxes {
            switch box.type {
            case "JXL ", "ftyp", "jxlc", "jxlp", "jxll", "jxli": break
            case "Exif": try removeFromEXIFItem(FileExtents(box.payload))
            case "xml ": try removeFromXMP(FileExtents(box.payload))
            case "jumb": try removeFromManifest(FileExtents(box.payload))
            default: try free(box)
            }
        }
        if let end = boxes.last?.payload.upperBound, end < file.size { try removeFromTrailer(in: end..<file.size) }
    }
}
