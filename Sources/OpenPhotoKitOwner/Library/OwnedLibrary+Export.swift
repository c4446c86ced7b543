package import AssetLoading
public import Foundation
internal import LibraryInterface
internal import Originals
internal import PhotoCatalog
public import PhotoExport
public import PhotoModel
public import SystemPackage
internal import SystemSupport

extension OwnedLibrary {
    /// Copies photos to a folder, with names for other systems, and brings the copies of earlier exports up to date.
    ///
    /// Files that an earlier export wrote and that are still right are not touched. A file that someone changed since
    /// is kept. An existing file of another program is never replaced. An export that was interrupted at any moment,
    /// even by a power loss, continues when it is started again. The bytes of every file are compared with those that
    /// were imported. The files are copies, and share blocks with the library's files where the file system can do
    /// that.
    ///
    /// If the query names an album, `{album}` in the layout is this album; otherwise a photo gets a copy for each of
    /// its albums. Cancelling the task, or the progress, stops the export within 200 ms; complete files stay. The plan
    /// of the whole export is in memory, about 2 kB for each file.
    ///
    /// - Parameters:
    ///   - query: The photos. Its order does not matter.
    ///   - folder: The folder. It is made if its parent folder exists.
    ///   - options: What is written, and how.
    ///   - progress: Counts bytes, and can cancel the export.
    ///   - onItem: Called for every file, after it is durable, one call at a time, on a private queue.
    /// - Returns: The number of files by result. A file that the layout or an album would put into the library fails.
    /// - Throws: `libraryBusy` if another export writes to the folder; `invalidResource` for a folder in the library;
    ///   `unreadable` if the record of earlier exports cannot be read; `notEnoughSpace`; `ioFailure`; `cancelled`;
    ///   errors of the catalogue. The error of a single file is in its `ExportedItem`.
    @discardableResult
    public func export(
        _ query: AssetQuery, to folder: FilePath, options: ExportOptions = ExportOptions(), progress: Progress? = nil,
        onItem: @escaping @Sendable (ExportedItem) -> Void = { _ in }
    ) async throws -> ExportSummary {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in
            try exportAndWait(query, to: folder, options: options, loading: loading, onItem: onItem)
        }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    @discardableResult
    package func exportAndWait(
        _ query: AssetQuery, to folder: FilePath, options: ExportOptions, loading: LoadProgress,
        onItem: @escaping @Sendable (ExportedItem) -> Void
    ) throws -> ExportSummary {
        try checkIsOutside(folder)
        let library = local.context.originals
        let originals: any Originals = options.removesPlaces ? OriginalsWithoutPlaces(originals: library) : library
        let policy = FetchPolicy(isNetworkAccessAllowed: options.isNetworkAccessAllowed)
        let paths = options.sidecar == nil ? [:] : try albumPaths()
        let photos = try photosToExport(query, paths, options, loading)
        let export = try ExportRun(
            at: folder, of: path, options, loading,
            open: { ResourceHandle($0, in: originals, policy) },
            onItem: onItem)
        let others = Set(paths.values).subtracting(photos.flatMap(\.namedAlbums)).sorted { $0.text < $1.text }
        return try export.run(
            photos, isOfOneAlbum: query.album != nil, otherAlbums: query.isOfWholeLibrary ? others : nil)
    }

    private func photosToExport(
        _ query: AssetQuery, _ paths: [String: AlbumPath], _ options: ExportOptions, _ loading: LoadProgress
    ) throws -> [ExportPhoto] {
        let assets = try fetchAssets(query)
        let writesSidecars = options.sidecar != nil
        let albums: [String: [ExportPhoto.Album]] =
            options.layout.usesAlbums || writesSidecars
            ? try catalog.memberships(of: assets.localIdentifiers).mapValues { albums in
                albums.map { ExportPhoto.Album(localIdentifier: $0.albumIdentifier, title: $0.title) }
            } : [:]
        let picks = writesSidecars ? try catalog.burstPicks() : [:]
        var photos: [ExportPhoto] = []
        try assets.enumerateObjects { asset in
            try loading.checkIsNotCancelled()
            let all = albums[asset.localIdentifier] ?? []
            let exported = query.album.map { album in all.filter { $0.localIdentifier == album } } ?? all
            photos.append(
                ExportPhoto(
                    asset, albums: options.layout.usesAlbums ? exported : [],
                    paths: exported.compactMap { paths[$0.localIdentifier] },
                    pickedBy: picks[asset.localIdentifier] ?? .none, options: options))
        }
        return photos
    }

    /// The titles of all albums and of their folders, by the identifiers of the albums.
    private func albumPaths() throws -> [String: AlbumPath] {
        let folders = Dictionary(try folders().map { ($0.localIdentifier, $0) }) { first, _ in first }
        return Dictionary(
            try fetchAlbums().map { album in
                var titles: [String] = []
                var next = album.folderIdentifier.flatMap { folders[$0] }
                while let folder = next {
                    titles.append(folder.title)
                    next = folder.folderIdentifier.flatMap { folders[$0] }
                }
                return (album.localIdentifier, AlbumPath(folders: titles.reversed(), title: album.title))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// - Throws: `invalidResource` if the folder is in the library's folder.
    private func checkIsOutside(_ folder: FilePath) throws {
        // If the folder does not exist yet, its parent folder is checked.
        let places = [folder, folder.removingLastComponent()].compactMap { try? $0.resolvingLinks() }
        let library = (try? path.resolvingLinks()) ?? path
        guard places.contains(where: { $0.starts(with: library) }) else { return }
        throw PhotoLibraryError(
            .invalidResource, "This folder is in the library itself. Export to another folder.", path: folder.string)
    }
}

extension AssetQuery {
    /// Whether it finds all photos, or all but the hidden ones.
    fileprivate var isOfWholeLibrary: Bool {
        filter.isAll && scope == .library && album == nil && limit == nil && offset == 0
    }
}

extension AssetFilter {
    /// Whether it is a condition that every asset fulfils.
    fileprivate var isAll: Bool {
        switch self {
        case .all: true
        case .and(let filters): filters.allSatisfy(\.isAll)
        default: false
        }
    }
}

/// The files of an export without places.
private struct OriginalsWithoutPlaces: Originals {
    let originals: LibraryOriginals

    func open(_ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy) throws -> OpenedBytes {
        do {
            return try originals.open(resource, range, policy, withPlaces: false)
        } catch let error as PhotoLibraryError where error.code == .unsupportedFile {
            throw PhotoLibraryError(
                .unsupportedFile,
                "The places in this file cannot be removed, so it was not exported. Export it with its places, or leave "
                    + "it out.", path: originals.name(of: resource).string, cause: error)
        }
    }

    func path(of location: AssetResource.Location) -> FilePath? { originals.path(of: location) }
}
