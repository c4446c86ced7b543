internal import DurableIO
internal import Foundation
package import LibraryStorage
package import PhotoCatalog
internal import PhotoModel
package import SystemPackage

/// Where a repair makes a new catalogue, and how that takes the place of the old one.
///
/// The caller has the library locked for itself.
package struct RebuildStaging {
    private let library: LibraryFolder
    private let path: FilePath
    private static let name = "rebuilding"

    package init(_ library: LibraryFolder) {
        self.library = library
        path = library.path.appending(Self.name)
    }

    /// Removes what a repair that died had made.
    package func clear() throws {
        guard access(path.platform, F_OK) == 0 else { return }
        do { try FileManager.default.removeItem(atPath: path.string) } catch {
            throw PhotoLibraryError(
                .ioFailure, "Could not remove the folder: \(error)", path: path.string, cause: error)
        }
    }

    package func newCatalog() throws -> PhotoCatalog {
        try library.makeFolder(FilePath(Self.name))
        return try PhotoCatalog(folder: library.path, databaseFolder: path)
    }

    /// The copy of the catalogue, prepared to become the catalogue.
    package func restoredCatalog() throws -> PhotoCatalog {
        try library.makeFolder(FilePath(Self.name))
        let name = PhotoCatalog.databaseName
        do {
            try FileManager.default.copyItem(
                atPath: library.catalogCopy.appending(name).string, toPath: path.appending(name).string)
        } catch {
            throw PhotoLibraryError(
                .ioFailure, "Could not read the copy of the catalogue: \(error)", path: path.string, cause: error)
        }
        let catalog = try PhotoCatalog(folder: library.path, databaseFolder: path)
        try catalog.record(.restoredCopy)
        return catalog
    }

    /// Puts the new catalogue, which is closed, in the place of the old one, durably.
    ///
    /// - Returns: Where the old one is now; `nil` if there was none.
    package func install() throws -> FilePath? {
        let new = path.appending(PhotoCatalog.databaseName)
        do {
            let file = try FileDescriptor.open(new, .readOnly, options: .closeOnExec)
            defer { try? file.close() }
            try DurableFile.sync(file, at: new)
        } catch let errno as Errno {
            throw PhotoLibraryError(errno, couldNot: "open the new catalogue", new)
        }
        try DurableFile.syncFolder(path)
        let old = try setOldAside()
        guard try DurableFile.renameWithoutReplacing(new, to: library.path.appending(PhotoCatalog.databaseName)) else {
            throw PhotoLibraryError(
                .libraryBusy, "Something took the catalogue's place. Run this again.", path: library.path.string)
        }
        try DurableFile.syncFolder(library.path)
        try clear()
        return old
    }

    /// Moves the old catalogue with its log away, durably: a log that was left would be read into the new one.
    private func setOldAside() throws -> FilePath? {
        // The database first: without its log it would be taken for a sound but older one.
        let files = ["", "-wal", "-shm", "-journal"].map { FilePath(PhotoCatalog.databaseName + $0) }
            .filter { access(library.path.pushing($0).platform, F_OK) == 0 }
        guard !files.isEmpty else { return nil }
        let subfolder = library.path.appending("damaged")
        let date = Date().formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        var name = "catalog-\(date)"
        var attempt = 1
        while access(subfolder.appending(name).platform, F_OK) == 0 {
            attempt += 1
            name = "catalog-\(date)-\(attempt)"
        }
        try library.makeFolder(FilePath("damaged").appending(name))
        let folder = subfolder.appending(name)
        for file in files {
            _ = try DurableFile.renameWithoutReplacing(library.path.pushing(file), to: folder.pushing(file))
        }
        try DurableFile.syncFolder(folder)
        try DurableFile.syncFolder(library.path)
        return folder
    }
}
