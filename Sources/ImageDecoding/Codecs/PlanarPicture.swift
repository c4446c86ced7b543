internal import CImageShims
internal import PhotoModel

/// A picture in the memory of a codec, as planes of Y, Cb and Cr.
final class PlanarPicture {
    let size: PixelSize
    let planes: opk_planes
    /// The colours that the coded picture states.
    let points: CodePoints
    /// The number of rows from the top that were decoded.
    let decodedRows: Int
    private let release: () -> Void

    /// - Parameter release: Called when the planes are not needed any more.
    init(
        size: PixelSize, planes: opk_planes, points: CodePoints, decodedRows: Int? = nil,
        release: @escaping () -> Void
    ) {
        self.size = size
        self.planes = planes
        self.points = points
        self.decodedRows = decodedRows ?? size.height
        self.release = release
    }

    deinit { release() }

    /// Whether the picture has no colours.
    var isGray: Bool { planes.samples.1 == nil }
}

/// The kinds of coded pictures in files that have planes.
enum PictureCoding: String {
    case hevc = "hvc1"
    case av1 = "av01"

    /// Decodes one picture.
    ///
    /// - Parameters:
    ///   - configuration: The payload of `hvcC` or `av1C`.
    ///   - limits: The limit for pixels applies to this picture.
    /// - Throws: `damaged` if the data are not one whole picture, `unsupported` if the codec is not part of this build.
    func decode(
        _ data: [UInt8], configuration: [UInt8], _ limits: DecodeLimits
    ) throws(DecodeStop) -> PlanarPicture {
        switch self {
        case .hevc: try HEVCPicture.decode(data, configuration: configuration)
        case .av1: try AV1Picture.decode(data, limits)
        }
    }
}

extension DecodeStop {
    static func unsupported(_ message: String) -> DecodeStop {
        .picture(.unsupported, ImageWarning(code: "unsupported", message: message))
    }

    static func corrupt(_ message: String) -> DecodeStop {
        .picture(.damaged, ImageWarning(code: "corruptData", message: message))
    }

    static func truncated(_ message: String) -> DecodeStop {
        .picture(.damaged, ImageWarning(code: "truncated", message: message))
    }
}
