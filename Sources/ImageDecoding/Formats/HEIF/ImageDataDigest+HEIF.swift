internal import PhotoModel

extension ImageDataDigest {
    /// The stream of a HEIC or AVIF begins with byte 3.
    ///
    /// Then follow the payload of the grid item (nothing for a picture that is not a grid), and the column, row, width
    /// and height of the part that is displayed. Then follow, for each tile in the order of the grid, its type (4
    /// bytes), the payload of its `hvcC` or `av1C`, the number of these bytes, its data, and the number of these bytes.
    /// All numbers have 8 bytes, big-endian. Orientation and colours are not part of it, as they are not for JPEG. The
    /// elements can be separated beginning with the last one.
    ///
    /// - Parameter open: Opens a stream over the whole source.
    static func heif(_ picture: HEIFPicture, _ open: () -> PieceStream) throws(PhotoLibraryError) -> Digest? {
        let part = picture.visiblePart
        let digest = try ImageDataDigest(3)
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
}
