internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// Holds the library open, or closed to everybody else, until it goes away.
///
/// The kernel gives the lock back when the process dies (flock(2)), so none is left behind.
final class LibraryLock: Sendable {
    enum Mode {
        /// Everybody who has the library open.
        case shared
        /// Who changes what the others rely on: the catalogue's file itself.
        case exclusive
    }

    static let name = "lock"
    private let descriptor: FileDescriptor

    /// - Throws: `libraryBusy` at once if somebody holds it who excludes this; `ioFailure`.
    init(_ folder: LibraryFolder, _ mode: Mode, making isMade: Bool = true) throws {
        let path = folder.path.appending(Self.name)
        // Older libraries have no such file.
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
            throw PhotoLibraryError(
                .libraryBusy,
                mode == .shared
                    ? "The library is being repaired. Try again when that is done."
                    : "Another program has the library open. Close it and run this again.", path: folder.path.string)
        }
        descriptor = FileDescriptor(rawValue: number)
    }

    /// Holds a library open that is only read, and whose lock may not be there or may not be opened.
    ///
    /// - Returns: `nil` if there is no lock that can be held.
    /// - Throws: `libraryBusy` at once if the library is being repaired.
    convenience init?(ifPresentIn folder: LibraryFolder) throws {
        guard access(folder.path.appending(Self.name).platform, R_OK) == 0 else { return nil }
        try self.init(folder, .shared, making: false)
    }

    deinit { try? descriptor.close() }
}
