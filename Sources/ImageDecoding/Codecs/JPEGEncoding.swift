internal import CImageShims
internal import PhotoModel

/// Encodes pixels as a baseline JPEG, 4:2:0, without metadata.
///
/// - Throws: `limitExceeded` if there is no memory for it.
func encodeJPEG(_ pixels: PixelBuffer, quality: Int) throws(PhotoLibraryError) -> [UInt8] {
    if let encoder = opk_jpeg_encoder_create() {
        defer { opk_jpeg_encoder_destroy(encoder) }
        var count = 0
        let bytes = opk_jpeg_encode(
            encoder, pixels.samples, UInt32(clamping: pixels.size.width), UInt32(clamping: pixels.size.height),
            Int32(pixels.channels), Int32(quality), &count)
        if let bytes { return Array(UnsafeBufferPointer(start: bytes, count: count)) }
    }
    throw PhotoLibraryError(.limitExceeded, "There is too little memory to encode the picture.")
}
