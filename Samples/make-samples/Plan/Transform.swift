/// The change from a photo to its copy.
enum Transform: Sendable {
    /// No change: the same bytes.
    case sameBytes
    /// Metadata without the place, image data unchanged.
    case withoutPlace
    /// Metadata removed, image data unchanged.
    ///
    /// The orientation tag is removed too, so that a photo with such a tag is displayed turned.
    case withoutMetadata
    /// Encoded again as a JPEG.
    case encoded(Encoding)
    /// Encoded again as a PNG, with its long side this many pixels long.
    case png(Int)
    /// An edit to black and white, with a red filter and more contrast.
    case blackAndWhite
    /// An edit that crops the photo.
    case cropped
    /// Only the first part of the file.
    case truncated

    struct Encoding: Sendable {
        var quality: Int
        /// The long side in pixels; `nil` for the same size.
        var longSide: Int?
        var filter = Picture.Filter.lanczos
        var keepsMetadata = false
        /// Whether the stored pixels are written without the orientation tag.
        var losesOrientation = false
        var isProgressive = false
    }

    /// The text in the table.
    var description: String {
        switch self {
        case .sameBytes: return "same bytes"
        case .withoutPlace: return "GPS removed, image data kept"
        case .withoutMetadata: return "EXIF removed, image data kept"
        case .png(let longSide): return "PNG, long side \(longSide) by lanczos, EXIF removed"
        case .blackAndWhite: return "black and white, JPEG q85"
        case .cropped: return "cropped to 70 %, JPEG q85"
        case .truncated: return "first 60 % of the file"
        case .encoded(let encoding):
            let size = encoding.longSide.map { ", long side \($0) by \(encoding.filter)" } ?? ""
            let metadata = encoding.keepsMetadata ? "EXIF kept" : "EXIF removed"
            let lost = encoding.losesOrientation ? ", orientation lost" : ""
            return "JPEG q\(encoding.quality)\(size), \(metadata)\(lost)"
        }
    }

    /// The expected answer for the copy from a library with the photo.
    func expectation(of shot: Shot) -> String {
        switch self {
        case .sameBytes: return "found:bytes"
        case .withoutPlace, .withoutMetadata: return "found:imageData"
        case .cropped, .truncated: return "notFound"
        case .blackAndWhite: return "multiple|notFound"
        case .encoded, .png:
            if shot.scene.isFlat { return "multiple|undecidable" }
            if shot.scene.isSoft { return "found:content|multiple" }
            return shot.kind == .burst ? "found:content|multiple" : "found:content"
        }
    }
}
