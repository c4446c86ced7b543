internal import DeviceRegistry
internal import Foundation
internal import GRDB
internal import PhotoModel

// Values that a log or another device has. Values of objects that are not here are left out.
extension ChangeTransaction {
    /// Sets values of registers, in the order in which objects need each other.
    ///
    /// - Returns: The number of objects that have values of them.
    func apply(_ registers: [Register]) throws -> Int {
        let groups = Dictionary(grouping: registers, by: \.subject).sorted { $0.key < $1.key }.map { subject, group in
            ObjectRegisters(subject, group)
        }
        let (folders, albums) = (
            groups.filter { $0.subject.kind == .folder }, groups.filter { $0.subject.kind == .album }
        )
        var count = 0
        for folder in folders where try makeCollection(.folder, folder) { count += 1 }
        for folder in folders { try place(.folder, folder) }
        for album in albums where try makeCollection(.album, album) { count += 1 }
        for album in albums { try place(.album, album) }
        // The places that new albums and folders got are no values of a person.
        try database.forgetPendingRegisters()
        if !folders.isEmpty || !albums.isEmpty { try placeCollections(registers) }
        for asset in groups where asset.subject.kind == .asset { count += try applyAsset(asset) ? 1 : 0 }
        for album in albums { try applyMembers(album) }
        for contents in groups where contents.subject.kind == .contents {
            count += try applyDecision(contents) ? 1 : 0
        }
        return count
    }

    // MARK: Photos

    private func applyAsset(_ registers: ObjectRegisters) throws -> Bool {
        let found = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT id, localIdentifier FROM asset WHERE stableID = ?"),
            arguments: [Data(registers.subject.id)])
        let state = registers[.state].flatMap { ObjectState($0) }
        guard let found else {
            guard case .purged(let photo) = state else { return false }
            return try database.insertTombstones(of: photo, now: now)
        }
        let (row, asset): (Int64, String) = (found[0], found[1])
        for property in registers.properties {
            // A text that no catalogue can have is left out.
            guard let normalized = try? property.normalized() else { continue }
            try set(normalized, of: row, asset)
            try mark(property.mark, of: row)
        }
        switch state {
        case .deleted, .purged: _ = try database.delete(asset, now: now)
        case .present:
            _ = try database.restore(asset, now: now)
            try mark(.deletion, of: row)
        case nil: break
        }
        return true
    }

    // MARK: Decisions

    private func applyDecision(_ registers: ObjectRegisters) throws -> Bool {
        let id = registers.subject.id
        guard id.count == 32, let value = registers[.decision].flatMap(RegisterValue.decision) else { return false }
        let (one, other) = (Array(id.prefix(16)), Array(id.suffix(16)))
        guard let isSame = value.isSame else { return try database.deleteDecision(about: one, other, now: now) }
        _ = try database.insertDecisions(
            [Decision(one, other, isSame: isSame, date: value.date)], replacingLater: true, now: now)
        return true
    }
}

/// The registers of one object.
struct ObjectRegisters {
    let subject: Subject
    private let values: [Key: [UInt8]]

    init(_ subject: Subject, _ registers: [Register]) {
        self.subject = subject
        values = Dictionary(registers.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// The value of a key; `nil` if the object has no such register.
    subscript(_ key: Key) -> [UInt8]? { values[key] }

    /// The arguments and values of all keys of a code, in the order of the arguments.
    func values(ofCode code: UInt8) -> [(argument: [UInt8], value: [UInt8])] {
        values.filter { $0.key.code == code }.sorted { $0.key < $1.key }.map { ($0.key.argument, $0.value) }
    }

    /// The properties of a photo that the registers set.
    ///
    /// Values that cannot be read are left out.
    var properties: [AssetProperty] {
        let properties: [AssetProperty?] = [
            self[.favorite].map { .favorite(RegisterValue.flag(in: $0)) },
            self[.hidden].map { .hidden(RegisterValue.flag(in: $0)) },
            self[.title].map { .title(RegisterValue.text(in: $0)) },
            self[.caption].map { .caption(RegisterValue.text(in: $0)) },
            self[.rating].flatMap(RegisterValue.rating).map { .rating($0) },
            self[.captureTime].flatMap(RegisterValue.captureTime).map { .captureTime($0) },
            self[.location].flatMap(RegisterValue.location).map { .location($0) },
            self[.keywords].map { _ in .keywords(keywords) },
        ]
        return properties.compactMap(\.self)
    }

    private var keywords: [String] {
        values(ofCode: Key.keywordCode).compactMap { argument, value in
            RegisterValue.place(in: value).flatMap { place in
                RegisterValue.text(in: argument).map { (place, $0) }
            }
        }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension Database {
    /// Records purged photos, so that an import recognises them; returns whether one is new.
    fileprivate func insertTombstones(of photo: ObjectState.PurgedPhoto, now: Date) throws -> Bool {
        var isNew = false
        for file in photo.files {
            try cachedStatement(
                sql: """
                    INSERT OR IGNORE INTO tombstone (sha256, imageDataDigest, localIdentifier, date)
                    SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM resource WHERE sha256 = ?1)
                    """
            ).execute(arguments: [
                Data(file.sha256.bytes), file.imageDataDigest.map { Data($0.bytes) }, photo.localIdentifier,
                now.timeIntervalSince1970,
            ])
            isNew = isNew || changesCount > 0
        }
        return isNew
    }
}
