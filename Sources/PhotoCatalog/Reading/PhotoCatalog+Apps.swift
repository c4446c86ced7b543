package import Foundation
internal import GRDB
package import PhotoModel

// The privacy record.
extension PhotoCatalog {
    /// The apps of the record, by name.
    ///
    /// - Parameters:
    ///   - app: The only app to read; `nil` for all.
    ///   - machine: This machine. A decision that was made on another one does not count.
    package func accessRecord(of app: String? = nil, on machine: String) throws(PhotoLibraryError) -> [AppAccess] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT *,
                        (SELECT COUNT(*) FROM appAsset JOIN asset ON asset.id = assetID
                            WHERE app = name AND until IS NULL AND deletedDate IS NULL AND NOT isHidden) AS selected,
                        (SELECT COUNT(DISTINCT assetID) FROM appAsset JOIN asset ON asset.id = assetID
                            WHERE app = name AND isOwn) AS added,
                        (SELECT COUNT(*) FROM appAlbum JOIN album ON album.id = albumID
                            WHERE app = name AND deletedDate IS NULL) AS albums,
                        (SELECT COUNT(*) FROM appPick WHERE app = name) AS picks
                    FROM app WHERE ?1 IS NULL OR name = ?1 ORDER BY name
                    """, arguments: [app]
            ).map { AppAccess($0, machine: machine) }
        }
    }

    /// The names of the apps in the record.
    package func appsInRecord() throws(PhotoLibraryError) -> [String] {
        try read { try String.fetchAll($0, sql: "SELECT name FROM app") }
    }

    /// The entry of an app in the record; `nil` if the record does not have the app.
    package func entry(of app: String, on machine: String) throws(PhotoLibraryError) -> AppEntry? {
        try read {
            try Row.fetchOne($0, sql: "SELECT * FROM app WHERE name = ?", arguments: [app])
                .map { AppEntry($0, machine: machine) }
        }
    }

    /// The number of apps in the record without a decision.
    package func undecidedAppCount(on machine: String) throws(PhotoLibraryError) -> Int {
        try read {
            try Int.fetchOne(
                $0, sql: "SELECT COUNT(*) FROM app WHERE grant IS NULL OR machine <> ?", arguments: [machine]) ?? 0
        }
    }

    /// The assets that an app with limited access sees, in the order in which they were selected.
    package func selection(of app: String) throws(PhotoLibraryError) -> [String] {
        try read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT asset.localIdentifier FROM appAsset JOIN asset ON asset.id = assetID
                    WHERE app = ? AND until IS NULL AND deletedDate IS NULL AND NOT isHidden ORDER BY since, asset.id
                    """, arguments: [app])
        }
    }

    /// Which of these assets were handed to an app before, and whether the files of the last ones had places.
    package func earlierPicks(
        of app: String, among localIdentifiers: [String]
    ) throws(PhotoLibraryError) -> (assets: Set<String>, includedPlaces: Bool) {
        try read { database in
            let includedPlaces = try Bool.fetchOne(
                database, sql: "SELECT picksIncludePlaces FROM app WHERE name = ?", arguments: [app])
            let assets = try String.fetchSet(
                database,
                sql: """
                    SELECT localIdentifier FROM appPick
                    WHERE app = ? AND localIdentifier IN (SELECT value FROM json_each(?))
                    """, arguments: [app, try localIdentifiers.json])
            return (assets, includedPlaces ?? true)
        }
    }

    /// Which of these assets an app added itself.
    package func ownAssets(of app: String, among localIdentifiers: [String]) throws(PhotoLibraryError) -> Set<String> {
        try read {
            try String.fetchSet(
                $0,
                sql: """
                    SELECT localIdentifier FROM appAsset
                    WHERE app = ? AND isOwn AND localIdentifier IN (SELECT value FROM json_each(?))
                    """, arguments: [app, try localIdentifiers.json])
        }
    }

    /// Whether an app's block of changes was committed, in the last day.
    package func wasCommitted(_ id: UUID, by app: String) throws(PhotoLibraryError) -> Bool {
        try read {
            try Bool.fetchOne(
                $0, sql: "SELECT EXISTS (SELECT 1 FROM appCommit WHERE app = ? AND id = ?)",
                arguments: [app, id.uuidString]) ?? false
        }
    }

    /// The key that enciphers the change tokens of an app; a random one for an app that is not in the record.
    func tokenKey(of app: String) throws -> [UInt8] {
        let key = try pool.read {
            try Data.fetchOne($0, sql: "SELECT tokenKey FROM app WHERE name = ?", arguments: [app])
        }
        return key.map { [UInt8]($0) } ?? (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    }
}

extension AppEntry {
    fileprivate init(_ row: Row, machine: String) {
        let isDecidedHere = (row["machine"] as String) == machine
        self.init(
            grant: isDecidedHere ? (row["grant"] as String?).flatMap(AppAccess.Grant.init(column:)) : nil,
            decidedDate: isDecidedHere ? (row["decidedDate"] as Double?).map(Date.init(timeIntervalSince1970:)) : nil,
            lastOptions: AccessOptions(rawValue: row["lastOptions"]),
            pendingRequest: (row["request"] as String?).flatMap(AppAccess.Request.init(rawValue:)),
            requestDate: (row["requestDate"] as Double?).map(Date.init(timeIntervalSince1970:)),
            lastUsed: (row["lastUsed"] as Double?).map(Date.init(timeIntervalSince1970:)),
            identity: (row["identity"] as String?).flatMap(AppAccess.Identity.init(rawValue:)),
            containment: (row["containment"] as String?).flatMap(AppAccess.Containment.init(rawValue:)),
            tokenKey: row["tokenKey"])
    }
}

extension AppAccess {
    fileprivate init(_ row: Row, machine: String) {
        self.init(
            app: row["name"], AppEntry(row, machine: machine), selectedAssetCount: row["selected"],
            addedAssetCount: row["added"], albumCount: row["albums"], pickedAssetCount: row["picks"])
    }
}
