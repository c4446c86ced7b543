internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
public import SystemPackage

/// A folder of photos with a catalogue: what PhotoKit calls the photo library.
///
/// Safe for several threads, and several processes may have the same library open.
public final class PhotoLibrary: Sendable {
    let folder: LibraryFolder
    let manifest: LibraryManifest
    let catalog: PhotoCatalog
    let signatures: SignatureIndex
    let watchers = SharedWatcher()
    /// Keeps a copy of the catalogue.
    let copier: CatalogCopier
    /// Keeps repairs away as long as the library is open.
    private let lock: LibraryLock
    /// Where it was opened.
    let place: LibraryPlace
    /// Whether it may be changed where another program synchronises it.
    let allowsSyncedFolder: Bool

    /// What ``PhotoLibrary/init(at:opening:allowingSyncedFolder:)`` does where there is no library.
    public enum Opening: Sendable {
        /// Throws `libraryNotFound`.
        case existing
        /// Makes an empty one.
        case creatingIfAbsent
    }

    /// Opens the library in the folder `path`.
    ///
    /// Blocks while it is migrated.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - opening: What to do where there is no library.
    ///   - allowsSyncedFolder: Whether the library may be changed, or made, in a folder that Syncthing, Nextcloud, Dropbox
    ///     or another such program synchronises. They may damage it; without this it can only be read.
    /// - Throws: ``PhotoLibraryError``: `libraryNotFound`, `libraryInFileProviderSyncRoot` if it were made there, `libraryFormatTooNew`, `libraryDamaged`,
    ///   `networkFileSystem` (the catalogue's locks do not work there), `libraryBusy` (it is being repaired), `ioFailure`.
    public init(
        at path: FilePath, opening: Opening = .existing, allowingSyncedFolder allowsSyncedFolder: Bool = false
    ) throws {
        self.allowsSyncedFolder = allowsSyncedFolder
        folder = try LibraryFolder(at: path)
        if opening == .creatingIfAbsent, access(folder.manifestPath.platform, F_OK) != 0 {
            try folder.checkIsNew()
            if !allowsSyncedFolder { try folder.checkIsNotSynced() }
            // Durable from the root on: a photo is no safer than the folders above it.
            try LibraryFolder(path: "/").makeFolder(folder.path)
            manifest = try LibraryManifest.create(in: folder)
        } else {
            manifest = try LibraryManifest.read(from: folder)
        }
        lock = try LibraryLock(folder, .shared)
        place = try LibraryPlace(folder)
        try folder.checkHasCatalog()
        try folder.makeFolder("incoming")
        catalog = try PhotoCatalog(folder: folder.path)
        try catalog.belong(to: manifest.libraryID)
        try Self.measureEdits(of: catalog)
        signatures = try SignatureIndex(catalog, in: folder)
        copier = CatalogCopier(catalog, in: folder, libraryID: manifest.libraryID) { [folder, place] in
            guard try LibraryPlace(folder) == place else { throw folder.gone() }
            if !allowsSyncedFolder { try folder.checkIsNotSynced() }
        }
    }

    deinit { copier.close() }

    /// The library's folder.
    public var path: FilePath { folder.path }

    /// The place of the owner's library: `$PHOTOS_LIBRARY`, else `Photos.library` in the folder `openphotokit` of
    /// `$XDG_DATA_HOME`, else of `~/.local/share`.
    public static var defaultPath: FilePath {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["PHOTOS_LIBRARY"], !path.isEmpty { return FilePath(path) }
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : FilePath($0) }
            ?? FilePath.home.appending(".local").appending("share")
        return data.appending("openphotokit").appending("Photos.library")
    }
}
