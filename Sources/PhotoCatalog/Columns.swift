internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

extension FilePath {
    /// The path's bytes, without the closing NUL.
    var blob: Data { Data(bytes) }

    init?(blob: Data) { self.init(bytes: blob) }
}

extension FileIdentity {
    var columns: StatementArguments {
        [device, inode, size, modifiedNanoseconds, changedNanoseconds]
    }
}
