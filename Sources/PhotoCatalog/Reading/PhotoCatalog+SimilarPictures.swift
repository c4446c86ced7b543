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

/// Two similar pictures that were compared in finer cells.
package struct FinePair: Sendable, Hashable {
    package let signatureID: Int64
    package let otherID: Int64
    /// The lesser similarity of the comparisons in 64×64 cells and in finer cells: 0 to 1.
    package let score: Double
    /// Whether the files prove that one is a copy of the other.
    package let isProven: Bool

    package init(_ signatureID: Int64, _ otherID: Int64, score: Double, isProven: Bool) {
        self.signatureID = signatureID
        self.otherID = otherID
        self.score = score
        self.isProven = isProven
    }

    /// How far two similar pictures were compared; the column `isFine`.
    package enum Extent: Int, Sendable {
        /// By their signatures only.
        case signatures = 0
        /// By their files, too.
        case files = 1
        /// By their files, which prove that one is a copy of the other.
        case proof = 2
    }
}

extension PhotoCatalog {
    /// The signatures of the current version whose originals were not compared with the others yet, oldest first; at
    /// most `limit`.
    ///
    /// Signatures of deleted assets are compared when the assets are restored.
    package func uncomparedSignatures(limit: Int) throws(PhotoLibraryError) -> [Int64] {
        try read {
            try Int64.fetchAll(
                $0, sql: "SELECT signature.id \(Self.uncompared) ORDER BY signature.id LIMIT ?",
                arguments: [ContentSignature.currentVersion, limit])
        }
    }

    /// The number of signatures that were not compared with the others yet.
    package func uncomparedSignatureCount() throws(PhotoLibraryError) -> Int {
        try read {
            try Int.fetchOne(
                $0, sql: "SELECT COUNT(*) \(Self.uncompared)", arguments: [ContentSignature.currentVersion]) ?? 0
        }
    }

    private static let uncompared = """
        FROM signature JOIN asset ON asset.id = assetID AND deletedDate IS NULL
        WHERE crowded IS NULL AND picture = 0 AND version = ?
        """

    /// The pairs of similar pictures of assets that are not deleted, with a score in a range, that were not compared in
    /// finer cells yet.
    ///
    /// Pictures that have more than `most` pairs with such a score are omitted.
    ///
    /// - Parameters:
    ///   - pair: The pair before the first one, in the order of the ids.
    ///   - limit: The maximum number of pairs.
    package func pairsToCompareFinely(
        _ scores: ClosedRange<Double>, after pair: (Int64, Int64), mostOfPicture most: Int, limit: Int
    ) throws(PhotoLibraryError) -> [(Int64, Int64)] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT signatureID, otherID FROM similarPair
                    JOIN signature AS s ON s.id = signatureID JOIN asset AS a ON a.id = s.assetID
                    JOIN signature AS t ON t.id = otherID JOIN asset AS b ON b.id = t.assetID
                    WHERE signatureID < otherID AND (signatureID, otherID) > (?3, ?4) AND NOT isFine
                        AND score >= ?1 AND score <= ?2 AND a.deletedDate IS NULL AND b.deletedDate IS NULL
                        AND (SELECT COUNT(*) FROM similarPair AS p WHERE p.signatureID = s.id
                            AND p.score >= ?1 AND p.score <= ?2) <= ?5
                        AND (SELECT COUNT(*) FROM similarPair AS p WHERE p.signatureID = t.id
                            AND p.score >= ?1 AND p.score <= ?2) <= ?5
                    ORDER BY signatureID, otherID LIMIT ?6
                    """, arguments: [scores.lowerBound, scores.upperBound, pair.0, pair.1, most, limit]
            ).map { ($0[0], $0[1]) }
        }
    }

    /// Calls `body` with every pair of assets that are not deleted and whose similarity is at least `score`, each pair
    /// once, the most similar first.
    package func forEachSimilarPair(
        score: Double, _ body: (_ one: String, _ other: String, _ score: Double, FinePair.Extent) throws -> Void
    ) throws {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT a.localIdentifier, b.localIdentifier, score, isFine FROM similarPair
                    JOIN signature AS s ON s.id = signatureID JOIN asset AS a ON a.id = s.assetID
                    JOIN signature AS t ON t.id = otherID JOIN asset AS b ON b.id = t.assetID
                    WHERE signatureID < otherID AND score >= ? AND a.deletedDate IS NULL AND b.deletedDate IS NULL
                    ORDER BY score DESC, signatureID, otherID
                    """, arguments: [score])
            while let row = try rows.next() {
                try body(row[0], row[1], row[2], FinePair.Extent(rawValue: row[3]) ?? .signatures)
            }
        }
    }
}
