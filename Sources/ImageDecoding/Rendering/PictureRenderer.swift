internal import PhotoModel

/// Makes a rendition of a picture from its decoded rows.
///
/// A decoder calls the functions in the order of their declarations.
final class PictureRenderer {
    let rendition: Rendition
    /// Whether the result is a JPEG; otherwise it is the pixels.
    private let isEncoding: Bool
    /// The size from which the size of the rendition is computed; `nil` for that of the decoded picture.
    ///
    /// It differs for videos whose pixels are not squares.
    var shape: PixelSize?
    private var downscaler: AreaDownscaler?
    /// The smaller picture as it is stored.
    private var pixels: PixelBuffer?
    /// The JPEG of the displayed picture, or the error of the encoder; `nil` if no row was added.
    private(set) var jpeg: Result<[UInt8], PhotoLibraryError>?
    /// The displayed picture, if it is not encoded; `nil` if no row was added.
    private(set) var displayed: PixelBuffer?

    init(_ rendition: Rendition, isEncoding: Bool) {
        self.rendition = rendition
        self.isEncoding = isEncoding
    }

    /// An upper estimate of the bytes that this renderer needs for a picture of this size.
    func memory(for stored: PixelSize) -> UInt64 {
        let size = rendition.size(of: stored)
        // The stored and the displayed pixels, and a JPEG that is copied while it grows; then the sums and weights.
        let bytes = (isEncoding ? 12 : 6) * size.width * size.height
        return UInt64(clamping: 65536 + bytes + 64 * (stored.width + stored.height))
    }

    func add(_ row: DecodedRow) {
        if row.y == 0 {
            let size = rendition.size(of: shape ?? row.geometry.storedSize)
            downscaler = AreaDownscaler(row.geometry, channels: row.channels, to: size)
            pixels = PixelBuffer(size: size, channels: row.channels)
        }
        downscaler?.add(row: row.y, row.samples) { y, row in pixels?.set(row: y, row) }
    }

    /// Turns the picture upright, and encodes it if it is to be encoded.
    func finish(_ orientation: Orientation) {
        guard let pixels else { return }
        (self.pixels, downscaler) = (nil, nil)
        guard isEncoding else {
            displayed = pixels.displayed(orientation)
            return
        }
        do throws(PhotoLibraryError) {
            jpeg = .success(try encodeJPEG(pixels.displayed(orientation), quality: rendition.quality))
        } catch {
            jpeg = .failure(error)
        }
    }
}
