internal import Foundation
package import SystemPackage

extension FilePath {
    /// The path for system calls, with a closing NUL.
    package var platform: [CChar] {
        withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
    }

    /// The path's bytes, without a closing NUL.
    ///
    /// Names on Linux are bytes, not necessarily UTF-8.
    package var bytes: [UInt8] { platform.dropLast().map { UInt8(bitPattern: $0) } }

    /// Creates the path of these bytes; `nil` if they contain NUL.
    package init?(bytes: some Sequence<UInt8>) {
        let characters = bytes.map { CChar(bitPattern: $0) }
        guard !characters.contains(0) else { return nil }
        self.init(platformString: characters + [0])
    }
}
