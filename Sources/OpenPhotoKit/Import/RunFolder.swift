internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// The folder in `incoming/` that holds the files of one running import, locked as long as its process lives.
final class RunFolder: Sendable {
    /// Names the run in the catalogue's plans.
    let name: String
    let path: FilePath
    private let library: LibraryFolder
    private let catalog: PhotoCatalog
    private let lock: FileDescriptor

    /// Makes and locks the folder of a new run.
    init(library: LibraryFolder, catalog: PhotoCatalog) throws {
        self.library = library
        self.catalog = catalog
        while true {
            let name = UUID().uuidString
            try library.makeFolder(FilePath("incoming").appending(name))
            let path = library.incoming.appending(name)
            // Until it is locked, another import may take it for what a dead run left, and clear it away.
            guard let lock = Self.lock(path) else { continue }
            self.name = name
            self.path = path
            self.lock = lock
            return
        }
    }

    deinit { try? lock.close() }

    /// Ends the run: whatever was not committed goes, and so does the folder.
    func close() throws { try Self.clear(path, library: library, catalog: catalog) }

    /// Clears away what runs that died left behind: files half copied, and files placed but never committed. Their
    /// sources are untouched, so the next import brings them again.
    static func clearAbandoned(library: LibraryFolder, catalog: PhotoCatalog) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: library.incoming.string) {
            let path = library.incoming.appending(name)
            // A folder that is locked belongs to a process that lives; one that vanished was cleared by another.
            guard let lock = lock(path) else { continue }
            defer { try? lock.close() }
            try clear(path, library: library, catalog: catalog)
        }
    }

    private static func clear(_ path: FilePath, library: LibraryFolder, catalog: PhotoCatalog) throws {
        guard let run = path.lastComponent?.string else { return }
        let abandoned = try catalog.abandonedPlacements(run: run)
        for file in abandoned { unlink(library.path.pushing(file).platform) }
        for folder in Set(abandoned.map { library.path.pushing($0).removingLastComponent() }) {
            if access(folder.platform, F_OK) == 0 { try DurableFile.syncFolder(folder) }
        }
        try catalog.forgetPlacements(run: run)
        try FileManager.default.removeItem(atPath: path.string)
    }

    /// `nil` if another has locked the folder, or has cleared it away before it could be locked.
    private static func lock(_ folder: FilePath) -> FileDescriptor? {
        let number = open(folder.platform, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        var locked = stat()
        var named = stat()
        guard flock(number, LOCK_EX | LOCK_NB) == 0, fstat(number, &locked) == 0, stat(folder.platform, &named) == 0,
            locked.st_dev == named.st_dev, locked.st_ino == named.st_ino
        else {
            Glibc.close(number)
            return nil
        }
        return FileDescriptor(rawValue: number)
    }
}
