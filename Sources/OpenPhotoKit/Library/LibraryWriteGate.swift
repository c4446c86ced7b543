internal import Foundation
internal import PhotoModel
internal import Synchronization

/// Decides whether a library may be changed, before each transaction that would.
///
/// A library may not be changed if its folder was removed or renamed since it was opened, or if another program
/// synchronises the folder.
final class LibraryWriteGate: Sendable {
    private let folder: LibraryFolder
    private let place: LibraryPlace
    private let allowsSyncedFolder: Bool
    /// When the folder was last found not to be synchronised.
    private let lastCheck = Mutex(Date.distantPast)

    /// To look for a synchronising program takes several system calls for each folder above the library.
    private static let checkInterval: TimeInterval = 1

    init(_ folder: LibraryFolder, _ place: LibraryPlace, allowsSyncedFolder: Bool) {
        self.folder = folder
        self.place = place
        self.allowsSyncedFolder = allowsSyncedFolder
    }

    /// - Throws: `libraryUnavailable` if the library is not where it was opened; `libraryInFileProviderSyncRoot` if another
    ///   program synchronises its folder, unless that is allowed.
    func check() throws {
        guard try LibraryPlace(folder) == place else { throw folder.gone() }
        guard !allowsSyncedFolder else { return }
        let now = Date()
        guard lastCheck.withLock({ now < $0 || now.timeIntervalSince($0) > Self.checkInterval }) else { return }
        try folder.checkIsNotSynced()
        lastCheck.withLock { $0 = now }
    }
}
