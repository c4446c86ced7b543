internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// An open folder, through which its entries are read even if the folder's path changes.
///
/// `deinit` closes the folder.
final class FolderStream {
    private let stream: OpaquePointer
    /// The result of fstat(2) for the folder.
    let status: stat

    /// Opens the folder at a path, following links.
    ///
    /// - Throws: `Errno`.
    convenience init(_ path: FilePath) throws(Errno) {
        try self.init(owning: path.withPlatformString { openat(AT_FDCWD, $0, Self.options) })
    }

    /// Opens a subfolder without following a link, even a link that has just replaced the subfolder.
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

    /// Continues reading where the last call stopped, until the names take `limit` bytes of memory or all names are
    /// read.
    ///
    /// - Returns: The names, and whether they are the last names. If the folder cannot be read to its end, the error
    ///   comes with the names read so far, so that a folder on a failing card does not look empty.
    func names(limit: Int) -> (names: PackedNames, isEnd: Bool, failure: Errno?) {
        var names = PackedNames()
        while names.size < limit {
            errno = 0
            guard let entry = readdir(stream) else {
                return (names, true, errno == 0 ? nil : Errno(rawValue: errno))
            }
            // The name is read through a pointer to the record, because some file systems have names longer than the
            // array `d_name`.
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { names.append(name) }
                }
            }
        }
        return (names, false, nil)
    }

    /// The result of stat(2) for an entry, either for a link itself or for its target.
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
