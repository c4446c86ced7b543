internal import Foundation
package import LibraryStorage
package import PhotoCatalog
internal import PhotoModel
package import SystemPackage
internal import SystemSupport

/// The folder in which a repair makes a new catalogue before it replaces the old one.
///
/// The caller holds the exclusive lock of the library.
package struct RebuildStaging {
    private let library: LibraryFolder
    private let path: FilePath
    private static let name = "rebuilding"

    package init(_ library: LibraryFolder) {
        self.library = library
        path = library.path.appending(Self.name)
    }

    /// Removes the files of an earlier repair that was killed.
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

    /// The library's catalogue of the earlier schema, brought over to the present one.
    ///
    /// It is in a folder of its own, so that a new catalogue can be compared with it.
    package func convertedCatalog() throws -> PhotoCatalog {
        try library.makeFolder(FilePath(Self.name).appending(Self.converted))
        let catalog = try PhotoCatalog(folder: library.path, databaseFolder: path.appending(Self.converted))
        try EarlierCatalog(at: library.path.appending(PhotoCatalog.databaseName)).copy(into: catalog)
        return catalog
    }

    private static let converted = "converted"

    /// The copy of the catalogue, prepared to become the catalogue.
    ///
    /// - Parameter isEarlier: Whether the copy has the earlier schema.
    package func restoredCatalog(isEarlier: Bool) throws -> PhotoCatalog {
        let catalog: PhotoCatalog
        if isEarlier {
            catalog = try newCatalog()
            try EarlierCatalog(at: library.catalogCopy.appending(PhotoCatalog.databaseName)).copy(into: catalog)
        } else {
            catalog = try copiedCatalog()
        }
        try catalog.record(.restoredCopy)
        return catalog
    }

    private func copiedCatalog() throws -> PhotoCatalog {
        try library.makeFolder(FilePath(Self.name))
        let name = PhotoCatalog.databaseName
        do {
            try FileManager.default.copyItem(
                atPath: library.catalogCopy.appending(name).string, toPath: path.appending(name).string)
        } catch {
            throw PhotoLibraryError(
                .ioFailure, "Could not read the copy of the catalogue: \(error)", path: path.string, cause: error)
        }
        return try PhotoCatalog(folder: library.path, databaseFolder: path)
    }

    /// Replaces the old catalogue by the new one, durably.
    ///
    /// The new catalogue must be closed. An old catalogue without a log is at its path until the new one is there.
    ///
    /// - Parameter isConverted: Whether the new catalogue is the converted one.
    /// - Returns: The folder in which the old catalogue is now; `nil` if there was no old catalogue.
    package func install(isConverted: Bool = false) throws -> FilePath? {
        let path = isConverted ? path.appending(Self.converted) : path
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
        let place = library.path.appending(PhotoCatalog.databaseName)
        guard rename(new.platform, place.platform) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "install the new catalogue", place)
        }
        try DurableFile.syncFolder(library.path)
        try clear()
        return old
    }

    /// Puts the old catalogue into the folder `damaged`, durably.
    ///
    /// It stays at its path too, as a hard link, until the new one replaces it. A catalogue with a log is moved:
    /// SQLite would apply a remaining log to the new catalogue.
    private func setOldAside() throws -> FilePath? {
        // The database is moved first, because a database without its log would look like a sound but older catalogue.
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
        if files.count == 1, link(library.path.pushing(files[0]).platform, folder.pushing(files[0]).platform) == 0 {
            try DurableFile.syncFolder(folder)
            return folder
        }
        for file in files {
            _ = try DurableFile.renameWithoutReplacing(library.path.pushing(file), to: folder.pushing(file))
        }
        try DurableFile.syncFolder(folder)
        try DurableFile.syncFolder(library.path)
        return folder
    }
}
