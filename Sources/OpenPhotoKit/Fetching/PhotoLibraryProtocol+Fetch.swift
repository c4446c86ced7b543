internal import LibraryInterface
public import PhotoModel

extension PhotoLibraryProtocol {
    /// The assets that match the query, in its order.
    ///
    /// - Throws: `PhotoLibraryError` if the catalogue cannot be read. Missing access throws too: it never gives an
    ///   empty result.
    public func fetchAssets(_ query: AssetQuery = AssetQuery()) throws(PhotoLibraryError) -> FetchResult<Asset> {
        let reader = reader
        return try FetchResult(FetchSource(reader) { () throws(PhotoLibraryError) in try reader.rows(of: query) })
    }

    /// The assets with these local identifiers, by capture time, including hidden assets and every frame of a burst.
    ///
    /// Missing and deleted assets are omitted. One SQL statement finds any number of them.
    public func fetchAssets(withLocalIdentifiers localIdentifiers: [String]) throws(PhotoLibraryError) -> FetchResult<
        Asset
    > {
        try fetchAssets(AssetQuery(.localIdentifiers(localIdentifiers)).includingAll)
    }

    /// Every frame of a burst, by capture time, including hidden frames.
    public func fetchAssets(withBurstIdentifier burstIdentifier: String) throws(PhotoLibraryError) -> FetchResult<Asset>
    {
        try fetchAssets(AssetQuery(.burst(burstIdentifier)).includingAll)
    }

    /// The assets of an album that match the query, in the album's order unless the query has a sort order.
    public func fetchAssets(in album: Album, _ query: AssetQuery = AssetQuery()) throws(PhotoLibraryError)
        -> FetchResult<Asset>
    {
        var query = query
        query.album = album.localIdentifier
        return try fetchAssets(query)
    }

    /// The assets of a smart album, in its order.
    public func fetchAssets(in album: SmartAlbum) throws(PhotoLibraryError) -> FetchResult<Asset> {
        try fetchAssets(album.query)
    }

    /// The assets of a moment, by capture.
    public func fetchAssets(in moment: Moment) throws(PhotoLibraryError) -> FetchResult<Asset> {
        try fetchAssets(moment.query)
    }

    /// The key asset of an album: the one that the owner chose, otherwise the first; `nil` if the album is empty.
    public func fetchKeyAssets(in album: Album) throws(PhotoLibraryError) -> FetchResult<Asset> {
        let (reader, identifier) = (reader, album.localIdentifier)
        return try FetchResult(
            FetchSource(reader) { () throws(PhotoLibraryError) in
                try reader.keyAssetRow(ofAlbum: identifier).map { [$0] } ?? []
            })
    }

    /// The number of assets that match the query.
    ///
    /// No asset is read.
    public func count(of query: AssetQuery) throws(PhotoLibraryError) -> Int { try reader.count(of: query) }

    /// The number of assets of a media type in a fetch result.
    ///
    /// No asset is read.
    public func count(of mediaType: Asset.MediaType, in result: FetchResult<Asset>) throws(PhotoLibraryError) -> Int {
        try reader.count(of: mediaType, rows: result.rows)
    }

    /// The local identifiers of the assets that match the query, in its order.
    public func localIdentifiers(of query: AssetQuery) throws(PhotoLibraryError) -> [String] {
        try reader.localIdentifiers(of: query)
    }

    /// The assets with these local identifiers.
    ///
    /// Deleted assets are included; missing ones are omitted. All assets are in memory at once.
    public func assets(withLocalIdentifiers localIdentifiers: [String]) throws(PhotoLibraryError) -> [String: Asset] {
        try reader.assets(localIdentifiers)
    }

    /// The number of assets.
    public func assetCount() throws(PhotoLibraryError) -> Int { try reader.assetCount() }

    /// The identifiers of all assets, in the order in which they were added.
    public func allLocalIdentifiers() throws(PhotoLibraryError) -> [String] { try reader.allLocalIdentifiers() }
}
