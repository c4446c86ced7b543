internal import DeviceRegistry
internal import Foundation
internal import GRDB
internal import PhotoModel

// Values of albums, folders and decisions, as the catalogue has them now.
extension Database {
    /// The table of an album or a folder, and its columns with other names.
    enum CollectionTable: String {
        case album, folder

        var parent: String { self == .album ? "folderID" : "parentID" }
        var source: String { self == .album ? "sourceFolder" : "NULL" }
        var keyAsset: String { self == .album ? "own.keyAssetID" : "NULL" }
        var kind: Subject.Kind { self == .album ? .album : .folder }
    }

    /// The values of a new album or folder.
    static let ofNewCollection: [Key] = [.identifier, .created, .title, .parent, .rank, .state, .keyAsset, .source]

    /// Records values of an album or a folder.
    func setRegisters(_ table: CollectionTable, _ row: Int64, _ keys: [Key], date: Date? = nil) throws {
        let found = try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT stableID, localIdentifier, createdDate, title, rank, deletedDate,
                        (SELECT stableID FROM folder AS outer WHERE outer.id = own.\(table.parent)) AS parent,
                        (SELECT stableID FROM asset WHERE asset.id = \(table.keyAsset)) AS keyAsset,
                        \(table.source) AS source FROM \(table) AS own WHERE id = ?
                    """), arguments: [row])
        guard let found else { return }
        let subject = Subject(table.kind, found["stableID"] as Data)
        for key in keys {
            let value: [UInt8]
            switch key {
            case .identifier: value = RegisterValue.text(found["localIdentifier"])
            case .created: value = RegisterValue.date(Date(timeIntervalSince1970: found["createdDate"]))
            case .title: value = RegisterValue.text(found["title"])
            case .parent: value = Array((found["parent"] as Data?) ?? Data())
            case .rank: value = Array(found["rank"] as Data)
            case .state:
                value = ((found["deletedDate"] as Double?) == nil ? ObjectState.present : .deleted).value
            case .keyAsset where table == .album: value = Array((found["keyAsset"] as Data?) ?? Data())
            case .source where table == .album: value = Array((found["source"] as Data?) ?? Data())
            default: continue
            }
            try setRegister(subject, key, value, date: date)
        }
    }

    /// Records whether an asset is in an album, and its rank.
    func setMemberRegister(_ asset: Int64, inAlbum album: Int64, date: Date? = nil) throws {
        let found = try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT album.stableID, asset.stableID, (
                        SELECT rank FROM albumAsset WHERE albumID = album.id AND assetID = asset.id)
                    FROM album, asset WHERE album.id = ? AND asset.id = ?
                    """), arguments: [album, asset])
        guard let found else { return }
        try setRegister(
            Subject(.album, found[0] as Data), .member(Array(found[1] as Data)),
            Array((found[2] as Data?) ?? Data()), date: date)
    }

    func setDecisionRegister(_ contents: [[UInt8]], date: Date? = nil) throws {
        guard contents.count == 2,
            let found = try Row.fetchOne(
                cachedStatement(
                    sql: "SELECT isSame, date, deletedDate FROM decision WHERE first = ? AND second = ?"),
                arguments: [Data(contents[0]), Data(contents[1])])
        else { return }
        let deleted: Double? = found[2]
        try setRegister(
            Subject(.contents, contents[0] + contents[1]), .decision,
            RegisterValue.decision(
                isSame: found[0], isTakenBack: deleted != nil,
                date: Date(timeIntervalSince1970: deleted ?? found[1])),
            date: date)
    }
}
