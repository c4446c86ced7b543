internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The numbers of the albums, or folders, that the query means, in its order; those of folders among albums are negative.
    package func rows(of query: CollectionQuery, _ kind: CollectionKind) throws -> [Int64] {
        try read { try SQLRequest<Int64>(literal: query.select(kind)).fetchAll($0) }
    }

    /// How many albums or folders the query means.
    package func count(of query: CollectionQuery, _ kind: CollectionKind) throws -> Int {
        try read { try SQLRequest<Int>(literal: query.selectCount(kind)).fetchOne($0) ?? 0 }
    }

    /// The albums with these numbers; those that are not there are left out.
    package func albums(rows: some Collection<Int64>) throws -> [Int64: Album] {
        try read { database in
            let request: SQLRequest<Row> = """
                SELECT album.*, folder.localIdentifier AS folderIdentifier, keyAsset.localIdentifier AS keyAssetIdentifier
                FROM album LEFT JOIN folder ON folder.id = folderID LEFT JOIN asset AS keyAsset ON keyAsset.id = keyAssetID
                WHERE album.id IN (SELECT value FROM json_each(\(try rows.json)))
                """
            let albums = try request.fetchAll(database).map { row in
                let number: Int64 = row["id"]
                return (number, try Album(row: row, contents: database.contents(ofAlbum: number)))
            }
            return Dictionary(uniqueKeysWithValues: albums)
        }
    }

    /// The folders with these numbers; those that are not there are left out.
    package func folders(rows: some Collection<Int64>) throws -> [Int64: Folder] {
        try read { database in
            let request: SQLRequest<Row> = """
                SELECT folder.*, parent.localIdentifier AS folderIdentifier
                FROM folder LEFT JOIN folder AS parent ON parent.id = folder.parentID
                WHERE folder.id IN (SELECT value FROM json_each(\(try rows.json)))
                """
            return try Dictionary(uniqueKeysWithValues: request.fetchAll(database).map { ($0["id"], Folder(row: $0)) })
        }
    }

    /// The asset that stands for an album: the one its owner chose, else the first; `nil` if the album is empty.
    package func keyAssetRow(ofAlbum localIdentifier: String) throws -> Int64? {
        let chosen = try read {
            try Int64.fetchOne(
                $0,
                sql: """
                    SELECT asset.id FROM album JOIN asset ON asset.id = keyAssetID
                    WHERE album.localIdentifier = ? AND deletedDate IS NULL
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
    /// Number, first and last capture of what a fetch of the album finds.
    fileprivate func contents(ofAlbum number: Int64) throws -> Row? {
        let request: SQLRequest<Row> = """
            SELECT COUNT(*) AS count, MIN(captureDate) AS first, MAX(captureDate) AS last
            FROM albumAsset JOIN asset ON asset.id = assetID WHERE albumID = \(number) AND \(AssetQuery.isVisible)
            """
        return try request.fetchOne(self)
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
