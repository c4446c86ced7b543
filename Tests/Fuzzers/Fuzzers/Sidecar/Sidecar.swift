import PhotoModel

@testable import PhotoIngest

/// Reads a sidecar file: Takeout's JSON, exiftool's JSON, XMP, or Apple's adjustments.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let sidecar = Sidecar([UInt8](UnsafeBufferPointer(start: start, count: count))) else { return 0 }
    if let time = sidecar.metadata.captureTime {
        precondition(CaptureTime(time.description) == time, "a capture time that is not read back")
    }
    return 0
}
