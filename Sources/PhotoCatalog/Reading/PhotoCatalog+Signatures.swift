internal import Foundation
internal import GRDB
package import PhotoModel

/// A signature that is compared with the picture of a query.
package struct SignedAsset: Sendable {
    /// Never reused: a picture that is signed again gets another id.
    package let signatureID: Int64
    package let localIdentifier: String
    package let picture: SignedPicture
    /// The SHA-256 of the file that has the picture.
    package let file: Digest
    package let signature: ContentSignature
    package let condition: PictureCondition
    package let captureTime: CaptureTime?
    package let imageUniqueID: String?
    /// The content by which the user's decisions about the asset are stored: 16 bytes of its original, also for an
    /// edited picture.
    package let content: [UInt8]
}

/// A picture whose signature is of another version than the current one.
package struct OutdatedPicture: Sendable {
    package let resourceID: Int64
    package let picture: SignedPicture
    /// The file that has the picture.
    package let file: AssetResource
}

/// The thumbnail of a signature.
package struct SignedThumbnail: Sendable {
    package let signatureID: Int64
    /// 64×64 levels, row by row from the top left.
    package let levels: [UInt8]
    /// The size of the displayed picture.
    package let size: PixelSize
}

extension PhotoCatalog {
    /// The thumbnails of the signatures of the current version with greater ids than `id`, in the order of their ids.
    ///
    /// Those of deleted assets are omitted.
    package func thumbnails(after id: Int64, limit: Int) throws(PhotoLibraryError) -> [SignedThumbnail] {
        try read { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT signature.id, levels, signature.width, signature.height FROM signature
                        JOIN thumbnail ON thumbnail.signatureID = signature.id
                        JOIN asset ON asset.id = signature.assetID
                        WHERE signature.id > ? AND version = ? AND deletedDate IS NULL ORDER BY signature.id LIMIT ?
                        """),
                arguments: [id, ContentSignature.currentVersion, limit]
            ).map { row in
                SignedThumbnail(
                    signatureID: row[0], levels: Array(row[1] as Data), size: PixelSize(width: row[2], height: row[3]))
            }
        }
    }

    /// Calls `body` with the id and each hash of every signature of the current version that was added after the
    /// signature `id`, in the order of their ids.
    ///
    /// A signature has a second hash if it has the picture without the conversion of colours.
    package func forEachHash(after id: Int64 = 0, _ body: (Int64, PerceptualHash) throws -> Void) throws {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT id, hash, unconvertedHash FROM signature WHERE id > ? AND version = ? ORDER BY id",
                arguments: [id, ContentSignature.currentVersion])
            while let row = try rows.next() {
                for column in 1...2 {
                    let hash = try row.withUnsafeData(atIndex: column) { $0.flatMap { PerceptualHash(bytes: $0) } }
                    if let hash { try body(row[0], hash) }
                }
            }
        }
    }

    /// The greatest id that was ever assigned to a signature; 0 if there was no signature.
    package func lastSignatureID() throws(PhotoLibraryError) -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'signature'") } ?? 0
    }

    /// The hash of a signature; `nil` if it no longer exists.
    package func hash(ofSignature id: Int64) throws(PhotoLibraryError) -> PerceptualHash? {
        try read { database in
            try Data.fetchOne(database, sql: "SELECT hash FROM signature WHERE id = ?", arguments: [id])
                .flatMap { PerceptualHash(bytes: $0) }
        }
    }

    /// Those of these signatures whose assets are visible with ``access``.
    package func visibleSignatures(_ ids: [Int64]) throws(PhotoLibraryError) -> Set<Int64> {
        try read {
            try Int64.fetchSet(
                $0.cachedStatement(sql: "SELECT id FROM signature WHERE id IN (SELECT value FROM json_each(?))"),
                arguments: [ids.json])
        }
    }

    /// The asset that has this signature; `nil` if the asset was deleted or signed again.
    package func signedAsset(_ signatureID: Int64) throws(PhotoLibraryError) -> SignedAsset? {
        try read { try $0.signedAsset(where: "deletedDate IS NULL AND signature.id = ?", [signatureID]) }
    }

    /// The asset with the signature of one of its pictures, deleted or not; `nil` if the picture has no signature.
    ///
    /// Of several edited pictures it is the one that was added last, which the asset shows.
    package func signedAsset(
        withLocalIdentifier localIdentifier: String, _ picture: SignedPicture = .original
    ) throws(PhotoLibraryError) -> SignedAsset? {
        try read {
            try $0.signedAsset(where: "localIdentifier = ? AND picture = ?", [localIdentifier, picture.rawValue])
        }
    }

    /// The signature of the picture in a file of an asset, deleted or not; `nil` if the file has none.
    package func signature(
        ofFile sha256: Digest, of localIdentifier: String
    ) throws(PhotoLibraryError) -> ContentSignature? {
        try read {
            try $0.signedAsset(
                where: "localIdentifier = ? AND file.sha256 = ?", [localIdentifier, Data(sha256.bytes)])?
                .signature
        }
    }

    /// The number of signatures of another version than the current one.
    package func outdatedSignatureCount() throws(PhotoLibraryError) -> Int {
        try read {
            try Int.fetchOne(
                $0, sql: "SELECT COUNT(*) FROM signature WHERE version <> ?",
                arguments: [ContentSignature.currentVersion]) ?? 0
        }
    }

    /// The pictures whose signature is of another version than the current one, in the order in which their assets were
    /// added.
    package func outdatedPictures() throws(PhotoLibraryError) -> [OutdatedPicture] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT picture, resource.* FROM signature JOIN resource ON resource.id = resourceID
                    WHERE version <> ? ORDER BY signature.assetID, resource.id
                    """,
                arguments: [ContentSignature.currentVersion]
            ).map { row in
                OutdatedPicture(
                    resourceID: row["id"], picture: SignedPicture(rawValue: row["picture"]) ?? .original,
                    file: try AssetResource(row: row, folder: folder))
            }
        }
    }
}

extension Database {
    func signedAsset(where condition: String, _ arguments: StatementArguments) throws -> SignedAsset? {
        let statement = try cachedStatement(
            sql: """
                SELECT localIdentifier, condition, statedDate, imageUniqueID, signature.*, levels, unconvertedLevels,
                    IFNULL(original.imageDataDigest, original.sha256) AS digest, file.sha256 AS file
                FROM asset JOIN signature ON signature.assetID = asset.id
                JOIN thumbnail ON thumbnail.signatureID = signature.id
                JOIN resource AS file ON file.id = signature.resourceID
                JOIN resource AS original
                    ON original.assetID = asset.id AND original.kind = \(AssetResource.Kind.original.rawValue)
                WHERE \(condition) ORDER BY signature.resourceID DESC
                """)
        return try Row.fetchOne(statement, arguments: arguments).flatMap(SignedAsset.init)
    }
}

extension SignedAsset {
    fileprivate init?(row: Row) {
        guard let hash = PerceptualHash(bytes: row["hash"] as Data),
            let file = Digest(row["file"] as Data)
        else { return nil }
        self.file = file
        let unconvertedHash = (row["unconvertedHash"] as Data?).flatMap { PerceptualHash(bytes: $0) }
        signatureID = row["id"]
        localIdentifier = row["localIdentifier"]
        picture = SignedPicture(rawValue: row["picture"]) ?? .original
        condition = PictureCondition(rawValue: row["condition"]) ?? .unsupported
        captureTime = (row["statedDate"] as String?).flatMap(CaptureTime.init)
        imageUniqueID = row["imageUniqueID"]
        content = Array((row["digest"] as Data).prefix(16))
        signature = ContentSignature(
            version: row["version"], hash: hash, quality: row["quality"],
            picture: .thumbnail(Array(row["levels"] as Data)),
            size: PixelSize(width: row["width"], height: row["height"]),
            unconverted: unconvertedHash.flatMap { hash in
                (row["unconvertedLevels"] as Data?).map { .thumbnail(Array($0), hash: hash) }
            })
    }
}
