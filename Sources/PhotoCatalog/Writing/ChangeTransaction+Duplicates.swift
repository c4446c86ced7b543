internal import Foundation
internal import GRDB
internal import PhotoModel

extension ChangeTransaction {
    /// Carries out the plan for duplicates: the kept asset gets the values that it lacks, the others become recently
    /// deleted, and the decisions are stored.
    ///
    /// Values that the kept asset got since the plan was made stay.
    ///
    /// - Throws: `libraryBusy` if one of the assets was deleted since then.
    func settle(_ plan: DuplicatePlan) throws {
        for identifier in [plan.kept] + plan.deleted where try !database.isThere(identifier) {
            throw PhotoLibraryError(
                .libraryBusy,
                "The photo was deleted in the meantime, so its group was not changed. Search for duplicates again.",
                identifier: identifier)
        }
        try database.changingAlbums(of: plan.kept, now: now) {
            try database.merge(plan.merge, of: plan.deleted, into: plan.kept, now: now)
        }
        for identifier in plan.deleted { _ = try database.delete(identifier, now: now) }
        _ = try database.insertDecisions(plan.decisions, now: now)
    }
}

extension Database {
    fileprivate func merge(
        _ merge: DuplicatePlan.Merge, of others: [String], into localIdentifier: String, now: Date
    ) throws {
        guard let assetID = try rowID(of: localIdentifier), merge != DuplicatePlan.Merge() else { return }
        if !merge.leavesFields {
            try cachedStatement(
                sql: """
                    UPDATE asset SET marks = marks | \(Self.mark(.favorite, ofOneIn: "?4")),
                        isFavorite = isFavorite OR ?1, modificationDate = ?2 WHERE id = ?3
                    """
            ).execute(arguments: [merge.isFavorite, now.timeIntervalSince1970, assetID, try others.json])
            try takeOver(.title, merge.title, of: others, assetID)
            try takeOver(.caption, merge.caption, of: others, assetID)
            try takeOver(.keywords, merge.keywords.column, of: others, assetID)
            try takeOver(.rating, merge.rating, of: others, assetID)
            // Values that differ from the files are those that the owner set.
            try takeOverOwners(
                assetID, of: others, time: merge.captureTime == merge.statedTime ? nil : merge.captureTime,
                location: merge.location == merge.statedLocation ? nil : merge.location)
            try completeDateAndPlace(assetID, time: merge.statedTime, location: merge.statedLocation)
            try insertChange(.update, localIdentifier, now: now)
            try setMarkedRegisters(ofAsset: assetID)
        }
        for place in merge.memberships {
            if try insert(assetID, insteadOf: place.replacedIdentifier, inAlbum: place.albumIdentifier) {
                try insertAlbumChange(place.albumIdentifier, ofNewMember: assetID, now: now)
            }
        }
    }

    /// Inserts an asset after another member of an album; returns whether it was no member.
    private func insert(_ asset: Int64, insteadOf replaced: String, inAlbum localIdentifier: String) throws -> Bool {
        guard let album = try row(ofAlbum: localIdentifier) else { return false }
        let old = try members(ofAlbum: album)
        guard !old.contains(where: { $0.member == asset }) else { return false }
        let replaced = try rowID(of: replaced)
        let place = old.firstIndex { $0.member == replaced }.map { $0 + 1 } ?? old.count
        var order = old.map(\.member)
        order.insert(asset, at: place)
        try arrange(order, from: old, inAlbum: album)
        return true
    }

    /// Copies title, caption, keywords and rating of replaced assets to an asset that has none, unless its owner
    /// removed them.
    ///
    /// A value that the owner set on a replaced asset counts as set on this asset.
    private func takeOver(
        _ column: DescriptionColumn, _ value: (any DatabaseValueConvertible)?, of others: [String], _ assetID: Int64
    ) throws {
        guard let value else { return }
        let bit = column.ownersBit
        func isSet(in bits: String) -> String {
            """
            EXISTS (SELECT 1 FROM asset AS other WHERE other.localIdentifier IN (SELECT value FROM json_each(?3))
                AND other.\(column) = ?2 AND other.\(bits) & \(bit))
            """
        }
        try cachedStatement(
            sql: """
                UPDATE asset SET \(column) = ?2,
                    ownersProperties = ownersProperties | IIF(\(isSet(in: "ownersProperties")), \(bit), 0),
                    marks = marks | IIF(\(isSet(in: "marks")), \(bit), 0)
                WHERE id = ?1 AND \(column.isMissing) AND NOT ownersProperties & \(bit)
                """
        ).execute(arguments: [assetID, value, try others.json])
    }
}
