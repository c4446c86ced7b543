internal import DeviceRegistry
internal import Foundation
internal import GRDB
internal import PhotoModel

extension ChangeTransaction {
    func makeAlbum(_ identifier: String, title: String, in folder: String?) throws {
        try checkTitle(title)
        try checkIsNew(identifier)
        if let folder { try checkMayChange(folder: folder) }
        let parent = try folder.map(row(ofFolder:))
        let row = try database.insertAlbum(identifier, title: title, in: parent, now: now)
        try ownAlbum(identifier, row: row)
        try database.insertChange(.insert, identifier, of: .album, now: now)
        try noteChildren(of: folder)
    }

    func apply(_ change: AlbumChange, to album: String) throws {
        let row = try row(ofAlbum: album)
        try checkMayChange(album: album)
        let seenByApp = try database.albumOfApp(album)
        let isHidden = try isHidden(change, of: row)
        let isChanged: Bool
        switch change {
        case .rename(let title):
            try checkTitle(title)
            try database.execute(
                sql: "UPDATE album SET title = ?1 WHERE id = ?2 AND title IS NOT ?1", arguments: [title, row])
            isChanged = database.changesCount > 0
            if isChanged { try database.setRegisters(.album, row, [.title]) }
        case .delete: return try delete(album: row, album)
        case .add(let assets): isChanged = try add(assets, to: row)
        case .insert(let assets, let indexes):
            let new = try newMembers(assets, of: row, album)
            isChanged = try reorder(row, album) { $0.inserting(new, at: indexes.set) }
        case .insertBefore(let assets, let next):
            let new = try newMembers(assets, of: row, album)
            isChanged = try put(new, before: next, in: row, album)
        case .remove(let assets):
            let removed = try assets.map(livingRow(ofAsset:))
            isChanged = try reorder(row, album, naming: removed) { $0.without(removed) }
        case .removeAt(let indexes): isChanged = try reorder(row, album) { $0.removing(at: indexes.set) }
        case .replace(let indexes, let assets):
            let shown = try shown(in: album)
            _ = try shown.removing(at: indexes.set).orNoSuchPlace(in: album)
            isChanged = try replace(indexes.set.map { shown[$0] }, with: assets, in: row, album)
        case .replaceAssets(let old, let assets):
            isChanged = try replace(old.map { try member($0, of: row) }, with: assets, in: row, album)
        case .move(let indexes, let index):
            isChanged = try reorder(row, album) { $0.moving(at: indexes.set, to: index) }
        case .moveBefore(let assets, let next):
            isChanged = try put(distinct(assets.map { try member($0, of: row) }, album), before: next, in: row, album)
        case .place(let assets, let index, let includesAllBurstAssets):
            let placed = try distinct(assets.map(livingRow(ofAsset:)), album)
            isChanged = try reorder(row, album, includingAllBurstAssets: includesAllBurstAssets) {
                $0.without(placed).inserting(placed, at: IndexSet(placed, from: index))
            }
        case .setKeyAsset(let asset): isChanged = try setKeyAsset(asset, of: row, album)
        }
        guard isChanged else { return }
        // Apps must not learn that the owner changed what they do not see.
        let isUnseenByMaker = try seenByApp.map { try $0 == database.albumOfApp(album) } ?? false
        let audience: ChangeAudience = isHidden ? .owner : isUnseenByMaker ? .fullAccess : .all
        if audience == .all {
            try database.execute(
                sql: "UPDATE album SET modificationDate = ? WHERE id = ?", arguments: [now.timeIntervalSince1970, row])
        }
        try database.insertChange(.update, album, of: .album, now: now, seenBy: audience)
    }

    /// Whether a change concerns hidden members alone, so that no app sees it.
    private func isHidden(_ change: AlbumChange, of album: Int64) throws -> Bool {
        let named: [String]
        switch change {
        case .rename, .delete, .removeAt, .replace, .move: return false
        case .add(let assets):
            named = try assets.filter { try !isMember(livingRow(ofAsset: $0), of: album) }
        case .insert(let assets, _), .insertBefore(let assets, _), .remove(let assets), .moveBefore(let assets, _),
            .place(let assets, _, _):
            named = assets
        case .replaceAssets(let old, let assets): named = old + assets
        case .setKeyAsset(let asset):
            let key = try Int64.fetchOne(
                database, sql: "SELECT keyAssetID FROM album WHERE id = ?", arguments: [album])
            guard try key.map(database.isHidden) ?? true else { return false }
            named = [asset].compactMap(\.self)
        }
        return try named.allSatisfy { try database.isHidden(livingRow(ofAsset: $0)) }
    }

    func checkTitle(_ title: String) throws {
        try title.checkHasNoNUL()
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw PhotoLibraryError(.changeNotSupported, "A title needs at least one visible character.")
        }
    }

    private func row(ofAlbum identifier: String) throws -> Int64 {
        guard
            let row = try database.row(ofAlbum: identifier), try database.isVisible(album: identifier, to: access)
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
        try database.execute(
            sql: "UPDATE album SET deletedDate = ? WHERE id = ?", arguments: [now.timeIntervalSince1970, row])
        try database.setRegisters(.album, row, [.state])
        try database.insertChange(.delete, identifier, of: .album, now: now)
        try noteChildren(of: folder)
    }

    // MARK: Members

    private func add(_ assets: [String], to album: Int64) throws -> Bool {
        var seen: Set<Int64> = []
        let rows = try assets.map(livingRow(ofAsset:)).filter { seen.insert($0).inserted }
        return try database.append(rows, toAlbum: album)
    }

    /// The rows of assets to be added to an album.
    ///
    /// An asset that is already in the album is accepted only if the change removes it.
    private func newMembers(
        _ assets: [String], insteadOf leaving: [Int64] = [], of album: Int64, _ identifier: String
    ) throws -> [Int64] {
        let rows = try distinct(assets.map(livingRow(ofAsset:)), identifier)
        guard try rows.without(leaving).allSatisfy({ try !isMember($0, of: album) }) else {
            throw Self.hasEachOnce(identifier)
        }
        return rows
    }

    private func distinct(_ rows: [Int64], _ album: String) throws -> [Int64] {
        guard Set(rows).count == rows.count else { throw Self.hasEachOnce(album) }
        return rows
    }

    private static func hasEachOnce(_ album: String) -> PhotoLibraryError {
        PhotoLibraryError(
            .changeNotSupported, "An album has each photo once: move the one that is there.", identifier: album)
    }

    /// The row of an asset that is in the album.
    private func member(_ asset: String, of album: Int64) throws -> Int64 {
        let row = try livingRow(ofAsset: asset)
        guard try isMember(row, of: album) else {
            throw PhotoLibraryError(
                .changeNotSupported, "The photo is not in the album: fetch its current photos and try again.",
                identifier: asset)
        }
        return row
    }

    private func isMember(_ asset: Int64, of album: Int64) throws -> Bool {
        try database.isMember(asset, ofAlbum: album)
    }

    /// The members that a fetch of an album finds with ``access``.
    private func shown(in album: String, includingAllBurstAssets: Bool = false) throws -> [Int64] {
        var query = AssetQuery()
        query.album = album
        query.includesAllBurstAssets = includingAllBurstAssets
        return try database.rows(of: query).filter { try database.isVisible(asset: $0, to: access) }
    }

    /// Sorts the members of an album that are visible or named with `arrange`; returns whether the album changed.
    ///
    /// Each of the other members stays after the member that preceded it.
    private func reorder(
        _ album: Int64, _ identifier: String, naming named: [Int64] = [], includingAllBurstAssets: Bool = false,
        _ arrange: ([Int64]) throws -> [Int64]?
    ) throws -> Bool {
        let members = try database.members(ofAlbum: album)
        let shown = try shown(in: identifier, includingAllBurstAssets: includingAllBurstAssets)
        let arranged = Set(shown).union(named)
        let old = members.map(\.member).filter(arranged.contains)
        let new = try arrange(old).orNoSuchPlace(in: identifier)
        let removed = Set(old).subtracting(new)
        let placed = Set(new)
        var followers: [Int64?: [Int64]] = [:]
        var last: Int64?
        for (asset, _) in members where !removed.contains(asset) {
            if arranged.contains(asset) {
                last = asset
            } else if !placed.contains(asset) {
                followers[last, default: []].append(asset)
            }
        }
        let order = followers[nil, default: []] + new.flatMap { [$0] + followers[$0, default: []] }
        guard order != members.map(\.member) else { return false }
        for asset in removed { try remove(asset, from: album) }
        try database.arrange(order, from: members.filter { !removed.contains($0.member) }, inAlbum: album)
        return true
    }

    /// Inserts assets before a member, or at the end.
    private func put(_ assets: [Int64], before next: String?, in album: Int64, _ identifier: String) throws -> Bool {
        let next = try next.map { try member($0, of: album) }
        return try reorder(album, identifier, naming: [next].compactMap(\.self)) {
            $0.without(assets).inserting(assets, before: next)
        }
    }

    /// Replaces members by the same number of assets.
    private func replace(
        _ old: [Int64], with assets: [String], in album: Int64, _ identifier: String
    ) throws -> Bool {
        let new = try newMembers(assets, insteadOf: distinct(old, identifier), of: album, identifier)
        guard new.count == old.count else {
            throw PhotoLibraryError(
                .changeNotSupported, "Replace photos by the same number of others.", identifier: identifier)
        }
        let members = try database.members(ofAlbum: album)
        let removed = Set(old).subtracting(new)
        for asset in removed { try remove(asset, from: album) }
        let replacements = Dictionary(zip(old, new), uniquingKeysWith: { first, _ in first })
        try database.arrange(
            members.map { replacements[$0.member] ?? $0.member },
            from: members.filter { !removed.contains($0.member) }, inAlbum: album)
        return new != old
    }

    private func remove(_ asset: Int64, from album: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM albumAsset WHERE albumID = ? AND assetID = ?")
            .execute(arguments: [album, asset])
        try database.setMemberRegister(asset, inAlbum: album)
        try database.cachedStatement(sql: "UPDATE album SET keyAssetID = NULL WHERE id = ? AND keyAssetID = ?")
            .execute(arguments: [album, asset])
        if database.changesCount > 0 { try database.setRegisters(.album, album, [.keyAsset]) }
    }

    private func setKeyAsset(_ asset: String?, of album: Int64, _ identifier: String) throws -> Bool {
        let key = try asset.map(livingRow(ofAsset:))
        if let key {
            guard try isMember(key, of: album) else {
                throw PhotoLibraryError(
                    .changeNotSupported, "The key photo must be in the album: add it first.",
                    identifier: asset)
            }
        }
        try database.execute(
            sql: "UPDATE album SET keyAssetID = ?1 WHERE id = ?2 AND keyAssetID IS NOT ?1", arguments: [key, album])
        guard database.changesCount > 0 else { return false }
        try database.setRegisters(.album, album, [.keyAsset])
        return true
    }
}

extension Array where Element: Hashable {
    /// The elements that are not in this array.
    fileprivate func without(_ others: [Element]) -> [Element] {
        let others = Set(others)
        return filter { !others.contains($0) }
    }
}
