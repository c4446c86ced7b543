internal import DeviceRegistry
internal import Foundation
internal import GRDB
package import PhotoModel

/// What became of photos of other devices, by their stable ids.
package struct ImportedPhotos: Sendable {
    /// The photos that came with the import.
    package var new: [[UInt8]] = []
    /// The photos that were in this library before.
    package var present: [[UInt8]] = []
    /// The photos that an import left out: they do not come again.
    package var leftOut: [[UInt8]] = []

    package init() {}
}

/// A part of the photos that other devices have and this library lacks.
package struct PageOfPhotos: Sendable {
    package let photos: [PhotoOfOtherDevices]
    /// Where the next part begins; `nil` after the last one.
    package let next: Position?

    package struct Position: Sendable {
        fileprivate let writer: Data
        fileprivate let subject: Data
    }
}

// The photos that other devices of the registry have and this library lacks.
extension PhotoCatalog {
    /// A part of the photos that other devices have and this library lacks, and that no person deleted.
    package func photosOfOtherDevices(
        from start: PageOfPhotos.Position?, limit: Int
    ) throws(PhotoLibraryError) -> PageOfPhotos {
        try read { database in
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT subject, value, writer FROM knownRegister AS evidence
                        WHERE \(Database.isOfOtherDevices) AND (writer, subject) > (?1, ?2)
                        ORDER BY writer, subject LIMIT ?3
                        """), arguments: [start?.writer ?? Data(), start?.subject ?? Data(), limit])
            let last = rows.count < limit ? nil : rows.last
            return PageOfPhotos(
                photos: try rows.compactMap { PhotoOfOtherDevices($0) }.filter { try !database.isFurtherCopy($0) },
                next: last.map { PageOfPhotos.Position(writer: $0[2], subject: $0[0]) })
        }
    }

    /// The photos of other devices whose import did not end, because a process ended or a file failed.
    package func photosOfInterruptedImports() throws(PhotoLibraryError) -> [PhotoOfOtherDevices] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT subject, value FROM knownRegister AS evidence WHERE \(Database.isOfInterruptedImport)"
            ).compactMap { PhotoOfOtherDevices($0) }
        }
    }

    /// The number of photos that other devices have and this library lacks, with those whose import did not end.
    package func countPhotosOfOtherDevices() throws(PhotoLibraryError) -> Int {
        try read { try $0.countPhotosOfOtherDevices() }
    }
}

extension Database {
    /// Whether a value is the evidence of a photo that other devices have and this library lacks.
    ///
    /// The value begins with the kind of the first file, which is the original, and its SHA-256. A tombstone says that
    /// a person removed the photo here.
    fileprivate static let isOfOtherDevices = """
        state = \(RegisterState.waits.rawValue) AND state <> 1 AND key = x'\(Key.evidence.column.hex)'
        AND substr(subject, 1, 1) = x'\(Data([Subject.Kind.asset.code]).hex)' AND length(subject) = 17
        AND substr(value, 1, 1) = x'00' AND length(value) <= 32768
        AND NOT EXISTS (SELECT 1 FROM asset WHERE stableID = substr(evidence.subject, 2))
        AND NOT EXISTS (SELECT 1 FROM resource WHERE sha256 = substr(evidence.value, 2, 32))
        AND NOT EXISTS (SELECT 1 FROM tombstone WHERE sha256 = substr(evidence.value, 2, 32))
        AND \(isNotDeleted)
        """

    fileprivate static let isOfInterruptedImport =
        "state = \(RegisterState.isImported.rawValue) AND state <> 1 AND \(isNotDeleted)"

    /// Whether no device deleted the photo.
    private static let isNotDeleted = """
        NOT EXISTS (
            SELECT 1 FROM knownRegister AS other
            WHERE other.subject = evidence.subject AND other.key = x'\(Key.state.column.hex)'
                AND other.value <> x'\(Data(ObjectState.present.value).hex)')
        """

    /// Whether a photo of another device was imported in part, or left out.
    func isAnyPhotoImported() throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM knownRegister WHERE state <> 1
                        AND state IN (\(RegisterState.isImported.rawValue), \(RegisterState.isLeftOut.rawValue)))
                    """)) ?? false
    }

    /// The state that evidence keeps if another device writes it again.
    ///
    /// An import that did not end goes on. A photo that was left out stays out, unless its original is another file.
    func keptState(ofEvidence register: Register) throws -> RegisterState? {
        switch try state(of: register.name) {
        case .isImported: return .isImported
        case .isLeftOut:
            let known = try knownRegister(register.name).flatMap { AssetEvidence(value: $0.value) }
            let new = AssetEvidence(value: register.value)
            return known?.files.first?.sha256 == new?.files.first?.sha256 ? .isLeftOut : nil
        case .waits, .counts, .isHeld, nil: return nil
        }
    }

    func countPhotosOfOtherDevices() throws -> Int {
        try [Self.isOfOtherDevices, Self.isOfInterruptedImport].reduce(0) { count, condition in
            try count
                + (Int.fetchOne(self, sql: "SELECT COUNT(*) FROM knownRegister AS evidence WHERE \(condition)") ?? 0)
        }
    }

    /// Records that the files of photos are about to be imported.
    ///
    /// A process that ends meanwhile may have imported some files of a photo. The next import goes on with the others.
    func setImporting(_ photos: [[UInt8]]) throws {
        for photo in photos { try setState(.isImported, ofEvidenceOf: photo, from: .waits) }
    }

    func setImported(_ photos: ImportedPhotos) throws {
        for photo in photos.leftOut { try setState(.isLeftOut, ofEvidenceOf: photo, from: .isImported) }
        for photo in photos.present { _ = try setHere(photo) }
        // Another process may have imported the same photos at the same time.
        let new = try photos.new.filter { try setHere($0) }.count
        let former = try meta(MetaKey.registryImported).flatMap { Int($0) } ?? 0
        try setMeta(MetaKey.registryImported, "\(former.addingReportingOverflow(new).partialValue)")
    }

    /// Records that a photo is here, for the other devices too.
    ///
    /// - Returns: Whether it came, and no import recorded it before.
    private func setHere(_ photo: [UInt8]) throws -> Bool {
        let isFirst = try setState(.counts, ofEvidenceOf: photo, from: .isImported)
        let row = try Int64.fetchOne(
            cachedStatement(sql: "SELECT id FROM asset WHERE stableID = ?"), arguments: [Data(photo)])
        guard let row else { return false }
        try setEvidence(ofAsset: row)
        return isFirst
    }

    /// Whether a photo is a copy that its owner asked for, and the first one of its bytes is missing here too.
    ///
    /// Only one photo of the same bytes comes. What was set for the first one counts here.
    fileprivate func isFurtherCopy(_ photo: PhotoOfOtherDevices) throws -> Bool {
        guard let original = photo.files.first else { return false }
        let first = try StableID.ofAsset(sha256Prefix: original.sha256.prefix128)
        return try first != photo.stableID
            && state(of: Register.Name(Subject(.asset, first), .evidence)) == .waits
    }

    /// - Returns: Whether the evidence had the former state.
    @discardableResult
    private func setState(_ state: RegisterState, ofEvidenceOf photo: [UInt8], from former: RegisterState) throws
        -> Bool
    {
        try cachedStatement(sql: "UPDATE knownRegister SET state = ? WHERE subject = ? AND key = ? AND state = ?")
            .execute(arguments: [
                state.rawValue, Subject(.asset, photo).column, Key.evidence.column, former.rawValue,
            ])
        return changesCount > 0
    }
}

extension PhotoOfOtherDevices {
    /// A row of subject and value.
    fileprivate init?(_ row: Row) {
        let id = Array((row[0] as Data).dropFirst())
        guard id.count == Self.idSize, let evidence = AssetEvidence(value: Array(row[1] as Data)) else { return nil }
        self.init(stableID: id, evidence)
    }

    /// The number of bytes of a stable id.
    private static let idSize = 16
}

extension Data {
    fileprivate var hex: String { Array(self).hexadecimal }
}
