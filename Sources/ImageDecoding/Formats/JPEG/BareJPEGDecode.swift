internal import CImageShims

/// Decodes luma, or colours with libjpeg's own settings, from memory with libjpeg only, and discards them.
///
/// Benchmarks compare this time with the time of ``ImageDecoder``.
///
/// - Parameters:
///   - eighths: The DCT scale: 1, 2, 4 or 8 for luma.
///   - stopsAtExactDC: Whether the luma of a progressive image at 1/8 ends as early as in ``ImageDecoder``.
/// - Returns: The decoded pixels; `nil` if libjpeg reports an error.
package func bareJPEGDecode(
    bytes: [UInt8], eighths: Int, keepsColor: Bool = false, stopsAtExactDC: Bool = true
) -> Int? {
    let pixels = opk_bare_jpeg_decode(bytes, bytes.count, Int32(clamping: eighths), keepsColor, stopsAtExactDC)
    return pixels < 0 ? nil : Int(pixels)
}

/// Decodes a JPEG and encodes it at `eighths`/8 of its size with libjpeg only.
///
/// Benchmarks compare this time with the time of ``ImageDecoder/render(_:as:monitor:)``.
///
/// - Returns: The size of the encoded file in bytes; `nil` if libjpeg reports an error.
package func bareJPEGRender(bytes: [UInt8], eighths: Int, quality: Int) -> Int? {
    let count = opk_bare_jpeg_render(bytes, bytes.count, Int32(clamping: eighths), Int32(clamping: quality))
    return count < 0 ? nil : Int(count)
}
