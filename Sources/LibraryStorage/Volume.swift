internal import CLinux
internal import Foundation
package import PhotoModel
package import SystemPackage
internal import SystemSupport

/// The file system that contains a path.
package struct Volume {
    /// The free space in bytes.
    package let availableBytes: Int
    /// The kind of network file system; `nil` for a local file system.
    let networkKind: String?

    /// Finds the file system of `path`, or of the nearest existing parent folder.
    package init(of path: FilePath) throws {
        var place = path
        var status = statfs()
        while statfs(place.platform, &status) != 0 {
            guard errno == ENOENT, place.removeLastComponent() else {
                throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "look at the file system of", path)
            }
        }
        let (bytes, overflow) = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(status.f_bsize))
        availableBytes = overflow ? .max : bytes
        networkKind = Self.networkKinds[Int64(status.f_type)]
    }

    // SQLite's write-ahead log needs memory that all processes share, which no network file system has
    // (sqlite.org/wal.html). FUSE is in the list because sshfs and rclone mounts have this type. Magic numbers:
    // statfs(2).
    static let networkKinds: [Int64: String] = [
        0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB 2", 0x0102_1997: "9P",
        0x6573_5546: "FUSE", 0x00C3_6400: "Ceph", 0x5346_414F: "AFS", 0x7375_7245: "Coda", 0x0BD0_0BD0: "Lustre",
    ]
}

extension LibraryFolder {
    /// What identifies the folder ``stores``: a copy of it has another text, and the folder keeps its text when the
    /// library is renamed and when the computer starts again.
    ///
    /// It has the inode number and the time at which the folder was made (statx(2), `stx_btime`).
    ///
    /// - Throws: `ioFailure`, also if there is no such folder.
    package func identityOfStores() throws(PhotoLibraryError) -> String {
        var status = statx()
        guard statx(AT_FDCWD, stores.platform, 0, UInt32(STATX_INO) | UInt32(STATX_BTIME), &status) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "find the folder", stores)
        }
        return "\(status.stx_ino) \(status.stx_btime.tv_sec) \(status.stx_btime.tv_nsec)"
    }
}
