internal import Glibc
internal import PhotoModel
package import SystemPackage

/// Sets the access and modification times of files to a time in nanoseconds since 1970.
///
/// A file system that stores no times keeps its own.
package enum ModificationTime {
    /// Sets the times of an open file.
    package static func set(_ nanoseconds: Int64, of file: FileDescriptor) {
        _ = times(nanoseconds).withUnsafeBufferPointer { futimens(file.rawValue, $0.baseAddress) }
    }

    /// Sets the times of a file or link.
    package static func set(_ nanoseconds: Int64, of path: FilePath) {
        _ = times(nanoseconds).withUnsafeBufferPointer {
            utimensat(AT_FDCWD, path.platform, $0.baseAddress, AT_SYMLINK_NOFOLLOW)
        }
    }

    private static func times(_ nanoseconds: Int64) -> [timespec] {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        // The part below a second is never negative, also before 1970.
        let time = timespec(
            tv_sec: Int(rest < 0 ? seconds - 1 : seconds), tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest))
        return [time, time]
    }
}
