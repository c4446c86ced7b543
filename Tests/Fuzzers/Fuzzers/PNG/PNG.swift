import FuzzSupport

/// Reads a whole PNG file.
///
/// Every second input gets correct checksums first.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let png = signature + bytes.dropFirst(8)
    Decoding.read(count.isMultiple(of: 2) ? Wrapping.withRightChecksums(png) : png)
    return 0
}
