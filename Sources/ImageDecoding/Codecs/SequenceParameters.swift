internal import PhotoModel

/// What a sequence parameter set states about the coded pictures, so that a decoder allocates no memory for more than
/// the file states.
struct SequenceParameters {
    /// The size of the coded pictures, with the parts that are not displayed.
    let codedSize: PixelSize
    /// The bits of a sample.
    let depth: Int
    /// The planes of colours: 0 none, 1 of a quarter of the pixels, 2 of half of them, 3 of all.
    let chromaFormat: Int
    /// The number of earlier pictures that a decoder keeps.
    var referencePictures = 0
    /// Whether the two fields of a picture can be coded one after another.
    var hasFields = false
    /// The colours, if the set states them.
    var points = CodePoints()

    /// The codecs fill up the last blocks of a picture, so a coded picture is larger than the displayed one.
    static let blockMargin = 256

    /// - Throws: `damaged` if the coded pictures are larger than the file states.
    func check(within size: PixelSize) throws(DecodeStop) {
        guard codedSize.width <= size.width + Self.blockMargin, codedSize.height <= size.height + Self.blockMargin
        else {
            throw .corrupt("The coded picture is larger than the file states.")
        }
    }
}

// MARK: H.264

extension SequenceParameters {
    /// Reads a sequence parameter set of H.264 (ITU-T H.264, 7.3.2.1.1 and E.1.1); `nil` if it is too short or
    /// impossible, and for units of another type.
    init?(h264 unit: ArraySlice<UInt8>) {
        // The type is in the first byte (table 7-1).
        guard let head = unit.first, head & 31 == 7 else { return nil }
        var reader = BitReader(unit.dropFirst())
        guard let profile = reader.bits(8), reader.skip(16), reader.number() != nil else { return nil }
        var (chroma, depth) = (1, 8)
        if Self.highProfiles.contains(profile) {
            guard let format = reader.number(), 0...3 ~= format, format < 3 || reader.skip(1),
                let extra = reader.number(), 0...6 ~= extra, reader.number() != nil, reader.skip(1),
                Self.skipScalingMatrix(lists: format < 3 ? 8 : 12, &reader)
            else { return nil }
            (chroma, depth) = (format, 8 + extra)
        }
        guard reader.number() != nil, Self.skipPictureOrder(&reader), let references = reader.number(), reader.skip(1),
            let columns = reader.number(), let rows = reader.number(), let hasFrames = reader.flag(),
            hasFrames || reader.skip(1), reader.skip(1)
        else { return nil }
        // The units are macroblocks, and in pictures with fields pairs of them.
        let height = (rows + 1) * 16 * (hasFrames ? 1 : 2)
        guard let size = PixelSize(statedWidth: (columns + 1) * 16, height: height), references <= 16 else {
            return nil
        }
        self.init(
            codedSize: size, depth: depth, chromaFormat: chroma, referencePictures: references, hasFields: !hasFrames)
        points = Self.colors(&reader) ?? CodePoints()
    }

    /// The profiles whose sets state the planes and the depth.
    private static let highProfiles: Set<Int> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    private static func skipScalingMatrix(lists: Int, _ reader: inout BitReader) -> Bool {
        guard let isPresent = reader.flag() else { return false }
        guard isPresent else { return true }
        for list in 0..<lists {
            guard let hasList = reader.flag() else { return false }
            var (last, next) = (8, 8)
            for _ in 0..<(hasList ? list < 6 ? 16 : 64 : 0) where next != 0 {
                guard let difference = reader.signedNumber(), -128...127 ~= difference else { return false }
                next = (last + difference + 256) % 256
                last = next == 0 ? last : next
            }
        }
        return true
    }

    private static func skipPictureOrder(_ reader: inout BitReader) -> Bool {
        guard let type = reader.number() else { return false }
        switch type {
        case 0: return reader.number() != nil
        case 1:
            guard reader.skip(1), reader.number() != nil, reader.number() != nil, let count = reader.number(),
                count < 256
            else { return false }
            for _ in 0..<count { guard reader.number() != nil else { return false } }
            return true
        case 2: return true
        default: return false
        }
    }

    /// The colours in the usability information, which follows the cropping.
    private static func colors(_ reader: inout BitReader) -> CodePoints? {
        guard let isCropped = reader.flag() else { return nil }
        for _ in 0..<(isCropped ? 4 : 0) { guard reader.number() != nil else { return nil } }
        guard reader.flag() == true, let hasAspect = reader.flag() else { return nil }
        // 255 means that the two numbers of the aspect follow.
        if hasAspect { guard let aspect = reader.bits(8), aspect != 255 || reader.skip(32) else { return nil } }
        guard let hasOverscan = reader.flag(), !hasOverscan || reader.skip(1), reader.flag() == true, reader.skip(3),
            let isFullRange = reader.flag(), let hasColors = reader.flag()
        else { return nil }
        guard hasColors, let primaries = reader.bits(8), let transfer = reader.bits(8), let matrix = reader.bits(8)
        else {
            return CodePoints(isFullRange: isFullRange)
        }
        return CodePoints(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
    }
}

// MARK: HEVC

extension SequenceParameters {
    /// Reads the beginning of a sequence parameter set of HEVC (ITU-T H.265, 7.3.2.2.1 and 7.3.3) after the two bytes
    /// with its type; `nil` if it is too short or impossible.
    init?(hevc unit: ArraySlice<UInt8>) {
        var reader = BitReader(unit.dropFirst(2))
        guard reader.skip(4), let layers = reader.bits(3), reader.skip(1 + 96) else { return nil }
        var bits = 0
        for _ in 0..<layers {
            guard let hasProfile = reader.flag(), let hasLevel = reader.flag() else { return nil }
            bits += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)
        }
        guard layers == 0 || reader.skip(2 * (8 - layers)), reader.skip(bits), reader.number() != nil,
            let chroma = reader.number(), 0...3 ~= chroma, chroma < 3 || reader.skip(1), let width = reader.number(),
            let height = reader.number(), let size = PixelSize(statedWidth: width, height: height),
            let isCropped = reader.flag()
        else { return nil }
        for _ in 0..<(isCropped ? 4 : 0) { guard reader.number() != nil else { return nil } }
        guard let extra = reader.number(), 0...8 ~= extra else { return nil }
        self.init(codedSize: size, depth: 8 + extra, chromaFormat: chroma)
    }
}
