internal import Foundation
internal import PhotoModel
package import SystemPackage
package import SystemSupport

/// A shared or exclusive lock on the library, until this object is released.
///
/// The kernel releases the lock when the process ends (flock(2)), so no stale lock remains.
package final class LibraryLock: Sendable {
    package static let name = "lock"
    private let descriptor: FileDescriptor

    /// - Parameter mode: Shared for each process that has the library open, exclusive for one that replaces the
    ///   catalogue's file.
    /// - Throws: `libraryBusy` at once if another process holds a conflicting lock; `ioFailure`.
    package init(_ folder: LibraryFolder, _ mode: FileDescriptor.LockMode, making isMade: Bool = true) throws {
        let path = folder.path.appending(Self.name)
        // Older libraries have no lock file.
        let number = open(path.platform, O_RDONLY | (isMade ? O_CREAT : 0) | O_CLOEXEC, 0o666)
        guard number >= 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "open the lock", path)
        }
        // `deinit` closes ``descriptor``, also if this throws after it is set.
        let descriptor = FileDescriptor(rawValue: number)
        let isLocked: Bool
        do throws(Errno) { isLocked = try descriptor.lockIfFree(mode) } catch {
            try? descriptor.close()
            throw PhotoLibraryError(error, couldNot: "lock the library with", path)
        }
        guard isLocked else {
            try? descriptor.close()
            guard mode == .exclusive else { throw PhotoLibraryError.isBeingRepaired(folder) }
            throw PhotoLibraryError(
                .libraryBusy, "Another program has the library open. Close that program, and try again.",
                path: folder.path.string)
        }
        self.descriptor = descriptor
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
