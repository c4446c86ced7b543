internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

extension Database {
    /// Adds an asset at the end of an album, which is created if it does not exist.
    func add(_ asset: String, to place: DestinationAlbum, now: Date) throws {
        guard let assetID = try rowID(of: asset) else { return }
        let album = try makeAlbum(at: place, preferringWith: assetID, now: now)
        guard try append([assetID], toAlbum: album.id) else { return }
        try insertAlbumChange(album.localIdentifier, ofNewMember: assetID, now: now)
    }

    /// Changes assets, and records the albums whose visible assets change: another frame may represent a burst
    /// afterwards.
    ///
    /// - Parameter burst: The burst that the asset is added to.
    func changingAlbums<Value>(
        of asset: String, joining burst: String? = nil, now: Date, _ body: () throws -> Value
    ) throws -> Value {
        let bursts = Set([try self.burst(of: asset), burst].compactMap { $0 })
        let before = try shown(asset, bursts)
        let value = try body()
        for row in try before.symmetricDifference(shown(asset, bursts)) {
            try insertAlbumChanges(ofMember: row, now: now)
        }
        return value
    }

    /// The identifier of the burst of an asset; `nil` if it is in no burst or missing.
    func burst(of asset: String) throws -> String? {
        try String.fetchOne(
            cachedStatement(sql: "SELECT burstIdentifier FROM asset WHERE localIdentifier = ?"), arguments: [asset])
    }

    /// The assets that a fetch of an album finds among an asset and the frames of bursts.
    ///
    /// - Parameter bursts: The bursts. Of each, only the frame that represents it is found.
    func shown(_ asset: String, _ bursts: Set<String>) throws -> Set<Int64> {
        let request: SQLRequest<Int64?> = """
            SELECT id FROM asset WHERE localIdentifier = \(asset) AND \(AssetQuery.isVisible())
            UNION ALL SELECT \(AssetQuery.representative)
                FROM (SELECT value AS burstIdentifier, 0 AS isHidden FROM json_each(\(try bursts.json))) AS asset
            """
        return Set(try request.fetchAll(self).compactMap { $0 })
    }

    /// Records a change of the albums that contain this asset.
    func insertAlbumChanges(ofMember row: Int64, now: Date) throws {
        let albums = try String.fetchAll(
            cachedStatement(
                sql: """
                    SELECT localIdentifier FROM album JOIN albumAsset ON albumID = album.id
                    WHERE assetID = ? AND deletedDate IS NULL
                    """),
            arguments: [row])
        for album in albums { try insertAlbumChange(album, ofMember: row, now: now) }
    }

    /// Records that an asset, which may be hidden, is in an album now.
    func insertAlbumChange(_ album: String, ofNewMember asset: Int64, now: Date) throws {
        try insertAlbumChange(album, ofMember: asset, isHidden: isHidden(asset), now: now)
    }

    /// Records that an album changed because of one asset.
    ///
    /// - Parameter isHidden: Whether the asset is hidden before and after the change.
    private func insertAlbumChange(
        _ album: String, ofMember asset: Int64, isHidden: Bool = false, now: Date
    ) throws {
        let isUnseenByMaker = try app(ofAlbum: album).map { try !isSelected(asset, for: $0) } ?? false
        try insertChange(
            .update, album, of: .album, now: now, seenBy: isHidden ? .owner : isUnseenByMaker ? .fullAccess : .all)
    }

    func isHidden(_ asset: Int64) throws -> Bool {
        try Bool.fetchOne(cachedStatement(sql: "SELECT isHidden FROM asset WHERE id = ?"), arguments: [asset]) ?? false
    }

    /// The app that made an album; `nil` if the owner made it.
    private func app(ofAlbum localIdentifier: String) throws -> String? {
        try String.fetchOne(
            cachedStatement(sql: "SELECT app FROM appAlbum WHERE localIdentifier = ?"), arguments: [localIdentifier])
    }

    /// What the app that made an album sees of it; `nil` if the owner made the album.
    func albumOfApp(_ localIdentifier: String) throws -> AlbumOfApp? {
        guard let app = try app(ofAlbum: localIdentifier) else { return nil }
        let members = try Int64.fetchAll(
            cachedStatement(
                sql: """
                    SELECT asset.id FROM album JOIN albumAsset ON albumID = album.id JOIN asset ON asset.id = assetID
                    WHERE album.localIdentifier = ?1 AND asset.deletedDate IS NULL AND asset.isHidden = 0
                        AND EXISTS (SELECT 1 FROM appAsset WHERE app = ?2 AND assetID = asset.id AND until IS NULL)
                    ORDER BY albumAsset.rank, asset.id
                    """), arguments: [localIdentifier, app])
        let row = try Row.fetchOne(
            cachedStatement(sql: "SELECT title, keyAssetID FROM album WHERE localIdentifier = ?"),
            arguments: [localIdentifier])
        let key = (row?[1] as Int64?).flatMap { members.contains($0) ? $0 : nil }
        return AlbumOfApp(title: row?[0], keyAsset: key, members: members)
    }

    struct AlbumOfApp: Equatable {
        let title: String?
        let keyAsset: Int64?
        let members: [Int64]
    }

    /// Whether an asset is in an album.
    func isMember(_ asset: String, of place: DestinationAlbum) throws -> Bool {
        guard let assetID = try rowID(of: asset), let album = try album(at: place, preferringWith: assetID) else {
            return false
        }
        return try isMember(assetID, ofAlbum: album.id)
    }

    func isMember(_ asset: Int64, ofAlbum album: Int64) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM albumAsset WHERE albumID = ? AND assetID = ?)"),
            arguments: [album, asset]) ?? false
    }

    /// The row of an album that is not deleted.
    func row(ofAlbum localIdentifier: String) throws -> Int64? {
        try Int64.fetchOne(
            cachedStatement(sql: "SELECT id FROM album WHERE localIdentifier = ? AND deletedDate IS NULL"),
            arguments: [localIdentifier])
    }

    /// The album of a destination.
    ///
    /// Several albums may have the title that another program names. The one that has the asset comes first, then an
    /// album that was not made of a folder on disk.
    ///
    /// - Parameter asset: The row of the asset to add; `nil` for no asset.
    private func album(
        at place: DestinationAlbum, preferringWith asset: Int64?
    ) throws -> (id: Int64, localIdentifier: String)? {
        let row: Row?
        if let folder = place.folder {
            row = try Row.fetchOne(
                cachedStatement(
                    sql: "SELECT id, localIdentifier FROM album WHERE sourceFolder = ? AND deletedDate IS NULL"),
                arguments: [folder.blob])
        } else {
            let folder = try self.folder(at: place.folders)
            guard folder != nil || place.folders.isEmpty else { return nil }
            row = try Row.fetchOne(
                cachedStatement(
                    sql: """
                        SELECT id, localIdentifier FROM album
                        WHERE folderID IS ?1 AND title = ?2 AND deletedDate IS NULL
                        ORDER BY EXISTS (SELECT 1 FROM albumAsset WHERE albumID = album.id AND assetID = ?3) DESC,
                            sourceFolder IS NOT NULL, id LIMIT 1
                        """), arguments: [folder?.id, place.title, asset])
        }
        return row.map { ($0[0], $0[1]) }
    }

    /// The album of a destination, which is created if it does not exist.
    @discardableResult
    func makeAlbum(
        at place: DestinationAlbum, preferringWith asset: Int64? = nil, now: Date
    ) throws -> (id: Int64, localIdentifier: String) {
        try album(at: place, preferringWith: asset) ?? insertAlbum(at: place, now: now)
    }

    private func insertAlbum(at place: DestinationAlbum, now: Date) throws -> (id: Int64, localIdentifier: String) {
        let folder = try place.folders.reduce(nil) { parent, title in
            try self.folder(titled: title, in: parent) ?? insertFolder(titled: title, in: parent, now: now)
        }
        let localIdentifier = UUID().uuidString
        let row = try insertAlbum(
            localIdentifier, title: place.title, of: place.folder, in: folder?.id, now: now)
        try insertChange(.insert, localIdentifier, of: .album, now: now)
        if let folder { try insertChange(.update, folder.localIdentifier, of: .folder, now: now) }
        return (row, localIdentifier)
    }

    // MARK: Folders

    private typealias FolderRow = (id: Int64, localIdentifier: String)

    /// The innermost of these folders; `nil` if one of them does not exist, or for no titles.
    private func folder(at titles: [String]) throws -> FolderRow? {
        var found: FolderRow?
        for title in titles {
            guard let folder = try folder(titled: title, in: found) else { return nil }
            found = folder
        }
        return found
    }

    private func folder(titled title: String, in parent: FolderRow?) throws -> FolderRow? {
        try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT id, localIdentifier FROM folder WHERE title = ? AND parentID IS ? AND deletedDate IS NULL
                    ORDER BY rank, stableID LIMIT 1
                    """), arguments: [title, parent?.id]
        ).map { ($0[0], $0[1]) }
    }

    private func insertFolder(titled title: String, in parent: FolderRow?, now: Date) throws -> FolderRow {
        let localIdentifier = UUID().uuidString
        try insertFolder(localIdentifier, title: title, in: parent?.id, now: now)
        let row = lastInsertedRowID
        try insertChange(.insert, localIdentifier, of: .folder, now: now)
        if let parent { try insertChange(.update, parent.localIdentifier, of: .folder, now: now) }
        return (row, localIdentifier)
    }

    /// Adds a folder at the end of its parent.
    ///
    /// A deleted folder of this identifier is in the library again: that of an Apple Photos library has the identifier
    /// that it has there.
    func insertFolder(_ localIdentifier: String, title: String, in parent: Int64?, now: Date) throws {
        try forgetFormer(.folder, localIdentifier)
        try execute(
            sql: """
                INSERT INTO folder (localIdentifier, stableID, title, createdDate, parentID, rank)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (localIdentifier) DO UPDATE SET title = excluded.title,
                    createdDate = excluded.createdDate, parentID = excluded.parentID, rank = excluded.rank,
                    deletedDate = NULL
                WHERE deletedDate IS NOT NULL
                """,
            arguments: [
                localIdentifier, Data(StableID.ofFolder(localIdentifier)), title, now.timeIntervalSince1970, parent,
                try endRank(in: parent),
            ])
        let row = try Int64.fetchOne(
            cachedStatement(sql: "SELECT id FROM folder WHERE localIdentifier = ?"), arguments: [localIdentifier])
        if let row { try setRegisters(.folder, row, Self.ofNewCollection) }
    }

    /// Adds an album at the end of its folder; returns its row.
    ///
    /// A deleted album of this identifier is in the library again, without its members: see
    /// ``insertFolder(_:title:in:now:)``.
    ///
    /// - Parameter source: The folder on disk that it is made of, or its path in an export.
    func insertAlbum(
        _ localIdentifier: String, title: String, of source: FilePath? = nil, in folder: Int64?, now: Date
    ) throws -> Int64 {
        try forgetFormer(.album, localIdentifier)
        try removeMembers(ofDeletedAlbum: localIdentifier)
        try cachedStatement(
            sql: """
                INSERT INTO album
                    (localIdentifier, stableID, title, sourceFolder, createdDate, modificationDate, folderID, rank)
                VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7) ON CONFLICT (localIdentifier) DO UPDATE SET
                    title = excluded.title, sourceFolder = excluded.sourceFolder, createdDate = excluded.createdDate,
                    modificationDate = excluded.modificationDate, folderID = excluded.folderID, rank = excluded.rank,
                    keyAssetID = NULL, deletedDate = NULL
                WHERE deletedDate IS NOT NULL
                """
        ).execute(arguments: [
            localIdentifier, Data(StableID.ofAlbum(localIdentifier)), title, source?.blob, now.timeIntervalSince1970,
            folder, try endRank(in: folder),
        ])
        guard let row = try row(ofAlbum: localIdentifier) else { return 0 }
        try setRegisters(.album, row, Self.ofNewCollection)
        return row
    }

    private func removeMembers(ofDeletedAlbum localIdentifier: String) throws {
        let members = try Row.fetchAll(
            self,
            sql: """
                DELETE FROM albumAsset WHERE albumID = (
                    SELECT id FROM album WHERE localIdentifier = ? AND deletedDate IS NOT NULL)
                RETURNING albumID, assetID
                """, arguments: [localIdentifier])
        for member in members { try setMemberRegister(member[1], inAlbum: member[0]) }
    }

    private func forgetFormer(_ type: ObjectType, _ localIdentifier: String) throws {
        try execute(
            sql: "DELETE FROM formerObject WHERE object = ? AND localIdentifier = ?",
            arguments: [type.rawValue, localIdentifier])
    }
}
