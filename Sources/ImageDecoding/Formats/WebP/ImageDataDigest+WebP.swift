internal import PhotoModel

extension ImageDataDigest {
    /// The stream of a WebP begins with byte 4.
    ///
    /// Then follow, in file order, the chunks `VP8 `, `VP8L`, `ALPH`, `ANIM` and `ANMF`, each as type (4 bytes),
    /// payload, and number of payload bytes (8 bytes, big-endian). The chunks can be separated beginning with the last
    /// one.
    ///
    /// - Parameter open: Opens a stream over the whole source.
    static func webP(_ file: WebPFile, _ open: () -> PieceStream) throws(PhotoLibraryError) -> Digest? {
        let digest = try ImageDataDigest(4)
        for chunk in file.chunks where ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"].contains(chunk.type) {
            digest.add(Array(chunk.type.utf8))
            guard try digest.add(chunk.payload, open()) else { return nil }
            digest.add(chunk.payload.count)
        }
        return try digest.finish()
    }
}
