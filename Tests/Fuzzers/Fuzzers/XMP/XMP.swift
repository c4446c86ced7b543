import FuzzSupport

/// Reads an XMP packet.
///
/// Every second input is read as an IPTC block instead.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    if bytes.last?.isMultiple(of: 2) == true {
        Decoding.inspect(Wrapping.jpeg(bytes.dropLast(), marker: 0xED, header: Array("Photoshop 3.0\0".utf8)))
    } else {
        Decoding.inspect(Wrapping.jpeg(bytes, marker: 0xE1, header: Array("http://ns.adobe.com/xap/1.0/\0".utf8)))
    }
    return 0
}
