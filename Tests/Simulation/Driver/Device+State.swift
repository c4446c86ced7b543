import Foundation
import GRDB
import PhotoModel

// The state of a library, read from the tables. The libraries of other devices have the same names for the objects.
extension Device {
    struct Photo {
        let id: String
        let localIdentifier: String
        let isDeleted: Bool
        let properties: [String: Any]
    }

    func photos() throws -> [Photo] {
        try rows.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM asset ORDER BY stableID").map { row in
                let latitude: Double? = row["latitude"]
                let place: [Double]? = latitude.map { [$0, row["longitude"]] }
                let keywords = (row["keywords"] as String?).flatMap {
                    try? JSONDecoder().decode([String].self, from: Data($0.utf8))
                }
                let isDeleted = (row["deletedDate"] as Double?) != nil
                return Photo(
                    id: hex(row["stableID"]), localIdentifier: row["localIdentifier"], isDeleted: isDeleted,
                    properties: [
                        "favorite": row["isFavorite"] as Bool, "hidden": row["isHidden"] as Bool,
                        "title": orNull(row["title"] as String?), "caption": orNull(row["caption"] as String?),
                        "rating": (row["rating"] as Int?) ?? 0, "date": orNull(row["captureDate"] as String?),
                        "place": orNull(place), "keywords": keywords ?? [], "deleted": isDeleted,
                    ])
            }
        }
    }

    struct Collection {
        let id: String
        let localIdentifier: String
        let isFolder: Bool
        let title: String
        let parent: String?
        var fields: [String: Any] { ["title": title, "parent": orNull(parent), "isFolder": isFolder] }
    }

    /// The albums and folders that are not deleted, in the order of their ranks.
    func collections() throws -> [Collection] {
        try rows.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT own.stableID, own.localIdentifier, isFolder, own.title, folder.stableID FROM (
                        SELECT stableID, localIdentifier, 0 AS isFolder, title, folderID AS parent, rank FROM album
                            WHERE deletedDate IS NULL
                        UNION ALL SELECT stableID, localIdentifier, 1, title, parentID, rank FROM folder
                            WHERE deletedDate IS NULL) AS own
                    LEFT JOIN folder ON folder.id = parent ORDER BY own.rank, own.stableID
                    """
            ).map { row in
                Collection(
                    id: hex(row[0]), localIdentifier: row[1], isFolder: row[2], title: row[3],
                    parent: (row[4] as Data?).map { hex($0) })
            }
        }
    }

    /// The members of an album in their order.
    func members(of album: String) throws -> [String] {
        try rows.read { database in
            try Data.fetchAll(
                database,
                sql: """
                    SELECT asset.stableID FROM albumAsset JOIN asset ON asset.id = assetID
                    JOIN album ON album.id = albumID WHERE album.localIdentifier = ? ORDER BY albumAsset.rank, assetID
                    """, arguments: [album]
            ).map(hex)
        }
    }

    private func keyPhoto(of album: String) throws -> String? {
        try rows.read { database in
            try Data.fetchOne(
                database,
                sql: """
                    SELECT asset.stableID FROM album JOIN asset ON asset.id = keyAssetID
                    WHERE album.localIdentifier = ?
                    """, arguments: [album])
        }.map(hex)
    }

    /// The photos of which deletions wait for a person.
    func heldPhotos() throws -> [String] {
        try rows.read { database in
            try Data.fetchAll(database, sql: "SELECT substr(subject, 2) FROM knownRegister WHERE state = 2").map(hex)
        }
    }

    func state() throws -> [String: Any] {
        var albums: [String: Any] = [:]
        let collections = try collections()
        for album in collections where !album.isFolder {
            albums[album.id] = [
                "members": try members(of: album.localIdentifier),
                "key": orNull(try keyPhoto(of: album.localIdentifier)),
            ]
        }
        let decisions = try rows.read { database in
            try Row.fetchAll(database, sql: "SELECT first, second, isSame FROM decision WHERE deletedDate IS NULL")
        }
        return [
            "device": index, "held": try heldPhotos(), "albums": albums,
            "photos": Dictionary(uniqueKeysWithValues: try photos().map { ($0.id, $0.properties) }),
            "order": collections.map(\.id),
            "collections": Dictionary(uniqueKeysWithValues: collections.map { ($0.id, $0.fields) }),
            "decisions": Dictionary(
                uniqueKeysWithValues: decisions.map { row in
                    (hex(row[0]) + hex(row[1]), (row[2] as Bool) ? 2 : 1)
                }),
        ]
    }
}

func hex(_ data: Data) -> String { data.hexadecimal }

/// The value for JSON.
func orNull(_ value: Any?) -> Any { value ?? NSNull() }
