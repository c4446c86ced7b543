internal import PhotoModel

/// The first frame of a GIF (CompuServe, GIF89a specification).
struct GIFFrame {
    /// The rectangle in the displayed picture.
    let rectangle: PixelRectangle
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
    /// Reads the size of a GIF, its first frame, its metadata, and whether a second frame follows.
    ///
    /// Metadata behind the beginning of a second frame are not read.
    ///
    /// - Returns: The first frame; `nil` if the file has none.
    func readGIF(_ reading: inout ImageReading) throws(PhotoLibraryError) -> GIFFrame? {
        var embedded = EmbeddedMetadata()
        let frame = try readBlocks(&reading, &embedded)
        try reading.add(embedded)
        return frame
    }

    /// Reads the blocks up to a second frame.
    ///
    /// The size is that of the logical screen. If the first frame is partly outside, it becomes larger, as in browsers.
    private func readBlocks(
        _ reading: inout ImageReading, _ embedded: inout EmbeddedMetadata
    ) throws(PhotoLibraryError) -> GIFFrame? {
        guard let screen = try numbers(at: 6, 2, 2), let flags = try file.number(at: 10, 1) else { return nil }
        reading.storedSize = PixelSize(statedWidth: screen[0], height: screen[1])
        let global = Self.palette(flags, at: 13)
        var position = global.upperBound
        var transparent: Int?
        var first: GIFFrame?
        while let introducer = try file.number(at: position, 1), file.countElement() {
            var label: Int?
            switch introducer {
            case 0x21:
                label = try file.number(at: position + 1, 1)
                // The graphic control extension: flags, delay and the transparent index (section 23).
                if label == 0xF9, let flags = try file.number(at: position + 3, 1) {
                    transparent = flags & 1 == 1 ? try file.number(at: position + 6, 1) : nil
                }
                position += 2
            case 0x2C:
                if first != nil {
                    embedded.isAnimated = true
                    return first
                }
                guard let fields = try numbers(at: position + 1, 2, 2, 2, 2, 1) else { return nil }
                let local = Self.palette(fields[4], at: position + 10)
                if let size = PixelSize(statedWidth: fields[2], height: fields[3]) {
                    let palette = local.isEmpty ? global : local
                    first = GIFFrame(
                        rectangle: PixelRectangle(x: fields[0], y: fields[1], size: size),
                        isInterlaced: fields[4] & 0x40 != 0,
                        palette: palette.isEmpty ? nil : try file.bytes(palette), transparent: transparent,
                        dataStart: local.upperBound)
                    reading.storedSize = PixelSize(
                        width: max(screen[0], fields[0] + size.width), height: max(screen[1], fields[1] + size.height))
                }
                // The minimum code size.
                position = local.upperBound + 1
            default: return first
            }
            let start = position
            // Blocks of up to 255 bytes, each after its length. An empty block ends them.
            while let length = try file.number(at: position, 1), file.countElement() {
                position += 1 + length
                if length == 0 { break }
            }
            if let label { try add(extension: label, start..<position, to: &embedded) }
        }
        return first
    }

    /// The name of the extension with an XMP packet (XMP part 3, 1.1.2), after its length.
    private static let xmpName = [11] + Array("XMP DataXMP".utf8)

    /// Adds a comment (section 24) or an XMP packet, which is not divided into blocks.
    private func add(
        extension label: Int, _ range: Range<Int>, to embedded: inout EmbeddedMetadata
    ) throws(PhotoLibraryError) {
        guard [0xFE, 0xFF].contains(label), range.count <= limits.maxEXIFBytes, let bytes = try file.bytes(range) else {
            return
        }
        if bytes.starts(with: Self.xmpName) {
            embedded.add(xmp: Array(bytes.dropFirst(Self.xmpName.count)))
        } else if label == 0xFE, embedded.texts["Description"] == nil {
            var text: [UInt8] = []
            var rest = bytes[...]
            while let length = rest.popFirst() {
                text += rest.prefix(Int(length))
                rest = rest.dropFirst(Int(length))
            }
            embedded.texts["Description"] = ProgramComment.removed(from: text.text)
        }
    }

    private static func palette(_ flags: Int, at offset: Int) -> Range<Int> {
        offset..<offset + (flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1))
    }
}
