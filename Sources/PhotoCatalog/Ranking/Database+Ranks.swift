internal import Foundation
internal import GRDB

// The order of the members of albums and of the children of folders.
extension Database {
    /// The members of an album in their order; a rank is `nil` if it cannot be read.
    func members(ofAlbum album: Int64) throws -> [(member: Int64, rank: Rank?)] {
        try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT assetID, rank FROM albumAsset WHERE albumID = ? ORDER BY rank, assetID
                    """), arguments: [album]
        ).map { ($0[0], ($0[1] as Data?).flatMap(Rank.init)) }
    }

    /// Adds assets at the end of an album, except those that it has already.
    ///
    /// - Returns: Whether one was added.
    func append(_ assets: [Int64], toAlbum album: Int64) throws -> Bool {
        let new = try assets.filter { try !isMember($0, ofAlbum: album) }
        guard !new.isEmpty else { return false }
        let last = try Data.fetchOne(
            cachedStatement(sql: "SELECT rank FROM albumAsset WHERE albumID = ? ORDER BY rank DESC LIMIT 1"),
            arguments: [album])
        if let ranks = Rank.between(last.flatMap(Rank.init), nil, count: new.count) {
            for (asset, rank) in zip(new, ranks) { try put(asset, at: rank, inAlbum: album) }
        } else {
            let old = try members(ofAlbum: album)
            try arrange(old.map(\.member) + new, from: old, inAlbum: album)
        }
        return true
    }

    /// Puts the members of an album in an order; new ones become members.
    func arrange(_ order: [Int64], from old: [(member: Int64, rank: Rank?)], inAlbum album: Int64) throws {
        for (asset, rank) in RankedOrder(order, from: old).changes { try put(asset, at: rank, inAlbum: album) }
    }

    func put(_ asset: Int64, at rank: Rank, inAlbum album: Int64) throws {
        try cachedStatement(
            sql: """
                INSERT INTO albumAsset (albumID, assetID, rank) VALUES (?, ?, ?)
                ON CONFLICT (albumID, assetID) DO UPDATE SET rank = excluded.rank
                """
        ).execute(arguments: [album, asset, rank.data])
        try setMemberRegister(asset, inAlbum: album)
    }

    /// The rank after all children of a folder.
    ///
    /// After some million insertions at the end, there is no further rank: then it is that of the last child.
    func endRank(in parent: Int64?) throws -> Data {
        let last = try Data.fetchOne(
            cachedStatement(
                sql: """
                    SELECT MAX(rank) FROM (
                        SELECT rank FROM album WHERE folderID IS ?1 AND deletedDate IS NULL UNION ALL
                        SELECT rank FROM folder WHERE parentID IS ?1 AND deletedDate IS NULL)
                    """), arguments: [parent])
        return Rank.between(last.flatMap(Rank.init), nil, count: 1)?.first?.data ?? last ?? Data()
    }
}
