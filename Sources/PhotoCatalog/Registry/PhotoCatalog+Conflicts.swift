package import DeviceRegistry
package import Foundation
internal import GRDB
package import PhotoModel

/// Two values of one property of a photo, which two devices set independently.
package struct RegisterConflict: Sendable {
    package let name: Register.Name
    package let localIdentifier: String
    /// The value that counts, and the one that does not.
    package let value: [UInt8]
    package let lostValue: [UInt8]
    /// The device of the value that does not count.
    package let writer: WriterID
    /// When that value was set, by the clock of its device.
    package let time: Date
}

extension PhotoCatalog {
    /// The conflicts of photos that are not deleted, the newest first.
    package func conflicts() throws(PhotoLibraryError) -> [RegisterConflict] { try read { try $0.conflicts() } }
}

extension Database {
    /// The same as ``PhotoCatalog/conflicts()``.
    ///
    /// - Parameter subject: The photo; `nil` for all.
    func conflicts(of subject: Subject? = nil) throws -> [RegisterConflict] {
        let condition = subject == nil ? "" : "AND lost.subject = ?2"
        guard try joinedRegistry() != nil else { return [] }
        // Another device may have set the property again since then: that ended the conflict.
        let rows = try Row.fetchAll(
            self,
            sql: """
                WITH counting (subject, key, value, time) AS (
                    SELECT subject, key, value, time FROM unpublishedRegister
                    UNION ALL SELECT subject, key, value, time FROM knownRegister WHERE NOT EXISTS (
                        SELECT 1 FROM unpublishedRegister AS own
                        WHERE own.subject = knownRegister.subject AND own.key = knownRegister.key))
                SELECT lost.subject, property.key, property.value, lost.value, localIdentifier
                FROM counting AS lost JOIN counting AS property
                    ON property.subject = lost.subject AND property.key = substr(lost.key, 2)
                JOIN asset ON stableID = substr(lost.subject, 2)
                WHERE substr(lost.key, 1, 1) = ?1 AND length(lost.value) > 0 AND property.time <= lost.time
                    AND deletedDate IS NULL \(condition)
                ORDER BY lost.time DESC, lost.subject, lost.key
                """, arguments: StatementArguments([Data([Key.conflictCode])] + (subject.map { [$0.column] } ?? [])))
        return rows.compactMap { row in
            guard let subject = Subject(column: row[0]), let key = Key(column: row[1]),
                let lost = RegisterValue.conflict(in: Array(row[3] as Data))
            else { return nil }
            return RegisterConflict(
                name: Register.Name(subject, key), localIdentifier: row[4], value: Array(row[2] as Data),
                lostValue: lost.value, writer: lost.writer, time: lost.time.date)
        }
    }
}
