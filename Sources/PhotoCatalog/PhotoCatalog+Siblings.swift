internal import Foundation
internal import GRDB
internal import PhotoModel

/// A picture that may be taken for another one.
package struct Sibling: Sendable, Hashable {
    package let signatureID: Int64
    /// How alike the two are, as verification scores it: 0 to 1.
    package let score: Double

    package init(signatureID: Int64, score: Double) {
        self.signatureID = signatureID
        self.score = score
    }
}

/// What is known of the pictures like one.
package enum KnownSiblings: Sendable, Hashable {
    /// Nobody has looked yet.
    case unknown
    /// These and no others, the most alike first.
    case all([Sibling])
    /// More than are kept.
    case crowd
}

extension PhotoCatalog {
    /// The signatures of the current version whose siblings nobody has looked for, oldest first; at most `limit`.
    package func signaturesWithoutSiblings(limit: Int) throws -> [Int64] {
        try read {
            try Int64.fetchAll(
                $0, sql: "SELECT id FROM signature WHERE crowded IS NULL AND version = ? ORDER BY id LIMIT ?",
                arguments: [ContentSignature.currentVersion, limit])
        }
    }

    /// Notes what was found around signatures, on both sides of each pair.
    ///
    /// Signatures that are gone meanwhile are left out.
    package func setSiblings(_ found: [(signatureID: Int64, siblings: KnownSiblings)]) throws {
        try write { database in
            for (signatureID, siblings) in found {
                if case .all(let siblings) = siblings {
                    for sibling in siblings {
                        for (one, other) in [(signatureID, sibling.signatureID), (sibling.signatureID, signatureID)] {
                            try database.cachedStatement(
                                sql: """
                                    INSERT OR REPLACE INTO sibling SELECT ?1, ?2, ?3
                                    WHERE EXISTS (SELECT 1 FROM signature WHERE id = ?1)
                                        AND EXISTS (SELECT 1 FROM signature WHERE id = ?2)
                                    """
                            ).execute(arguments: [one, other, sibling.score])
                        }
                    }
                }
                try database.cachedStatement(sql: "UPDATE signature SET crowded = ? WHERE id = ?")
                    .execute(arguments: [siblings == .crowd, signatureID])
            }
        }
    }

    /// What is known of the pictures like one.
    ///
    /// Unknown while any signature has not been looked at: it may be a sibling of this one.
    package func siblings(of signatureID: Int64) throws -> KnownSiblings {
        try read { database in
            let isComplete =
                try Bool.fetchOne(
                    database.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM signature WHERE crowded IS NULL)"))
                ?? false
            let crowded = try Bool.fetchOne(
                database.cachedStatement(sql: "SELECT crowded FROM signature WHERE id = ?"), arguments: [signatureID])
            guard isComplete, let crowded else { return .unknown }
            guard !crowded else { return .crowd }
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: "SELECT siblingID, score FROM sibling WHERE signatureID = ? ORDER BY score DESC, siblingID"),
                arguments: [signatureID])
            return .all(rows.map { Sibling(signatureID: $0[0], score: $0[1]) })
        }
    }

    /// Calls `body` with every pair of assets that are not deleted and whose pictures are alike at least by `score`, each
    /// pair once, the most alike first.
    package func forEachSiblingPair(
        score: Double, _ body: (_ one: String, _ other: String, _ score: Double) throws -> Void
    ) throws {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT a.localIdentifier, b.localIdentifier, score FROM sibling
                    JOIN signature AS s ON s.id = signatureID JOIN asset AS a ON a.id = s.assetID
                    JOIN signature AS t ON t.id = siblingID JOIN asset AS b ON b.id = t.assetID
                    WHERE signatureID < siblingID AND score >= ? AND a.deletedDate IS NULL AND b.deletedDate IS NULL
                    ORDER BY score DESC, signatureID, siblingID
                    """, arguments: [score])
            while let row = try rows.next() { try body(row[0], row[1], row[2]) }
        }
    }
}
