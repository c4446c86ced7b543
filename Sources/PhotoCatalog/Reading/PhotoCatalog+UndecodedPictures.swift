internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The visible assets whose picture is not decoded, without those that were captured on another day; `nil` if there
    /// are none.
    ///
    /// Videos, and files of an unknown format, have no picture to compare. Raw files count, because only their previews
    /// are compared. Clocks of zones differ by less than a day and a half, so an asset of the day before or after is
    /// counted.
    ///
    /// - Parameter time: The time on the camera's clock; `nil` counts the assets of all days.
    package func undecodedPictures(
        capturedNear time: CaptureTime?
    ) throws(PhotoLibraryError) -> Resolution.Undecoded? {
        let days = time.flatMap { time in
            let noon = CaptureTime(time.description.prefix(10) + "T12:00:00")?.date(in: .gmt)
            return noon.map { [$0 - 86_400, $0 + 2 * 86_400].map { $0.formatted(.iso8601.year().month().day()) } }
        }
        let rows = try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT localIdentifier, count(*) OVER () FROM (
                        SELECT id FROM asset WHERE condition <> 'ok' AND condition IN ('unsupported', 'limited')
                        UNION SELECT assetID FROM signature WHERE picture = 2
                    ) AS undecoded JOIN asset ON asset.id = undecoded.id
                    WHERE mediaType = 'image' AND deletedDate IS NULL
                        AND (?1 IS NULL OR statedDate IS NULL OR statedDate >= ?1 AND statedDate < ?2)
                    ORDER BY statedDate IS NULL, statedDate, asset.id LIMIT \(Resolution.Undecoded.namedLimit)
                    """, arguments: [days?.first, days?.last])
        }
        return rows.first.map { .inLibrary(count: $0[1], localIdentifiers: rows.map { $0[0] }) }
    }
}
