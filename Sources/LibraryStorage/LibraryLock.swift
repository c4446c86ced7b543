internal import DurableIO
internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// A shared or exclusive lock on the library, until this object is released.
///
/// The kernel releases the lock when the process ends (flock(2)), so no stale lock remains.
package final class LibraryLock: Sendable {
    package enum Mode {
        /// For each process that has the library open.
        case shared
        /// For a process that replaces the catalogue's file.
        case exclusive
    }

    package static let name = "lock"
    private let descriptor: FileDescriptor

    /// - Throws: `libraryBusy` at once if another process holds a conflicting lock; `ioFailure`.
    package init(_ folder: LibraryFolder, _ mode: Mode, making isMade: Bool = true) throws {
        let path = folder.path.appending(Self.name)
        // Older libraries have no lock file.
        let number = open(path.platform, O_RDONLY | (isMade ? O_CREAT : 0) | O_CLOEXEC, 0o666)
        guard number >= 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "open the lock", path)
        }
        guard flock(number, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
            let failure = Errno(rawValue: errno)
            close(number)
            guard failure == .wouldBlock else {
                throw PhotoLibraryError(failure, couldNot: "lock the library with", path)
            }
            guard mode == .exclusive else { throw PhotoLibraryError.isBeingRepaired(folder) }
            throw PhotoLibraryError(
                .libraryBusy, "Another program has the library open. Close that program, and try again.",
                path: folder.path.string)
        }
        descriptor = FileDescriptor(rawValue: number)
    }

    /// A lock on a library that is only read, whose lock file may be missing or not accessible.
    ///
    /// - Returns: `nil` if no lock can be taken.
    /// - Throws: `libraryBusy` at once if the library is being repaired.
    package convenience init?(ifPresentIn folder: LibraryFolder) throws {
        guard access(folder.path.appending(Self.name).platform, R_OK) == 0 else { return nil }
        try self.init(folder, .shared, making: false)
    }

    deinit { try? descriptor.close() }
}
