internal import LibraryInterface
package import PhotoModel

extension LibraryClient: LibraryReader {
    // MARK: Queries

    package func rows(of query: AssetQuery) throws(PhotoLibraryError) -> [Int64] {
        numbers.numbers(of: try localIdentifiers(of: query), .asset)
    }

    package func rows(of query: CollectionQuery, _ kind: CollectionKind) throws(PhotoLibraryError) -> [Int64] {
        let found: FetchedCollections = try send(.collectionIdentifiers(query, kind))
        return found.localIdentifiers.enumerated().flatMap { index, identifier in
            let isFolder = found.folders.contains(index)
            return numbers.numbers(of: [identifier], isFolder ? .folder : .album)
                .map { isFolder && kind == .all ? -$0 : $0 }
        }
    }

    package func albums(of query: CollectionQuery) throws(PhotoLibraryError) -> [Album] {
        let rows = try rows(of: query, .albums)
        let found = try albums(rows: rows, includingAllBurstAssets: query.includesAllBurstAssets)
        return rows.compactMap { found[$0] }
    }

    package func folders(of query: CollectionQuery) throws(PhotoLibraryError) -> [Folder] {
        let rows = try rows(of: query, .folders)
        let found = try folders(rows: rows)
        return rows.compactMap { found[$0] }
    }

    package func collections(of query: CollectionQuery) throws(PhotoLibraryError) -> [UserCollection] {
        let rows = try rows(of: query, .all)
        let found = try collections(rows: rows, includingAllBurstAssets: query.includesAllBurstAssets)
        return rows.compactMap { found[$0] }
    }

    package func keyAssetRow(ofAlbum localIdentifier: String) throws(PhotoLibraryError) -> Int64? {
        let identifier: String? = try send(.keyAsset(album: localIdentifier))
        return identifier.flatMap { numbers.numbers(of: [$0], .asset).first }
    }

    package func localIdentifiers(of query: AssetQuery) throws(PhotoLibraryError) -> [String] {
        try sendForIdentifiers(.assetIdentifiers(query))
    }

    package func allLocalIdentifiers() throws(PhotoLibraryError) -> [String] {
        try sendForIdentifiers(.allAssetIdentifiers)
    }

    package func moments(
        of filter: AssetFilter, dividedBeyond distance: Double, includingAllBurstAssets: Bool
    ) throws(PhotoLibraryError) -> [Moment] {
        try send(.moments(filter, dividedBeyond: distance, includingAllBurstAssets: includingAllBurstAssets))
    }

    // MARK: Counts

    package func count(of query: AssetQuery) throws(PhotoLibraryError) -> Int { try send(.assetCount(query)) }

    package func count(of query: CollectionQuery, _ kind: CollectionKind) throws(PhotoLibraryError) -> Int {
        try send(.collectionCount(query, kind))
    }

    package func count(of mediaType: Asset.MediaType, rows: [Int64]) throws(PhotoLibraryError) -> Int {
        let identifiers = numbers.identifiers(of: rows, .asset).compactMap { $0 }
        var query = AssetQuery(.and([.localIdentifiers(identifiers), .mediaType(mediaType)])).includingAll
        query.scope = .everything
        return try count(of: query)
    }

    package func assetCount() throws(PhotoLibraryError) -> Int { try send(.undeletedAssetCount) }

    // MARK: Objects

    package func assets(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: Asset] {
        numbered(try objects(numbers.identifiers(of: rows, .asset)) { .assets($0) }, .asset)
    }

    package func assets(_ localIdentifiers: [String]) throws(PhotoLibraryError) -> [String: Asset] {
        let assets: [Asset] = try objects(localIdentifiers) { .assets($0) }
        return Dictionary(assets.map { ($0.localIdentifier, $0) }) { first, _ in first }
    }

    package func albums(rows: [Int64], includingAllBurstAssets: Bool) throws(PhotoLibraryError) -> [Int64: Album] {
        let albums: [Album] = try objects(numbers.identifiers(of: rows, .album)) {
            .albums($0, includingAllBurstAssets: includingAllBurstAssets)
        }
        return numbered(albums, .album)
    }

    package func folders(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: Folder] {
        numbered(try objects(numbers.identifiers(of: rows, .folder)) { .folders($0) }, .folder)
    }

    package func collections(rows: [Int64], includingAllBurstAssets: Bool) throws(PhotoLibraryError) -> [Int64:
        UserCollection]
    {
        let albums = try albums(
            rows: rows.filter { $0 > 0 }, includingAllBurstAssets: includingAllBurstAssets)
        let folders = try folders(rows: rows.filter { $0 < 0 }.map { -$0 })
        return Dictionary(
            albums.map { ($0, .album($1)) } + folders.map { (-$0, .folder($1)) },
            uniquingKeysWith: { first, _ in first })
    }

    package func localIdentifiers(rows: [Int64], of type: ObjectType) throws(PhotoLibraryError) -> [Int64: String] {
        Dictionary(zip(rows, numbers.identifiers(of: rows, type))) { first, _ in first }.compactMapValues { $0 }
    }

    package func row(of localIdentifier: String, _ type: ObjectType) throws(PhotoLibraryError) -> Int64? {
        try send(.exists(localIdentifier, type)) ? numbers.numbers(of: [localIdentifier], type).first : nil
    }

    /// Asks for a limited number of objects at a time, because an answer is in memory in both processes.
    private func objects<Object: Codable & Sendable>(
        _ identifiers: [String?], _ request: ([String]) -> LibraryRequest
    ) throws(PhotoLibraryError) -> [Object] {
        let identifiers = identifiers.compactMap { $0 }
        var objects: [Object] = []
        for start in stride(from: 0, to: identifiers.count, by: LibraryServer.maximumObjects) {
            let end = min(start + LibraryServer.maximumObjects, identifiers.count)
            objects += try send(request(Array(identifiers[start..<end]))) as [Object]
        }
        return objects
    }

    private func numbered<Object: LibraryObject>(_ objects: [Object], _ type: ObjectType) -> [Int64: Object] {
        let keys = numbers.numbers(of: objects.map(\.localIdentifier), type)
        return Dictionary(zip(keys, objects)) { first, _ in first }
    }

    // MARK: History

    package func currentChangeToken() throws(PhotoLibraryError) -> PersistentChangeToken {
        try send(.currentChangeToken)
    }

    package func oldestChangeToken() throws(PhotoLibraryError) -> PersistentChangeToken { try send(.oldestChangeToken) }

    package func changes(since token: PersistentChangeToken) throws(PhotoLibraryError) -> HistoryRange {
        try send(.changes(since: token))
    }

    package func changes(
        after token: PersistentChangeToken, through last: PersistentChangeToken, limit: Int
    ) throws(PhotoLibraryError) -> [HistoryEntry] {
        try send(.historyEntries(after: token, through: last, limit: limit))
    }

    package func changeDetails(
        after first: PersistentChangeToken, through last: PersistentChangeToken, for objectType: ObjectType
    ) throws(PhotoLibraryError) -> PersistentObjectChangeDetails {
        try send(.changeDetails(after: first, through: last, objectType))
    }

    package func historyRetention() throws(PhotoLibraryError) -> Int? { try send(.historyRetention) }
}
