import FuzzSupport

/// Reads a colour profile in one segment.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    Decoding.inspect(Wrapping.jpeg(bytes, marker: 0xE2, header: Array("ICC_PROFILE\0\u{1}\u{1}".utf8)))
    return 0
}
