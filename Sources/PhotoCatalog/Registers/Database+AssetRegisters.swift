internal import DeviceRegistry
internal import Foundation
internal import GRDB
internal import PhotoModel

// Values of photos, as the catalogue has them now.
extension Database {
    /// Records the values of an asset that a person set.
    ///
    /// - Parameters:
    ///   - properties: The properties. Those without a register are left out.
    ///   - former: The keywords that the asset had.
    func setRegisters(
        ofAsset row: Int64, _ properties: Set<AssetMark>, formerKeywords former: [String] = [], date: Date? = nil
    ) throws {
        let found = try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT stableID, ownersProperties, isFavorite, isHidden, title, caption, rating, captureDate,
                        latitude, longitude, altitude, keywords, deletedDate FROM asset WHERE id = ?
                    """), arguments: [row])
        guard let found else { return }
        let subject = Subject(.asset, found["stableID"])
        func set(_ key: Key, _ value: [UInt8]) throws { try setRegister(subject, key, value, date: date) }
        func isOwners(_ mark: AssetMark) -> Bool { found["ownersProperties"] & mark.rawValue != 0 }
        for property in properties {
            switch property {
            case .favorite: try set(.favorite, RegisterValue.flag(found["isFavorite"]))
            case .hidden: try set(.hidden, RegisterValue.flag(found["isHidden"]))
            case .title: try set(.title, RegisterValue.text(found["title"]))
            case .caption: try set(.caption, RegisterValue.text(found["caption"]))
            case .rating: try set(.rating, RegisterValue.rating(found["rating"] ?? 0))
            case .captureDate:
                try set(.captureTime, RegisterValue.text(isOwners(.captureDate) ? found["captureDate"] : nil))
            case .place:
                try set(.location, RegisterValue.location(isOwners(.place) ? .set(found.location) : .original))
            case .keywords: try setKeywordRegisters(subject, found["keywords"], former, date: date)
            case .deletion:
                let isDeleted = (found["deletedDate"] as Double?) != nil
                try set(.state, (isDeleted ? ObjectState.deleted : .present).value)
            case .edit: break
            }
        }
    }

    /// Records the values of an asset that a person set, after an import or another asset changed them.
    ///
    /// - Parameter changed: The properties that may have changed.
    func setMarkedRegisters(ofAsset row: Int64, _ changed: Set<AssetMark> = Set(AssetMark.allCases)) throws {
        let marks = try Int.fetchOne(
            cachedStatement(sql: "SELECT marks FROM asset WHERE id = ?"), arguments: [row])
        try setRegisters(ofAsset: row, AssetMark.all(in: marks ?? 0).intersection(changed))
    }

    private func setKeywordRegisters(
        _ subject: Subject, _ column: String?, _ former: [String], date: Date?
    ) throws {
        let keywords = [String](keywordsColumn: column)
        try setRegister(subject, .keywords, [1], date: date)
        for keyword in former where !keywords.contains(keyword) {
            try setRegister(subject, .keyword(keyword), RegisterValue.none, date: date)
        }
        for (index, keyword) in keywords.enumerated() {
            try setRegister(subject, .keyword(keyword), RegisterValue.place(index), date: date)
        }
    }

    func keywords(ofAsset row: Int64) throws -> [String] {
        [String](
            keywordsColumn: try String.fetchOne(
                cachedStatement(sql: "SELECT keywords FROM asset WHERE id = ?"), arguments: [row]))
    }

    /// Records that an asset of a stable id is in the library, deleted or not.
    func setStateRegister(ofAsset localIdentifier: String) throws {
        guard let row = try rowID(of: localIdentifier) else { return }
        try setRegisters(ofAsset: row, [.deletion])
    }

    /// Records that an asset is purged, before its row is removed.
    func setPurgeRegister(ofAsset row: Int64, _ localIdentifier: String) throws {
        guard
            let stableID = try Data.fetchOne(
                cachedStatement(sql: "SELECT stableID FROM asset WHERE id = ?"), arguments: [row])
        else { return }
        let files = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT sha256, imageDataDigest FROM resource WHERE assetID = ? AND kind NOT IN (?, ?) ORDER BY id
                    """),
            arguments: [row, AssetResource.Kind.adjustmentData.rawValue, AssetResource.Kind.sidecar.rawValue]
        ).compactMap { file in
            Digest(file["sha256"] as Data).map {
                ObjectState.PurgedPhoto.File(
                    sha256: $0, imageDataDigest: (file["imageDataDigest"] as Data?).flatMap { Digest($0) })
            }
        }
        let photo = ObjectState.PurgedPhoto(localIdentifier: localIdentifier, files: files)
        try setRegister(Subject(.asset, Array(stableID)), .state, ObjectState.purged(photo).value)
    }
}

extension AssetMark {
    /// The properties of a column of marks.
    static func all(in marks: Int) -> Set<AssetMark> { Set(allCases.filter { marks & $0.rawValue != 0 }) }
}

extension Row {
    /// The place in the columns `latitude`, `longitude` and `altitude`.
    fileprivate var location: ImageMetadata.Location? {
        (self["latitude"] as Double?).flatMap { latitude in
            (self["longitude"] as Double?).flatMap {
                ImageMetadata.Location(latitude: latitude, longitude: $0, altitude: self["altitude"])
            }
        }
    }
}

extension [String] {
    /// The keywords in a column.
    fileprivate init(keywordsColumn column: String?) {
        self = column.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
    }
}

extension Subject {
    init(_ kind: Kind, _ id: Data) { self.init(kind, Array(id)) }
}
