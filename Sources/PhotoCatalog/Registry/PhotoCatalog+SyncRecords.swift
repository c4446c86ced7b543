package import DeviceRegistry
internal import Foundation
internal import GRDB
package import PhotoModel

/// What the catalogue knows of the values of a photo and of the other devices.
package struct SyncRecord: Sendable, Hashable {
    /// Whether another device deleted the photo, and a person must decide.
    package var isDeletionHeld = false
    /// Whether two devices set one of its properties independently.
    package var isInConflict = false
    /// Whether the registry lacks a value.
    package var isWaiting = false
    /// Whether the readers have read all its values.
    package var isReadByAll = false
}

extension PhotoCatalog {
    /// What the catalogue knows of photos; nothing for those that are not in the library.
    ///
    /// - Parameter readers: The other devices that must have read a value.
    package func syncRecords(
        of photos: [String], readers: Set<WriterID>
    ) throws(PhotoLibraryError) -> [String: SyncRecord] {
        try read { database in
            let own = try database.ownWriter() ?? .unassigned
            let exported = try database.lastRead(of: own, by: own)
            return try database.subjects(of: photos).mapValues { subject in
                var record = SyncRecord()
                record.isDeletionHeld = try database.isHeld(Register.Name(subject, .state))
                record.isInConflict = try !database.conflicts(of: subject).isEmpty
                let last = try database.lastSequences(of: subject)
                record.isWaiting =
                    try database.isAnyUnpublished(of: subject) || last[own, default: 0] > exported
                record.isReadByAll = try readers.allSatisfy { reader in
                    try last.allSatisfy { writer, sequence in
                        try writer == reader || database.lastRead(of: writer, by: reader) >= sequence
                    }
                }
                return record
            }
        }
    }
}

extension Database {
    fileprivate func subjects(of photos: [String]) throws -> [String: Subject] {
        let statement = try cachedStatement(sql: "SELECT stableID FROM asset WHERE localIdentifier = ?")
        return try photos.reduce(into: [:]) { subjects, photo in
            subjects[photo] = try Data.fetchOne(statement, arguments: [photo]).map { Subject(.asset, $0) }
        }
    }

    fileprivate func isAnyUnpublished(of subject: Subject) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM unpublishedRegister WHERE subject = ?)"),
            arguments: [subject.column]) ?? false
    }

    /// The last sequence of each writer of a value of an object.
    fileprivate func lastSequences(of subject: Subject) throws -> [WriterID: UInt64] {
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: "SELECT writer, MAX(sequence) FROM knownRegister WHERE subject = ? GROUP BY writer"),
            arguments: [subject.column])
        return rows.reduce(into: [:]) { last, row in
            if let writer = WriterID(row[0] as Data) { last[writer] = UInt64(clamping: row[1] as Int64) }
        }
    }

    fileprivate func lastRead(of writer: WriterID, by device: WriterID) throws -> UInt64 {
        let last = try Int64.fetchOne(
            cachedStatement(sql: "SELECT last FROM readSequence WHERE device = ? AND writer = ?"),
            arguments: [Data(device.bytes), Data(writer.bytes)])
        return UInt64(clamping: last ?? 0)
    }
}
