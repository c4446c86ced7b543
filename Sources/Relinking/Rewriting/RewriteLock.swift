internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// Keeps other relinks and undos off a text file until it goes away.
///
/// Databases have locks of their own, which closing another descriptor of the file would end.
final class RewriteLock: Sendable {
    private let descriptor: FileDescriptor

    /// Locks the file without waiting.
    ///
    /// Where the file system knows no locks, there is none.
    ///
    /// - Throws: `fileBusy`, `unreadable`.
    init(_ file: FilePath) throws {
        do { descriptor = try FileDescriptor.open(file, .readOnly, options: .closeOnExec) } catch {
            throw PhotoLibraryError(.unreadable, "It may not be read.", path: file.string, cause: error)
        }
        let isLocked = flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0
        let isBusy = !isLocked && errno == EWOULDBLOCK
        var status = stat()
        // Replaced between opening and locking, it is another file than the one locked.
        let isSame =
            try fstat(descriptor.rawValue, &status) == 0 && file.fileStatus().st_ino == status.st_ino
        guard !isBusy, isSame else {
            throw PhotoLibraryError(
                .fileBusy, "Another relink is rewriting this file. Try again when it is done.", path: file.string)
        }
    }

    deinit { try? descriptor.close() }
}
