internal import AssetLoading
internal import Foundation
internal import LibraryRPC
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// A library in this process: its folder, its catalogue and its search index.
final class LocalLibrary: Sendable {
    let folder: LibraryFolder
    let libraryID: UUID
    let catalog: PhotoCatalog
    let signatures: SignatureIndex
    let resources: ResourceStore
    let isReadOnly: Bool
    /// Makes the copies of the catalogue.
    let copier: CatalogCopier
    private let watchers: SharedWatcher
    /// The library with the owner's access, from which this object was made; `nil` if this object is that library.
    private let base: LocalLibrary?
    /// Prevents repairs while the library is open.
    private let lock: LibraryLock?

    /// Opens the library: see ``PhotoLibrary/init(at:opening:allowingSyncedFolder:)``.
    init(at path: FilePath, opening: PhotoLibrary.Opening, allowingSyncedFolder allowsSyncedFolder: Bool) throws {
        try LibraryFolder(path: path).checkIsOpenToUser()
        folder = try LibraryFolder(at: path)
        resources = ResourceStore(folder: folder.path)
        if opening == .creatingIfAbsent, access(folder.manifestPath.platform, F_OK) != 0 {
            try folder.checkIsNew()
            if !allowsSyncedFolder { try folder.checkIsNotSynced() }
            // All parent folders are made durable too, because a photo is lost if a folder above it is lost.
            try LibraryFolder(path: "/").makeFolder(folder.path)
            libraryID = try LibraryManifest.create(in: folder).libraryID
        } else {
            libraryID = try LibraryManifest.read(from: folder).libraryID
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
        try catalog.belong(to: libraryID)
        signatures = try SignatureIndex(catalog, in: folder)
        watchers = SharedWatcher()
        copier = CatalogCopier(catalog, in: folder, libraryID: libraryID)
        base = nil
    }

    // The lock that prevents repairs is released after this, so no copy may be made from then on.
    deinit { if base == nil { copier.close() } }

    /// The same library with the access of an app, or of the owner.
    ///
    /// - Throws: `ioFailure`.
    init(_ library: LocalLibrary, boundTo access: LibraryAccess) throws {
        folder = library.folder
        libraryID = library.libraryID
        lock = library.lock
        isReadOnly = library.isReadOnly
        signatures = library.signatures
        watchers = library.watchers
        copier = library.copier
        base = library
        resources = library.resources
        catalog = try library.catalog.bound(to: access)
    }

    /// The parts of the library that the ingest engine needs.
    var store: LibraryStore { LibraryStore(folder: folder, catalog: catalog, libraryID: libraryID) }
}

extension PhotoCatalog: LibraryReader {}

extension LocalLibrary: LibraryService {
    var reader: any LibraryReader { catalog }

    func watch() throws -> any LibraryWatch { try watchers.shared(for: folder) }

    func beginChanges() throws -> any ChangeSession { try LocalChangeSession(self, .automatic) }
}
