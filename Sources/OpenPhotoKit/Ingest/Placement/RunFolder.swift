internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// The folder in `incoming/` that holds the files of one running import, locked as long as its process lives.
final class RunFolder: Sendable {
    /// Names the run in the catalogue's plans.
    let name: String
    let path: FilePath
    private let store: LibraryStore
    private let lock: FileDescriptor

    /// Makes and locks the folder of a new run.
    init(in store: LibraryStore) throws {
        let name = UUID().uuidString
        let path = store.folder.incoming.appending(name)
        self.name = name
        self.path = path
        self.store = store
        // A folder that is not locked yet looks abandoned: no other run may remove folders meanwhile.
        lock = try store.folder.withExclusiveLock {
            try store.folder.makeFolder(FilePath("incoming").appending(name))
            guard let lock = try Self.lock(path) else {
                throw PhotoLibraryError(
                    .libraryBusy, "Another process took the import's folder. Try again.", path: path.string)
            }
            return lock
        }
    }

    deinit { try? lock.close() }

    /// Ends the run: whatever was not committed goes, and so does the folder.
    func close() throws { try Self.clear(path, in: store) }

    /// Clears away what runs that died left behind: files half copied, and files placed but never committed.
    ///
    /// Their sources are untouched, so the next import brings them again.
    static func clearAbandoned(in store: LibraryStore) throws {
        try store.folder.withExclusiveLock {
            // Whatever else lies there is not an import's.
            for name in try FileManager.default.contentsOfDirectory(atPath: store.folder.incoming.string)
            where UUID(uuidString: name) != nil {
                let path = store.folder.incoming.appending(name)
                // A folder that is locked belongs to a process that lives; one that vanished was closed by its own.
                guard let lock = try lock(path) else { continue }
                defer { try? lock.close() }
                try clear(path, in: store)
            }
        }
    }

    private static func clear(_ path: FilePath, in store: LibraryStore) throws {
        guard let run = path.lastComponent?.string else { return }
        let abandoned = try store.catalog.abandonedPlacements(run: run)
        for file in abandoned { unlink(store.folder.path.pushing(file).platform) }
        for folder in Set(abandoned.map { store.folder.path.pushing($0).removingLastComponent() }) {
            if access(folder.platform, F_OK) == 0 { try DurableFile.syncFolder(folder) }
        }
        try store.catalog.forgetPlacements(run: run)
        // There are only files. One that vanishes meanwhile was still held by the last who read it, and removed by
        // them.
        for name in try FileManager.default.contentsOfDirectory(atPath: path.string) {
            unlink(path.appending(name).platform)
        }
        // A folder that another program has put there stays, and so does ours around it.
        guard rmdir(path.platform) == 0 || errno == ENOTEMPTY || errno == EEXIST else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "remove the folder", path)
        }
    }

    /// The lock of a run's folder; `nil` if another has it or the folder is gone.
    private static func lock(_ folder: FilePath) throws -> FileDescriptor? {
        let number = open(folder.platform, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        // Its run may remove the folder between the two calls.
        guard flock(number, LOCK_EX | LOCK_NB) == 0, access(folder.platform, F_OK) == 0 else {
            Glibc.close(number)
            return nil
        }
        return FileDescriptor(rawValue: number)
    }
}
