internal import Foundation
internal import GRDB
package import PhotoModel

/// A picture that is similar to another one.
package struct SimilarPicture: Sendable, Hashable {
    package let signatureID: Int64
    /// The similarity of both pictures by verification: 0 to 1.
    package let score: Double

    package init(signatureID: Int64, score: Double) {
        self.signatureID = signatureID
        self.score = score
    }
}

/// The pictures that were found to be similar to a picture.
package enum SimilarPictures: Sendable, Hashable {
    /// All of them.
    case all([SimilarPicture])
    /// More than are recorded. These pictures have too many similar ones too.
    case tooMany([Int64])
}

extension PhotoCatalog {
    /// The signatures of the current version whose originals were not compared with the others yet, oldest first; at
    /// most `limit`.
    ///
    /// Signatures of deleted assets are compared when the assets are restored.
    package func uncomparedSignatures(limit: Int) throws(PhotoLibraryError) -> [Int64] {
        try read {
            try Int64.fetchAll(
                $0,
                sql: """
                    SELECT signature.id FROM signature JOIN asset ON asset.id = assetID AND deletedDate IS NULL
                    WHERE crowded IS NULL AND picture = 0 AND version = ? ORDER BY signature.id LIMIT ?
                    """,
                arguments: [ContentSignature.currentVersion, limit])
        }
    }

    /// Calls `body` with every pair of assets that are not deleted and whose similarity is at least `score`, each pair
    /// once, the most similar first.
    package func forEachSimilarPair(
        score: Double, _ body: (_ one: String, _ other: String, _ score: Double) throws -> Void
    ) throws {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT a.localIdentifier, b.localIdentifier, score FROM similarPair
                    JOIN signature AS s ON s.id = signatureID JOIN asset AS a ON a.id = s.assetID
                    JOIN signature AS t ON t.id = otherID JOIN asset AS b ON b.id = t.assetID
                    WHERE signatureID < otherID AND score >= ? AND a.deletedDate IS NULL AND b.deletedDate IS NULL
                    ORDER BY score DESC, signatureID, otherID
                    """, arguments: [score])
            while let row = try rows.next() { try body(row[0], row[1], row[2]) }
        }
    }
}
