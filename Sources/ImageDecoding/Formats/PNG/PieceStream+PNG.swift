internal import PhotoModel

/// The header of a PNG chunk.
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
    /// The header of the chunk at this position; `nil` at the end, or if its length or type is impossible.
    ///
    /// A type has four letters (PNG 3rd edition, 5.4). The check prevents that a hole in the file is read as billions
    /// of empty chunks.
    func pngChunk() throws(PhotoLibraryError) -> PNGChunk? {
        guard let length = try bigEndian(bytes: 4), length <= Int32.max, let type = try bytes(4),
            type.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) })
        else { return nil }
        return PNGChunk(type: String(decoding: type, as: UTF8.self), length: length)
    }
}
