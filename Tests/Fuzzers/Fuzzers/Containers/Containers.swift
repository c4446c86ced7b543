import FuzzSupport

/// A file of any kind, told by its first bytes: HEIC, films, RIFF, TIFF, raw, GIF, Matroska.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    Decoding.inspect(bytes)
    return 0
}
