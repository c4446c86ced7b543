internal import DeviceRegistry
internal import Foundation
internal import GRDB
internal import PhotoModel

extension Database {
    /// Records all values that persons set so far, for a log that is made, was lost or lacks files.
    ///
    /// Nobody knows when each of them was set. A value gets the time of its object's last change, so that it loses
    /// against a value that was certainly set later. Nothing is recorded of what persons removed.
    func setAllRegisters() throws {
        let assets = try Row.fetchCursor(
            self,
            sql: """
                SELECT id, marks, \(Self.lastChange("modificationDate")) FROM asset
                \(Self.joiningChanges(.asset)) WHERE marks & ~? <> 0
                """, arguments: [AssetMark.edit.rawValue])
        while let asset = try assets.next() {
            try setRegisters(
                ofAsset: asset[0], AssetMark.all(in: asset[1]), date: Date(timeIntervalSince1970: asset[2]))
        }
        for table in [CollectionTable.folder, .album] {
            let date = table == .album ? "IFNULL(modificationDate, createdDate)" : "createdDate"
            let rows = try Row.fetchCursor(
                self,
                sql: """
                    SELECT id, \(Self.lastChange(date)) FROM \(table)
                    \(Self.joiningChanges(table.objectType))
                    """)
            while let row = try rows.next() {
                try setRegisters(table, row[0], Self.ofNewCollection, date: Date(timeIntervalSince1970: row[1]))
            }
        }
        let members = try Row.fetchCursor(
            self,
            sql: """
                SELECT albumID, assetID, \(Self.lastChange("IFNULL(modificationDate, createdDate)")) FROM albumAsset
                JOIN album ON album.id = albumID \(Self.joiningChanges(.album))
                """)
        while let member = try members.next() {
            try setMemberRegister(member[1], inAlbum: member[0], date: Date(timeIntervalSince1970: member[2]))
        }
        try setAllTombstoneRegisters()
        let decisions = try Row.fetchCursor(self, sql: "SELECT first, second, IFNULL(deletedDate, date) FROM decision")
        while let decision = try decisions.next() {
            try setDecisionRegister(
                [Array(decision[0] as Data), Array(decision[1] as Data)],
                date: Date(timeIntervalSince1970: decision[2]))
        }
    }

    /// An SQL expression: the time of the last change of an object, as far as its dates and the history tell.
    private static func lastChange(_ date: String) -> String {
        "MAX(\(date), IFNULL(deletedDate, 0), IFNULL(lastChange.date, 0))"
    }

    /// Joins the last change of each object in the history.
    private static func joiningChanges(_ type: ObjectType) -> String {
        """
        LEFT JOIN (
            SELECT localIdentifier, MAX(date) AS date FROM historyObject JOIN history USING (token)
            WHERE object = \(type.rawValue) GROUP BY localIdentifier) AS lastChange USING (localIdentifier)
        """
    }

    /// Nobody knows the stable ids of photos that were purged: they get that of their bytes.
    private func setAllTombstoneRegisters() throws {
        let tombstones = try Row.fetchCursor(
            self, sql: "SELECT sha256, imageDataDigest, localIdentifier, date FROM tombstone")
        while let tombstone = try tombstones.next() {
            guard let sha256 = Digest(tombstone[0] as Data) else { continue }
            let file = ObjectState.PurgedPhoto.File(
                sha256: sha256, imageDataDigest: (tombstone[1] as Data?).flatMap { Digest($0) })
            let stableID = try StableID.ofAsset(sha256Prefix: sha256.prefix128)
            let isUsed = try Bool.fetchOne(
                cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM asset WHERE stableID = ?)"),
                arguments: [Data(stableID)])
            guard isUsed == false else { continue }
            try setRegister(
                Subject(.asset, stableID), .state,
                ObjectState.purged(.init(localIdentifier: tombstone[2], files: [file])).value,
                date: Date(timeIntervalSince1970: tombstone[3]))
        }
    }
}
