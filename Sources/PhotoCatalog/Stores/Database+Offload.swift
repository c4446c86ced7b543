internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// A photo whose files are to leave this device, with what was found before.
///
/// It may leave if it is neither deleted nor pinned, if its files on this device are these, and if the copies that
/// stores were asked for are still recorded as present: another process may have changed each of them meanwhile.
package struct LeavingAsset: Sendable {
    /// A file in the library's folder.
    package struct File: Sendable {
        package let row: Int64
        /// Relative to the library's folder.
        package let path: FilePath
        /// The path of the file that stands at its place then.
        package let stub: FilePath

        package init(row: Int64, path: FilePath, stub: FilePath) {
            (self.row, self.path, self.stub) = (row, path, stub)
        }
    }

    package let localIdentifier: String
    /// All its files on this device, in the order of their rows.
    package let files: [File]
    /// The copies of its files that stores were asked for.
    package let copies: [StoreCopy]

    package init(localIdentifier: String, files: [File], copies: [StoreCopy]) {
        (self.localIdentifier, self.files, self.copies) = (localIdentifier, files, copies)
    }
}

extension Database {
    /// Records that the originals of a photo are elsewhere; returns false if they may not leave any more.
    func offload(_ asset: LeavingAsset, run: String, now: Date) throws -> Bool {
        guard try mayLeave(asset) else { return false }
        for file in asset.files {
            // The stub of an earlier offload, after which the bytes were imported again.
            try cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO placement (path, run)
                    SELECT stub, ? FROM offloadedResource WHERE resourceID = ? AND stub <> ?
                    """
            ).execute(arguments: [run, file.row, file.stub.blob])
            try moveElsewhere(file.row, from: file.path, file.stub, now: now)
            try cachedStatement(sql: "INSERT OR REPLACE INTO placement VALUES (?, ?)")
                .execute(arguments: [file.path.blob, run])
            try cachedStatement(sql: "DELETE FROM placement WHERE path = ? AND run = ?")
                .execute(arguments: [file.stub.blob, run])
        }
        return true
    }

    private func mayLeave(_ asset: LeavingAsset) throws -> Bool {
        let isWantedHere = try Bool.fetchOne(
            cachedStatement(
                sql: """
                    SELECT deletedDate IS NOT NULL OR EXISTS (SELECT 1 FROM pinnedAsset WHERE assetID = asset.id)
                    FROM asset WHERE localIdentifier = ?
                    """), arguments: [asset.localIdentifier])
        guard isWantedHere == false else { return false }
        let here = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT resource.id, path FROM resource JOIN asset ON asset.id = resource.assetID
                    WHERE localIdentifier = ? AND location <> 2 ORDER BY resource.id
                    """), arguments: [asset.localIdentifier])
        guard here.count == asset.files.count,
            zip(here, asset.files).allSatisfy({ row, file in
                row[0] as Int64 == file.row && row[1] as Data? == file.path.blob
            })
        else { return false }
        return try asset.copies.allSatisfy { copy in
            try Bool.fetchOne(
                cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM storeCopy
                            WHERE sha256 = ? AND storeID = \(Self.rowOfStore) AND state = 1)
                        """), arguments: [copy.sha256.data, copy.store.data]) ?? false
        }
    }

    func moveElsewhere(_ resource: Int64, from path: FilePath?, _ stub: FilePath?, now: Date) throws {
        try cachedStatement(sql: "UPDATE resource SET location = 2, path = NULL WHERE id = ?")
            .execute(arguments: [resource])
        guard let path else { return }
        // The stub of another original is an error: without its record, that original would seem to be lost.
        try cachedStatement(
            sql: """
                INSERT INTO offloadedResource VALUES (?, ?, ?, ?) ON CONFLICT (resourceID)
                DO UPDATE SET path = excluded.path, stub = excluded.stub, date = excluded.date
                """
        ).execute(arguments: [resource, path.blob, stub?.blob, now.timeIntervalSince1970])
    }

    func bringBack(_ resource: Int64, _ path: FilePath, run: String) throws {
        try execute(
            sql: "UPDATE resource SET location = 0, path = ? WHERE id = ? AND location = 2",
            arguments: [path.blob, resource])
        guard changesCount == 1 else {
            throw PhotoLibraryError(.sourceChanged, "The original is here already.", path: path.string)
        }
        try endOffload(of: resource, run: run)
        try execute(sql: "DELETE FROM placement WHERE path = ? AND run = ?", arguments: [path.blob, run])
    }

    /// Forgets that a resource was offloaded; the run removes its stub.
    private func endOffload(of resource: Int64, run: String) throws {
        try cachedStatement(
            sql: """
                INSERT OR REPLACE INTO placement (path, run)
                SELECT stub, ? FROM offloadedResource WHERE resourceID = ? AND stub IS NOT NULL
                """
        ).execute(arguments: [run, resource])
        try cachedStatement(sql: "DELETE FROM offloadedResource WHERE resourceID = ?").execute(arguments: [resource])
    }

    /// Forgets that resources of an asset with these bytes were offloaded; the run removes their stubs.
    func endOffload(of asset: String, _ sha256: Digest, run: String) throws {
        let resources = try Int64.fetchAll(
            cachedStatement(
                sql: """
                    SELECT resource.id FROM resource JOIN asset ON asset.id = resource.assetID
                    WHERE sha256 = ? AND localIdentifier = ? AND location = 2
                    """), arguments: [sha256.data, asset])
        for resource in resources { try endOffload(of: resource, run: run) }
    }
}
