package import Foundation
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// Carries out a plan in one transaction: the kept asset takes over what it lacks, the others go to the recently
    /// deleted, and the decisions are remembered.
    ///
    /// What the kept asset got meanwhile stays.
    ///
    /// - Throws: `libraryBusy` if one of the assets was deleted since the plan was made; nothing is changed then.
    package func carryOut(_ plan: DuplicatePlan, now: Date = Date()) throws {
        try write { database in
            for identifier in [plan.kept] + plan.deleted where try !database.isThere(identifier) {
                throw PhotoLibraryError(
                    .libraryBusy, "The photo was deleted meanwhile; its group is left as it is. Run this again.",
                    identifier: identifier)
            }
            try database.changingAlbums(of: plan.kept, now: now) {
                try database.merge(plan.merge, into: plan.kept, now: now)
            }
            for identifier in plan.deleted { _ = try database.delete(identifier, now: now) }
            try database.insertDecisions(plan.decisions)
        }
    }
}

extension Database {
    fileprivate func merge(_ merge: DuplicatePlan.Merge, into localIdentifier: String, now: Date) throws {
        guard let assetID = try rowID(of: localIdentifier), merge != DuplicatePlan.Merge() else { return }
        if !merge.leavesFields {
            try cachedStatement(
                sql: """
                    UPDATE asset SET title = COALESCE(title, ?), caption = COALESCE(caption, ?),
                        keywords = COALESCE(keywords, ?), isFavorite = isFavorite OR ?, modificationDate = ?
                    WHERE id = ?
                    """
            ).execute(arguments: [
                merge.title, merge.caption, merge.keywords.column, merge.isFavorite, now.timeIntervalSince1970, assetID,
            ])
            // What differs from the files is what the owner said.
            try takeOverOwners(
                assetID, time: merge.captureTime == merge.statedTime ? nil : merge.captureTime,
                location: merge.location == merge.statedLocation ? nil : merge.location)
            try completeDateAndPlace(assetID, time: merge.statedTime, location: merge.statedLocation)
            try insertChange(.update, localIdentifier, now: now)
        }
        for place in merge.memberships {
            try cachedStatement(
                sql: """
                    INSERT OR IGNORE INTO albumAsset (albumID, assetID, position)
                    SELECT id, ?, ? FROM album WHERE localIdentifier = ?
                    """
            ).execute(arguments: [assetID, place.position, place.albumIdentifier])
            if changesCount > 0 { try insertChange(.update, place.albumIdentifier, of: .album, now: now) }
        }
    }
}
