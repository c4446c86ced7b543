internal import PhotoModel

/// The pixels of a Windows bitmap, from the top row to the bottom row.
final class BMPPixels: PixelSource {
    private let picture: BMPPicture
    private let source: ImageSource
    private let channelReaders: [Channel]
    /// The indices of a picture of runs, in stored order.
    private var indices: [UInt8] = []

    init(_ picture: BMPPicture, _ source: ImageSource, _ progress: DecodeProgress) throws(DecodeStop) {
        self.picture = picture
        self.source = source
        channelReaders = picture.masks.prefix(picture.channels).map(Channel.init)
        if picture.coding == .runs { indices = try Self.indices(of: picture, source, progress) }
    }

    /// An upper estimate of the bytes that the pixels of a picture need.
    static func memory(of picture: BMPPicture) -> Int {
        picture.coding == .runs ? picture.size.width * picture.size.height + (64 << 10) : 2 * picture.rowBytes
    }

    var size: PixelSize { picture.size }

    var channels: Int { picture.channels }

    func readRow(_ y: Int, into pixels: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) {
        let storedRow = picture.isTopDown ? y : size.height - 1 - y
        if picture.coding == .runs {
            for x in 0..<size.width { writeColor(of: indices[storedRow * size.width + x], to: pixels, x) }
            return
        }
        let start = picture.dataStart + storedRow * picture.rowBytes
        let row = try withCallerErrors { () throws(PhotoLibraryError) in
            try source.bytes(start..<start + picture.rowBytes)
        }
        guard row.count == picture.rowBytes else { throw .truncated("The bitmap ends before its last row.") }
        row.withUnsafeBufferPointer { write($0, to: pixels) }
    }

    private func write(_ row: UnsafeBufferPointer<UInt8>, to pixels: UnsafeMutableBufferPointer<UInt8>) {
        switch picture.bits {
        case 24:
            for x in 0..<size.width {
                (pixels[3 * x], pixels[3 * x + 1], pixels[3 * x + 2]) = (row[3 * x + 2], row[3 * x + 1], row[3 * x])
            }
        case 16, 32:
            let length = picture.bits / 8
            for x in 0..<size.width {
                var pixel: UInt32 = 0
                for byte in 0..<length { pixel |= UInt32(row[x * length + byte]) << UInt32(8 * byte) }
                for channel in channelReaders.indices {
                    pixels[x * channels + channel] = channelReaders[channel].level(of: pixel)
                }
            }
        case let bits:
            for x in 0..<size.width {
                let shift = 8 - bits - x * bits % 8
                let index = Int(row[x * bits / 8] >> UInt8(shift)) & (1 << bits - 1)
                writeColor(of: UInt8(truncatingIfNeeded: index), to: pixels, x)
            }
        }
    }

    /// Writes the colour of an index: black if the palette does not have it.
    private func writeColor(of index: UInt8, to pixels: UnsafeMutableBufferPointer<UInt8>, _ x: Int) {
        let source = 3 * Int(index)
        let isStored = source + 3 <= picture.palette.count
        for channel in 0..<3 { pixels[3 * x + channel] = isStored ? picture.palette[source + channel] : 0 }
    }

    // MARK: Bits of a channel

    /// The bits of a channel in a pixel, and the level of each value.
    private struct Channel {
        private let mask: UInt32
        private let shift: UInt32
        private let levels: [UInt8]

        /// Of more than 8 bits the highest 8 are used.
        init(_ mask: UInt32) {
            self.mask = mask
            let bits = mask.nonzeroBitCount
            shift = UInt32(mask == 0 ? 0 : mask.trailingZeroBitCount + max(0, bits - 8))
            let most = 1 << min(bits, 8) - 1
            levels = most == 0 ? [0] : (0...most).map { UInt8(truncatingIfNeeded: ($0 * 255 + most / 2) / most) }
        }

        func level(of pixel: UInt32) -> UInt8 { levels[Int((pixel & mask) >> shift)] }
    }

    // MARK: Runs

    /// The indices of a picture of runs: RLE8 or RLE4.
    ///
    /// Indices that are not stored are 0.
    private static func indices(
        of picture: BMPPicture, _ source: ImageSource, _ progress: DecodeProgress
    ) throws(DecodeStop) -> [UInt8] {
        let stream = PieceStream(source, progress)
        let (width, height) = (picture.size.width, picture.size.height)
        var indices = [UInt8](repeating: 0, count: width * height)
        var (x, y) = (0, 0)
        func byte() throws(DecodeStop) -> Int {
            guard let byte = try withCallerErrors({ () throws(PhotoLibraryError) in try stream.byte() }) else {
                throw .truncated("The bitmap ends before its last row.")
            }
            return Int(byte)
        }
        /// Adds an index. Those outside of the picture are ignored.
        func add(_ index: Int) {
            if x < width, y < height { indices[y * width + x] = UInt8(truncatingIfNeeded: index) }
            x += 1
        }
        guard stream.skip(picture.dataStart) else { throw .truncated("The bitmap ends before its pixels.") }
        while y < height {
            let (count, value) = (try byte(), try byte())
            switch (count, value) {
            case (0, 0): (x, y) = (0, y + 1)
            case (0, 1): return indices
            case (0, 2): (x, y) = (x + (try byte()), y + (try byte()))
            case (0, _) where picture.bits == 8:
                for _ in 0..<value { add(try byte()) }
                if !value.isMultiple(of: 2) { _ = try byte() }
            case (0, _):
                let bytes = (value + 1) / 2
                for index in 0..<bytes {
                    let pair = try byte()
                    add(pair >> 4)
                    if 2 * index + 1 < value { add(pair & 15) }
                }
                if !bytes.isMultiple(of: 2) { _ = try byte() }
            case _ where picture.bits == 8:
                for _ in 0..<count { add(value) }
            default:
                for index in 0..<count { add(index.isMultiple(of: 2) ? value >> 4 : value & 15) }
            }
        }
        return indices
    }
}
