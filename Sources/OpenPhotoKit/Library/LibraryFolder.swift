internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// The library on disk.
///
///     library.json            format version and the library's own identifier
///     catalog.sqlite          what is known about the assets
///     originals/YYYY/MM/      the files as they were imported, by the camera's own month; undated ones in undated/
///     alternates/YYYY/MM/     the same pictures in other bytes
///     attached/YYYY/MM/NAME/  what belongs to the photo originals/YYYY/MM/NAME: KIND-NAME, as pairedVideo-IMG_1.MOV
///     catalog-copy/           a copy of catalog.sqlite, at most a day old: what a repair brings back
///     damaged/                what stood in an original's place and was not it, set aside when the original came back
///     index/                  the hashes of the pictures, for searching; made anew from the catalogue when it is lost
///     incoming/RUN/           files of an import that is running
///     rebuilding/             the new catalogue of a repair that is running
///     lock                    locked by everybody who has the library open: shared, or by a repair for itself alone
struct LibraryFolder: Sendable {
    let path: FilePath

    init(path: FilePath) { self.path = path }

    var incoming: FilePath { path.appending("incoming") }
    var manifestPath: FilePath { path.appending("library.json") }

    /// Where the copy of the catalogue is.
    var catalogCopy: FilePath { path.appending("catalog-copy") }
    /// The copy of the catalogue, relative to the library's folder.
    static let copyOfCatalog: FilePath = FilePath("catalog-copy").appending(PhotoCatalog.databaseName)
    var hasCatalogCopy: Bool { access(path.pushing(Self.copyOfCatalog).platform, F_OK) == 0 }

    /// The first part of the path of every file that belongs to an asset.
    enum Shelf: String, CaseIterable {
        case originals, alternates, attached
    }

    /// The folder at a path, also one that does not exist yet.
    ///
    /// - Throws: `networkFileSystem`, `ioFailure`.
    init(at path: FilePath) throws {
        // The paths of resources are absolute, whatever folder the process goes to later.
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

    /// Whether this process may write the folder and its catalogue.
    var isWritable: Bool {
        let catalog = path.appending(PhotoCatalog.databaseName)
        return access(path.platform, W_OK) == 0
            && (access(catalog.platform, F_OK) != 0 || access(catalog.platform, W_OK) == 0)
    }

    /// The folder, relative to the library's, for what belongs to the photo whose original is at `photo`.
    ///
    /// So the path alone tells whose it is, should the catalogue be lost.
    static func shelf(attachedTo photo: FilePath?, of asset: String) -> FilePath {
        var place = photo ?? ""
        let isOwn = place.isRelative && place.removePrefix(FilePath(Shelf.originals.rawValue))
        let attached = FilePath(Shelf.attached.rawValue)
        return isOwn ? attached.pushing(place) : attached.appending("elsewhere").appending(asset)
    }

    /// Runs `body` while no other process, and no other thread with a folder of its own, does.
    ///
    /// The lock is that of `incoming/`, under which runs are also begun and cleared away.
    func withExclusiveLock<Value>(_ body: () throws -> Value) throws -> Value {
        let number = open(incoming.platform, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "lock the folder", incoming)
        }
        // Releases the lock too.
        defer { close(number) }
        do { try FileDescriptor(rawValue: number).lock() } catch {
            throw PhotoLibraryError(error, couldNot: "lock the folder", incoming)
        }
        return try body()
    }

    /// The folder, relative to the library's, for a file captured then.
    static func shelf(_ shelf: Shelf, for time: CaptureTime?) -> FilePath {
        guard let time else { return FilePath(shelf.rawValue).appending("undated") }
        let month = time.month < 10 ? "0\(time.month)" : "\(time.month)"
        let year = String(repeating: "0", count: 4 - "\(time.year)".count) + "\(time.year)"
        return FilePath(shelf.rawValue).appending(year).appending(month)
    }

    /// Makes a folder inside the library and all its missing parents, each one durable in the one above.
    func makeFolder(_ relative: FilePath) throws {
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

    /// Moves a file that is not what it should be into `damaged/`; does nothing if it is not there.
    func setAside(_ relative: FilePath) throws {
        var status = stat()
        // A link that leads nowhere takes the place too.
        guard lstat(path.pushing(relative).platform, &status) == 0 else { return }
        try makeFolder("damaged")
        let folder = path.appending("damaged")
        while try !DurableFile.renameWithoutReplacing(
            path.pushing(relative), to: OriginalName.free(for: relative.lastComponent, in: folder, taken: []))
        {}
        try DurableFile.syncFolder(folder)
    }

    /// Makes names durable in a folder of the library and in all above it up to the library's own.
    ///
    /// Another process may have made one of them and died before it was durable.
    func syncUpwards(from relative: FilePath) throws {
        var folder = relative
        while true {
            try DurableFile.syncFolder(path.pushing(folder))
            guard folder.removeLastComponent() else { return }
        }
    }

    /// Refuses to make a library of a folder that holds something else, or of one that has lost its manifest.
    func checkIsNew() throws {
        var status = stat()
        guard stat(path.platform, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR else {
            throw PhotoLibraryError(
                .libraryNotFound, "This is a file. Name a new or empty folder for a library.", path: path.string)
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? []
        // What another process leaves that makes the same library at this moment.
        let foreign = names.filter { $0 != "library.json" && !$0.hasSuffix(".part") }
        guard !foreign.isEmpty, access(manifestPath.platform, F_OK) != 0 else { return }
        try checkHasNotLostManifest()
        throw PhotoLibraryError(
            .libraryNotFound, "This folder holds other files. Name a new or empty folder for a library.",
            path: path.string)
    }

    /// Refuses to take a catalogue without its manifest for nothing.
    func checkHasNotLostManifest() throws {
        guard access(path.appending(PhotoCatalog.databaseName).platform, F_OK) == 0 || hasCatalogCopy else { return }
        throw PhotoLibraryError(
            .libraryDamaged,
            "The library has lost its library.json; the originals are untouched. A repair makes a new one.",
            remedy: .repair, path: path.string)
    }

    /// Refuses to take a library whose catalogue is gone for an empty one.
    func checkHasCatalog() throws {
        let originals = path.appending(Shelf.originals.rawValue)
        var status = stat()
        // SQLite would take an empty file for a new catalogue.
        let hasCatalog = stat(path.appending(PhotoCatalog.databaseName).platform, &status) == 0 && status.st_size > 0
        guard !hasCatalog, access(originals.platform, F_OK) == 0 || hasCatalogCopy else { return }
        throw PhotoLibraryError(
            .libraryDamaged,
            "The library has lost its catalogue; the originals are untouched. A repair brings back the last copy of the "
                + "catalogue, or makes a new one of the originals.",
            remedy: .repair, path: path.string)
    }
}
