internal import Foundation
internal import GRDB
internal import PhotoModel

extension Database {
    /// Replaces the signature of the picture in a file; `nil` removes it.
    ///
    /// A file whose asset was purged meanwhile gets none.
    func replaceSignature(of picture: SignedPicture, resourceID: Int64, with signature: ContentSignature?) throws {
        try cachedStatement(sql: "DELETE FROM signature WHERE resourceID = ?").execute(arguments: [resourceID])
        guard let signature else { return }
        let unconverted: (levels: Data, hash: Data)? =
            if case .thumbnail(let levels, let hash) = signature.unconverted {
                (Data(levels), Data(hash.bytes))
            } else { nil }
        try cachedStatement(
            sql: """
                INSERT INTO signature
                    (assetID, resourceID, picture, version, hash, quality, width, height, unconvertedHash)
                SELECT assetID, id, ?, ?, ?, ?, ?, ?, ? FROM resource WHERE id = ?
                """
        ).execute(arguments: [
            picture.rawValue, signature.version, Data(signature.hash.bytes), signature.quality, signature.size.width,
            signature.size.height, unconverted?.hash, resourceID,
        ])
        guard changesCount > 0 else { return }
        try cachedStatement(sql: "INSERT INTO thumbnail (signatureID, levels, unconvertedLevels) VALUES (?, ?, ?)")
            .execute(arguments: [lastInsertedRowID, Data(signature.thumbnail), unconverted?.levels])
    }

    /// Records what was decoded of a file.
    ///
    /// A file whose asset was purged meanwhile is skipped.
    func update(_ decoded: RenewedPicture, now: Date) throws {
        let (file, resourceID) = (decoded.file, decoded.picture.resourceID)
        try cachedStatement(
            sql: """
                UPDATE resource SET imageDataDigest = ?, orientation = ?, colorProfile = ?, width = ?, height = ? WHERE id = ?
                """
        ).execute(arguments: [
            file.imageDataDigest.map { Data($0.bytes) }, file.metadata.orientation.rawValue, file.colorProfile.column,
            file.size?.width, file.size?.height, resourceID,
        ])
        let row = try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT assetID, localIdentifier FROM resource JOIN asset ON asset.id = assetID WHERE resource.id = ?
                    """),
            arguments: [resourceID])
        guard let row else { return }
        try setPicture(of: file, as: decoded.picture.file.kind, resourceID: resourceID, assetID: row["assetID"])
        if try isThere(row["localIdentifier"]) { try insertChange(.update, row["localIdentifier"], now: now) }
    }

    /// Records the signature of the picture in a file, and the size and condition of an original as those of its asset.
    func setPicture(of file: AnalysedFile, as kind: AssetResource.Kind, resourceID: Int64, assetID: Int64) throws {
        if kind == .original {
            // An edited photo is displayed in the size of its edit.
            try cachedStatement(
                sql: """
                    UPDATE asset SET condition = ?2, (width, height) = (
                        SELECT IIF(hasEdit, width, ?3), IIF(hasEdit, height, ?4) FROM (SELECT EXISTS (
                            SELECT 1 FROM resource WHERE assetID = ?1 AND kind = ?5) AS hasEdit))
                    WHERE id = ?1
                    """
            ).execute(arguments: [
                assetID, file.condition.rawValue, file.size?.width, file.size?.height,
                AssetResource.Kind.adjustmentData.rawValue,
            ])
        }
        if let picture = SignedPicture(kind, file.format), picture.isCompared(in: file.condition) {
            try replaceSignature(of: picture, resourceID: resourceID, with: file.signature)
        }
    }
}

extension ColorProfile {
    /// The profile in the format of the column; `nil` without an embedded one.
    var column: Data? {
        if case .embedded(let digest, let treatment) = self { Data(digest.bytes + [treatment.rawValue]) } else { nil }
    }
}
