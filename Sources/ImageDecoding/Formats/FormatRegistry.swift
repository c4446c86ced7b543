internal import Foundation
internal import PhotoModel

/// The formats, one line each.
enum FormatRegistry {
    /// The formats in the order in which they are compared with the first bytes of a file.
    ///
    /// A raw file that is based on TIFF begins like one, so raw files come before TIFF.
    static let all: [any FormatSupport] = [
        JPEGFormat(),
        PNGFormat(),
        GIFFormat(),
        WebPFormat(),
        BMPFormat(),
        RawFormat(),
        TIFFFormat(),
        HEIFFormat(),
        VideoFormat(),
        JPEGXLFormat(),
    ]

    /// The support for files of this format.
    static func support(of format: ImageFormat) -> any FormatSupport {
        all.first { $0.formats.contains(format) } ?? UnknownFormat()
    }
}

/// The pictures of all formats that this build decodes.
///
/// A decoder worker decodes them before it enters its jail.
package enum WarmUpPictures {
    package static let all: [[UInt8]] = FormatRegistry.all.flatMap(\.warmUpPictures)

    /// The bytes that a Base64 text of a source file codes.
    static func bytes(_ base64: String) -> [UInt8] {
        Data(base64Encoded: base64, options: .ignoreUnknownCharacters).map { Array($0) } ?? []
    }
}
