internal import CSampleEncoders
import Foundation

/// JPEG files, as byte arrays.
enum JPEG {
    /// The options of the encoder.
    struct Options: Sendable {
        var quality = 90
        var sampling = Sampling.quarter
        var isProgressive = false
    }

    /// The chroma subsampling.
    enum Sampling: Sendable {
        /// 4:2:0: half of the columns and rows.
        case quarter
        /// 4:2:2: half of the columns.
        case half
    }

    /// The file without metadata.
    static func encode(_ picture: Picture, _ options: Options) throws -> [UInt8] {
        let result = CSampleEncoders_encodeJPEG(
            picture.bytes, Int32(picture.width), Int32(picture.height),
            CSampleEncoders_JPEGOptions(
                quality: Int32(options.quality), horizontalSampling: 2,
                verticalSampling: options.sampling == .quarter ? 2 : 1, isProgressive: options.isProgressive ? 1 : 0))
        return try bytes(of: result)
    }

    /// The file with a TIFF stream in an APP1 segment at its start, as EXIF 2.32 (4.5.4) requires.
    ///
    /// The image data does not change.
    static func adding(exif: [UInt8], to file: [UInt8]) -> [UInt8] {
        let content = Array("Exif\0\0".utf8) + exif
        let count = content.count + 2
        return file.prefix(2) + [0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 0xFF)] + content + file.dropFirst(2)
    }
}

/// The error for a picture that libjpeg or libpng refused.
struct EncodingError: Error, CustomStringConvertible {
    let description: String
}

/// Copies the bytes of the result of a C encoder, and frees the result.
func bytes(of result: CSampleEncoders_Result) throws -> [UInt8] {
    guard let start = result.bytes else {
        let message = withUnsafeBytes(of: result.message) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
        throw EncodingError(description: message)
    }
    defer { CSampleEncoders_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: result.count))
}
