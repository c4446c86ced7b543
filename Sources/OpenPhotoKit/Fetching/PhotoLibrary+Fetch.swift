internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// The assets that the query means, in its order.
    ///
    /// - Throws: ``PhotoLibraryError`` if the catalogue cannot be read; a library without access is never an empty result.
    public func fetchAssets(_ query: AssetQuery = AssetQuery()) throws -> FetchResult<Asset> {
        let catalog = catalog
        return try FetchResult(FetchSource(catalog) { try catalog.rows(of: query) })
    }

    /// The assets with these local identifiers, by capture, also hidden ones and every frame of a burst.
    ///
    /// Those that do not exist or were deleted are left out. One statement, however many they are.
    public func fetchAssets(withLocalIdentifiers localIdentifiers: [String]) throws -> FetchResult<Asset> {
        try fetchAssets(AssetQuery(.localIdentifiers(localIdentifiers)).includingAll)
    }

    /// Every frame of a burst, by capture, also hidden ones.
    public func fetchAssets(withBurstIdentifier burstIdentifier: String) throws -> FetchResult<Asset> {
        try fetchAssets(AssetQuery(.burst(burstIdentifier)).includingAll)
    }

    /// The assets of an album that the query means, in the album's order unless the query names one.
    public func fetchAssets(in album: Album, _ query: AssetQuery = AssetQuery()) throws -> FetchResult<Asset> {
        var query = query
        query.album = album.localIdentifier
        return try fetchAssets(query)
    }

    /// The assets of a smart album, in its order.
    public func fetchAssets(in album: SmartAlbum) throws -> FetchResult<Asset> { try fetchAssets(album.query) }

    /// The assets of a moment, by capture.
    public func fetchAssets(in moment: Moment) throws -> FetchResult<Asset> { try fetchAssets(moment.query) }

    /// The asset that stands for an album: the one that its owner chose, else the first; none if the album is empty.
    public func fetchKeyAssets(in album: Album) throws -> FetchResult<Asset> {
        let (catalog, identifier) = (catalog, album.localIdentifier)
        return try FetchResult(FetchSource(catalog) { try catalog.keyAssetRow(ofAlbum: identifier).map { [$0] } ?? [] })
    }

    /// How many assets the query means; none of them is read.
    public func count(of query: AssetQuery) throws -> Int { try catalog.count(of: query) }

    /// How many assets of a fetch's result are of a kind of media; none of them is read.
    public func count(of mediaType: Asset.MediaType, in result: FetchResult<Asset>) throws -> Int {
        try catalog.count(of: mediaType, rows: result.rows)
    }

    /// The local identifiers of the assets that the query means, in its order.
    public func localIdentifiers(of query: AssetQuery) throws -> [String] { try catalog.localIdentifiers(of: query) }

    /// The assets with these local identifiers.
    ///
    /// Also deleted ones; those that do not exist are left out. All are held at once.
    public func assets(withLocalIdentifiers localIdentifiers: [String]) throws -> [String: Asset] {
        try catalog.assets(localIdentifiers)
    }

    /// What the asset's picture looks like; `nil` if nothing of it could be decoded.
    package func signature(of localIdentifier: String) throws -> ContentSignature? {
        try catalog.signedAsset(withLocalIdentifier: localIdentifier)?.signature
    }

    /// How many assets there are.
    public func assetCount() throws -> Int { try catalog.assetCount() }

    /// The identifiers of all assets, in the order in which they were added.
    public func allLocalIdentifiers() throws -> [String] { try catalog.allLocalIdentifiers() }
}
