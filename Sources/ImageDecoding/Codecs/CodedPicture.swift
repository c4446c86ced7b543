internal import PhotoModel

/// A picture in a file that a codec decodes by itself: an item of a HEIF file, or a key frame of a video.
struct CodedPicture {
    let coding: PictureCoding
    /// The payload of `hvcC`, `avcC` or `av1C`.
    let configuration: [UInt8]
    /// The ranges of the data.
    let extents: [Range<Int>]

    var byteCount: Int { extents.reduce(0) { $0 + $1.count } }
}

extension CodedPicture {
    /// The format of the samples.
    struct Format {
        /// The bits of a sample.
        var depth: Int
        var isGray: Bool
        /// The samples of both planes of colours, in quarters of the pixels.
        var chromaShare: Int
        /// The number of earlier pictures that the codec allocates.
        var references = 0
    }

    /// The format by the codec's configuration; `nil` if it is too short.
    ///
    /// By ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1, and the AV1 codec ISO media file format binding, 2.3.
    var format: Format? {
        switch coding {
        case .hevc:
            guard configuration.count >= 23 else { return nil }
            let chroma = Int(configuration[16] & 3)
            return Format(
                depth: Int(configuration[17] & 7) + 8, isGray: chroma == 0, chromaShare: [0, 2, 4, 8][chroma])
        case .h264:
            guard let units = NALUnits(h264: configuration) else { return nil }
            let references = units.parameterSets.compactMap { SequenceParameters(h264: $0)?.referencePictures }.max()
            // Other formats are not decoded.
            return Format(depth: 8, isGray: false, chromaShare: 2, references: references ?? 16)
        case .av1:
            guard configuration.count >= 4 else { return nil }
            let flags = configuration[2]
            let isGray = flags & 0x10 != 0
            let depth = flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
            // Two planes of all pixels, of half, or of a quarter of them, in quarters.
            let share = isGray ? 0 : flags & 0x08 == 0 ? 8 : flags & 0x04 == 0 ? 4 : 2
            return Format(depth: depth, isGray: isGray, chromaShare: share)
        }
    }

    /// An upper estimate of the bytes that a codec needs for a picture of this size: the planes with their edges, and
    /// two bytes for each pixel for the modes of its blocks.
    ///
    /// That for H.264 is measured. libopenh264 also allocates the pictures that a later one may refer to.
    func memory(for size: PixelSize) -> Double {
        let format = format ?? Format(depth: 16, isGray: false, chromaShare: 8)
        let margin = SequenceParameters.blockMargin
        let pixels = Double(size.width + margin) * Double(size.height + margin)
        if coding == .h264 { return pixels * (10 + 2.3 * Double(format.references)) + Double(4 << 20) }
        return pixels * (Double(4 + format.chromaShare) / 4 * (format.depth > 8 ? 2 : 1) + 2)
    }
}

/// The kinds of coded pictures in files that have planes.
enum PictureCoding: String {
    case hevc = "hvc1"
    case h264 = "avc1"
    case av1 = "av01"

    /// The type of the box with the codec's configuration.
    var configurationType: String {
        switch self {
        case .hevc: "hvcC"
        case .h264: "avcC"
        case .av1: "av1C"
        }
    }

    /// Decodes one picture.
    ///
    /// - Parameters:
    ///   - configuration: The payload of the box with the configuration.
    ///   - size: The size that the file states. A larger coded picture is refused before it gets memory.
    /// - Throws: `damaged` if the data are not one whole picture, `unsupported` if the codec is not part of this build.
    func decode(
        _ data: [UInt8], configuration: [UInt8], within size: PixelSize
    ) throws(DecodeStop) -> PlanarPicture {
        switch self {
        case .hevc: try HEVCPicture.decode(data, configuration: configuration, within: size)
        case .h264: try H264Picture.decode(data, configuration: configuration, within: size)
        case .av1: try AV1Picture.decode(data, within: size)
        }
    }
}
