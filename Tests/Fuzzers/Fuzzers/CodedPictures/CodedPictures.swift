import FuzzSupport

/// Decodes a file whose first bytes determine its codec: HEIC, AVIF, WebP, JPEG XL, TIFF, GIF,
/// BMP, and the key frame of videos.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    Decoding.read(bytes)
    Decoding.render(bytes)
    return 0
}
