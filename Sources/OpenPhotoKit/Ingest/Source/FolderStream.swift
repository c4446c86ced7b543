internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// An open folder: its names, and what lies under them, whatever becomes of the path that led here.
///
/// Closed when it goes away.
final class FolderStream {
    private let stream: OpaquePointer
    /// What fstat(2) says of the folder.
    let status: stat

    /// Opens the folder at a path, following links.
    ///
    /// - Throws: `Errno`.
    convenience init(_ path: FilePath) throws(Errno) {
        try self.init(owning: path.withPlatformString { openat(AT_FDCWD, $0, Self.options) })
    }

    /// Opens a folder in another one; a link is not followed, also one that took the folder's place just now.
    ///
    /// - Throws: `Errno`.
    convenience init(_ name: FilePath.Component, in parent: FolderStream) throws(Errno) {
        try self.init(
            owning: name.withPlatformString { openat(dirfd(parent.stream), $0, Self.options | O_NOFOLLOW) })
    }

    private static let options = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    private init(owning descriptor: CInt) throws(Errno) {
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, let stream = fdopendir(descriptor) else {
            let failure = Errno(rawValue: errno)
            if descriptor >= 0 { close(descriptor) }
            throw failure
        }
        self.stream = stream
        self.status = status
    }

    deinit { closedir(stream) }

    /// Reads on where the last call stopped, until the names take `limit` bytes of memory or there are no more.
    ///
    /// - Returns: The names, and whether they were the last. A folder that cannot be read to its end gives an error
    ///   with the names read so far: a dying card must not look like an empty one.
    func names(limit: Int) -> (names: PackedNames, isEnd: Bool, failure: Errno?) {
        var names = PackedNames()
        while names.size < limit {
            errno = 0
            guard let entry = readdir(stream) else {
                return (names, true, errno == 0 ? nil : Errno(rawValue: errno))
            }
            // The record goes on behind the array that stands for the name: some file systems have longer names.
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { names.append(name) }
                }
            }
        }
        return (names, false, nil)
    }

    /// What stat(2) says of an entry, of a link itself or of what it leads to.
    ///
    /// - Throws: `Errno`.
    func status(of name: FilePath.Component, followingLinks: Bool) throws(Errno) -> stat {
        var status = stat()
        let result = name.withPlatformString {
            fstatat(dirfd(stream), $0, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        guard result == 0 else { throw Errno(rawValue: errno) }
        return status
    }
}
