internal import Foundation
internal import SystemPackage

extension FilePath {
    /// The path as the system's functions take it, with a closing NUL.
    var platform: [CChar] { withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) } }

    /// The path's bytes, without a closing NUL.
    var bytes: [UInt8] { platform.dropLast().map { UInt8(bitPattern: $0) } }

    /// The path of these bytes; `nil` if there is a NUL among them.
    init?(bytes: [UInt8]) {
        guard !bytes.contains(0) else { return nil }
        self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
    }
}
