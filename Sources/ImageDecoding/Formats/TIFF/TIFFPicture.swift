internal import PhotoModel

/// The displayed picture of a TIFF file (TIFF 6.0): how its pixels are stored.
struct TIFFPicture {
    enum Compression { case none, lzw, deflate, packBits }

    enum Colors {
        case gray(isWhiteZero: Bool)
        case rgb
        /// Red, green and blue of each index.
        case palette([UInt8])
    }

    enum Opacity {
        /// Colours that are already multiplied by the opacity.
        case associated
        case unassociated
    }

    let size: PixelSize
    let colors: Colors
    /// The meaning of the sample after the colours; `nil` if it is none or unknown.
    let opacity: Opacity?
    /// The number of samples of a pixel, also of those that are not displayed.
    let samples: Int
    /// The number of bits of a sample: 1, 2, 4, 8, 16.
    ///
    /// Several samples have 8 or 16.
    let bits: Int
    let isLittleEndian: Bool
    let compression: Compression
    /// Whether a sample is stored as its difference from that of the pixel before (TIFF 6.0, section 14).
    let hasDifferences: Bool
    /// The size of a tile, or of a strip.
    ///
    /// The last strip can be lower.
    let blockSize: PixelSize
    /// The ICC profile.
    let profile: [UInt8]?

    private let tiff: TIFFReader
    private let offsets: TIFFDirectory.Entry
    private let counts: TIFFDirectory.Entry?

    /// The number of columns of tiles.
    var columns: Int { (size.width + blockSize.width - 1) / blockSize.width }
    /// The samples of a pixel that are displayed.
    var channels: Int { colors.channels + (opacity == nil ? 0 : 1) }
    /// The bytes of a row of a block.
    var blockRowBytes: Int { (blockSize.width * samples * bits + 7) / 8 }
}

extension TIFFPicture.Colors {
    /// The channels of the displayed colours.
    var channels: Int { if case .gray = self { 1 } else { 3 } }

    /// The samples that are stored.
    var samples: Int { if case .rgb = self { 3 } else { 1 } }
}

extension TIFFPicture {
    private enum Tag {
        static let width: UInt16 = 0x0100
        static let height: UInt16 = 0x0101
        static let bits: UInt16 = 0x0102
        static let compression: UInt16 = 0x0103
        static let photometricInterpretation: UInt16 = 0x0106
        static let fillOrder: UInt16 = 0x010A
        static let stripOffsets: UInt16 = 0x0111
        static let samples: UInt16 = 0x0115
        static let rowsOfStrip: UInt16 = 0x0116
        static let stripCounts: UInt16 = 0x0117
        static let planarConfiguration: UInt16 = 0x011C
        static let predictor: UInt16 = 0x013D
        static let colorMap: UInt16 = 0x0140
        static let tileWidth: UInt16 = 0x0142
        static let tileHeight: UInt16 = 0x0143
        static let tileOffsets: UInt16 = 0x0144
        static let tileCounts: UInt16 = 0x0145
        static let extraSamples: UInt16 = 0x0152
        static let sampleFormat: UInt16 = 0x0153
        static let profile: UInt16 = 0x8773
    }

    /// Reads a directory.
    ///
    /// - Parameter maxProfileBytes: A larger profile is not read.
    /// - Throws: `unsupported`, with the name of the coding, for pictures that are not decoded; `damaged` if the
    ///   directory contradicts itself.
    init(_ directory: TIFFDirectory, of tiff: TIFFReader, maxProfileBytes: Int) throws(DecodeStop) {
        func numbers(_ tag: UInt16) throws(DecodeStop) -> [Int] {
            try withCallerErrors { () throws(PhotoLibraryError) in try tiff.numbers(directory[tag]) }
        }
        func number(_ tag: UInt16, _ standard: Int) throws(DecodeStop) -> Int { try numbers(tag).first ?? standard }

        guard let size = PixelSize(statedWidth: try number(Tag.width, 0), height: try number(Tag.height, 0)) else {
            throw .corrupt("The TIFF file states no size.")
        }
        self.size = size
        self.tiff = tiff
        isLittleEndian = tiff.isLittleEndian
        guard try number(Tag.planarConfiguration, 1) == 1 else {
            throw .unsupported("TIFF with a plane for each channel is kept, but not decoded.")
        }
        guard try number(Tag.fillOrder, 1) == 1 else {
            throw .unsupported("TIFF with reversed bits is kept, but not decoded.")
        }
        guard try numbers(Tag.sampleFormat).allSatisfy({ $0 == 1 }) else {
            throw .unsupported("TIFF with samples that are not unsigned integers is kept, but not decoded.")
        }
        samples = try number(Tag.samples, 1)
        let depths = try numbers(Tag.bits).prefix(max(1, samples))
        bits = depths.first ?? 1
        guard (1...65_535).contains(samples), [1, 2, 4, 8, 16].contains(bits), depths.allSatisfy({ $0 == depths[0] }),
            bits >= 8 || samples == 1
        else {
            let bits = Set(depths).sorted().map { "\($0)" }.joined(separator: ", ")
            throw .unsupported("TIFF of \(samples) samples of \(bits) bits is kept, but not decoded.")
        }
        compression = try Compression(tag: try number(Tag.compression, 1))
        colors = try Colors(
            tag: try number(Tag.photometricInterpretation, -1), bits: bits, map: try numbers(Tag.colorMap))
        guard samples >= colors.samples else { throw .corrupt("The TIFF file states too few samples of a pixel.") }
        let isOpacityStored = samples > colors.samples
        // Some writers do not state the meaning of the opacity.
        opacity = isOpacityStored ? [1: .associated, 2: .unassociated][try number(Tag.extraSamples, 2)] : nil
        // Only these compressions have a predictor.
        let predictor = compression == .lzw || compression == .deflate ? try number(Tag.predictor, 1) : 1
        guard predictor == 1 || (predictor == 2 && bits >= 8) else {
            throw .unsupported("TIFF with the predictor \(predictor) is kept, but not decoded.")
        }
        hasDifferences = predictor == 2

        let isTiled = directory[Tag.tileOffsets] != nil
        let blockWidth = isTiled ? try number(Tag.tileWidth, 0) : size.width
        let blockHeight =
            isTiled ? try number(Tag.tileHeight, 0) : min(try number(Tag.rowsOfStrip, size.height), size.height)
        guard let blockSize = PixelSize(statedWidth: blockWidth, height: blockHeight),
            let offsets = directory[isTiled ? Tag.tileOffsets : Tag.stripOffsets]
        else { throw .corrupt("The TIFF file does not state where its pixels are.") }
        // TIFF 6.0, section 15. Smaller tiles would take much time.
        guard !isTiled || (blockWidth.isMultiple(of: 16) && blockHeight.isMultiple(of: 16)) else {
            throw .corrupt("The TIFF file has tiles of \(blockWidth) by \(blockHeight) pixels, no multiples of 16.")
        }
        (self.blockSize, self.offsets) = (blockSize, offsets)
        counts = directory[isTiled ? Tag.tileCounts : Tag.stripCounts]
        profile = try withCallerErrors { () throws(PhotoLibraryError) in
            try tiff.value(directory[Tag.profile], upTo: maxProfileBytes)
        }
    }

    /// The places in the file of the blocks of a row of tiles, or of a strip.
    ///
    /// A file without byte counts has blocks up to its end.
    func blocks(ofRow row: Int) throws(DecodeStop) -> [Range<Int>] {
        let indices = row * columns..<(row + 1) * columns
        let (starts, lengths) = try withCallerErrors { () throws(PhotoLibraryError) in
            (
                try tiff.numbers(offsets, at: indices),
                try counts.map { counts throws(PhotoLibraryError) in
                    try tiff.numbers(counts, at: indices)
                }
            )
        }
        guard starts.count == columns, lengths?.count ?? columns == columns else {
            throw .truncated("The TIFF file does not state where all of its pixels are.")
        }
        return starts.indices.map { index in
            let start = tiff.base + starts[index]
            let end = lengths.map { start + $0[index] } ?? tiff.file.size
            return start..<max(start, end)
        }
    }
}

extension TIFFPicture.Compression {
    fileprivate init(tag: Int) throws(DecodeStop) {
        switch tag {
        case 1: self = .none
        case 5: self = .lzw
        case 8, 32_946: self = .deflate
        case 32_773: self = .packBits
        default: throw .unsupported("TIFF with \(Self.name(of: tag)) is kept, but not decoded.")
        }
    }

    private static func name(of tag: Int) -> String {
        switch tag {
        case 2, 3, 4: "fax compression"
        case 6, 7: "JPEG compression"
        case 34_712: "JPEG 2000 compression"
        case 34_925: "LZMA compression"
        case 50_000: "Zstandard compression"
        case 50_001: "WebP compression"
        default: "the compression \(tag)"
        }
    }
}

extension TIFFPicture.Colors {
    /// - Parameter map: The red levels of all indices, then the green and the blue ones, of 16 bits.
    fileprivate init(tag: Int, bits: Int, map: [Int]) throws(DecodeStop) {
        switch tag {
        case 0: self = .gray(isWhiteZero: true)
        case 1: self = .gray(isWhiteZero: false)
        case 2: self = .rgb
        case 3:
            let count = 1 << bits
            guard bits <= 8 else { throw .unsupported("TIFF with a palette of \(bits) bits is kept, but not decoded.") }
            guard map.count >= 3 * count else { throw .corrupt("The palette of the TIFF file is too short.") }
            // Some writers store levels of 8 bits.
            let shift = map.allSatisfy { $0 < 256 } ? 0 : 8
            self = .palette(
                (0..<count).flatMap { index in
                    (0..<3).map { UInt8(truncatingIfNeeded: map[index + $0 * count] >> shift) }
                })
        default: throw .unsupported("TIFF with \(Self.name(of: tag)) is kept, but not decoded.")
        }
    }

    private static func name(of tag: Int) -> String {
        switch tag {
        case -1: "no stated colours"
        case 4: "a transparency mask"
        case 5: "colours of inks"
        case 6: "colours in Y, Cb and Cr"
        case 8, 9, 10: "Lab colours"
        default: "the photometric interpretation \(tag)"
        }
    }
}
