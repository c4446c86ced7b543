internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// The albums that the query means, in its order.
    public func fetchAlbums(_ query: CollectionQuery = CollectionQuery()) throws -> FetchResult<Album> {
        try FetchResult(FetchSource(catalog, query))
    }

    /// The albums that the query means, in its order, all as they are at one instant: none is a former one.
    ///
    /// They are held at once; what is in them is not.
    package func albums(_ query: CollectionQuery = CollectionQuery()) throws -> [Album] {
        try catalog.albums(of: query)
    }

    /// The albums with these local identifiers, by title; those that do not exist are left out.
    public func fetchAlbums(withLocalIdentifiers localIdentifiers: [String]) throws -> FetchResult<Album> {
        try fetchAlbums(CollectionQuery(.localIdentifiers(localIdentifiers)))
    }

    /// The albums that an asset is in, by title; no smart albums.
    public func fetchAlbums(containing asset: Asset) throws -> FetchResult<Album> {
        try fetchAlbums(CollectionQuery(.containingAsset(asset.localIdentifier)))
    }

    /// How many albums the query means: none is read.
    public func countAlbums(_ query: CollectionQuery = CollectionQuery()) throws -> Int {
        try catalog.count(of: query, .albums)
    }

    /// The folders that the query means, in its order.
    public func fetchFolders(_ query: CollectionQuery = CollectionQuery()) throws -> FetchResult<Folder> {
        try FetchResult(FetchSource(catalog, query))
    }

    /// The folders that the query means, as ``albums(_:)``.
    package func folders(_ query: CollectionQuery = CollectionQuery()) throws -> [Folder] {
        try catalog.folders(of: query)
    }

    /// How many folders the query means: none is read.
    public func countFolders(_ query: CollectionQuery = CollectionQuery()) throws -> Int {
        try catalog.count(of: query, .folders)
    }

    /// The albums and folders that the query means, in its order.
    public func fetchCollections(_ query: CollectionQuery) throws -> FetchResult<UserCollection> {
        try FetchResult(FetchSource(catalog, query))
    }

    /// The albums and folders that the query means, as ``albums(_:)``.
    package func collections(_ query: CollectionQuery) throws -> [UserCollection] {
        try catalog.collections(of: query)
    }

    /// The albums and folders that are in no folder, in the owner's order.
    public func fetchTopLevelCollections() throws -> FetchResult<UserCollection> {
        try fetchCollections(CollectionQuery(.inFolder(nil)))
    }

    /// The albums and folders of a folder, in the owner's order; none if the folder is gone.
    public func fetchCollections(in folder: Folder) throws -> FetchResult<UserCollection> {
        try fetchCollections(CollectionQuery(.inFolder(folder.localIdentifier)))
    }

    /// The moments: what was captured on one day, as the cameras' clocks had it, and at one place, by capture.
    ///
    /// A day is divided where an asset is far from the one before, of those captured at one instant in the order in which they
    /// were added; assets without a place go with those before them. Assets
    /// without a capture time are in no moment, and hidden ones neither. The moments are held at once, the assets are not.
    ///
    /// - Parameters:
    ///   - filter: Only assets that fit this.
    ///   - distance: How many metres are far.
    ///   - includingAllBurstAssets: Whether every frame of a burst counts, and not only the one that represents it.
    public func moments(
        of filter: AssetFilter = .all, dividedBeyond distance: Double = 30_000, includingAllBurstAssets: Bool = false
    ) throws -> [Moment] {
        try catalog.moments(
            of: filter, dividedBeyond: distance, includingAllBurstAssets: includingAllBurstAssets)
    }
}
