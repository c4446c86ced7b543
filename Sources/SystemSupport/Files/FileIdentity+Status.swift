package import Glibc
package import PhotoModel
package import SystemPackage

extension FileIdentity {
    /// The identity that stat(2) reports for a local file.
    package init(_ status: stat) {
        self.init(
            device: Int64(truncatingIfNeeded: status.st_dev), inode: Int64(truncatingIfNeeded: status.st_ino),
            size: Int64(status.st_size), modifiedNanoseconds: status.st_mtim.nanoseconds,
            changedNanoseconds: status.st_ctim.nanoseconds)
    }
}

extension timespec {
    /// The time in nanoseconds since 1970.
    ///
    /// It overflows after the year 2262, which a file system can store. The wrapped value still distinguishes file
    /// states.
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

extension stat {
    /// The result of fstat(2) for an open file.
    package init(of descriptor: FileDescriptor) throws(Errno) {
        self.init()
        guard fstat(descriptor.rawValue, &self) == 0 else { throw Errno(rawValue: errno) }
    }
}
