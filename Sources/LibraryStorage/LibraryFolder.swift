internal import Foundation
internal import PhotoCatalog
package import PhotoModel
package import SystemPackage
internal import SystemSupport

/// The folder of a library.
///
///     library.json            format version and the library's own identifier
///     catalog.sqlite          the data about the assets
///     originals/YYYY/MM/      imported files, by month of capture; files without a date in undated/
///     alternates/YYYY/MM/     other files of the same pictures, with other metadata
///     attached/YYYY/MM/NAME/  files of the photo originals/YYYY/MM/NAME, named KIND-NAME: pairedVideo-IMG_1.MOV
///     catalog-copy/           a copy of catalog.sqlite for a repair; by default a new copy is made after a day
///     damaged/                files that were moved away: damaged files, duplicates, old catalogues
///     index/                  the search index of image hashes; made again if it is missing
///     incoming/RUN/           files of a running import
///     rebuilding/             the new catalogue of a running repair
///     stores/                 the address, the credentials and the key of each store of originals
///     previews/ab/DIGEST.jpg  small pictures of photos whose originals are in stores only
///     registry/logs/WRITER/   what persons set: immutable files, from which a repair takes it
///     writer.json             the key with which this library signs these files, and the last number it gave
///     sync.json               the registry that this library joined, its key, and the name of this device
///     sync-lock               locked by an exchange with the registry
///     lock                    locked by each process that has the library open (shared) or repairs it (exclusive)
///     repair-lock             locked by a repair that waits or runs
package struct LibraryFolder: Sendable {
    package let path: FilePath

    package init(path: FilePath) { self.path = path }

    package var incoming: FilePath { path.appending("incoming") }
    package var manifestPath: FilePath { path.appending("library.json") }

    /// The folder of the copy of the catalogue, relative to the library's folder.
    package static let catalogCopyFolder: FilePath = "catalog-copy"
    /// The folder of a copy of the catalogue that is not finished, relative to the library's folder.
    package static let unfinishedCatalogCopy: FilePath = catalogCopyFolder.appending("making")
    /// The folder of the copy of the catalogue.
    package var catalogCopy: FilePath { path.pushing(Self.catalogCopyFolder) }
    /// The folder of the originals, which may be on a disk of its own.
    package var originals: FilePath { path.appending(Subfolder.originals.rawValue) }
    /// The name of the folder with the connections of stores.
    package static let storesName = "stores"
    /// The folder with the connections of stores.
    package var stores: FilePath { path.appending(Self.storesName) }
    /// The paths that the file may have which stands at the place of an original that is in stores only.
    ///
    /// The name is that of the original. It begins with the digest instead if it would be too long for the file system,
    /// or if it is that of another original, which was at the same path before.
    package static func stubs(of original: FilePath, _ sha256: Digest) -> [FilePath] {
        guard let name = original.lastComponent else { return [] }
        let isShort = name.withPlatformString { strlen($0) } + stubSuffix.utf8.count <= 255
        let folder = original.removingLastComponent()
        return ((isShort ? [name.string] : []) + [sha256.hex]).map { folder.appending($0 + stubSuffix) }
    }
    /// Whether a path is that of such a file.
    package static func isStub(_ path: FilePath) -> Bool { path.lastComponent?.string.hasSuffix(stubSuffix) ?? false }
    private static let stubSuffix = ".elsewhere"
    /// The folder of the search index.
    package var searchIndex: FilePath { path.appending("index") }
    /// The copy of the catalogue, relative to the library's folder.
    package static let copyOfCatalog: FilePath = catalogCopyFolder.appending(PhotoCatalog.databaseName)
    package var hasCatalogCopy: Bool { access(path.pushing(Self.copyOfCatalog).platform, F_OK) == 0 }

    /// The first part of the path of every file that belongs to an asset.
    package enum Subfolder: String, CaseIterable {
        case originals, alternates, attached
    }

    /// Makes the library folder for a path, which may not exist yet.
    ///
    /// - Throws: `networkFileSystem`, `ioFailure`.
    package init(at path: FilePath) throws {
        // The path is made absolute, so that a later change of the working directory does not matter.
        let path = FilePath(FileManager.default.currentDirectoryPath).pushing(path)
        if let kind = try Volume(of: path).networkKind {
            throw PhotoLibraryError(
                .networkFileSystem,
                "A library cannot be on a network file system (\(kind)): its catalogue could be damaged. "
                    + "Put the library on a local disk; photos on the network can stay there and be imported as references.",
                remedy: .refer,
                path: path.string)
        }
        self.init(path: path)
    }

    /// Why this process may not write the folder or its catalogue; `nil` if it may.
    package var writingObstacle: PhotoLibraryError? {
        let catalog = path.appending(PhotoCatalog.databaseName)
        for (place, noun) in [(path, "folder"), (catalog, "file")] where access(place.platform, F_OK) == 0 {
            guard access(place.platform, W_OK) != 0 else { continue }
            let cause = Errno(rawValue: errno)
            return PhotoLibraryError(
                .libraryReadOnly,
                "This \(noun) cannot be written (\(cause)), so the library can be read but not changed.",
                path: place.string, cause: cause)
        }
        return nil
    }

    /// The folder, relative to the library's folder, for the other files of the photo whose original is at `photo`.
    ///
    /// If the catalogue is lost, the path alone shows to which photo a file belongs.
    package static func subfolder(attachedTo photo: FilePath?, of asset: String) -> FilePath {
        var place = photo ?? ""
        let isOwn = place.isRelative && place.removePrefix(FilePath(Subfolder.originals.rawValue))
        let attached = FilePath(Subfolder.attached.rawValue)
        return isOwn ? attached.pushing(place) : attached.appending("elsewhere").appending(asset)
    }

    /// Runs `body` with an exclusive lock against other processes and other threads.
    ///
    /// This is the lock of the folder `incoming/`. Run folders are also made and removed under this lock.
    package func withExclusiveLock<Value>(_ body: () throws -> Value) throws -> Value {
        let number = open(incoming.platform, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "lock the folder", incoming)
        }
        // This releases the lock too.
        defer { close(number) }
        do { try FileDescriptor(rawValue: number).lock() } catch {
            throw PhotoLibraryError(error, couldNot: "lock the folder", incoming)
        }
        return try body()
    }

    /// The folder, relative to the library's folder, for a file with this capture time.
    package static func subfolder(_ subfolder: Subfolder, for time: CaptureTime?) -> FilePath {
        guard let time else { return FilePath(subfolder.rawValue).appending("undated") }
        let month = time.month < 10 ? "0\(time.month)" : "\(time.month)"
        let year = String(repeating: "0", count: 4 - "\(time.year)".count) + "\(time.year)"
        return FilePath(subfolder.rawValue).appending(year).appending(month)
    }

    /// Makes a folder inside the library and its missing parent folders, durably.
    package func makeFolder(_ relative: FilePath) throws {
        var folder = path
        for component in relative.components {
            let parent = folder
            folder.append(component)
            guard mkdir(folder.platform, 0o777) == 0 else {
                guard errno == EEXIST else {
                    throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "make the folder", folder)
                }
                continue
            }
            try DurableFile.syncFolder(parent)
        }
    }

    /// Moves a file with wrong bytes into `damaged/`; does nothing if it does not exist.
    package func setAside(_ relative: FilePath) throws {
        var status = stat()
        // A broken symbolic link also occupies the name.
        guard lstat(path.pushing(relative).platform, &status) == 0 else { return }
        try makeFolder("damaged")
        let folder = path.appending("damaged")
        while try !DurableFile.renameWithoutReplacing(
            path.pushing(relative), to: OriginalName.free(for: relative.lastComponent, in: folder, taken: []))
        {}
        try DurableFile.syncFolder(folder)
    }

    /// Makes the names in a folder of the library, and in its parents up to the library's folder, durable.
    ///
    /// Another process may have made one of these folders and ended before it was durable.
    package func syncUpwards(from relative: FilePath) throws {
        var folder = relative
        while true {
            try DurableFile.syncFolder(path.pushing(folder))
            guard folder.removeLastComponent() else { return }
        }
    }

    /// Checks that a library can be made in the folder: it has no other files and is not a library without its
    /// manifest.
    package func checkIsNew() throws {
        var status = stat()
        guard stat(path.platform, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR else {
            throw PhotoLibraryError(
                .libraryNotFound, "This is a file. Name a new or empty folder for a library.", path: path.string)
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? []
        // Files of another process that makes the same library at this moment are allowed.
        let foreign = names.filter { $0 != "library.json" && !$0.hasSuffix(".part") }
        guard !foreign.isEmpty, access(manifestPath.platform, F_OK) != 0 else { return }
        try checkHasNotLostManifest()
        throw PhotoLibraryError(
            .libraryNotFound, "This folder holds other files. Name a new or empty folder for a library.",
            path: path.string)
    }

    /// Checks that there is no catalogue without a manifest, because that would be a damaged library.
    func checkHasNotLostManifest() throws {
        guard access(path.appending(PhotoCatalog.databaseName).platform, F_OK) == 0 || hasCatalogCopy else { return }
        throw PhotoLibraryError(
            .libraryDamaged,
            "The library has lost its library.json; the originals are untouched. A repair makes a new one.",
            remedy: .repair, path: path.string)
    }

    /// Checks that the catalogue is not missing, so that a damaged library does not look empty.
    package func checkHasCatalog() throws {
        let originals = path.appending(Subfolder.originals.rawValue)
        var status = stat()
        // SQLite treats an empty file as a new database.
        let hasCatalog = stat(path.appending(PhotoCatalog.databaseName).platform, &status) == 0 && status.st_size > 0
        guard !hasCatalog, access(originals.platform, F_OK) == 0 || hasCatalogCopy else { return }
        throw PhotoLibraryError(
            .libraryDamaged,
            "The library has lost its catalogue; the originals are untouched. A repair restores the last copy of the "
                + "catalogue, or makes a new one of the originals.",
            remedy: .repair, path: path.string)
    }
}
