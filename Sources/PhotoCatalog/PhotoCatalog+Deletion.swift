package import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

extension PhotoCatalog {
    /// Moves assets to the recently deleted; those that are not there, or are already, are left out.
    ///
    /// - Returns: The assets that were moved.
    package func delete(_ localIdentifiers: [String], now: Date = Date()) throws -> [String] {
        try write { database in try localIdentifiers.filter { try database.delete($0, now: now) } }
    }

    /// Brings recently deleted assets back.
    ///
    /// - Returns: The assets that came back.
    package func undelete(_ localIdentifiers: [String], now: Date = Date()) throws -> [String] {
        try write { try $0.undelete(localIdentifiers, now: now) }
    }

    /// Forgets recently deleted assets for good and leaves tombstones, by which they are known if they come again.
    ///
    /// Their files in the library are noted as placed by `run`, which removes them after this; see
    /// ``abandonedPlacements(run:)``. References stay where their owner keeps them.
    ///
    /// - Returns: The assets that were forgotten: those that were deleted before.
    package func purge(_ localIdentifiers: [String], run: String, now: Date = Date()) throws -> [String] {
        try write { database in
            try localIdentifiers.filter { identifier in
                let assetID = try Int64.fetchOne(
                    database, sql: "SELECT id FROM asset WHERE localIdentifier = ? AND deletedDate IS NOT NULL",
                    arguments: [identifier])
                guard let assetID else { return false }
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO tombstone (sha256, imageDataDigest, localIdentifier, date)
                        SELECT sha256, imageDataDigest, ?, ? FROM resource WHERE assetID = ? AND kind NOT IN (?, ?)
                        """,
                    arguments: [
                        identifier, now.timeIntervalSince1970, assetID, AssetResource.Kind.adjustmentData.rawValue,
                        AssetResource.Kind.sidecar.rawValue,
                    ])
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO placement (path, run)
                        SELECT path, ? FROM resource WHERE assetID = ? AND NOT isReference
                        """, arguments: [run, assetID])
                try database.execute(sql: "DELETE FROM asset WHERE id = ?", arguments: [assetID])
                return true
            }
        }
    }

    /// The recently deleted assets that were deleted before `date`, the oldest first.
    package func deletedAssets(before date: Date) throws -> [String] {
        try read {
            try String.fetchAll(
                $0, sql: "SELECT localIdentifier FROM asset WHERE deletedDate < ? ORDER BY deletedDate, id",
                arguments: [date.timeIntervalSince1970])
        }
    }
}

extension Database {
    /// Moves an asset to the recently deleted; whether it was there.
    func delete(_ localIdentifier: String, now: Date) throws -> Bool {
        try changingAlbums(of: localIdentifier, now: now) {
            try execute(
                sql: "UPDATE asset SET deletedDate = ? WHERE localIdentifier = ? AND deletedDate IS NULL",
                arguments: [now.timeIntervalSince1970, localIdentifier])
            guard changesCount > 0 else { return false }
            try insertChange(.delete, localIdentifier, now: now)
            return true
        }
    }

    @discardableResult
    func undelete(_ localIdentifiers: [String], now: Date) throws -> [String] {
        try localIdentifiers.filter { identifier in
            try changingAlbums(of: identifier, now: now) {
                try execute(
                    sql: "UPDATE asset SET deletedDate = NULL WHERE localIdentifier = ? AND deletedDate IS NOT NULL",
                    arguments: [identifier])
                guard changesCount > 0 else { return false }
                // Nobody looked for its siblings while it was away.
                try execute(
                    sql: """
                        UPDATE signature SET crowded = NULL
                        WHERE assetID = (SELECT id FROM asset WHERE localIdentifier = ?)
                        """, arguments: [identifier])
                try insertChange(.insert, identifier, now: now)
                return true
            }
        }
    }
}
