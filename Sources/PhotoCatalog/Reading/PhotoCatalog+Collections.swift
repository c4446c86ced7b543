internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The numbers of the albums or folders that match the query, in its order.
    ///
    /// In a query of both, those of folders are negative.
    package func rows(of query: CollectionQuery, _ kind: CollectionKind) throws(PhotoLibraryError) -> [Int64] {
        try read { try $0.rows(of: query, kind) }
    }

    /// The number of albums or folders that match the query.
    package func count(of query: CollectionQuery, _ kind: CollectionKind) throws(PhotoLibraryError) -> Int {
        try read { try SQLRequest<Int>(literal: query.selectCount(kind)).fetchOne($0) ?? 0 }
    }

    // MARK: By number

    /// The albums with these numbers.
    ///
    /// Missing albums are omitted.
    ///
    /// - Parameter includingAllBurstAssets: See ``CollectionQuery/includesAllBurstAssets``.
    package func albums(rows: [Int64], includingAllBurstAssets: Bool) throws(PhotoLibraryError) -> [Int64: Album] {
        try read {
            try $0.albums(rows: rows, AlbumContents(includesAllBurstAssets: includingAllBurstAssets))
        }
    }

    /// The folders with these numbers.
    ///
    /// Missing ones are omitted.
    package func folders(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: Folder] {
        try read { try $0.folders(rows: rows) }
    }

    /// The albums and folders with these numbers; those of folders are negative.
    ///
    /// Missing objects are omitted.
    ///
    /// - Parameter includingAllBurstAssets: See ``CollectionQuery/includesAllBurstAssets``.
    package func collections(rows: [Int64], includingAllBurstAssets: Bool) throws(PhotoLibraryError) -> [Int64:
        UserCollection]
    {
        try read {
            try $0.collections(rows: rows, AlbumContents(includesAllBurstAssets: includingAllBurstAssets))
        }
    }

    // MARK: All of them, in one transaction

    /// The albums that match the query, in its order.
    package func albums(of query: CollectionQuery) throws(PhotoLibraryError) -> [Album] {
        try all(of: query, .albums) { try $0.albums(rows: $1, query.contents) }
    }

    /// The folders that match the query, in its order.
    package func folders(of query: CollectionQuery) throws(PhotoLibraryError) -> [Folder] {
        try all(of: query, .folders) { try $0.folders(rows: $1) }
    }

    /// The albums and folders that match the query, in its order.
    package func collections(of query: CollectionQuery) throws(PhotoLibraryError) -> [UserCollection] {
        try all(of: query, .all) { try $0.collections(rows: $1, query.contents) }
    }

    private func all<Object>(
        of query: CollectionQuery, _ kind: CollectionKind, _ objects: (Database, [Int64]) throws -> [Int64: Object]
    ) throws(PhotoLibraryError) -> [Object] {
        try read { database in
            let rows = try database.rows(of: query, kind)
            let objects = try objects(database, rows)
            return rows.compactMap { objects[$0] }
        }
    }

    // MARK: Key assets

    /// The key asset of an album: the one that the owner chose, otherwise the first; `nil` if the album is empty.
    package func keyAssetRow(ofAlbum localIdentifier: String) throws(PhotoLibraryError) -> Int64? {
        let chosen = try read {
            try Int64.fetchOne(
                $0,
                sql: """
                    SELECT asset.id FROM album JOIN asset ON asset.id = keyAssetID
                    WHERE album.localIdentifier = ? AND album.deletedDate IS NULL AND asset.deletedDate IS NULL
                    """, arguments: [localIdentifier])
        }
        if let chosen { return chosen }
        var query = AssetQuery()
        query.album = localIdentifier
        query.limit = 1
        return try rows(of: query).first
    }
}

extension Database {
    fileprivate func rows(of query: CollectionQuery, _ kind: CollectionKind) throws -> [Int64] {
        try SQLRequest<Int64>(literal: query.select(kind)).fetchAll(self)
    }

    fileprivate func albums(rows: some Collection<Int64>, _ contents: AlbumContents) throws -> [Int64: Album] {
        let request: SQLRequest<Row> = """
            SELECT album.*, folder.localIdentifier AS folderIdentifier, keyAsset.localIdentifier AS keyAssetIdentifier
            FROM album LEFT JOIN folder ON folder.id = folderID LEFT JOIN asset AS keyAsset ON keyAsset.id = keyAssetID
            WHERE album.id IN (SELECT value FROM json_each(\(try rows.json))) AND album.deletedDate IS NULL
            """
        let albums = try request.fetchAll(self).map { row in
            let number: Int64 = row["id"]
            return (number, try Album(row: row, contents: self.contents(ofAlbum: number, contents)))
        }
        return Dictionary(uniqueKeysWithValues: albums)
    }

    /// Number, first and last capture time of the assets that a fetch of the album finds.
    private func contents(ofAlbum number: Int64, _ contents: AlbumContents) throws -> Row? {
        let values: SQL = "COUNT(*) AS count, MIN(captureDate) AS first, MAX(captureDate) AS last"
        return try SQLRequest<Row>(literal: contents.select(values, ofAlbum: "\(number)")).fetchOne(self)
    }

    fileprivate func folders(rows: some Collection<Int64>) throws -> [Int64: Folder] {
        let request: SQLRequest<Row> = """
            SELECT folder.*, parent.localIdentifier AS folderIdentifier
            FROM folder LEFT JOIN folder AS parent ON parent.id = folder.parentID
            WHERE folder.id IN (SELECT value FROM json_each(\(try rows.json))) AND folder.deletedDate IS NULL
            """
        return try Dictionary(uniqueKeysWithValues: request.fetchAll(self).map { ($0["id"], Folder(row: $0)) })
    }

    fileprivate func collections(
        rows: some Collection<Int64>, _ contents: AlbumContents
    ) throws -> [Int64: UserCollection] {
        let albums = try albums(rows: rows.filter { $0 > 0 }, contents)
        let folders = try folders(rows: rows.filter { $0 < 0 }.map { -$0 })
        return Dictionary(
            uniqueKeysWithValues: albums.map { ($0, .album($1)) } + folders.map { (-$0, .folder($1)) })
    }
}

extension Album {
    fileprivate init(row: Row, contents: Row?) {
        self.init(
            localIdentifier: row["localIdentifier"], title: row["title"],
            createdDate: Date(timeIntervalSince1970: row["createdDate"]),
            modificationDate: (row["modificationDate"] as Double?).map { Date(timeIntervalSince1970: $0) },
            folderIdentifier: row["folderIdentifier"], keyAssetIdentifier: row["keyAssetIdentifier"],
            assetCount: contents?["count"] ?? 0,
            startTime: (contents?["first"] as String?).flatMap(CaptureTime.init),
            endTime: (contents?["last"] as String?).flatMap(CaptureTime.init))
    }
}

extension Folder {
    fileprivate init(row: Row) {
        self.init(
            localIdentifier: row["localIdentifier"], title: row["title"],
            createdDate: Date(timeIntervalSince1970: row["createdDate"]), folderIdentifier: row["folderIdentifier"])
    }
}
