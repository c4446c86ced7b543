internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// The albums that the query means, in its order.
    public func fetchAlbums(_ query: AlbumQuery = AlbumQuery()) throws -> FetchResult<Album> {
        let catalog = catalog
        return try FetchResult(FetchSource(catalog) { try catalog.rows(of: query) })
    }

    /// The albums with these local identifiers, by title; those that do not exist are left out.
    public func fetchAlbums(withLocalIdentifiers localIdentifiers: [String]) throws -> FetchResult<Album> {
        var query = AlbumQuery()
        query.localIdentifiers = localIdentifiers
        return try fetchAlbums(query)
    }

    /// The albums that an asset is in, by title; no smart albums.
    public func fetchAlbums(containing asset: Asset) throws -> FetchResult<Album> {
        var query = AlbumQuery()
        query.containing = asset.localIdentifier
        return try fetchAlbums(query)
    }

    /// The folders, by title.
    ///
    /// - Parameter text: Only folders with this text in their titles, whatever its case (ASCII letters).
    public func fetchFolders(titled text: String? = nil) throws -> FetchResult<Folder> {
        let catalog = catalog
        return try FetchResult(FetchSource(catalog) { try catalog.folderRows(titled: text) })
    }

    /// The albums and folders that are in no folder, in the owner's order.
    public func fetchTopLevelCollections() throws -> FetchResult<UserCollection> { try collections(in: nil) }

    /// The albums and folders of a folder, in the owner's order; none if the folder is gone.
    public func fetchCollections(in folder: Folder) throws -> FetchResult<UserCollection> {
        try collections(in: folder.localIdentifier)
    }

    private func collections(in folder: String?) throws -> FetchResult<UserCollection> {
        let catalog = catalog
        return try FetchResult(FetchSource(catalog) { try catalog.collectionRows(in: folder) })
    }

    /// The moments: what was captured on one day, as the cameras' clocks had it, and at one place, by capture.
    ///
    /// A day is divided where an asset is far from the one before; assets without a place go with those before them. Assets
    /// without a capture time are in no moment, and hidden ones neither. The moments are held at once, the assets are not.
    ///
    /// - Parameters:
    ///   - filter: Only assets that fit this.
    ///   - distance: How many metres are far.
    public func moments(of filter: AssetFilter = .all, dividedBeyond distance: Double = 30_000) throws -> [Moment] {
        try catalog.moments(of: filter, dividedBeyond: distance)
    }
}
