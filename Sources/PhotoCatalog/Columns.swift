internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

extension FilePath {
    /// The path's bytes, without the closing NUL.
    var blob: Data {
        withPlatformString { Data(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }

    init?(blob: Data) {
        guard !blob.contains(0) else { return nil }
        self = (blob + [0]).withUnsafeBytes { bytes in
            FilePath(platformString: bytes.bindMemory(to: CChar.self).map { $0 })
        }
    }
}

extension FileIdentity {
    var columns: StatementArguments {
        [
            Int64(bitPattern: device), Int64(bitPattern: inode), size, modifiedNanoseconds, changedNanoseconds,
        ]
    }
}
