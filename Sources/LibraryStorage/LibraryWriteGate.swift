internal import Foundation
internal import PhotoModel
internal import Synchronization

/// Decides before each writing transaction whether the library may be changed.
///
/// A library may not be changed if its folder was removed or renamed since it was opened, or if another program
/// synchronises the folder.
package final class LibraryWriteGate: Sendable {
    private let folder: LibraryFolder
    private let place: FolderIdentity
    private let allowsSyncedFolder: Bool
    /// The time when the folder was last found not to be synchronised.
    private let lastCheck = Mutex(Date.distantPast)

    /// The interval between checks for a synchronising program, each of which takes several system calls per parent
    /// folder.
    private static let checkInterval: TimeInterval = 1

    package init(_ folder: LibraryFolder, _ place: FolderIdentity, allowsSyncedFolder: Bool) {
        self.folder = folder
        self.place = place
        self.allowsSyncedFolder = allowsSyncedFolder
    }

    /// - Throws: `libraryUnavailable` if the library is no longer at its path; `libraryInFileProviderSyncRoot` if
    ///   another program synchronises its folder, unless that is allowed.
    package func check() throws {
        guard try FolderIdentity(folder) == place else { throw folder.gone() }
        guard !allowsSyncedFolder else { return }
        let now = Date()
        guard lastCheck.withLock({ now < $0 || now.timeIntervalSince($0) > Self.checkInterval }) else { return }
        try folder.checkIsNotSynced()
        lastCheck.withLock { $0 = now }
    }
}
