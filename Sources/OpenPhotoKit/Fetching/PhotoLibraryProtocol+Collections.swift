internal import LibraryInterface
public import PhotoModel

extension PhotoLibraryProtocol {
    /// The albums that match the query, in its order.
    public func fetchAlbums(_ query: CollectionQuery = CollectionQuery()) throws(PhotoLibraryError) -> FetchResult<
        Album
    > {
        try FetchResult(FetchSource(reader, query))
    }

    /// The albums that match the query, in its order, read at once.
    ///
    /// All of them are in memory, but not their assets.
    package func albums(_ query: CollectionQuery = CollectionQuery()) throws(PhotoLibraryError) -> [Album] {
        try reader.albums(of: query)
    }

    /// The albums with these local identifiers, by title.
    ///
    /// Identifiers without an album are omitted.
    public func fetchAlbums(withLocalIdentifiers localIdentifiers: [String]) throws(PhotoLibraryError) -> FetchResult<
        Album
    > {
        try fetchAlbums(CollectionQuery(.localIdentifiers(localIdentifiers)))
    }

    /// The albums that contain an asset, by title; no smart albums.
    public func fetchAlbums(containing asset: Asset) throws(PhotoLibraryError) -> FetchResult<Album> {
        try fetchAlbums(CollectionQuery(.containingAsset(asset.localIdentifier)))
    }

    /// The number of albums that match the query.
    ///
    /// No album is read.
    public func countAlbums(_ query: CollectionQuery = CollectionQuery()) throws(PhotoLibraryError) -> Int {
        try reader.count(of: query, .albums)
    }

    /// The folders that match the query, in its order.
    public func fetchFolders(_ query: CollectionQuery = CollectionQuery()) throws(PhotoLibraryError) -> FetchResult<
        Folder
    > {
        try FetchResult(FetchSource(reader, query))
    }

    /// The folders that match the query, read as by ``albums(_:)``.
    package func folders(_ query: CollectionQuery = CollectionQuery()) throws(PhotoLibraryError) -> [Folder] {
        try reader.folders(of: query)
    }

    /// The number of folders that match the query.
    ///
    /// No folder is read.
    public func countFolders(_ query: CollectionQuery = CollectionQuery()) throws(PhotoLibraryError) -> Int {
        try reader.count(of: query, .folders)
    }

    /// The albums and folders that match the query, in its order.
    public func fetchCollections(_ query: CollectionQuery) throws(PhotoLibraryError) -> FetchResult<UserCollection> {
        try FetchResult(FetchSource(reader, query))
    }

    /// The albums and folders that match the query, read as by ``albums(_:)``.
    package func collections(_ query: CollectionQuery) throws(PhotoLibraryError) -> [UserCollection] {
        try reader.collections(of: query)
    }

    /// The albums and folders that are in no folder, in the owner's order.
    public func fetchTopLevelCollections() throws(PhotoLibraryError) -> FetchResult<UserCollection> {
        try fetchCollections(CollectionQuery(.inFolder(nil)))
    }

    /// The albums and folders in a folder, in the owner's order; empty if the folder no longer exists.
    public func fetchCollections(in folder: Folder) throws(PhotoLibraryError) -> FetchResult<UserCollection> {
        try fetchCollections(CollectionQuery(.inFolder(folder.localIdentifier)))
    }

    /// The moments, by capture time: the assets captured on one day, by the cameras' clocks, and at one place.
    ///
    /// A day is divided where an asset is far from the previous one. Assets of the same capture time are ordered as
    /// they were added. Assets without a place belong to the moment of the previous asset. Assets without a capture
    /// time and hidden assets are in no moment. All moments are in memory at once, but not their assets.
    ///
    /// - Parameters:
    ///   - filter: Only assets that match this filter are included.
    ///   - distance: The distance in metres from which on an asset is far.
    ///   - includingAllBurstAssets: Whether to include every frame of a burst, and not only the one that represents it.
    public func moments(
        of filter: AssetFilter = .all, dividedBeyond distance: Double = 30_000, includingAllBurstAssets: Bool = false
    ) throws(PhotoLibraryError) -> [Moment] {
        try reader.moments(
            of: filter, dividedBeyond: distance, includingAllBurstAssets: includingAllBurstAssets
        ).map { $0.matching(filter) }
    }
}
