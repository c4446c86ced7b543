internal import PhotoModel

/// WebP (RFC 9649).
extension LocationRemover {
    func removeFromWebP() throws(PhotoLibraryError) {
        for chunk in try file.chunks(in: all.dropFirst(12)) {
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
}
