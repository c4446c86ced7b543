internal import PhotoModel

/// How the pixels of a Windows bitmap are stored.
struct BMPPicture {
    enum Coding {
        /// Rows of pixels.
        case rows
        /// Runs of indices of 4 or 8 bits.
        case runs
    }

    let size: PixelSize
    /// Whether the top row is the first one.
    let isTopDown: Bool
    /// The bits of a pixel.
    let bits: Int
    let coding: Coding
    /// The bits of red, green, blue and opacity in a pixel of 16 or 32 bits.
    let masks: [UInt32]
    /// Red, green and blue of each index of 1, 4 or 8 bits.
    let palette: [UInt8]
    /// The position of the pixels.
    let dataStart: Int

    /// The bytes of a row, a multiple of 4.
    var rowBytes: Int { (size.width * bits + 31) / 32 * 4 }

    var channels: Int { masks.count == 4 && masks[3] != 0 ? 4 : 3 }
}

extension ContainerReader {
    /// Reads the size of a bitmap.
    ///
    /// A negative height means that the first row is the top row.
    func readBMP(_ reading: inout ImageReading) throws(PhotoLibraryError) {
        guard let header = try BMPHeader(self) else { return }
        reading.storedSize = PixelSize(statedWidth: header.width, height: header.height.magnitude.clamped)
    }

    /// Reads how the pixels are stored.
    ///
    /// - Throws: `unsupported`, with the name of the coding, for pictures that are not decoded; `damaged` if the header
    ///   contradicts itself.
    func bmpPicture() throws(DecodeStop) -> BMPPicture {
        let header = try withCallerErrors { () throws(PhotoLibraryError) in try BMPHeader(self) }
        guard let header,
            let size = PixelSize(statedWidth: header.width, height: header.height.magnitude.clamped)
        else { throw .corrupt("The header of the bitmap is corrupt.") }
        let coding = try header.coding()
        let masks = try withCallerErrors { () throws(PhotoLibraryError) in try header.masks(self) }
        guard masks.allSatisfy(\.isOneRun) else {
            throw .unsupported("A bitmap whose channels have scattered bits is kept, but not decoded.")
        }
        let palette = try withCallerErrors { () throws(PhotoLibraryError) in try header.palette(self) }
        return BMPPicture(
            size: size, isTopDown: header.height < 0, bits: header.bits, coding: coding, masks: masks, palette: palette,
            dataStart: header.dataStart)
    }
}

/// The headers of a Windows bitmap: BITMAPCOREHEADER of 12 bytes, or BITMAPINFOHEADER and its extensions.
private struct BMPHeader {
    let length: Int
    /// The stated position of the pixels.
    private let statedStart: Int
    let width: Int
    let height: Int
    let bits: Int
    let compression: Int
    let paletteCount: Int

    init?(_ container: ContainerReader) throws(PhotoLibraryError) {
        guard let start = try container.numbers(at: 10, 4, 4) else { return nil }
        (statedStart, length) = (start[0], start[1])
        if length == 12 {
            guard let fields = try container.numbers(at: 18, 2, 2, 2, 2) else { return nil }
            (width, height, bits) = (fields[0], fields[1], fields[3])
            (compression, paletteCount) = (0, 0)
        } else {
            guard let fields = try container.numbers(at: 18, 4, 4), fields.count == 2 else { return nil }
            width = fields[0]
            height = Int(Int32(truncatingIfNeeded: fields[1]))
            let more = try container.numbers(at: 26, 2, 2, 4, 4, 4, 4, 4)
            (bits, compression, paletteCount) = (more?[1] ?? 0, more?[2] ?? 0, more?[6] ?? 0)
        }
    }

    func coding() throws(DecodeStop) -> BMPPicture.Coding {
        switch (compression, bits) {
        case (0, 1), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32), (3, 16), (3, 32), (6, 16), (6, 32): return .rows
        case (1, 8), (2, 4): return .runs
        case (4, _): throw .unsupported("A bitmap with a JPEG in it is kept, but not decoded.")
        case (5, _): throw .unsupported("A bitmap with a PNG in it is kept, but not decoded.")
        default:
            throw .unsupported("A bitmap of \(bits) bits with the compression \(compression) is kept, but not decoded.")
        }
    }

    /// Headers of 52 bytes and more have the masks; they are behind shorter ones.
    func masks(_ container: ContainerReader) throws(PhotoLibraryError) -> [UInt32] {
        guard bits == 16 || bits == 32 else { return [] }
        guard compression != 0 else { return bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF_0000, 0xFF00, 0xFF] }
        let hasOpacity = compression == 6 || length >= 56
        let masks = try container.numbers(at: 54, 4, 4, 4, 4) ?? []
        return masks.prefix(hasOpacity ? 4 : 3).map { UInt32(truncatingIfNeeded: $0) }
    }

    /// The position of the pixels.
    ///
    /// Some writers do not count the palette.
    var dataStart: Int { statedStart > palettePlace.lowerBound ? statedStart : palettePlace.upperBound }

    private var paletteEntryLength: Int { length == 12 ? 3 : 4 }

    private var palettePlace: Range<Int> {
        let count = bits > 8 ? 0 : paletteCount == 0 ? 1 << bits : min(paletteCount, 1 << bits)
        return 14 + length..<14 + length + count * paletteEntryLength
    }

    /// Red, green and blue of each index.
    ///
    /// The palette ends where the pixels begin.
    func palette(_ container: ContainerReader) throws(PhotoLibraryError) -> [UInt8] {
        let bytes = try container.file.bytes(palettePlace.clamped(to: 0..<dataStart)) ?? []
        return stride(from: 0, to: bytes.count - 2, by: paletteEntryLength).flatMap { bytes[$0..<$0 + 3].reversed() }
    }
}

extension UInt {
    fileprivate var clamped: Int { Int(clamping: self) }
}

extension UInt32 {
    /// Whether all set bits are neighbours.
    fileprivate var isOneRun: Bool { self == 0 || ((self >> UInt32(trailingZeroBitCount)) &+ 1).nonzeroBitCount <= 1 }
}
