internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

/// Judges files one after the other, remembering those that the database does not have yet.
struct Judge {
    private let database: Database
    private let folder: FilePath
    private let rules: JudgingRules
    private(set) var judgements: Judgements

    init(_ database: Database, _ folder: FilePath, _ rules: JudgingRules, _ earlier: Judgements) {
        self.database = database
        self.folder = folder
        self.rules = rules
        judgements = earlier
    }

    mutating func verdict(on file: AnalysedFile, named localIdentifier: String) throws -> Verdict {
        if let attachment = file.attachment, attachment.kind.mayBeShared {
            return try verdict(onShared: file, attachment)
        }
        if let known = try verdict(onBytesOf: file) {
            // Doubles are wanted, but not of what was deleted.
            guard file.copy != nil else { return known }
            if case .deleted = known { return known }
        }
        var verdict = Verdict.new
        if let attachment = file.attachment {
            verdict = .attached(to: attachment.localIdentifier, as: attachment.kind)
        } else if let digest = file.imageDataDigest {
            let known = try verdictOnImageData(digest)
            if case .deleted? = known { verdict = .deleted(known?.asset ?? localIdentifier) }
            if case .alternate(let asset)? = known, file.copy == nil { verdict = .alternate(of: asset) }
            if verdict == .new { judgements.imageData[digest] = localIdentifier }
        }
        if case .deleted = verdict { return verdict }
        judgements.bytes[file.sha256] = verdict.asset ?? localIdentifier
        return verdict
    }

    /// A file whose bytes say nothing of the photo beside it: other photos may have the same.
    private mutating func verdict(onShared file: AnalysedFile, _ attachment: Attachment) throws -> Verdict {
        let bytes = Judgements.AttachedBytes(asset: attachment.localIdentifier, sha256: file.sha256)
        guard judgements.attached.insert(bytes).inserted else { return .duplicate(of: attachment.localIdentifier) }
        let holder = try Holder.fetchOne(
            database, "WHERE sha256 = ? AND localIdentifier = ?",
            [Data(file.sha256.bytes), attachment.localIdentifier])
        return holder?.verdict(in: folder, asCopy: rules.keepsCopies)
            ?? .attached(to: attachment.localIdentifier, as: attachment.kind)
    }

    private mutating func verdict(onBytesOf file: AnalysedFile) throws -> Verdict? {
        if let known = judgements.bytes[file.sha256] { return .duplicate(of: known) }
        let digest = Data(file.sha256.bytes)
        guard
            let holder = try Holder.fetchOne(
                database, "WHERE sha256 = ? AND NOT \(AssetResource.isOfOwnEdit)", [digest])
        else {
            return try tombstone(where: "sha256 = ?", digest)
        }
        guard !holder.isDeleted else {
            guard rules.restoresDeleted else { return .deleted(holder.asset) }
            judgements.bytes[file.sha256] = holder.asset
            return .undeleted(holder.asset)
        }
        judgements.bytes[file.sha256] = holder.asset
        return holder.verdict(in: folder, asCopy: rules.keepsCopies)
    }

    private func verdictOnImageData(_ digest: Digest) throws -> Verdict? {
        if let known = judgements.imageData[digest] { return .alternate(of: known) }
        let bytes = Data(digest.bytes)
        guard let holder = try Holder.fetchOne(database, "WHERE imageDataDigest = ?", [bytes]) else {
            return try tombstone(where: "imageDataDigest = ?", bytes)
        }
        // Brought back, it is an asset of its own: the deleted one keeps its files until it is purged.
        if holder.isDeleted { return rules.restoresDeleted ? nil : .deleted(holder.asset) }
        return .alternate(of: holder.asset)
    }

    private func tombstone(where condition: String, _ digest: Data) throws -> Verdict? {
        guard !rules.restoresDeleted else { return nil }
        return try String.fetchOne(
            database.cachedStatement(sql: "SELECT localIdentifier FROM tombstone WHERE \(condition)"),
            arguments: [digest]
        ).map { .deleted($0) }
    }
}

extension AssetResource {
    /// A condition: the file was made by an edit in this library, and goes when that is reverted: no file that comes from
    /// elsewhere is stored by it.
    static let isOfOwnEdit = "(copy > 0 AND kind IN (\(Kind.ofEdits.map { "\($0.rawValue)" }.joined(separator: ", "))))"
}

extension AssetResource.Kind {
    /// What edits are made of.
    static let ofEdits: [AssetResource.Kind] = [.fullSizePhoto, .fullSizePairedVideo, .adjustmentData]

    /// Whether files of the same bytes may belong to different photos.
    var mayBeShared: Bool { self == .adjustmentData || self == .sidecar }
}

/// The resource that has some bytes, and what it takes to see whether it still has them.
struct Holder {
    let asset: String
    /// Whether the owner deleted the asset.
    let isDeleted: Bool
    private let kind: AssetResource.Kind
    private let isReference: Bool
    private let path: Data
    private let bytes: Int
    /// Whether a check found the file damaged: its size says nothing then.
    private let isNotedAsDamaged: Bool

    /// The first resource for which the condition holds, one of an asset that is not deleted if there is any.
    static func fetchOne(_ database: Database, _ condition: String, _ arguments: StatementArguments) throws -> Holder? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT localIdentifier, deletedDate IS NOT NULL, kind, isReference, resource.path, bytes,
                    \(AssetResource.isNotedAsDamaged)
                FROM resource JOIN asset ON asset.id = resource.assetID \(condition)
                ORDER BY deletedDate IS NOT NULL, \(AssetResource.isNotedAsDamaged) DESC, resource.id LIMIT 1
                """)
        return try Row.fetchOne(statement, arguments: arguments).map(Holder.init)
    }

    private init(row: Row) {
        asset = row[0]
        isDeleted = row[1]
        kind = AssetResource.Kind(rawValue: row[2]) ?? .original
        isReference = row[3]
        path = row[4]
        bytes = row[5]
        isNotedAsDamaged = row[6]
    }

    /// What a file with the same bytes is to the library.
    ///
    /// Looks at the holder's file, but does not read it.
    func verdict(in folder: FilePath, asCopy: Bool) -> Verdict {
        guard let path = FilePath(blob: path) else { return .duplicate(of: asset) }
        if isReference, asCopy { return .relocated(of: asset, as: kind) }
        let whole = folder.pushing(path)
        var status = stat()
        if !isNotedAsDamaged, stat(whole.platform, &status) == 0, Int(status.st_size) == bytes {
            return .duplicate(of: asset)
        }
        if !isReference { return asCopy ? .restored(of: asset, at: path) : .duplicate(of: asset) }
        // Its folder is there, so its disk is too: the file was moved.
        let wasMoved = access(whole.platform, F_OK) != 0 && access(whole.removingLastComponent().platform, F_OK) == 0
        return wasMoved ? .relocated(of: asset, as: kind) : .duplicate(of: asset)
    }

    /// The asset, if the file with the same bytes needs nothing done.
    func assetIfDuplicate(in folder: FilePath, asCopy: Bool) -> String? {
        verdict(in: folder, asCopy: asCopy).isStored ? nil : asset
    }
}
