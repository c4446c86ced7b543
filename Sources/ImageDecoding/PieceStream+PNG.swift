internal import PhotoModel

/// The head of a PNG chunk.
///
/// Its payload and a CRC-32 follow.
struct PNGChunk {
    static let signatureLength = 8
    static let checksumLength = 4

    /// Four characters.
    let type: String
    /// Bytes of the payload.
    let length: Int
}

extension PieceStream {
    /// The head of the chunk that begins here; `nil` at the end, or if its length is impossible.
    func pngChunk() throws(PhotoLibraryError) -> PNGChunk? {
        guard let length = try bigEndian(bytes: 4), length <= Int32.max, let type = try bytes(4) else { return nil }
        return PNGChunk(type: String(decoding: type, as: UTF8.self), length: length)
    }
}
