package import DeviceRegistry
package import Foundation
internal import GRDB
package import PhotoModel

/// What waits in a library that joined a registry.
package struct WaitingCounts: Sendable {
    /// The values that the log does not have yet.
    package var unpublished = 0
    /// The values of other devices about photos that are not here.
    package var values = 0
    /// The photos that other devices have and this library lacks.
    package var photos = 0
    /// The photos of other devices that were imported from stores.
    package var importedPhotos = 0
    /// The photos that other devices deleted, and that stay until a person agrees.
    package var heldDeletions = 0
}

// What the catalogue knows of the registry that its library joined.
extension PhotoCatalog {
    /// The registry that the library joined; `nil` if it joined none.
    package func joinedRegistry() throws(PhotoLibraryError) -> UUID? {
        try read { database in
            // A catalogue that is only read may lack the tables.
            guard try database.tableExists("knownRegister") else { return nil }
            return try database.joinedRegistry()
        }
    }

    /// The writer of this library's log; `nil` before the first value was written.
    package func ownWriter() throws(PhotoLibraryError) -> WriterID? { try read { try $0.ownWriter() } }

    /// The sequences of a device that the catalogue has.
    package func knownSequences(of writer: WriterID) throws(PhotoLibraryError) -> SequenceRanges {
        try read { try $0.knownSequences(of: writer) }
    }

    /// The last sequence of each other device before which the catalogue lacks none.
    package func readSequences() throws(PhotoLibraryError) -> [WriterID: UInt64] {
        try read { database in
            let writers = try Data.fetchAll(database, sql: "SELECT DISTINCT writer FROM knownSequence")
            var last: [WriterID: UInt64] = [:]
            for writer in writers.compactMap({ WriterID($0) }) {
                last[writer] = try database.knownSequences(of: writer).lastWithoutGap
            }
            return last
        }
    }

    /// The present name of a device; `nil` if it is not known.
    package func deviceName(_ writer: WriterID) throws(PhotoLibraryError) -> String? {
        try read { database in
            let name = Register.Name(Subject(.device, writer.bytes), .name)
            let register = try database.unpublishedRegister(name, of: writer) ?? database.knownRegister(name)
            return register.flatMap { RegisterValue.text(in: $0.value) }
        }
    }

    /// The devices that left, and the former writers of devices.
    package func leftDevices() throws(PhotoLibraryError) -> Set<WriterID> {
        try read { database in
            let subjects = try Data.fetchAll(
                database,
                sql: """
                    SELECT subject FROM knownRegister WHERE subject >= ?1 AND subject < ?2 AND key = ?3 AND value <> ?4
                    UNION SELECT subject FROM unpublishedRegister
                        WHERE subject >= ?1 AND subject < ?2 AND key = ?3 AND value <> ?4
                    """,
                arguments: [
                    Data([Subject.Kind.device.code]), Data([Subject.Kind.device.code + 1]), Key.state.column,
                    Data(ObjectState.present.value),
                ])
            return Set(subjects.compactMap { WriterID($0.dropFirst()) })
        }
    }

    /// Whether files of another device are missing here: between others, or those that a third device has read.
    package func lacksFiles() throws(PhotoLibraryError) -> Bool {
        let left = try leftDevices()
        return try read { database in
            let own = try database.ownWriter()
            let read = try Row.fetchAll(database, sql: "SELECT writer, MAX(last) FROM readSequence GROUP BY writer")
            let known = try Data.fetchAll(database, sql: "SELECT DISTINCT writer FROM knownSequence")
            var last: [WriterID: UInt64] = [:]
            for writer in known.compactMap({ WriterID($0) }) { last[writer] = 0 }
            for row in read {
                if let writer = WriterID(row[0] as Data) { last[writer] = UInt64(clamping: row[1] as Int64) }
            }
            return try last.contains { writer, last in
                guard writer != own, !left.contains(writer) else { return false }
                let known = try database.knownSequences(of: writer)
                return known.hasGap || known.lastWithoutGap < last
            }
        }
    }

    /// Whether assets came for which waiting values were not looked for yet.
    package func hasNewAssets() throws(PhotoLibraryError) -> Bool {
        try read { try $0.lastExaminedAsset() < $0.lastAsset() }
    }

    /// The greatest time of the values of each device.
    package func latestTimes() throws(PhotoLibraryError) -> [WriterID: HybridTime] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT writer, time FROM latestTime")
            return Dictionary(
                rows.compactMap { row in
                    WriterID(row[0] as Data).flatMap { writer in
                        HybridTime(rawValue: UInt64(clamping: row[1] as Int64)).map { (writer, $0) }
                    }
                }, uniquingKeysWith: max)
        }
    }

    /// What waits.
    package func waitingCounts() throws(PhotoLibraryError) -> WaitingCounts {
        try read { database in
            var counts = WaitingCounts()
            counts.unpublished =
                try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM unpublishedRegister") ?? 0
            counts.values = try database.waitingForPhotos().values
            counts.photos = try database.countPhotosOfOtherDevices()
            counts.importedPhotos = try database.meta(MetaKey.registryImported).flatMap { Int($0) } ?? 0
            counts.heldDeletions = try database.heldDeletions().count
            return counts
        }
    }
}
