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

/// What was found around a picture.
package enum FoundSiblings: Sendable, Hashable {
    /// These and no others.
    case all([Sibling])
    /// More than are kept: then these are in a crowd too, and what is known of them is not all.
    case crowd([Int64])
}

extension PhotoCatalog {
    /// The signatures of the current version whose siblings nobody has looked for, oldest first; at most `limit`.
    ///
    /// Those of deleted assets are looked at when these come back.
    package func signaturesWithoutSiblings(limit: Int) throws -> [Int64] {
        try read {
            try Int64.fetchAll(
                $0,
                sql: """
                    SELECT signature.id FROM signature JOIN asset ON asset.id = assetID AND deletedDate IS NULL
                    WHERE crowded IS NULL AND version = ? ORDER BY signature.id LIMIT ?
                    """,
                arguments: [ContentSignature.currentVersion, limit])
        }
    }

    /// Notes what was found around signatures, on both sides of each pair.
    ///
    /// Signatures that are gone meanwhile, or whose assets were deleted or came back, are left out: they are looked at
    /// later.
    package func setSiblings(_ found: [(signatureID: Int64, siblings: FoundSiblings)]) throws {
        try write { database in
            for (signatureID, siblings) in found {
                try database.cachedStatement(
                    sql: """
                        UPDATE signature SET crowded = ?1 WHERE id = ?2
                            AND assetID IN (SELECT id FROM asset WHERE deletedDate IS NULL)
                        """
                ).execute(arguments: [siblings.isCrowd, signatureID])
                guard database.changesCount > 0 else { continue }
                switch siblings {
                case .all(let siblings):
                    for sibling in siblings {
                        try database.insertSibling(signatureID, sibling)
                        try database.insertSibling(
                            sibling.signatureID, Sibling(signatureID: signatureID, score: sibling.score))
                    }
                case .crowd(let others):
                    for other in others {
                        try database.cachedStatement(
                            sql: "UPDATE signature SET crowded = 1 WHERE id = ? AND crowded = 0"
                        )
                        .execute(arguments: [other])
                    }
                }
            }
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

extension FoundSiblings {
    fileprivate var isCrowd: Bool { if case .crowd = self { true } else { false } }
}

extension Database {
    fileprivate func insertSibling(_ signatureID: Int64, _ sibling: Sibling) throws {
        try cachedStatement(
            sql: """
                INSERT OR REPLACE INTO sibling SELECT ?1, ?2, ?3
                WHERE EXISTS (SELECT 1 FROM signature WHERE id = ?1) AND EXISTS (SELECT 1 FROM signature WHERE id = ?2)
                """
        ).execute(arguments: [signatureID, sibling.signatureID, sibling.score])
    }
}
