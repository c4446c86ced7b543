import CImageShims
import PhotoModel
import TestSupport

@testable import ImageDecoding

/// Bytes in pieces of one size.
final class BytePieces: PieceSource {
    private let bytes: [UInt8]
    private let size: Int
    private let end: Int
    private var offset = 0
    private let piece: UnsafeMutableRawBufferPointer

    /// - Parameter end: The offset at which reading fails.
    init(_ bytes: [UInt8], size: Int = 64 << 10, end: Int = .max) {
        (self.bytes, self.size, self.end) = (bytes, size, end)
        piece = .allocate(byteCount: size, alignment: 16)
    }

    deinit { piece.deallocate() }

    func nextPiece() throws(PhotoLibraryError) -> UnsafeRawBufferPointer {
        if offset >= end { throw PhotoLibraryError(.cancelled, "Stopped.") }
        let part = bytes[offset..<min(bytes.count, offset + size)]
        piece.copyBytes(from: part)
        offset += part.count
        return UnsafeRawBufferPointer(rebasing: piece[..<part.count])
    }
}

/// Pixels and files for the reader of JPEG coefficients.
enum JPEGInputs {
    /// Coloured noise over a gradient, so that most blocks have many coefficients.
    static func noise(_ width: Int, _ height: Int) -> [UInt8] {
        var random = Seeded(3)
        return [UInt8](unsafeUninitializedCapacity: 3 * width * height) { pixels, count in
            count = pixels.count
            for index in pixels.indices {
                pixels[index] = UInt8(index / 3 % width * 190 / width) + UInt8(random.next() >> 58)
            }
        }
    }

    /// Bytes are changed, inserted or removed, or the file ends early.
    static func damaged(_ original: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 8 {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch random.next() % 6 {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[index] = 0xFF
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
            case 3: bytes.remove(at: index)
            case 4: bytes.insert(contentsOf: [0xFF, UInt8.random(in: 0xD0...0xDF, using: &random)], at: index)
            default: bytes.removeLast(bytes.count - index)
            }
        }
        return bytes
    }
}

extension DCCoefficients {
    /// The number of coefficients and samples that differ from libjpeg's; negative if libjpeg warns.
    func differences(from bytes: [UInt8]) -> Int64 {
        withUnsafePointer(to: picture) { opk_bare_jpeg_compare(bytes, bytes.count, $0) }
    }

    /// The stored size of the picture.
    var size: PixelSize { PixelSize(width: Int(picture.width), height: Int(picture.height)) }

    /// Y, or Y, Cb and Cr, or the components of another colour space, in the order of the file.
    var components: [opk_dc_plane] {
        let (first, second, third) = picture.planes
        return Array([first, second, third].prefix(Int(picture.components)))
    }
}
