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
    /// The head of the chunk that begins here; `nil` at the end, or if its length or type is impossible.
    ///
    /// A type is four letters (PNG 3rd edition, 5.4): a hole in the file is not taken for billions of empty chunks.
    func pngChunk() throws(PhotoLibraryError) -> PNGChunk? {
        guard let length = try bigEndian(bytes: 4), length <= Int32.max, let type = try bytes(4),
            type.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) })
        else { return nil }
        return PNGChunk(type: String(decoding: type, as: UTF8.self), length: length)
    }
}
