package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// The files of one asset, and what decides whether they may leave this device.
package struct OffloadableAsset: Sendable {
    package let localIdentifier: String
    package let isDeleted: Bool
    package let isPinned: Bool
    /// Whether its pictures have signatures that this build compares, or none that it can make.
    package let isSigned: Bool
    package let resources: [StoredResource]
    /// The recorded copies of each file that are present, by its digest.
    package let copies: [Digest: [StoreCopy]]
}

extension PhotoCatalog {
    /// The assets with files in the library's folder, the oldest first, a limited number after one of them.
    ///
    /// - Parameters:
    ///   - date: Only assets of a capture, or without one of an addition, before this date; `nil` for all.
    package func assetsHere(
        before date: Date?, after last: (time: String, row: Int64)?, limit: Int
    ) throws(PhotoLibraryError) -> [(identifier: String, time: String, row: Int64)] {
        let time = "IFNULL(captureDate, strftime('%Y-%m-%dT%H:%M:%S', addedDate, 'unixepoch'))"
        return try read { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT localIdentifier, \(time) AS time, id FROM asset
                        WHERE deletedDate IS NULL AND (\(time), id) > (?, ?)
                            AND (?3 IS NULL OR \(time) < strftime('%Y-%m-%dT%H:%M:%S', ?3, 'unixepoch'))
                            AND EXISTS (SELECT 1 FROM resource WHERE assetID = asset.id AND location = 0)
                        ORDER BY time, id LIMIT ?4
                        """), arguments: [last?.time ?? "", last?.row ?? 0, date?.timeIntervalSince1970, limit])
        }.map { ($0[0], $0[1], $0[2]) }
    }

    /// What decides whether the files of an asset may leave this device; `nil` if there is no such asset.
    package func offloadableAsset(_ localIdentifier: String) throws(PhotoLibraryError) -> OffloadableAsset? {
        try read { database in
            let row = try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT deletedDate IS NOT NULL, EXISTS (SELECT 1 FROM pinnedAsset WHERE assetID = photo.id),
                            NOT EXISTS (SELECT 1 FROM signature WHERE assetID = photo.id AND version <> ?)
                                AND (? OR NOT EXISTS (SELECT 1 \(Self.unsigned) AND asset.id = photo.id))
                        FROM asset AS photo WHERE localIdentifier = ?
                        """),
                arguments: [ContentSignature.currentVersion, try database.hasExaminedPictures(), localIdentifier])
            guard let row else { return nil }
            let resources = try database.resources(of: localIdentifier, in: folder)
            var copies: [Digest: [StoreCopy]] = [:]
            for resource in resources {
                let sha256 = resource.content.sha256
                copies[sha256] = try database.storeCopies(of: sha256).filter { $0.state == .present }
            }
            return OffloadableAsset(
                localIdentifier: localIdentifier, isDeleted: row[0], isPinned: row[1], isSigned: row[2],
                resources: resources, copies: copies)
        }
    }

    /// Counts the files in the library's folder that may leave this device if these stores have the copies that the
    /// catalogue lists.
    ///
    /// - Parameters:
    ///   - stores: The names of the stores whose copies count.
    ///   - sites: The number of sites at which each file of a photo must have a copy.
    package func offloadableFiles(
        copiedTo stores: [String], atSites sites: Int
    ) throws(PhotoLibraryError) -> FileCount {
        try read { database in
            try database.fileCount(
                where: """
                    deletedDate IS NULL AND location = 0
                        AND NOT EXISTS (SELECT 1 FROM pinnedAsset WHERE pinnedAsset.assetID = asset.id)
                        AND NOT EXISTS (SELECT 1 FROM resource WHERE resource.assetID = asset.id AND (
                            location = 1 OR \(AssetResource.isKnownDamaged) OR ? > (
                                SELECT COUNT(DISTINCT site) FROM storeCopy
                                    JOIN store ON store.id = storeCopy.storeID
                                WHERE storeCopy.sha256 = resource.sha256 AND state = 1
                                    AND store.name IN (SELECT value FROM json_each(?)))))
                    """, [sites, stores.json])
        }
    }

    /// Whether a file, by its path relative to the library's folder, stands at the place of an original that is
    /// elsewhere.
    ///
    /// - Parameter row: A row of an original that does not count; `nil` to count all.
    package func isStub(_ path: FilePath, ofAnotherThan row: Int64? = nil) throws(PhotoLibraryError) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM offloadedResource WHERE stub = ? AND resourceID IS NOT ?)"),
                arguments: [path.blob, row]) ?? false
        }
    }

    /// The originals elsewhere that were at a path of the library's folder, and their rows; the last one first.
    package func offloadedFiles(
        at path: FilePath
    ) throws(PhotoLibraryError) -> [(row: Int64, content: ResourceBytes)] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT resource.id, bytes, sha256 FROM offloadedResource JOIN resource ON resource.id = resourceID
                    WHERE offloadedResource.path = ? AND location = 2 ORDER BY date DESC
                    """, arguments: [path.blob])
        }.compactMap { row in
            Digest(row["sha256"] as Data).map {
                (
                    row: row["id"] as Int64,
                    content: ResourceBytes(location: .library(path), size: row["bytes"], sha256: $0)
                )
            }
        }
    }

    /// The bytes of the files of assets in the library's folder, by the identifier of the asset; none without a file.
    package func bytesHere(of localIdentifiers: [String]) throws(PhotoLibraryError) -> [String: Int64] {
        try read { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT localIdentifier, SUM(bytes) FROM asset JOIN resource ON resource.assetID = asset.id
                        WHERE localIdentifier IN (SELECT value FROM json_each(?)) AND location = 0
                        GROUP BY localIdentifier
                        """), arguments: [localIdentifiers.json]
            ).reduce(into: [:]) { $0[$1[0] as String] = $1[1] as Int64 }
        }
    }
}
