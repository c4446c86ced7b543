internal import Glibc
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A lock that excludes other relinks and undos of a text file while it exists.
///
/// Databases use SQLite's own locks: closing another descriptor of the file would release these.
final class RewriteLock: Sendable {
    private let descriptor: FileDescriptor

    /// Locks the file, and fails at once if another process holds the lock.
    ///
    /// On a file system without locks nothing is locked.
    ///
    /// - Throws: `fileBusy`, `unreadable`.
    init(_ file: FilePath) throws {
        do { descriptor = try FileDescriptor.open(file, .readOnly, options: .closeOnExec) } catch {
            throw PhotoLibraryError(.unreadable, "It may not be read.", path: file.string, cause: error)
        }
        let isBusy = (try? descriptor.lockIfFree()) == false
        var status = stat()
        // If the file was replaced between opening and locking, the lock is on the wrong file.
        let isSame =
            try fstat(descriptor.rawValue, &status) == 0 && file.fileStatus().st_ino == status.st_ino
        guard !isBusy, isSame else {
            throw PhotoLibraryError(
                .fileBusy, "Another relink is rewriting this file. Try again when it is done.", path: file.string)
        }
    }

    deinit { try? descriptor.close() }
}
