internal import CImageShims

/// Decodes luma by libjpeg alone, from memory, and discards it.
///
/// Benchmarks compare with this time.
///
/// - Parameters:
///   - eighths: The DCT scale: 1, 2, 4 or 8.
///   - stopsAtExactDC: Whether a progressive image at 1/8 ends as early as in ``ImageDecoder``.
/// - Returns: The decoded pixels; `nil` if libjpeg reports an error.
package func bareJPEGDecode(bytes: [UInt8], eighths: Int, stopsAtExactDC: Bool = true) -> Int? {
    let pixels = opk_bare_jpeg_decode(bytes, bytes.count, Int32(clamping: eighths), stopsAtExactDC)
    return pixels < 0 ? nil : Int(pixels)
}
