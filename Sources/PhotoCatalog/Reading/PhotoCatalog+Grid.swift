package import Foundation
internal import GRDB
package import PhotoModel

/// An album with what a grid shows of it.
package struct AlbumOverview: Sendable {
    package let localIdentifier: String
    package let title: String
    package let folderIdentifier: String?
    /// The number of counted photos in the album.
    package let count: Int
    /// The key photo that the owner chose.
    package let chosenKey: Int64?
    /// The first of the counted photos, in the order of the album.
    package let first: Int64?
}

extension PhotoCatalog {
    /// The month of capture of each asset on the camera's clock, such as `2024-05`, by row.
    ///
    /// Assets without a date are omitted.
    package func months(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: String] {
        try read { database in
            let numbers = try rows.json
            let months = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT id, substr(captureDate, 1, 7) FROM asset
                        WHERE id IN (SELECT value FROM json_each(?)) AND captureDate IS NOT NULL
                        """), arguments: [numbers])
            return Dictionary(months.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// All albums, in the order of their titles.
    ///
    /// - Parameter isShown: Whether the asset of a row is counted. Reading the assets would take much longer, because
    ///   the members of albums are everywhere in the catalogue.
    package func albumOverviews(of isShown: (Int64) -> Bool) throws(PhotoLibraryError) -> [AlbumOverview] {
        try read { database in
            var contents: [Int64: (count: Int, first: Int64)] = [:]
            let members = try Row.fetchCursor(
                database,
                sql: """
                    SELECT albumID, assetID FROM albumAsset
                    WHERE albumID IN (SELECT id FROM album WHERE deletedDate IS NULL) ORDER BY albumID, rank, assetID
                    """)
            while let member = try members.next() {
                let row: Int64 = member[1]
                if isShown(row) { contents[member[0], default: (0, row)].count += 1 }
            }
            let albums = try Row.fetchAll(
                database,
                sql: """
                    SELECT album.id, album.localIdentifier, album.title, folder.localIdentifier, keyAssetID
                    FROM album LEFT JOIN folder ON folder.id = folderID WHERE album.deletedDate IS NULL
                    ORDER BY album.title, album.id
                    """)
            return albums.map { album in
                let content = contents[album[0]]
                return AlbumOverview(
                    localIdentifier: album[1], title: album[2], folderIdentifier: album[3], count: content?.count ?? 0,
                    chosenKey: album[4], first: content?.first)
            }
        }
    }

    /// The gray pictures of assets, each of 64 × 64 levels by row, squeezed to a square; missing ones are omitted.
    ///
    /// They are those of the displayed pictures: an edited picture without adjustment data is not displayed.
    package func grayPictures(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: Data] {
        try read { database in
            let numbers = try rows.json
            let pictures = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT assetID, levels FROM signature JOIN thumbnail ON signatureID = signature.id
                        WHERE assetID IN (SELECT value FROM json_each(?))
                            AND (picture <> \(SignedPicture.edited.rawValue) OR EXISTS (
                                SELECT 1 FROM resource WHERE resource.assetID = signature.assetID
                                    AND kind = \(AssetResource.Kind.adjustmentData.rawValue)))
                        ORDER BY picture = \(SignedPicture.edited.rawValue), resourceID
                        """), arguments: [numbers])
            return Dictionary(pictures.map { ($0[0], $0[1]) }, uniquingKeysWith: { _, edited in edited })
        }
    }
}
