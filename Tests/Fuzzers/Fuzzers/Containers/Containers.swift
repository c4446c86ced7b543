import FuzzSupport

/// Reads a file whose first bytes determine its format: HEIC, video, RIFF, TIFF, raw, GIF, Matroska.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    Decoding.inspect(bytes)
    return 0
}
