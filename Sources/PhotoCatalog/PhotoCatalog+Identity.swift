internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The kinds of digest an asset is found by exactly.
    package enum ExactEvidence: String, Sendable {
        case bytes = "sha256"
        case imageData = "imageDataDigest"
    }

    /// The assets that have a resource whose digest begins with `prefix` (1 to 32 bytes), first added first, with the
    /// orientation that the resource states.
    package func assets(
        with evidence: ExactEvidence, prefix: [UInt8]
    ) throws -> [(localIdentifier: String, orientation: Orientation)] {
        try read { database in
            // A range over the index: all digests from the prefix to the prefix followed by ones.
            let upper = Data(prefix) + Data(repeating: 0xFF, count: max(0, 33 - prefix.count))
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT localIdentifier, orientation FROM resource JOIN asset ON asset.id = resource.assetID
                        WHERE \(evidence.rawValue) BETWEEN ? AND ? AND deletedDate IS NULL
                        ORDER BY asset.id, resource.kind, resource.id
                        """), arguments: [Data(prefix), upper])
            return rows.map { ($0[0], Orientation(rawValue: $0[1]) ?? .up) }
        }
    }

    /// Calls `body` with the asset's row and the hash of every signature of this version, in the order of the rows.
    package func forEachHash(
        version: Int = ContentSignature.currentVersion, _ body: (Int64, PerceptualHash) -> Void
    ) throws {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT assetID, hash FROM signature WHERE version = ?
                        AND assetID NOT IN (SELECT id FROM asset WHERE deletedDate IS NOT NULL)
                    """, arguments: [version])
            while let row = try rows.next() {
                let hash = try row.withUnsafeData(atIndex: 1) { $0.flatMap { PerceptualHash(bytes: $0) } }
                if let hash { body(row[0], hash) }
            }
        }
    }

    /// What is compared with a picture that asks for its asset.
    package struct SignedAsset: Sendable {
        package let localIdentifier: String
        package let signature: ContentSignature
        package let condition: PictureCondition
        package let captureTime: CaptureTime?
        package let imageUniqueID: String?
    }

    /// The asset with its signature and thumbnail.
    package func signedAsset(_ assetID: Int64) throws -> SignedAsset? {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT localIdentifier, condition, captureDate, imageUniqueID, signature.*, levels
                    FROM asset JOIN signature ON signature.assetID = asset.id
                    JOIN thumbnail ON thumbnail.assetID = asset.id WHERE asset.id = ?
                    """)
            return try Row.fetchOne(statement, arguments: [assetID]).flatMap(SignedAsset.init)
        }
    }

    /// The signature of an asset; `nil` if it has none.
    package func signature(of localIdentifier: String) throws -> ContentSignature? {
        let assetID = try read {
            try Int64.fetchOne(
                $0.cachedStatement(sql: "SELECT id FROM asset WHERE localIdentifier = ?"), arguments: [localIdentifier])
        }
        return try assetID.flatMap { try signedAsset($0) }?.signature
    }
}

extension PhotoCatalog.SignedAsset {
    fileprivate init?(row: Row) {
        guard let hash = PerceptualHash(bytes: row["hash"] as Data) else { return nil }
        localIdentifier = row["localIdentifier"]
        condition = PictureCondition(rawValue: row["condition"]) ?? .unsupported
        captureTime = (row["captureDate"] as String?).flatMap(CaptureTime.init)
        imageUniqueID = row["imageUniqueID"]
        signature = ContentSignature(
            version: row["version"], hash: hash, quality: row["quality"], thumbnail: Array(row["levels"] as Data),
            size: PixelSize(width: row["width"], height: row["height"]))
    }
}
