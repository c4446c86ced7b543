internal import Foundation
internal import LibraryInterface
internal import LibraryMaintenance
internal import LibraryStorage
internal import LibraryStores
internal import LibrarySync
internal import Originals
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoMatching
internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport
internal import Thumbnails

/// A library in this process: its folder, its catalogue and its search index.
final class LocalLibrary: Sendable {
    let context: LibraryContext
    /// Finds assets, albums and folders with the access of the catalogue.
    let matcher: PhotoMatcher
    /// The files of the assets that the access of this object shows.
    let originals: any Originals
    let isReadOnly: Bool
    /// Makes the copies of the catalogue.
    let copier: CatalogCopier
    /// Writes what persons set to the library's log.
    let publisher: LogPublisher
    /// Exchanges what persons set with other devices.
    let sync: LibrarySync
    private let schedule: SyncSchedule
    let index: SignatureIndex
    /// The stores of originals; of the library with the owner's access.
    let stores: LibraryStores
    private let unfinishedBlocks: UnfinishedBlocks
    private let watchers: SharedWatcher
    private let thumbnails = Mutex<ThumbnailCache?>(nil)
    /// Asks the owner about an app's changes of photos that it did not add; `nil` if such changes are refused.
    let confirmation: ChangeConfirmation?
    /// The library with the owner's access, from which this object was made; `nil` if this object is that library.
    private let base: LocalLibrary?

    /// The same library with the owner's access.
    var owners: LocalLibrary { base ?? self }
    var folder: LibraryFolder { context.folder }
    var catalog: PhotoCatalog { context.catalog }
    var libraryID: UUID { context.libraryID }

    /// Opens the library: see ``OwnedLibrary/init(at:opening:allowingSyncedFolder:)``.
    init(at path: FilePath, opening: OwnedLibrary.Opening, allowingSyncedFolder allowsSyncedFolder: Bool) throws {
        try LibraryFolder(path: path).checkIsOpenToUser()
        let folder = try LibraryFolder(at: path)
        let libraryID = try Self.identifier(of: folder, opening, allowsSyncedFolder)
        let obstacle = opening == .readOnly ? nil : folder.writingObstacle
        isReadOnly = opening == .readOnly || obstacle != nil
        // Prevents repairs while the library is open.
        let lock = try isReadOnly ? LibraryLock(ifPresentIn: folder) : LibraryLock(folder, .shared)
        try folder.checkHasCatalog()
        let catalog: PhotoCatalog
        if isReadOnly {
            catalog = try PhotoCatalog(
                folder: folder.path, permission: obstacle.map { .never($0) } ?? .readOnly, holding: lock)
        } else {
            try folder.makeFolder("incoming")
            let gate = LibraryWriteGate(folder, try FolderIdentity(folder), allowsSyncedFolder: allowsSyncedFolder)
            catalog = try PhotoCatalog(folder: folder.path, permission: .checked { try gate.check() }, holding: lock)
        }
        try catalog.belong(to: libraryID)
        let originals = LibraryOriginals(folder: folder.path)
        context = LibraryContext(folder: folder, catalog: catalog, libraryID: libraryID, originals: originals)
        index = try SignatureIndex(catalog, in: folder)
        matcher = PhotoMatcher(context, index)
        self.originals = originals
        unfinishedBlocks = UnfinishedBlocks()
        watchers = SharedWatcher()
        copier = CatalogCopier(context)
        publisher = LogPublisher(context)
        sync = LibrarySync(context, publisher)
        schedule = SyncSchedule(sync)
        let previews = PreviewRenderer(catalog, originals)
        stores = LibraryStores(context, copier) { try previews.preview(of: $0) }
        confirmation = nil
        base = nil
        try connectStores()
    }

    /// Lets originals be read from the stores that the library has now.
    func connectStores() throws { try stores.connect(downloadsIn: Self.downloads(of: libraryID)) }

    /// The cache of this library's thumbnails, which is opened once.
    ///
    /// - Throws: `notEnoughSpace`, `ioFailure`.
    func thumbnailCache() throws(PhotoLibraryError) -> ThumbnailCache {
        try thumbnails.withLock { thumbnails throws(PhotoLibraryError) in
            if let thumbnails { return thumbnails }
            let opened = try ThumbnailCache(at: ThumbnailCache.folder(of: libraryID, home: .home))
            thumbnails = opened
            return opened
        }
    }

    /// The identifier of the library in a folder; makes an empty library there if that is requested.
    private static func identifier(
        of folder: LibraryFolder, _ opening: OwnedLibrary.Opening, _ allowsSyncedFolder: Bool
    ) throws -> UUID {
        guard opening == .creatingIfAbsent, access(folder.manifestPath.platform, F_OK) != 0 else {
            return try LibraryManifest.read(from: folder).libraryID
        }
        try folder.checkIsNew()
        if !allowsSyncedFolder { try folder.checkIsNotSynced() }
        // All parent folders are made durable too, because a photo is lost if a folder above it is lost.
        try LibraryFolder(path: "/").makeFolder(folder.path)
        // Apps of other users reach the photos through the broker only.
        guard chmod(folder.path.platform, 0o700) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "restrict the folder", folder.path)
        }
        return try LibraryManifest.create(in: folder).libraryID
    }

    /// The folder of downloads that are not complete.
    static func downloads(of libraryID: UUID) -> FilePath {
        ThumbnailCache.folder(of: libraryID, home: .home).appending("downloads")
    }

    deinit {
        guard base == nil else { return }
        schedule.close()
        publisher.close()
        copier.close()
    }

    /// The same library with the access of an app, or of the owner.
    ///
    /// - Throws: `ioFailure`.
    init(
        _ library: LocalLibrary, boundTo access: LibraryAccess, decidedOn machine: String?,
        confirming confirmation: ChangeConfirmation?
    ) throws {
        self.confirmation = confirmation
        let catalog = try library.catalog.bound(to: access, decidedOn: machine)
        let originals = library.context.originals
        context = LibraryContext(
            folder: library.folder, catalog: catalog, libraryID: library.libraryID, originals: originals)
        index = library.index
        matcher = PhotoMatcher(context, index)
        self.originals = access == .owner ? originals : AppOriginals(catalog, originals)
        isReadOnly = library.isReadOnly
        unfinishedBlocks = library.unfinishedBlocks
        watchers = library.watchers
        copier = library.copier
        publisher = library.publisher
        sync = library.sync
        schedule = library.schedule
        stores = library.stores
        base = library.owners
    }
}

extension LocalLibrary {
    /// Compares pictures of the library again in finer cells.
    func fineComparison(_ decoder: FinePictureDecoder, _ policy: FetchPolicy) -> FineComparison {
        FineComparison(catalog, decoder) { [originals] in ResourceHandle($0, in: originals, policy) }
    }
}

extension PhotoCatalog: LibraryReader {}

extension LocalLibrary: LibraryService {
    var reader: any LibraryReader { catalog }

    func watch() throws(PhotoLibraryError) -> any LibraryWatch {
        try PhotoLibraryError.converting { try watchers.shared(for: folder) }
    }

    /// The state that the access gives; the owner decides again by binding the library to another access.
    func appState() throws(PhotoLibraryError) -> AppState {
        guard let app = catalog.access.app else { return .owner }
        return AppState(catalog.access.grant, of: app)
    }

    func ask(for request: AppAccess.Request) throws(PhotoLibraryError) {
        guard let app = catalog.access.app else { return }
        try owners.catalog.perform([.access(.request(request), app: app)])
    }

    func beginChanges(_ id: UUID) throws(PhotoLibraryError) -> any ChangeSession {
        let session = try LocalChangeSession(self, .automatic, id)
        if let app = catalog.access.app { unfinishedBlocks.add(session, id, of: app) }
        return session
    }

    func wasCommitted(_ id: UUID) throws(PhotoLibraryError) -> Bool {
        guard let app = catalog.access.app else { return false }
        // After an answer of false, the block must not be committed.
        unfinishedBlocks.end(id, of: app)
        return try owners.catalog.wasCommitted(id, by: app)
    }

    func cloudIdentifiers(
        of localIdentifiers: [String], _ batch: any BatchFollower
    ) -> [String: Result<CloudIdentifier, any Error>] {
        matcher.cloudIdentifiers(of: localIdentifiers, batch)
    }

    func resolve(
        _ identifiers: [CloudIdentifier], onlySynced: Bool, _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>] {
        matcher.resolve(identifiers, onlySynced: onlySynced, batch)
    }
}
