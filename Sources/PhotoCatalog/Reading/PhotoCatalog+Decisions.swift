internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The decisions about one content, or all decisions; oldest first.
    package func decisions(about content: [UInt8]? = nil) throws(PhotoLibraryError) -> [Decision] {
        try read { database in
            let rows =
                if let content {
                    try Row.fetchAll(
                        database.cachedStatement(
                            sql: """
                                SELECT * FROM decision WHERE (first = ?1 OR second = ?1) AND deletedDate IS NULL
                                ORDER BY date, first, second
                                """),
                        arguments: [Data(content)])
                } else {
                    try Row.fetchAll(
                        database,
                        sql: "SELECT * FROM decision WHERE deletedDate IS NULL ORDER BY date, first, second")
                }
            return rows.map { row in
                Decision(
                    Array(row["first"] as Data), Array(row["second"] as Data), isSame: row["isSame"],
                    date: Date(timeIntervalSince1970: row["date"]))
            }
        }
    }
}
