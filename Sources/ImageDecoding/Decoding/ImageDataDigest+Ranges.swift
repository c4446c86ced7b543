internal import ContentDigests
internal import PhotoModel

/// Digests of files whose image data are known by their places.
extension ImageDataDigest {
    /// - Parameter open: Opens a stream over the whole source.
    static func heif(_ picture: HEIFPicture, _ open: () -> PieceStream) throws(PhotoLibraryError) -> Digest? {
        let part = picture.visiblePart
        let digest = try RangeDigest(3)
        digest.add(picture.layout)
        for number in [part.x, part.y, part.size.width, part.size.height] { digest.add(number) }
        for tile in picture.tiles {
            digest.add(Array(tile.coding.rawValue.utf8) + tile.configuration)
            digest.add(tile.configuration.count)
            for extent in tile.extents { guard try digest.add(extent, open()) else { return nil } }
            digest.add(tile.byteCount)
        }
        return try digest.finish()
    }

    /// - Parameter open: Opens a stream over the whole source.
    static func webP(_ file: WebPFile, _ open: () -> PieceStream) throws(PhotoLibraryError) -> Digest? {
        let digest = try RangeDigest(4)
        for chunk in file.chunks where ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"].contains(chunk.type) {
            digest.add(Array(chunk.type.utf8))
            guard try digest.add(chunk.payload, open()) else { return nil }
            digest.add(chunk.payload.count)
        }
        return try digest.finish()
    }
}

/// A digest of bytes, numbers and ranges of a source.
private struct RangeDigest {
    private let hasher: ContentHasher

    init(_ first: UInt8) throws(PhotoLibraryError) {
        hasher = try ContentHasher(.blake2b)
        add([first])
    }

    func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { hasher.update($0) } }

    func add(_ number: Int) { add((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }) }

    /// Adds a range of the stream's source; `false` if the source ends before.
    func add(_ range: Range<Int>, _ stream: PieceStream) throws(PhotoLibraryError) -> Bool {
        guard stream.skip(range.lowerBound) else { return false }
        return try stream.forward(range.count) { hasher.update($0) }
    }

    func finish() throws(PhotoLibraryError) -> Digest { try hasher.finish() }
}
