internal import Glibc
internal import PhotoModel
package import SystemPackage
internal import SystemSupport

/// The local files of this machine.
///
/// Only regular files are opened. For other files an error is thrown at once, so that opening a pipe never blocks.
package struct LocalFiles: FileSource {
    package init() {}

    /// Opens a regular file for reading; without `followsLinks` the path's last component must not be a link.
    ///
    /// - Throws: `notARegularFile` for a folder, pipe, socket or device; `unreadable` for anything that cannot be
    ///   opened.
    package func open(_ path: FilePath, followsLinks: Bool) throws -> any ByteSource {
        // O_NONBLOCK: opening a pipe would otherwise wait for a writer. O_NOCTTY: a terminal would otherwise become the
        // controlling terminal of this process.
        let options = FileDescriptor.OpenOptions(
            rawValue: O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW))
        let descriptor: FileDescriptor
        do {
            descriptor = try FileDescriptor.open(path, .readOnly, options: options)
        } catch let errno as Errno {
            throw Self.error(opening: path, followsLinks, errno)
        }
        return try LocalByteSource(path, owning: descriptor)
    }

    private static func error(opening path: FilePath, _ followsLinks: Bool, _ errno: Errno) -> PhotoLibraryError {
        let reason: String
        switch errno {
        case .noSuchAddressOrDevice, Errno(rawValue: ENODEV): return notARegularFile(path)
        case .noSuchFileOrDirectory, .notDirectory:
            reason = "There is no such file: it was moved or deleted, or its volume is not mounted."
        case .permissionDenied, .notPermitted:
            reason = "This process has no permission to read the file. Ask the file's owner to allow it."
        case .tooManySymbolicLinkLevels where !followsLinks:
            reason = "A link has taken the file's place since its folder was listed. Load it again."
        case .tooManySymbolicLinkLevels: reason = "Its symbolic links form a loop."
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
            reason =
                "This process has too many files open. Load fewer files at a time, or raise the process's limit for open "
                + "files."
        default: reason = "It cannot be opened: \(errno)."
        }
        return PhotoLibraryError(.unreadable, reason, path: path.string, cause: errno)
    }

    fileprivate static func notARegularFile(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .notARegularFile, "It is a folder, pipe, socket or device: only files can be loaded.", path: path.string)
    }
}

private final class LocalByteSource: ByteSource {
    let length: Int64
    private let path: FilePath
    private let descriptor: FileDescriptor

    init(_ path: FilePath, owning descriptor: FileDescriptor) throws {
        do {
            let status = try stat(of: descriptor)
            guard status.st_mode & S_IFMT == S_IFREG else { throw LocalFiles.notARegularFile(path) }
            length = Int64(status.st_size)
        } catch {
            try? descriptor.close()
            throw (error as? Errno).map { PhotoLibraryError($0, couldNot: "examine the file", path) } ?? error
        }
        self.path = path
        self.descriptor = descriptor
        posix_fadvise(descriptor.rawValue, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    deinit { try? descriptor.close() }

    func version() throws -> ByteVersion {
        try perform("examine the file") { .file(FileIdentity(try stat(of: descriptor))) }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try perform("read the file") { try descriptor.read(into: buffer) }
    }

    func duplicateDescriptor() throws -> Int32? {
        let copy = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "reopen the file", path) }
        return copy
    }

    private func perform<Value>(_ action: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let errno as Errno {
            throw PhotoLibraryError(errno, couldNot: action, path)
        }
    }
}
