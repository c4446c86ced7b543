internal import Foundation
internal import GRDB
package import PhotoModel

/// The members of an album or folder.
package struct CollectionMembers: Sendable {
    /// Whether it is an album or a folder.
    package enum Kind: Sendable { case album, folder }

    package let kind: Kind
    package let localIdentifier: String
    package let title: String
    /// See ``StableID``.
    package let stableID: [UInt8]
    /// The contents of the members that are not deleted, 16 bytes each: in the album's order; for a folder without
    /// order, each content once even if several of its albums have it.
    package let contents: [[UInt8]]
}

extension PhotoCatalog {
    /// The members of albums or folders, oldest collection first.
    ///
    /// The members of a folder are those of all albums in it, at any depth.
    ///
    /// - Parameter localIdentifiers: The identifiers of albums or folders; other identifiers are ignored. `nil` for
    ///   all.
    package func members(
        of kind: CollectionMembers.Kind, _ localIdentifiers: [String]? = nil
    ) throws(PhotoLibraryError) -> [CollectionMembers] {
        try read { try $0.members(of: kind, localIdentifiers) }
    }
}

extension Database {
    func members(of kind: CollectionMembers.Kind, _ localIdentifiers: [String]?) throws -> [CollectionMembers] {
        let condition: SQL =
            if let localIdentifiers {
                "localIdentifier IN (SELECT value FROM json_each(\(try localIdentifiers.json))) AND deletedDate IS NULL"
            } else {
                "deletedDate IS NULL"
            }
        let collections: SQLRequest<Row> =
            "SELECT id, localIdentifier, title, stableID FROM \(kind.table) WHERE \(condition) ORDER BY id"
        let found = try collections.fetchAll(self)
        let request: SQLRequest<Row> = """
            SELECT collectionID, IFNULL(imageDataDigest, sha256) FROM (\(kind.memberships(where: condition)))
            JOIN asset ON asset.id = memberID AND asset.deletedDate IS NULL
            JOIN resource ON resource.assetID = asset.id AND kind = \(AssetResource.Kind.original.rawValue)
            ORDER BY collectionID, place, memberID
            """
        let members = try request.fetchAll(self)
            .map { (collection: $0[0] as Int64, content: Array(($0[1] as Data).prefix(16))) }
        let contents = Dictionary(grouping: members, by: \.collection)
        return found.map {
            CollectionMembers(
                kind: kind, localIdentifier: $0[1], title: $0[2], stableID: Array($0[3] as Data),
                contents: contents[$0[0], default: []].map(\.content))
        }
    }
}

extension CollectionMembers.Kind {
    fileprivate var table: SQL {
        switch self {
        case .album: "album"
        case .folder: "folder"
        }
    }

    /// The members of the albums or folders that fulfil `condition`, with their positions.
    ///
    /// - Parameter condition: A condition on the table of the albums or folders.
    fileprivate func memberships(where condition: SQL) -> SQL {
        switch self {
        case .album:
            """
            SELECT albumID AS collectionID, assetID AS memberID, rank AS place
            FROM albumAsset WHERE albumID IN (SELECT id FROM album WHERE \(condition))
            """
        case .folder:
            """
            WITH RECURSIVE inside (outerID, innerID) AS (
                SELECT id, id FROM folder WHERE \(condition)
                UNION SELECT outerID, folder.id FROM inside JOIN folder ON parentID = innerID AND deletedDate IS NULL)
            SELECT DISTINCT outerID AS collectionID, assetID AS memberID, 0 AS place
            FROM inside JOIN album ON folderID = innerID AND album.deletedDate IS NULL
                JOIN albumAsset ON albumID = album.id
            """
        }
    }
}
