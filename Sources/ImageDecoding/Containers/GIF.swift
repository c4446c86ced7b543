internal import PhotoModel

/// The first frame of a GIF (CompuServe, GIF89a specification).
struct GIFFrame {
    /// The place in the displayed picture.
    let place: PixelRectangle
    /// Whether rows are stored in four passes.
    let isInterlaced: Bool
    /// Red, green and blue of each index; `nil` if the file has no palette.
    let palette: [UInt8]?
    /// The index of transparent pixels.
    let transparent: Int?
    /// The position of the compressed indices.
    let dataStart: Int
}

extension ContainerReader {
    /// Reads the size of a GIF, its first frame, and whether a second frame follows.
    ///
    /// The size is that of the logical screen. If the first frame is partly outside, it becomes larger, as in browsers.
    ///
    /// - Returns: The first frame; `nil` if the file has none.
    func readGIF(_ reading: inout ImageReading) throws(PhotoLibraryError) -> GIFFrame? {
        guard let screen = try numbers(at: 6, 2, 2), let flags = try file.number(at: 10, 1) else { return nil }
        reading.storedSize = PixelSize(statedWidth: screen[0], height: screen[1])
        let global = Self.palette(flags, at: 13)
        var place = global.upperBound
        var transparent: Int?
        var first: GIFFrame?
        while let introducer = try file.number(at: place, 1), file.countElement() {
            switch introducer {
            case 0x21:
                // The graphic control extension: flags, delay and the transparent index (section 23).
                if try file.number(at: place + 1, 1) == 0xF9, let flags = try file.number(at: place + 3, 1) {
                    transparent = flags & 1 == 1 ? try file.number(at: place + 6, 1) : nil
                }
                place += 2
            case 0x2C:
                if first != nil {
                    reading.isAnimated = true
                    return first
                }
                guard let fields = try numbers(at: place + 1, 2, 2, 2, 2, 1) else { return nil }
                let local = Self.palette(fields[4], at: place + 10)
                if let size = PixelSize(statedWidth: fields[2], height: fields[3]) {
                    let palette = local.isEmpty ? global : local
                    first = GIFFrame(
                        place: PixelRectangle(x: fields[0], y: fields[1], size: size),
                        isInterlaced: fields[4] & 0x40 != 0,
                        palette: palette.isEmpty ? nil : try file.bytes(palette), transparent: transparent,
                        dataStart: local.upperBound)
                    reading.storedSize = PixelSize(
                        width: max(screen[0], fields[0] + size.width), height: max(screen[1], fields[1] + size.height))
                }
                // The minimum code size.
                place = local.upperBound + 1
            default: return first
            }
            // Blocks of up to 255 bytes, each after its length. An empty block ends them.
            while let length = try file.number(at: place, 1), file.countElement() {
                place += 1 + length
                if length == 0 { break }
            }
        }
        return first
    }

    private static func palette(_ flags: Int, at offset: Int) -> Range<Int> {
        offset..<offset + (flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1))
    }
}
