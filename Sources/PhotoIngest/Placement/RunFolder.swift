internal import Foundation
package import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
package import SystemPackage
internal import SystemSupport

/// The folder in `incoming/` with the files of one running import, locked until its process ends.
package final class RunFolder: Sendable {
    /// Identifies the run in the catalogue's plans.
    package let name: String
    package let path: FilePath
    private let library: LibraryContext
    private let lock: FileDescriptor

    /// Makes and locks the folder of a new run.
    package init(in library: LibraryContext) throws {
        let name = UUID().uuidString
        let path = library.folder.incoming.appending(name)
        self.name = name
        self.path = path
        self.library = library
        // Until the folder is locked it looks abandoned, so no other run may remove folders at the same time.
        lock = try library.folder.withExclusiveLock {
            try library.folder.makeFolder(FilePath("incoming").appending(name))
            guard let lock = try Self.lock(path) else {
                throw PhotoLibraryError(
                    .libraryBusy, "Another process took the import's folder. Try again.", path: path.string)
            }
            return lock
        }
    }

    deinit { try? lock.close() }

    /// Ends the run: removes the files that were not committed, and the folder.
    package func close() throws { try Self.clear(path, in: library) { _ in true } }

    /// Removes the files of runs that were killed: incomplete copies, and files that were moved but not committed.
    ///
    /// The sources are unchanged, so the next import reads them again. An original whose removal was interrupted is
    /// read once more, because the owner may have put another file at its path since.
    package static func clearAbandoned(in library: LibraryContext) throws {
        try library.folder.withExclusiveLock {
            // Other files in the folder do not belong to an import.
            for name in try FileManager.default.contentsOfDirectory(atPath: library.folder.incoming.string)
            where UUID(uuidString: name) != nil {
                let path = library.folder.incoming.appending(name)
                // A locked folder belongs to a running process. A folder that no longer exists was removed by its own
                // run.
                guard let lock = try lock(path) else { continue }
                defer { try? lock.close() }
                try clear(path, in: library) { try isOfRun($0, in: library) }
            }
        }
    }

    /// Whether a planned file is still the one that the run moved there, or was about to remove.
    private static func isOfRun(_ file: FilePath, in library: LibraryContext) throws -> Bool {
        guard let offloaded = try library.catalog.offloadedFile(at: file) else { return true }
        return library.originals.stateAfterReadingBack(offloaded).fault == nil
    }

    private static func clear(
        _ path: FilePath, in library: LibraryContext, where mayRemove: (FilePath) throws -> Bool
    ) throws {
        guard let run = path.lastComponent?.string else { return }
        let abandoned = try library.catalog.abandonedPlacements(run: run).filter(mayRemove)
        for file in abandoned { unlink(library.folder.path.pushing(file).platform) }
        for folder in Set(abandoned.map { library.folder.path.pushing($0).removingLastComponent() }) {
            if access(folder.platform, F_OK) == 0 { try DurableFile.syncFolder(folder) }
        }
        try library.catalog.forgetPlacements(run: run)
        // The folder contains only files. A missing file was removed by its last reader.
        for name in try FileManager.default.contentsOfDirectory(atPath: path.string) {
            unlink(path.appending(name).platform)
        }
        // If another program made a folder in it, the run's folder stays.
        guard rmdir(path.platform) == 0 || errno == ENOTEMPTY || errno == EEXIST else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "remove the folder", path)
        }
    }

    /// The lock of a run's folder; `nil` if another process has the lock or the folder is missing.
    private static func lock(_ folder: FilePath) throws -> FileDescriptor? {
        let number = open(folder.platform, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        // The run may remove the folder between these two calls.
        guard (try? FileDescriptor(rawValue: number).lockIfFree()) == true, access(folder.platform, F_OK) == 0 else {
            Glibc.close(number)
            return nil
        }
        return FileDescriptor(rawValue: number)
    }
}
