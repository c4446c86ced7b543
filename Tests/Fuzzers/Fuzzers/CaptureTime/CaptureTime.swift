import FuzzSupport
import ImageDecoding

/// Parses the text of a capture time.
///
/// A parsed time must be equal after it is printed and parsed again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    if let time = CaptureTime(String(decoding: bytes, as: UTF8.self)) {
        precondition(CaptureTime(time.description) == time, "read back as another")
    }
    return 0
}
