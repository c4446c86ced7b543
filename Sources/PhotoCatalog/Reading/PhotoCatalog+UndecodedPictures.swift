internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The number of visible assets whose picture is not decoded, without those that were captured on another day.
    ///
    /// Videos, and files of an unknown format, have no picture to compare. Raw files count, because only their previews are
    /// compared. Clocks of zones differ by less than a day and a
    /// half, so an asset of the day before or after is counted.
    ///
    /// - Parameter time: The time on the camera's clock; `nil` counts the assets of all days.
    package func undecodedPictureCount(capturedNear time: CaptureTime?) throws -> Int {
        let days = time.flatMap { time in
            let noon = CaptureTime(time.description.prefix(10) + "T12:00:00")?.date(in: .gmt)
            return noon.map { [$0 - 86_400, $0 + 2 * 86_400].map { $0.formatted(.iso8601.year().month().day()) } }
        }
        return try read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM (
                        SELECT id FROM asset WHERE condition <> 'ok' AND condition IN ('unsupported', 'limited')
                        UNION SELECT assetID FROM signature WHERE picture = 2
                    ) AS undecoded JOIN asset ON asset.id = undecoded.id
                    WHERE mediaType = 'image' AND deletedDate IS NULL
                        AND (?1 IS NULL OR statedDate IS NULL OR statedDate >= ?1 AND statedDate < ?2)
                    """, arguments: [days?.first, days?.last])
        } ?? 0
    }
}
