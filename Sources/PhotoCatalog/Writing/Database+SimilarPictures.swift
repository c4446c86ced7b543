internal import GRDB

extension Database {
    /// Records the pictures similar to a signature, for both sides of each pair.
    ///
    /// A signature that was replaced in the meantime, or whose asset was deleted, is skipped: it is compared later.
    func insert(_ found: SimilarPictures, around signatureID: Int64) throws {
        let hasTooMany = if case .tooMany = found { true } else { false }
        try cachedStatement(
            sql: """
                UPDATE signature SET crowded = ?1 WHERE id = ?2
                    AND EXISTS (SELECT 1 FROM asset WHERE id = assetID AND deletedDate IS NULL)
                """
        ).execute(arguments: [hasTooMany, signatureID])
        guard changesCount > 0 else { return }
        switch found {
        case .all(let pictures):
            for picture in pictures {
                try insertPair(signatureID, picture.signatureID, picture.score)
                try insertPair(picture.signatureID, signatureID, picture.score)
            }
        case .tooMany(let others):
            // There are up to 2,000 others.
            try cachedStatement(
                sql: "UPDATE signature SET crowded = 1 WHERE crowded = 0 AND id IN (SELECT value FROM json_each(?))"
            ).execute(arguments: [others.json])
        }
    }

    /// Records the score of a pair that was compared in finer cells, for both sides.
    ///
    /// A pair that was removed in the meantime is skipped.
    func update(_ pair: FinePair) throws {
        try cachedStatement(
            sql: """
                UPDATE similarPair SET score = ?3, isFine = ?4
                WHERE signatureID = ?1 AND otherID = ?2 OR signatureID = ?2 AND otherID = ?1
                """
        ).execute(arguments: [
            pair.signatureID, pair.otherID, pair.score,
            (pair.isProven ? FinePair.Extent.proof : .files).rawValue,
        ])
    }

    private func insertPair(_ signatureID: Int64, _ otherID: Int64, _ score: Double) throws {
        try cachedStatement(
            sql: """
                INSERT OR REPLACE INTO similarPair (signatureID, otherID, score) SELECT ?1, ?2, ?3
                WHERE EXISTS (SELECT 1 FROM signature WHERE id = ?1) AND EXISTS (SELECT 1 FROM signature WHERE id = ?2)
                """
        ).execute(arguments: [signatureID, otherID, score])
    }
}
