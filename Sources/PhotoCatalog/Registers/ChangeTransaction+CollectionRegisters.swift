internal import DeviceRegistry
internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

// Albums and folders that a log or another device has.
extension ChangeTransaction {
    /// Makes an album or a folder at the top level if it is not here, and deletes it or takes it back.
    ///
    /// - Returns: Whether it is here now, deleted or not.
    func makeCollection(_ table: Database.CollectionTable, _ registers: ObjectRegisters) throws -> Bool {
        let state = registers[.state].flatMap { ObjectState($0) }
        guard let row = try row(table, registers) else {
            // What no album can have is left out.
            guard state == .present, registers.subject.id.count == Self.idSize,
                let identifier = registers[.identifier].flatMap(RegisterValue.text),
                let title = registers[.title].flatMap(RegisterValue.text), (try? checkTitle(title)) != nil
            else { return false }
            try make(table, identifier, title: title, registers)
            return true
        }
        guard let state, let isDeleted = try isDeleted(table, row), isDeleted != (state != .present) else {
            return true
        }
        if isDeleted, table == .album { try leaveUsedSource(ofAlbum: row) }
        try database.execute(
            sql: "UPDATE \(table) SET deletedDate = ? WHERE id = ?",
            arguments: [isDeleted ? nil : now.timeIntervalSince1970, row])
        if isDeleted {
            try database.execute(
                sql: "DELETE FROM formerObject WHERE object = ? AND id = ?",
                arguments: [table.objectType.rawValue, row])
        }
        try note(isDeleted ? .insert : .delete, table, row)
        return true
    }

    /// Another album is made of the same folder on disk since this one was deleted.
    private func leaveUsedSource(ofAlbum row: Int64) throws {
        try database.execute(
            sql: """
                UPDATE album SET sourceFolder = NULL WHERE id = ?1 AND EXISTS (
                    SELECT 1 FROM album AS other WHERE other.sourceFolder = album.sourceFolder
                        AND other.deletedDate IS NULL AND other.id <> ?1)
                """, arguments: [row])
    }

    /// The number of bytes of a stable id.
    private static let idSize = 16

    private func make(
        _ table: Database.CollectionTable, _ identifier: String, title: String, _ registers: ObjectRegisters
    ) throws {
        let created = registers[.created].flatMap(RegisterValue.date) ?? now
        switch table {
        case .folder: try database.insertFolder(identifier, title: title, in: nil, now: created)
        case .album:
            // An album that was not made of a folder has an empty value.
            let source = registers[.source].flatMap { $0.isEmpty ? nil : FilePath(blob: Data($0)) }
            // Another album may have been made of the same folder on disk.
            let isUsed = try Bool.fetchOne(
                database,
                sql: "SELECT EXISTS (SELECT 1 FROM album WHERE sourceFolder = ? AND deletedDate IS NULL)",
                arguments: [source?.blob])
            _ = try database.insertAlbum(
                identifier, title: title, of: isUsed == true ? nil : source, in: nil, now: created)
        }
        // That of a library which an earlier version made is another one than that of its identifier.
        try database.execute(
            sql: "UPDATE \(table) SET stableID = ? WHERE localIdentifier = ?",
            arguments: [Data(registers.subject.id), identifier])
        try database.insertChange(.insert, identifier, of: table.objectType, now: now)
    }

    /// Sets the title and the rank of an album or a folder.
    func place(_ table: Database.CollectionTable, _ registers: ObjectRegisters) throws {
        guard let row = try row(table, registers) else { return }
        if let title = registers[.title].flatMap(RegisterValue.text), (try? checkTitle(title)) != nil {
            try update(table, row, "title", title)
        }
        if let rank = registers[.rank].flatMap({ Rank(Data($0)) }) { try update(table, row, "rank", rank.data) }
    }

    func update(
        _ table: Database.CollectionTable, _ row: Int64, _ column: String, _ value: (any DatabaseValueConvertible)?
    ) throws {
        try database.execute(
            sql: "UPDATE \(table) SET \(column) = ?1 WHERE id = ?2 AND \(column) IS NOT ?1", arguments: [value, row])
        if database.changesCount > 0 { try note(.update, table, row) }
    }

    // MARK: Members

    /// Sets the members of an album, their order and the key photo.
    func applyMembers(_ registers: ObjectRegisters) throws {
        guard let album = try row(.album, registers) else { return }
        var isChanged = false
        for (id, value) in registers.values(ofCode: Key.memberCode) {
            guard let asset = try assetRow(id), try rank(asset, album) != value else { continue }
            if value.isEmpty {
                try database.cachedStatement(sql: "DELETE FROM albumAsset WHERE albumID = ? AND assetID = ?")
                    .execute(arguments: [album, asset])
            } else if let rank = Rank(Data(value)) {
                try database.put(asset, at: rank, inAlbum: album)
            }
            isChanged = true
        }
        if let key = registers[.keyAsset] {
            // Another device may have removed the key photo from the album.
            let asset = try assetRow(key).flatMap { try database.isMember($0, ofAlbum: album) ? $0 : nil }
            try update(.album, album, "keyAssetID", asset)
        }
        if isChanged { try note(.update, .album, album) }
    }

    /// The rank of a member as a register has it; empty for an asset that is no member.
    private func rank(_ asset: Int64, _ album: Int64) throws -> [UInt8] {
        let rank = try Data.fetchOne(
            database.cachedStatement(sql: "SELECT rank FROM albumAsset WHERE albumID = ? AND assetID = ?"),
            arguments: [album, asset])
        return rank.map(Array.init) ?? []
    }

    private func assetRow(_ stableID: [UInt8]) throws -> Int64? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT id FROM asset WHERE stableID = ?"), arguments: [Data(stableID)])
    }

    // MARK: Rows

    /// The row of an album or a folder, deleted or not.
    private func row(_ table: Database.CollectionTable, _ registers: ObjectRegisters) throws -> Int64? {
        if let row = try row(table, registers.subject) { return row }
        return try registers[.identifier].flatMap(RegisterValue.text).flatMap { identifier in
            try Int64.fetchOne(
                database, sql: "SELECT id FROM \(table) WHERE localIdentifier = ?", arguments: [identifier])
        }
    }

    private func row(_ table: Database.CollectionTable, _ subject: Subject) throws -> Int64? {
        try Int64.fetchOne(
            database, sql: "SELECT id FROM \(table) WHERE stableID = ?", arguments: [Data(subject.id)])
    }

    private func isDeleted(_ table: Database.CollectionTable, _ row: Int64) throws -> Bool? {
        try Bool.fetchOne(
            database, sql: "SELECT deletedDate IS NOT NULL FROM \(table) WHERE id = ?", arguments: [row])
    }

    private func note(_ kind: ChangeKind, _ table: Database.CollectionTable, _ row: Int64) throws {
        let identifier = try String.fetchOne(
            database, sql: "SELECT localIdentifier FROM \(table) WHERE id = ?", arguments: [row])
        if let identifier { try database.insertChange(kind, identifier, of: table.objectType, now: now) }
    }
}

extension Database.CollectionTable {
    var objectType: ObjectType { self == .album ? .album : .folder }
}
