internal import PhotoModel

extension ImageDataDigest {
    /// The stream of a PNG begins with byte 2.
    ///
    /// Then follow, in file order, the chunks IHDR, PLTE, tRNS, IDAT, acTL, fcTL and fdAT, each as type (4 bytes),
    /// payload, and number of payload bytes (8 bytes, big-endian). Consecutive IDAT chunks count as one chunk of their
    /// joined payloads. The stream ends at IEND. The elements can be separated beginning with the last one.
    ///
    /// - Parameter stream: The whole source.
    static func png(_ stream: PieceStream) throws(PhotoLibraryError) -> Digest? {
        let digest = try ImageDataDigest(2)
        guard stream.skip(PNGChunk.signatureLength) else { return nil }
        var run: PNGChunk?
        while let chunk = try stream.pngChunk() {
            if let ended = run, ended.type != "IDAT" || chunk.type != "IDAT" {
                digest.add(ended.length)
                run = nil
            }
            if chunk.type == "IEND" { return try digest.finish() }
            if ["IHDR", "PLTE", "tRNS", "IDAT", "acTL", "fcTL", "fdAT"].contains(chunk.type) {
                if run == nil { digest.add(Array(chunk.type.utf8)) }
                run = PNGChunk(type: chunk.type, length: (run?.length ?? 0) &+ chunk.length)
                guard try stream.forward(chunk.length, to: { digest.add($0) }) else { return nil }
            } else if !stream.skip(chunk.length) {
                return nil
            }
            guard stream.skip(PNGChunk.checksumLength) else { return nil }
        }
        return nil
    }
}
