package import Glibc
package import PhotoModel
internal import SystemPackage

extension FileIdentity {
    /// What stat(2) says of a local file.
    package init(_ status: stat) {
        self.init(
            device: Int64(truncatingIfNeeded: status.st_dev), inode: Int64(truncatingIfNeeded: status.st_ino),
            size: Int64(status.st_size), modifiedNanoseconds: status.st_mtim.nanoseconds,
            changedNanoseconds: status.st_ctim.nanoseconds)
    }
}

extension timespec {
    /// Wraps beyond the year 2262, which a file system can hold: as an identity the value is still as good.
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

/// What fstat(2) says about an open file.
func status(of descriptor: FileDescriptor) throws(Errno) -> stat {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
    return status
}
