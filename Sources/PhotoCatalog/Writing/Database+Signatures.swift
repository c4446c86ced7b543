internal import Foundation
internal import GRDB
internal import PhotoModel

extension Database {
    /// Replaces the signature of an asset; `nil` removes it.
    func replaceSignature(of assetID: Int64, with signature: ContentSignature?) throws {
        try execute(sql: "DELETE FROM signature WHERE assetID = ?", arguments: [assetID])
        try execute(sql: "DELETE FROM thumbnail WHERE assetID = ?", arguments: [assetID])
        if let signature { try insertSignature(signature, assetID: assetID) }
    }

    func insertSignature(_ signature: ContentSignature, assetID: Int64) throws {
        try cachedStatement(
            sql: "INSERT INTO signature (assetID, version, hash, quality, width, height) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [
            assetID, signature.version, Data(signature.hash.bytes), signature.quality, signature.size.width,
            signature.size.height,
        ])
        try cachedStatement(sql: "INSERT INTO thumbnail VALUES (?, ?)")
            .execute(arguments: [assetID, Data(signature.thumbnail)])
    }
}
