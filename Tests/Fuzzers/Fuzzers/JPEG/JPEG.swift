import FuzzSupport

/// Reads a whole JPEG file: markers, scans, digest and metadata.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    Decoding.read([0xFF, 0xD8, 0xFF] + bytes.dropFirst(3))
    return 0
}
