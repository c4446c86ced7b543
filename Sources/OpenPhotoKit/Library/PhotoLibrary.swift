package import AssetLoading
internal import Foundation
internal import PhotoCatalog
public import PhotoModel
public import SystemPackage

/// A folder of photos with a catalogue: what PhotoKit calls the photo library.
///
/// Safe for several threads, and several processes may have the same library open.
public final class PhotoLibrary: Sendable {
    let folder: LibraryFolder
    let manifest: LibraryManifest
    let catalog: PhotoCatalog
    let signatures: SignatureIndex
    package let resourceStore: ResourceStore
    let watchers: SharedWatcher
    /// Keeps a copy of the catalogue.
    let copier: CatalogCopier
    /// The owner's library that this one is a view of; `nil` for the owner's own.
    private let base: PhotoLibrary?
    /// Keeps repairs away as long as the library is open.
    private let lock: LibraryLock?

    /// How ``PhotoLibrary/init(at:opening:allowingSyncedFolder:)`` opens a library.
    public enum Opening: Sendable {
        /// For reading and writing; throws `libraryNotFound` where there is none.
        case existing
        /// For reading and writing; makes an empty one where there is none.
        case creatingIfAbsent
        /// For reading; throws `libraryNotFound` where there is none.
        case readOnly
    }

    /// Opens the library in the folder `path`.
    ///
    /// A library that this process may not write, on a read-only disk or in another user's folder, is opened for reading:
    /// see ``isReadOnly``. Blocks while a library of an older version is converted.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - opening: What to do where there is no library.
    ///   - allowsSyncedFolder: Whether the library may be changed, or made, in a folder that Syncthing, Nextcloud, Dropbox
    ///     or another such program synchronises. They may damage it; without this it can only be read.
    /// - Throws: ``PhotoLibraryError``: `libraryNotFound`, `libraryInFileProviderSyncRoot` if it were made there, `libraryFormatTooNew`, `libraryDamaged`,
    ///   `networkFileSystem` (the catalogue's locks do not work there), `libraryBusy` (it is being repaired),
    ///   `accessUserDenied`, `accessRestricted` (this user may not read the library), `ioFailure`.
    public init(
        at path: FilePath, opening: Opening = .existing, allowingSyncedFolder allowsSyncedFolder: Bool = false
    ) throws {
        try LibraryFolder(path: path).checkIsOpenToUser()
        folder = try LibraryFolder(at: path)
        resourceStore = ResourceStore(folder: folder.path)
        if opening == .creatingIfAbsent, access(folder.manifestPath.platform, F_OK) != 0 {
            try folder.checkIsNew()
            if !allowsSyncedFolder { try folder.checkIsNotSynced() }
            // Durable from the root on: a photo is no safer than the folders above it.
            try LibraryFolder(path: "/").makeFolder(folder.path)
            manifest = try LibraryManifest.create(in: folder)
        } else {
            manifest = try LibraryManifest.read(from: folder)
        }
        isReadOnly = opening == .readOnly || !folder.isWritable
        lock = try isReadOnly ? LibraryLock(ifPresentIn: folder) : LibraryLock(folder, .shared)
        try folder.checkHasCatalog()
        if isReadOnly {
            catalog = try PhotoCatalog(folder: folder.path, permission: .never)
        } else {
            try folder.makeFolder("incoming")
            let gate = LibraryWriteGate(folder, try LibraryPlace(folder), allowsSyncedFolder: allowsSyncedFolder)
            catalog = try PhotoCatalog(folder: folder.path, permission: .checked { try gate.check() })
        }
        try catalog.belong(to: manifest.libraryID)
        signatures = try SignatureIndex(catalog, in: folder)
        watchers = SharedWatcher()
        copier = CatalogCopier(catalog, in: folder, libraryID: manifest.libraryID)
        base = nil
    }

    // No copy is made any more when the lock goes, which keeps repairs away.
    deinit { if base == nil { copier.close() } }

    /// The library as an app may see and change it, for its owner to look at.
    ///
    /// Every read answers as if the library held only what the app may see; every change checks that too.
    ///
    /// - Throws: `accessUserDenied` if this library is not its owner's; `ioFailure`.
    public func bound(to access: LibraryAccess) throws -> PhotoLibrary {
        try checkIsOwners()
        return try PhotoLibrary(self, access)
    }

    private init(_ library: PhotoLibrary, _ access: LibraryAccess) throws {
        folder = library.folder
        manifest = library.manifest
        lock = library.lock
        isReadOnly = library.isReadOnly
        signatures = library.signatures
        watchers = library.watchers
        copier = library.copier
        base = library
        resourceStore = library.resourceStore
        catalog = try library.catalog.bound(to: access)
    }

    /// Refuses work on the library's files to everyone but its owner.
    ///
    /// - Throws: `accessUserDenied`.
    func checkIsOwners() throws {
        guard catalog.access == .owner else {
            throw PhotoLibraryError(.accessUserDenied, "Only the owner of a library can do this.")
        }
    }

    /// Whether the library is only read: it was opened so, or this process may not write its folder.
    ///
    /// Every change then throws `libraryReadOnly`.
    public let isReadOnly: Bool

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
