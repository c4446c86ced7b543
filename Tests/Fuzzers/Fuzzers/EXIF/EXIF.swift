import FuzzSupport

/// Reads the TIFF block of an EXIF segment.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    Decoding.inspect(Wrapping.jpeg(bytes, marker: 0xE1, header: Array("Exif\0\0".utf8)))
    return 0
}
