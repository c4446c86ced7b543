internal import Foundation
internal import GRDB
internal import PhotoModel

extension ChangeTransaction {
    func makeAlbum(_ identifier: String, title: String, in folder: String?) throws {
        try checkTitle(title)
        let parent = try folder.map(row(ofFolder:))
        try database.execute(
            sql: """
                INSERT INTO album (localIdentifier, title, createdDate, modificationDate, folderID, position)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                identifier, title, now.timeIntervalSince1970, now.timeIntervalSince1970, parent,
                try endPosition(in: parent),
            ])
        try database.insertChange(.insert, identifier, of: .album, now: now)
        try noteChildren(of: folder)
    }

    func apply(_ change: AlbumChange, to album: String) throws {
        let row = try row(ofAlbum: album)
        let isChanged: Bool
        switch change {
        case .rename(let title):
            try checkTitle(title)
            try database.execute(
                sql: "UPDATE album SET title = ?1 WHERE id = ?2 AND title IS NOT ?1", arguments: [title, row])
            isChanged = database.changesCount > 0
        case .delete: return try delete(album: row, album)
        case .add(let assets): isChanged = try add(assets, to: row)
        case .insert(let assets, let indexes):
            isChanged = try reorder(row, album) { try $0.inserting(newMembers(assets, $0, album), at: indexes) }
        case .remove(let assets):
            isChanged = try reorder(row, album) { members in
                let removed = try Set(assets.map(livingRow(ofAsset:)))
                return members.filter { !removed.contains($0) }
            }
        case .removeAt(let indexes): isChanged = try reorder(row, album) { $0.removing(at: indexes) }
        case .replace(let indexes, let assets):
            isChanged = try reorder(row, album) { members in
                guard let rest = members.removing(at: indexes) else { return nil }
                return try members.replacing(at: indexes, with: newMembers(assets, rest, album))
            }
        case .move(let indexes, let index):
            isChanged = try reorder(row, album) { $0.moving(at: indexes, to: index) }
        case .place(let assets, let index):
            isChanged = try reorder(row, album) { members in
                let placed = try assets.map(livingRow(ofAsset:))
                let moved = Set(placed)
                let rest = members.filter { !moved.contains($0) }
                return try rest.inserting(newMembers(assets, rest, album), at: IndexSet(placed, from: index))
            }
        case .setKeyAsset(let asset): isChanged = try setKeyAsset(asset, of: row, album)
        }
        if isChanged { try noteChange(of: row, album) }
    }

    private func noteChange(of row: Int64, _ album: String) throws {
        try database.execute(
            sql: "UPDATE album SET modificationDate = ? WHERE id = ?", arguments: [now.timeIntervalSince1970, row])
        try database.insertChange(.update, album, of: .album, now: now)
    }

    func checkTitle(_ title: String) throws {
        try title.checkHasNoNUL()
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw PhotoLibraryError(.changeNotSupported, "A title has at least one letter that is seen.")
        }
    }

    private func row(ofAlbum identifier: String) throws -> Int64 {
        guard
            let row = try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT id FROM album WHERE localIdentifier = ?"), arguments: [identifier]
            )
        else {
            throw PhotoLibraryError(
                .identifierNotFound, "There is no such album: it may have been deleted.", identifier: identifier)
        }
        return row
    }

    private func delete(album row: Int64, _ identifier: String) throws {
        let folder = try String.fetchOne(
            database,
            sql: "SELECT folder.localIdentifier FROM album JOIN folder ON folder.id = folderID WHERE album.id = ?",
            arguments: [row])
        try database.execute(sql: "DELETE FROM album WHERE id = ?", arguments: [row])
        try database.insertChange(.delete, identifier, of: .album, now: now)
        try noteChildren(of: folder)
    }

    // MARK: Members

    private func add(_ assets: [String], to album: Int64) throws -> Bool {
        let before = database.totalChangesCount
        let position = try Int.fetchOne(
            database, sql: "SELECT IFNULL(MAX(position) + 1, 0) FROM albumAsset WHERE albumID = ?", arguments: [album])
        let statement = try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO albumAsset (albumID, assetID, position) VALUES (?, ?, ?)")
        for (offset, asset) in assets.enumerated() {
            try statement.execute(arguments: [album, try livingRow(ofAsset: asset), (position ?? 0) &+ offset])
        }
        return database.totalChangesCount > before
    }

    /// The rows of assets that come into an album.
    private func newMembers(_ assets: [String], _ members: [Int64], _ album: String) throws -> [Int64] {
        let rows = try assets.map(livingRow(ofAsset:))
        guard Set(rows).count == rows.count, Set(members).isDisjoint(with: rows) else {
            throw PhotoLibraryError(
                .changeNotSupported, "An album has each photo once: move the one that is there.", identifier: album)
        }
        return rows
    }

    /// Gives an album's members, but those deleted, the order that `arrange` makes of theirs; whether that is another.
    private func reorder(_ album: Int64, _ identifier: String, _ arrange: ([Int64]) throws -> [Int64]?) throws -> Bool {
        let members = try Row.fetchAll(
            database,
            sql: """
                SELECT assetID, position, deletedDate IS NOT NULL FROM albumAsset JOIN asset ON asset.id = assetID
                WHERE albumID = ? ORDER BY position, assetID
                """, arguments: [album]
        ).map { (asset: $0[0] as Int64, position: $0[1] as Int, isDeleted: $0[2] as Bool) }
        let old = members.filter { !$0.isDeleted }.map(\.asset)
        let new = try arrange(old).orNoSuchPlace(in: identifier)
        guard new != old else { return false }
        let removed = Set(old).subtracting(new)
        for asset in removed {
            try database.cachedStatement(sql: "DELETE FROM albumAsset WHERE albumID = ? AND assetID = ?")
                .execute(arguments: [album, asset])
            try database.cachedStatement(sql: "UPDATE album SET keyAssetID = NULL WHERE id = ? AND keyAssetID = ?")
                .execute(arguments: [album, asset])
        }
        // A deleted one that comes back is behind the one that it was behind.
        var followers: [Int64?: [Int64]] = [:]
        var last: Int64?
        for member in members where !removed.contains(member.asset) {
            if member.isDeleted { followers[last, default: []].append(member.asset) } else { last = member.asset }
        }
        let order = followers[nil, default: []] + new.flatMap { [$0] + followers[$0, default: []] }
        let positions = Dictionary(uniqueKeysWithValues: members.map { ($0.asset, $0.position) })
        for (position, asset) in order.enumerated() where positions[asset] != position {
            try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO albumAsset (albumID, assetID, position) VALUES (?, ?, ?)"
            ).execute(arguments: [album, asset, position])
        }
        return true
    }

    private func setKeyAsset(_ asset: String?, of album: Int64, _ identifier: String) throws -> Bool {
        let key = try asset.map(livingRow(ofAsset:))
        if let key {
            let isMember = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM albumAsset WHERE albumID = ? AND assetID = ?)",
                arguments: [album, key])
            guard isMember == true else {
                throw PhotoLibraryError(
                    .changeNotSupported, "The key photo of an album is one of its photos: add it first.",
                    identifier: asset)
            }
        }
        try database.execute(
            sql: "UPDATE album SET keyAssetID = ?1 WHERE id = ?2 AND keyAssetID IS NOT ?1", arguments: [key, album])
        return database.changesCount > 0
    }
}
