package import AssetLoading
internal import Foundation
internal import PhotoCatalog
public import PhotoModel
public import SystemPackage

/// A photo library: a folder of photos with a catalogue.
///
/// It is safe for several threads, and several processes may have the same library open.
public final class PhotoLibrary: Sendable {
    let folder: LibraryFolder
    let manifest: LibraryManifest
    let catalog: PhotoCatalog
    let signatures: SignatureIndex
    package let resourceStore: ResourceStore
    let watchers: SharedWatcher
    /// Makes the copies of the catalogue.
    let copier: CatalogCopier
    /// The library with the owner's access; `nil` if this is it.
    private let base: PhotoLibrary?
    /// Prevents repairs while the library is open.
    private let lock: LibraryLock?

    /// How ``PhotoLibrary/init(at:opening:allowingSyncedFolder:)`` opens a library.
    public enum Opening: Sendable {
        /// For reading and writing; throws `libraryNotFound` if there is no library.
        case existing
        /// For reading and writing; makes an empty library if there is no library.
        case creatingIfAbsent
        /// For reading; throws `libraryNotFound` if there is no library.
        case readOnly
    }

    /// Opens the library in the folder `path`.
    ///
    /// A library that this process may not write, on a read-only disk or in another user's folder, is opened for
    /// reading: see ``isReadOnly``. Blocks while a library of an older version is converted.
    ///
    /// - Parameters:
    ///   - path: The library's folder.
    ///   - opening: Whether to open for writing, and whether to make a missing library.
    ///   - allowsSyncedFolder: Whether the library may be changed, or made, in a folder that Syncthing, Nextcloud,
    ///     Dropbox or a similar program synchronises. Such a program may damage the library. Without this permission it
    ///     can only be read.
    /// - Throws: ``PhotoLibraryError``: `libraryNotFound`; `libraryInFileProviderSyncRoot` if a new library would be in
    ///   a synchronised folder; `libraryFormatTooNew`; `libraryDamaged`; `networkFileSystem` (the catalogue's locks do
    ///   not work there); `libraryBusy` (it is being repaired); `accessUserDenied` or `accessRestricted` (this user may
    ///   not read the library); `ioFailure`.
    public init(
        at path: FilePath, opening: Opening = .existing, allowingSyncedFolder allowsSyncedFolder: Bool = false
    ) throws {
        try LibraryFolder(path: path).checkIsOpenToUser()
        folder = try LibraryFolder(at: path)
        resourceStore = ResourceStore(folder: folder.path)
        if opening == .creatingIfAbsent, access(folder.manifestPath.platform, F_OK) != 0 {
            try folder.checkIsNew()
            if !allowsSyncedFolder { try folder.checkIsNotSynced() }
            // All parent folders are made durable too, because a photo is lost with the folders above it.
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

    // The lock that prevents repairs is released after this, so no copy may be made any more.
    deinit { if base == nil { copier.close() } }

    /// The library with the access of an app.
    ///
    /// Every read gives only the objects that the app may see, and every change checks the app's access.
    ///
    /// - Throws: `accessUserDenied` if this object does not have the owner's access; `ioFailure`.
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

    /// Checks that this object has the owner's access.
    ///
    /// - Throws: `accessUserDenied` otherwise.
    func checkIsOwners() throws {
        guard catalog.access == .owner else {
            throw PhotoLibraryError(.accessUserDenied, "Only the owner of a library can do this.")
        }
    }

    /// Whether the library is read-only: it was opened for reading, or this process may not write its folder.
    ///
    /// Every change then throws `libraryReadOnly`.
    public let isReadOnly: Bool

    /// The library's folder.
    public var path: FilePath { folder.path }

    /// The path of the owner's library: `$PHOTOS_LIBRARY`; otherwise `openphotokit/Photos.library` in `$XDG_DATA_HOME`,
    /// or in `~/.local/share` if that is not set.
    public static var defaultPath: FilePath {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["PHOTOS_LIBRARY"], !path.isEmpty { return FilePath(path) }
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : FilePath($0) }
            ?? FilePath.home.appending(".local").appending("share")
        return data.appending("openphotokit").appending("Photos.library")
    }
}
