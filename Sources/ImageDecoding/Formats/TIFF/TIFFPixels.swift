internal import PhotoModel

/// The pixels of a TIFF picture.
///
/// Of each block of a row of blocks, one row at a time is in memory.
final class TIFFPixels: PixelSource {
    private let picture: TIFFPicture
    /// Opens a stream over a part of the file.
    private let open: (Range<Int>) throws(DecodeStop) -> PieceStream
    private var blocks: [any DecompressedBytes] = []
    /// A row of a block.
    private let row: UnsafeMutableBufferPointer<UInt8>
    /// The levels of a sample with less than 16 bits: one level for gray, else red, green and blue.
    private let levels: [UInt8]

    /// The bytes of the buffer through which a block is read.
    static let pieceSize = 16 << 10

    init(_ picture: TIFFPicture, open: @escaping (Range<Int>) throws(DecodeStop) -> PieceStream) {
        self.picture = picture
        self.open = open
        row = .allocate(capacity: max(1, picture.blockRowBytes))
        row.initialize(repeating: 0)
        levels = picture.levels
    }

    deinit { row.deallocate() }

    /// An upper estimate of the bytes that the pixels of a picture need.
    static func memory(of picture: TIFFPicture) -> Int {
        let state =
            switch picture.compression {
            case .none, .packBits: 0
            case .lzw: LZWBytes<PieceStream>.memory
            case .deflate: InflatedBytes.memory
            }
        return picture.columns * (1024 + pieceSize + state) + picture.blockRowBytes
    }

    var size: PixelSize { picture.size }

    var channels: Int { picture.channels }

    func readRow(_ y: Int, into pixels: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) {
        let width = picture.blockSize.width
        if y.isMultiple(of: picture.blockSize.height) { try openBlocks(ofRow: y / picture.blockSize.height) }
        for (column, block) in blocks.enumerated() {
            guard try block.read(into: row) == row.count else {
                throw .truncated("A part of the TIFF file ends early.")
            }
            if picture.hasDifferences { addDifferences() }
            let visible = column * width..<min((column + 1) * width, size.width)
            write(visible.count, to: UnsafeMutableBufferPointer(rebasing: pixels[(visible.lowerBound * channels)...]))
        }
    }

    private func openBlocks(ofRow row: Int) throws(DecodeStop) {
        blocks = []
        for block in try picture.blocks(ofRow: row) { blocks.append(try bytes(of: try open(block))) }
    }

    private func bytes(of stream: PieceStream) throws(DecodeStop) -> any DecompressedBytes {
        switch picture.compression {
        case .none: PlainBytes(stream)
        case .lzw: LZWBytes.tiff(stream)
        case .deflate: try InflatedBytes(stream)
        case .packBits: PackBitsBytes(stream)
        }
    }

    // MARK: Samples

    /// The high and the low byte of a sample of 16 bits.
    private var bytePlaces: (high: Int, low: Int) { picture.isLittleEndian ? (1, 0) : (0, 1) }

    /// Turns differences into samples.
    private func addDifferences() {
        if picture.bits == 8 {
            for index in stride(from: picture.samples, to: row.count, by: 1) {
                row[index] &+= row[index - picture.samples]
            }
            return
        }
        let (high, low) = bytePlaces
        for index in stride(from: 2 * picture.samples, to: row.count, by: 2) {
            let before = index - 2 * picture.samples
            let sum = UInt16(row[before + high]) << 8 | UInt16(row[before + low])
            let sample = sum &+ (UInt16(row[index + high]) << 8 | UInt16(row[index + low]))
            row[index + high] = UInt8(truncatingIfNeeded: sample >> 8)
            row[index + low] = UInt8(truncatingIfNeeded: sample)
        }
    }

    /// Sample `index` of the row: 8 bits of one of 16 bits, and all bits of others.
    private func sample(_ index: Int) -> UInt8 {
        switch picture.bits {
        case 8: return row[index]
        case 16:
            let (high, low) = bytePlaces
            let value = UInt32(row[2 * index + high]) << 8 | UInt32(row[2 * index + low])
            return UInt8(truncatingIfNeeded: (value * 255 + 32767) / 65535)
        case let bits:
            let shift = 8 - bits - index * bits % 8
            return row[index * bits / 8] >> UInt8(shift) & (1 << UInt8(bits) - 1)
        }
    }

    /// Writes the first `count` pixels of the row.
    private func write(_ count: Int, to pixels: UnsafeMutableBufferPointer<UInt8>) {
        let (colors, samples) = (picture.colors.samples, picture.samples)
        var target = 0
        for x in 0..<count {
            let source = x * samples
            if colors == 3 {
                for channel in 0..<3 { pixels[target + channel] = sample(source + channel) }
                target += 3
            } else {
                let level = Int(sample(source)) * picture.colors.channels
                for channel in 0..<picture.colors.channels { pixels[target + channel] = levels[level + channel] }
                target += picture.colors.channels
            }
            guard let opacity = picture.opacity else { continue }
            let alpha = sample(source + colors)
            if opacity == .associated {
                for index in target - picture.colors.channels..<target {
                    pixels[index] = Self.divided(pixels[index], by: alpha)
                }
            }
            pixels[target] = alpha
            target += 1
        }
    }

    /// The level of a colour that was multiplied by an opacity.
    ///
    /// Composited on white it is exactly the multiplied level and the white behind it.
    private static func divided(_ level: UInt8, by alpha: UInt8) -> UInt8 {
        let alpha = UInt32(alpha)
        return alpha == 0 ? 0 : UInt8(clamping: (UInt32(level) * 255 + alpha / 2) / alpha)
    }
}

extension TIFFPicture {
    /// The displayed levels of each value of a gray sample or an index.
    fileprivate var levels: [UInt8] {
        switch colors {
        case .rgb: return []
        case .palette(let levels): return levels
        case .gray(let isWhiteZero):
            let most = 1 << min(bits, 8) - 1
            return (0...most).map { UInt8(truncatingIfNeeded: (isWhiteZero ? most - $0 : $0) * 255 / most) }
        }
    }
}
