internal import Foundation
internal import GRDB
internal import PhotoModel

extension Database {
    /// Replaces the signature of a picture; `nil` removes it.
    func replaceSignature(of picture: SignedPicture, assetID: Int64, with signature: ContentSignature?) throws {
        try cachedStatement(sql: "DELETE FROM signature WHERE assetID = ? AND picture = ?")
            .execute(arguments: [assetID, picture.rawValue])
        guard let signature else { return }
        let unconverted: (levels: Data, hash: Data)? =
            if case .thumbnail(let levels, let hash) = signature.unconverted {
                (Data(levels), Data(hash.bytes))
            } else { nil }
        try cachedStatement(
            sql: """
                INSERT INTO signature (assetID, picture, version, hash, quality, width, height, unconvertedHash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            assetID, picture.rawValue, signature.version, Data(signature.hash.bytes), signature.quality,
            signature.size.width, signature.size.height, unconverted?.hash,
        ])
        try cachedStatement(sql: "INSERT INTO thumbnail (signatureID, levels, unconvertedLevels) VALUES (?, ?, ?)")
            .execute(arguments: [lastInsertedRowID, Data(signature.thumbnail), unconverted?.levels])
    }
}
