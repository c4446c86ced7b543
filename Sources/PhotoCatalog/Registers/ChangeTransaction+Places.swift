internal import DeviceRegistry
internal import Foundation
internal import GRDB

// In which folder each album and folder is. Several devices move them independently, so that one place depends on the
// others: all are computed again from the registers, and the result does not depend on the order in which these came.
extension ChangeTransaction {
    /// Puts all albums and folders where the registers say.
    ///
    /// The top level shows those whose folder is deleted or not here. Of folders that were moved into each other, that
    /// of the newest move goes to the top level.
    ///
    /// - Parameter applied: Registers of a log, which the catalogue does not keep.
    func placeCollections(_ applied: [Register] = []) throws {
        var moves = RegisterSet(try database.moves())
        for register in applied where register.key == .parent { moves.insert(register) }
        guard !moves.isEmpty else { return }
        let folders = try rows(of: .folder)
        var parents: [Data: Register] = [:]
        for folder in folders where !folder.isDeleted { parents[folder.stableID] = moves[.folder, folder.stableID] }
        let present = Set(folders.filter { !$0.isDeleted }.map(\.stableID))
        for cut in Self.newestOfCycles(parents) { parents[cut] = nil }
        let ids = Dictionary(folders.map { ($0.stableID, $0.id) }, uniquingKeysWith: { first, _ in first })
        for folder in folders where moves[.folder, folder.stableID] != nil {
            let parent = parents[folder.stableID].map { Data($0.value) }
            try update(.folder, folder.id, "parentID", parent.flatMap { present.contains($0) ? ids[$0] : nil })
        }
        for album in try rows(of: .album) {
            guard let parent = moves[.album, album.stableID].map({ Data($0.value) }) else { continue }
            try update(.album, album.id, "folderID", present.contains(parent) ? ids[parent] : nil)
        }
    }

    /// The folders with the newest move of each cycle.
    private static func newestOfCycles(_ parents: [Data: Register]) -> [Data] {
        var done: Set<Data> = []
        var newest: [Data] = []
        for start in parents.keys {
            var path: [Data] = []
            var next = start
            while let parent = parents[next], done.insert(next).inserted {
                path.append(next)
                next = Data(parent.value)
            }
            guard let first = path.firstIndex(of: next) else { continue }
            let cycle = path[first...].compactMap { parents[$0] }
            guard let cut = cycle.max(by: { ($0.stamp, $0.subject) < ($1.stamp, $1.subject) }) else { continue }
            newest.append(Data(cut.subject.id))
        }
        return newest
    }

    private func rows(
        of table: Database.CollectionTable
    ) throws -> [(id: Int64, stableID: Data, isDeleted: Bool)] {
        try Row.fetchAll(database, sql: "SELECT id, stableID, deletedDate IS NOT NULL FROM \(table)").map {
            ($0[0], $0[1], $0[2])
        }
    }
}

extension RegisterSet {
    fileprivate subscript(_ kind: Subject.Kind, _ stableID: Data) -> Register? {
        self[Subject(kind, stableID), .parent]
    }
}

extension Database {
    /// The registers of the folders of albums and folders, also those of this transaction.
    fileprivate func moves() throws -> [Register] {
        let own = try ownWriter().map { Data($0.bytes) } ?? Data(count: WriterID.size)
        return try Row.fetchAll(
            self,
            sql: """
                WITH collection (name) AS (
                    SELECT CAST(?2 || stableID AS BLOB) FROM album
                    UNION ALL SELECT CAST(?3 || stableID AS BLOB) FROM folder)
                SELECT \(Self.knownColumns) FROM collection
                    CROSS JOIN knownRegister ON subject = name AND key = ?1
                UNION ALL SELECT subject, key, value, time, ?4, ?5 FROM collection
                    CROSS JOIN unpublishedRegister ON subject = name AND key = ?1
                UNION ALL SELECT subject, key, value, ?6, ?4, ?5 FROM collection
                    CROSS JOIN temp.pendingRegister ON subject = name AND key = ?1
                """,
            arguments: [
                Key.parent.column, Data([Subject.Kind.album.code]), Data([Subject.Kind.folder.code]), Int64.max, own,
                Int64(HybridTime.latest),
            ]
        ).compactMap { Register(known: $0) }
    }
}
