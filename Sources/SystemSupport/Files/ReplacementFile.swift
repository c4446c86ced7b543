package import Glibc
package import PhotoModel
package import SystemPackage

/// A file that is written in pieces and gets its name only when it is complete.
///
/// The new file replaces an existing file of that name atomically and durably. If this object is released before
/// ``finish()``, or the process is killed, nothing is left of it. A symbolic link is followed: its target is replaced.
/// All calls block.
package final class ReplacementFile: Sendable {
    /// The path that the file will have.
    package let path: FilePath
    private let scratch: ScratchFile
    /// The folder in which the file has no name, or a temporary one.
    private let folder: FilePath

    /// Creates an empty temporary file.
    ///
    /// - Parameter temporaryFolder: The folder of the temporary file, on the same file system; `nil` for the folder of
    ///   `path`.
    /// - Throws: `notARegularFile` if a folder, pipe or device has the name; `ioFailure` or `notEnoughSpace` if no file
    ///   can be created in the folder.
    package init(at path: FilePath, in temporaryFolder: FilePath? = nil) throws(PhotoLibraryError) {
        var status = stat()
        if stat(path.platform, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw PhotoLibraryError(
                .notARegularFile, "This is not a file and cannot be replaced by one. Name another.", path: path.string)
        }
        self.path = (try? path.resolvingLinks()) ?? path
        folder = temporaryFolder ?? self.path.folder
        scratch = try ScratchFile.unlinked(inFolder: folder)
    }

    /// Adds bytes at the end.
    ///
    /// - Throws: `ioFailure` or `notEnoughSpace`, naming the file.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(PhotoLibraryError) {
        do { try scratch.descriptor.writeAll(bytes) } catch {
            throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "write the file", path)
        }
    }

    /// Sets the mode of the file.
    ///
    /// - Throws: `ioFailure`, naming the file.
    package func setMode(_ mode: mode_t) throws(PhotoLibraryError) {
        guard fchmod(scratch.descriptor.rawValue, mode) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "set the mode of the file", path)
        }
    }

    /// Copies the mode of another file, and its owner and group where that is allowed.
    ///
    /// - Throws: `ioFailure`, naming the file.
    package func takeAttributes(of status: stat) throws(PhotoLibraryError) {
        let descriptor = scratch.descriptor.rawValue
        var own = stat()
        let isOwned =
            fstat(descriptor, &own) == 0 && own.st_uid == status.st_uid && own.st_gid == status.st_gid
        // Only an administrator may change the owner. The owner is set before the mode, because changing it clears mode
        // bits.
        if !isOwned, fchown(descriptor, status.st_uid, status.st_gid) != 0 {
            _ = fchown(descriptor, uid_t.max, status.st_gid)
        }
        try setMode(status.st_mode & 0o7777)
    }

    /// Syncs the bytes to the disk, renames the file to ``path``, and syncs the name too.
    ///
    /// - Throws: `ioFailure` or `notEnoughSpace`. The existing file is then unchanged, unless ``hasItsName`` is true:
    ///   then only the sync of the name failed.
    package func finish() throws(PhotoLibraryError) {
        try DurableFile.sync(scratch.descriptor, at: path)
        let named = try scratch.linked(inFolder: folder)
        let result = named.path?.withPlatformString { old in path.withPlatformString { rename(old, $0) } }
        guard result == 0 else { throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "replace the file", path) }
        named.keep()
        scratch.keep()
        try DurableFile.syncFolder(path.folder)
    }

    /// Renames the file to ``path`` in the same way, unless the name is taken.
    ///
    /// - Returns: False if the name is taken; the existing file stays.
    /// - Throws: `ioFailure` or `notEnoughSpace`. The file may have its name nevertheless, see ``hasItsName``.
    package func finishWithoutReplacing() throws(PhotoLibraryError) -> Bool {
        try DurableFile.sync(scratch.descriptor, at: path)
        let named = try scratch.linked(inFolder: folder)
        guard let temporary = named.path, try DurableFile.renameWithoutReplacing(temporary, to: path) else {
            return false
        }
        named.keep()
        scratch.keep()
        try DurableFile.syncFolder(path.folder)
        return true
    }

    /// Whether the file has its name.
    package var hasItsName: Bool { scratch.isKept }
}
