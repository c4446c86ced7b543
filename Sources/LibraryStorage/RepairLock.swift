internal import Foundation
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The locks of a repair, until this object is released.
///
/// A repair takes the exclusive ``LibraryLock``. If another process has the library open, the repair first locks the
/// file `repair-lock` exclusively, which says that a repair waits or runs, and touches the file of the library's lock,
/// so that a broker notices it and closes the library. The broker opens the library again when both locks are free.
package final class RepairLock: Sendable {
    static let name = "repair-lock"
    /// The lock of `repair-lock`, if another process had the library open.
    private let announcement: FileDescriptor?
    private let library: LibraryLock

    /// The time within which a broker must close the library.
    private static let maximumWait = Duration.seconds(5)

    /// - Throws: `libraryBusy` if another process has the library open and does not close it, or repairs it;
    ///   `ioFailure`.
    package init(_ folder: LibraryFolder) throws {
        do {
            library = try LibraryLock(folder, .exclusive)
            announcement = nil
            return
        } catch let error as PhotoLibraryError where error.code == .libraryBusy {}
        let end = ContinuousClock.now + Self.maximumWait
        let announcement = try Self.announce(folder, until: end)
        self.announcement = announcement
        do { library = try Self.lock(folder, until: end) } catch {
            try? announcement.close()
            throw error
        }
    }

    deinit { try? announcement?.close() }

    private static func announce(
        _ folder: LibraryFolder, until end: ContinuousClock.Instant
    ) throws -> FileDescriptor {
        let path = folder.path.appending(name)
        let number = open(path.platform, O_RDONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard number >= 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "open the lock", path)
        }
        let descriptor = FileDescriptor(rawValue: number)
        // A process that looks for a repair has the lock for a moment.
        while (try? descriptor.lockIfFree()) != true {
            guard ContinuousClock.now < end else {
                try? descriptor.close()
                throw PhotoLibraryError.isBeingRepaired(folder)
            }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return descriptor
    }

    private static func lock(_ folder: LibraryFolder, until end: ContinuousClock.Instant) throws -> LibraryLock {
        while true {
            do { return try LibraryLock(folder, .exclusive) } catch let error as PhotoLibraryError
                where error.code == .libraryBusy && ContinuousClock.now < end
            {
                utimensat(AT_FDCWD, folder.path.appending(LibraryLock.name).platform, nil, 0)
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
    }

    /// Whether a repair of the library waits or runs.
    package static func isHeld(_ folder: LibraryFolder) -> Bool { !canShare(folder, waiting: false) }

    /// Blocks while a repair of the library waits or runs.
    package static func waitUntilReleased(_ folder: LibraryFolder) { _ = canShare(folder, waiting: true) }

    /// Whether a shared lock can be taken, which is released at once.
    private static func canShare(_ folder: LibraryFolder, waiting: Bool) -> Bool {
        // A library that was never repaired does not have the file.
        let number = open(folder.path.appending(name).platform, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return true }
        let descriptor = FileDescriptor(rawValue: number)
        defer { try? descriptor.close() }
        guard waiting else { return (try? descriptor.lockIfFree(.shared)) != false }
        try? descriptor.lock(.shared)
        return true
    }
}

extension PhotoLibraryError {
    static func isBeingRepaired(_ folder: LibraryFolder) -> PhotoLibraryError {
        PhotoLibraryError(
            .libraryBusy, "The library is being repaired. Try again when that is done.", path: folder.path.string)
    }
}
