internal import PhotoModel

extension ImageDataDigest {
    /// The stream of a JPEG XL file begins with byte 5.
    ///
    /// Then follow the parts of the codestream, joined, and the number of their bytes (8 bytes, big-endian). The
    /// codestream has the orientation and the colours, so they are part of it. Boxes are not part of it, so it is the
    /// same for a bare codestream and for one in boxes.
    ///
    /// - Parameter open: Opens a stream over the whole source.
    static func jpegXL(_ file: JPEGXLFile, _ open: () -> PieceStream) throws(PhotoLibraryError) -> Digest? {
        let digest = try ImageDataDigest(5)
        for part in file.codestream { guard try digest.add(part, open()) else { return nil } }
        digest.add(file.byteCount)
        return try digest.finish()
    }
}
