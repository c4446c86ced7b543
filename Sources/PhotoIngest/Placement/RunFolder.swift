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
    package init(in library: LibraryContext, name: String = UUID().uuidString) throws {
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

    /// Ends the run: removes the planned files that belong to no asset, and the folder.
    package func close() throws { _ = try close { _ in true } }

    /// Ends the run in the same way.
    ///
    /// - Parameter mayRemove: Whether a file, by its path relative to the library's folder, is still the one that the
    ///   run was to remove.
    /// - Returns: The files that could not be removed. They stay planned, and the next run tries again.
    package func close(where mayRemove: (FilePath) -> Bool) throws -> [FilePath] {
        try Self.clear(path, in: library, where: mayRemove)
    }

    /// Removes the files of runs that were killed: incomplete copies, and files that were moved but not committed.
    ///
    /// The sources are unchanged, so the next import reads them again. An original whose removal was interrupted stays,
    /// and is on this device again, because its copies may have been lost since.
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
                let others = try keepOriginals(of: name, in: library)
                _ = try clear(path, in: library) { !others.contains($0) }
            }
        }
    }

    /// Records that originals are on this device which a run was about to remove, or had brought back.
    ///
    /// - Returns: The planned paths that have other files now, which the owner may have put there.
    private static func keepOriginals(of run: String, in library: LibraryContext) throws -> Set<FilePath> {
        var others: Set<FilePath> = []
        for path in try library.catalog.abandonedPlacements(run: run) {
            let originals = try library.catalog.offloadedFiles(at: path)
            let found = originals.first { library.originals.stateAfterReadingBack($0.content).fault == nil }
            if let found {
                try library.catalog.record(.store(.broughtBack(resource: found.row, path: path, run: run)))
            } else if !originals.isEmpty {
                others.insert(path)
            }
        }
        return others
    }

    private static func clear(
        _ path: FilePath, in library: LibraryContext, where mayRemove: (FilePath) -> Bool
    ) throws -> [FilePath] {
        guard let run = path.lastComponent?.string else { return [] }
        let abandoned = try library.catalog.abandonedPlacements(run: run).filter(mayRemove)
        let left = abandoned.filter { unlink(library.folder.path.pushing($0).platform) != 0 && errno != ENOENT }
        for folder in Set(abandoned.map { library.folder.path.pushing($0).removingLastComponent() }) {
            if access(folder.platform, F_OK) == 0 { try DurableFile.syncFolder(folder) }
        }
        guard left.isEmpty else { return left }
        try library.catalog.forgetPlacements(run: run)
        try removeFiles(in: path)
        // If another program made a folder in it, the run's folder stays.
        guard rmdir(path.platform) == 0 || errno == ENOTEMPTY || errno == EEXIST else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "remove the folder", path)
        }
        return []
    }

    /// Removes the files in a run's folder, and those in the folders of photos in it.
    private static func removeFiles(in path: FilePath) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path.string) {
            let file = path.appending(name)
            // A missing file was removed by its last reader.
            guard unlink(file.platform) != 0, errno == EISDIR else { continue }
            removePhotoFolder(file)
        }
    }

    /// Makes a folder in the run's folder for the files of one photo.
    ///
    /// - Throws: `notEnoughSpace`, `ioFailure`.
    package func makePhotoFolder() throws -> FilePath {
        let folder = path.appending(UUID().uuidString)
        guard mkdir(folder.platform, 0o700) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "make the folder", folder)
        }
        return folder
    }

    /// Removes a folder with the files of one photo; what cannot be removed, the next run removes.
    package static func removePhotoFolder(_ folder: FilePath) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
            unlink(folder.appending(name).platform)
        }
        rmdir(folder.platform)
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
