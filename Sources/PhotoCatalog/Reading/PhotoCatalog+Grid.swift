package import Foundation
internal import GRDB
package import PhotoModel

/// The number of photos that were captured in a month, on the cameras' clocks.
package struct MonthCount: Sendable, Hashable {
    /// 0 for photos without a date.
    package let year: Int
    /// From 1; 0 for photos without a date.
    package let month: Int
    package let count: Int
}

extension PhotoCatalog {
    /// The number of the query's assets in each month that has some, the oldest first.
    package func monthCounts(of query: AssetQuery) throws(PhotoLibraryError) -> [MonthCount] {
        try read { database in
            let query = query.unsorted
            let photos = try query.select("substr(asset.captureDate, 1, 7) AS month", by: query.lookUps(database))
            let months: SQL = "SELECT month, COUNT(*) FROM (\(photos)) GROUP BY month ORDER BY month"
            return try SQLRequest<Row>(literal: months).fetchAll(database).map { row in
                let parts = (row[0] as String?)?.split(separator: "-").compactMap { Int($0) } ?? []
                return MonthCount(year: parts.first ?? 0, month: parts.dropFirst().first ?? 0, count: row[1])
            }
        }
    }

    /// The gray pictures of assets, each of 64 × 64 levels by row, squeezed to a square; missing ones are omitted.
    package func grayPictures(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: Data] {
        try read { database in
            let numbers = try rows.json
            let pictures = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT assetID, levels FROM thumbnail
                        WHERE assetID IN (SELECT value FROM json_each(?))
                        """), arguments: [numbers])
            return Dictionary(pictures.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        }
    }
}
