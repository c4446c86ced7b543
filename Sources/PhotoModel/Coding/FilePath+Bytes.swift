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

    /// The file's URL (RFC 8089): every byte that is not a letter, a digit or one of `-._~/` as %XX, UTF-8 or not.
    package var fileURL: String {
        bytes.reduce(into: "file://") { url, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                url.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                url +=
                    byte < 16
                    ? "%0\(String(byte, radix: 16, uppercase: true))" : "%\(String(byte, radix: 16, uppercase: true))"
            }
        }
    }

    /// Creates the path of these bytes; `nil` if they contain NUL.
    package init?(bytes: some Sequence<UInt8>) {
        let characters = bytes.map { CChar(bitPattern: $0) }
        guard !characters.contains(0) else { return nil }
        self.init(platformString: characters + [0])
    }
}
