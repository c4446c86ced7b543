package import Glibc
package import SystemPackage

/// An open folder, through which its entries are read even if the folder's path changes.
///
/// `deinit` closes the folder.
package final class FolderStream {
    private let stream: OpaquePointer
    /// The result of fstat(2) for the folder.
    package let status: stat

    /// Opens the folder at a path.
    ///
    /// - Parameter followsLinks: Whether the last component of the path may be a symbolic link.
    /// - Throws: `Errno`.
    package convenience init(_ path: FilePath, followsLinks: Bool = true) throws(Errno) {
        let options = followsLinks ? Self.options : Self.options | O_NOFOLLOW
        try self.init(owning: path.withPlatformString { openat(AT_FDCWD, $0, options) })
    }

    /// Opens a subfolder without following a link, even a link that has just replaced the subfolder.
    ///
    /// - Throws: `Errno`.
    package convenience init(_ name: FilePath.Component, in parent: FolderStream) throws(Errno) {
        try self.init(
            owning: name.withPlatformString { openat(dirfd(parent.stream), $0, Self.options | O_NOFOLLOW) })
    }

    /// Reads the entries of a folder that is open already.
    ///
    /// - Throws: `Errno`.
    package convenience init(of folder: FileDescriptor) throws(Errno) {
        try self.init(owning: openat(folder.rawValue, ".", Self.options))
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

    /// Reads the next entry, except `.` and `..`.
    ///
    /// - Parameter body: Called with the name and with the type of the entry (`DT_DIR` and others), which is
    ///   `DT_UNKNOWN` on some file systems. The name is valid until it returns.
    /// - Returns: `nil` after the last entry.
    /// - Throws: `Errno` if the folder cannot be read to its end, so that a folder on a failing card does not look
    ///   empty.
    package func next<Value>(
        _ body: (_ name: UnsafePointer<CInterop.PlatformChar>, _ type: Int) -> Value
    ) throws(Errno) -> Value? {
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw Errno(rawValue: errno) }
                return nil
            }
            // The name is read through a pointer to the record, because some file systems have names longer than the
            // array `d_name`.
            let value: Value? = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ? nil : body(name, Int(entry.pointee.d_type))
                }
            }
            if let value { return value }
        }
    }

    /// The name of the next entry; `nil` after the last one.
    ///
    /// - Throws: `Errno` if the folder cannot be read to its end.
    package func nextName() throws(Errno) -> FilePath.Component? {
        guard let name = try next({ name, _ in FilePath(platformString: name).lastComponent }) else { return nil }
        return name
    }

    /// The result of stat(2) for an entry, either for a link itself or for its target.
    ///
    /// - Throws: `Errno`.
    package func status(of name: FilePath.Component, followingLinks: Bool) throws(Errno) -> stat {
        var status = stat()
        let result = name.withPlatformString {
            fstatat(dirfd(stream), $0, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        guard result == 0 else { throw Errno(rawValue: errno) }
        return status
    }

    /// Removes the file with this name from the folder, whatever the folder's path is now (unlinkat(2)).
    package func removeFile(_ name: FilePath.Component) {
        _ = name.withPlatformString { unlinkat(dirfd(stream), $0, 0) }
    }
}
