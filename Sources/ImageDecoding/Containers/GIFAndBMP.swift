internal import PhotoModel

/// GIF (CompuServe, GIF89a specification) and Windows bitmaps.
extension ContainerReader {
    /// Reads the size of a GIF, and whether a second picture follows the first.
    func readGIF(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        reading.storedSize = PixelSize(
            statedWidth: try file.number(at: 6, 2, littleEndian: true),
            height: try file.number(at: 8, 2, littleEndian: true))
        guard let flags = try file.number(at: 10, 1) else { return }
        var place = 13 + Self.paletteLength(flags)
        var pictures = 0
        while let introducer = try file.number(at: place, 1), file.countElement() {
            switch introducer {
            case 0x21: place += 2
            case 0x2C:
                pictures += 1
                if pictures > 1 {
                    reading.isAnimated = true
                    return
                }
                guard let flags = try file.number(at: place + 9, 1) else { return }
                // The descriptor, a palette, and the minimum code size.
                place += 10 + Self.paletteLength(flags) + 1
            default: return
            }
            // Blocks of up to 255 bytes, each after its length. An empty block ends them.
            while let length = try file.number(at: place, 1), file.countElement() {
                place += 1 + length
                if length == 0 { break }
            }
        }
    }

    private static func paletteLength(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

    /// Reads the size of a bitmap.
    ///
    /// A negative height means that the first row is the top row.
    func readBMP(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        let isOld = try file.number(at: 14, 4, littleEndian: true) == 12
        let length = isOld ? 2 : 4
        let width = try file.number(at: 18, length, littleEndian: true)
        let height = try file.number(at: 18 + length, length, littleEndian: true)
        reading.storedSize = PixelSize(
            statedWidth: width, height: height.map { $0 > Int32.max ? abs(Int(Int32(truncatingIfNeeded: $0))) : $0 })
    }
}
