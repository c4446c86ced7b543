internal import Foundation
internal import GRDB
internal import PhotoModel

extension Database {
    /// Moves an asset to the recently deleted; returns whether it existed.
    func delete(_ localIdentifier: String, now: Date) throws -> Bool {
        try changingAlbums(of: localIdentifier, now: now) {
            try execute(
                sql: """
                    UPDATE asset SET deletedDate = ?, marks = marks | \(AssetMark.deletion.rawValue)
                    WHERE localIdentifier = ? AND deletedDate IS NULL
                    """, arguments: [now.timeIntervalSince1970, localIdentifier])
            guard changesCount > 0 else { return false }
            try insertChange(.delete, localIdentifier, now: now)
            try setStateRegister(ofAsset: localIdentifier)
            return true
        }
    }

    /// Restores a recently deleted asset; returns whether it was deleted.
    func restore(_ localIdentifier: String, now: Date) throws -> Bool {
        try changingAlbums(of: localIdentifier, now: now) {
            try execute(
                sql: "UPDATE asset SET deletedDate = NULL WHERE localIdentifier = ? AND deletedDate IS NOT NULL",
                arguments: [localIdentifier])
            guard changesCount > 0 else { return false }
            // It was not compared with new pictures while it was deleted.
            try execute(
                sql: """
                    UPDATE signature SET crowded = NULL
                    WHERE assetID = (SELECT id FROM asset WHERE localIdentifier = ?)
                    """, arguments: [localIdentifier])
            try insertChange(.insert, localIdentifier, now: now)
            try setStateRegister(ofAsset: localIdentifier)
            return true
        }
    }

    /// Removes a recently deleted asset and adds a tombstone, by which an import recognises the photo later.
    ///
    /// Its files in the library's folder are recorded as planned by `run`, which removes them afterwards; see
    /// ``PhotoCatalog/abandonedPlacements(run:)``. Referenced files stay.
    ///
    /// - Returns: Whether the asset was recently deleted, and is removed now.
    func purge(_ localIdentifier: String, run: String, now: Date) throws -> Bool {
        let assetID = try Int64.fetchOne(
            self, sql: "SELECT id FROM asset WHERE localIdentifier = ? AND deletedDate IS NOT NULL",
            arguments: [localIdentifier])
        guard let assetID else { return false }
        try setPurgeRegister(ofAsset: assetID, localIdentifier)
        try execute(
            sql: """
                INSERT OR REPLACE INTO tombstone (sha256, imageDataDigest, localIdentifier, date)
                SELECT sha256, imageDataDigest, ?, ? FROM resource WHERE assetID = ? AND kind NOT IN (?, ?)
                """,
            arguments: [
                localIdentifier, now.timeIntervalSince1970, assetID, AssetResource.Kind.adjustmentData.rawValue,
                AssetResource.Kind.sidecar.rawValue,
            ])
        try execute(
            sql: """
                INSERT OR REPLACE INTO placement (path, run)
                SELECT path, ?1 FROM resource WHERE assetID = ?2 AND location = 0
                UNION ALL SELECT stub, ?1 FROM resource JOIN offloadedResource ON resourceID = resource.id
                    WHERE assetID = ?2 AND stub IS NOT NULL
                """, arguments: [run, assetID])
        let digests = try Data.fetchAll(
            self, sql: "SELECT sha256 FROM resource WHERE assetID = ?", arguments: [assetID])
        try execute(sql: "DELETE FROM asset WHERE id = ?", arguments: [assetID])
        for digest in digests {
            try leaveStores(digest)
            guard let sha256 = Digest(digest) else { continue }
            try execute(
                sql: """
                    INSERT OR REPLACE INTO placement (path, run)
                    SELECT ?, ? WHERE EXISTS (SELECT 1 FROM store)
                        AND NOT EXISTS (SELECT 1 FROM resource WHERE sha256 = ?)
                    """, arguments: [sha256.previewPath.blob, run, digest])
        }
        return true
    }
}
