package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

// A batch becomes durable in three steps: `plan` records the paths of its files, the caller moves the files there, and
// `commit` makes them resources of assets. After a crash between these steps, `abandonedPlacements` finds the planned
// files.
// The caller holds the exclusive lock of the library's folder from the classification of a file to its commit.
extension PhotoCatalog {
    /// Whether a stored or planned file, or the stub of an original that is elsewhere, has the path.
    ///
    /// The path is relative to the library's folder.
    package func hasPath(_ path: FilePath) throws(PhotoLibraryError) -> Bool {
        try read { try $0.hasPath(path) }
    }

    /// Records, durably, that `run` is about to move files to these paths.
    ///
    /// - Parameter refused: A planned path that cannot be used, and that is removed from the run's plans.
    /// - Returns: The paths that another run has used meanwhile. These are not recorded, and their files need other
    ///   paths.
    package func plan(_ paths: [FilePath], insteadOf refused: FilePath? = nil, run: String) throws(PhotoLibraryError)
        -> Set<FilePath>
    {
        guard !paths.isEmpty else { return [] }
        return Set(try record(.plannedFiles(paths, insteadOf: refused, run: run)))
    }

    /// The number of resources that have exactly these bytes.
    package func copies(of digest: Digest) throws(PhotoLibraryError) -> Int {
        try read {
            try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM resource WHERE sha256 = ?", arguments: [Data(digest.bytes)])
                ?? 0
        }
    }

    /// The assets among these that were added before `date`.
    package func assets(_ localIdentifiers: [String], addedBefore date: Date) throws(PhotoLibraryError) -> Set<String> {
        guard !localIdentifiers.isEmpty else { return [] }
        return try read { database in
            try String.fetchSet(
                database.cachedStatement(
                    sql: """
                        SELECT localIdentifier FROM asset
                        WHERE localIdentifier IN (SELECT value FROM json_each(?)) AND addedDate < ?
                        """), arguments: [localIdentifiers.json, date.timeIntervalSince1970])
        }
    }

    /// A file of the library that has exactly certain bytes.
    package struct OwnFile: Sendable {
        /// The row of the resource, which is unique.
        package let row: Int64
        /// The local identifier of its asset.
        package let asset: String
        package let kind: AssetResource.Kind
        /// Where it is.
        package let content: ResourceBytes
    }

    /// The files with these bytes that the library keeps in its folder or elsewhere, in this order, without references
    /// and deleted assets.
    ///
    /// There are several if the owner requested duplicates.
    package func ownFiles(with digest: Digest) throws(PhotoLibraryError) -> [OwnFile] {
        try read {
            try Row.fetchAll(
                $0.cachedStatement(
                    sql: """
                        SELECT resource.id, localIdentifier, kind, location, path, bytes, sha256
                        FROM resource JOIN asset ON asset.id = assetID
                        WHERE sha256 = ? AND location IN (0, 2) AND deletedDate IS NULL
                            AND NOT \(AssetResource.isOfOwnEdit) ORDER BY location, copyNumber
                        """), arguments: [Data(digest.bytes)])
        }.compactMap { OwnFile(row: $0, in: folder) }
    }

    /// The resources elsewhere of assets that stay, which have the same bytes as files of these recently deleted assets
    /// in the library's folder.
    package func filesElsewhere(
        withBytesOfDeleted localIdentifiers: [String]
    ) throws(PhotoLibraryError) -> [OwnFile] {
        guard !localIdentifiers.isEmpty else { return [] }
        return try read {
            try Row.fetchAll(
                $0,
                sql: """
                    WITH purged AS (
                        SELECT id FROM asset
                        WHERE localIdentifier IN (SELECT value FROM json_each(?)) AND deletedDate IS NOT NULL)
                    SELECT resource.id, localIdentifier, resource.kind, resource.location, resource.path,
                        resource.bytes, resource.sha256
                    FROM resource AS removed
                    JOIN resource ON resource.sha256 = removed.sha256 AND resource.location = 2
                    JOIN asset ON asset.id = resource.assetID
                    WHERE removed.assetID IN purged AND removed.location = 0 AND resource.assetID NOT IN purged
                    """, arguments: [localIdentifiers.json])
        }.compactMap { OwnFile(row: $0, in: folder) }
    }

    /// The asset that has the library's own file at the path, relative to the library's folder, and the kind of the
    /// file.
    package func owner(ofFileAt path: FilePath) throws(PhotoLibraryError) -> (asset: String, kind: AssetResource.Kind)?
    {
        try read {
            try Row.fetchOne(
                $0.cachedStatement(
                    sql: """
                        SELECT localIdentifier, kind FROM asset JOIN resource ON resource.assetID = asset.id
                        WHERE path = ? AND location = 0
                        """), arguments: [path.blob])
        }.flatMap { row in AssetResource.Kind(rawValue: row[1]).map { (row[0], $0) } }
    }

    /// The asset that has the library's own file at the path, relative to the library's folder, deleted or not.
    package func asset(withFileAt path: FilePath) throws(PhotoLibraryError) -> Asset? {
        let row = try read {
            try Int64.fetchOne(
                $0.cachedStatement(sql: "SELECT assetID FROM resource WHERE path = ? AND location = 0"),
                arguments: [path.blob])
        }
        guard let row else { return nil }
        return try assets(rows: [row])[row]
    }

    /// Whether the library's own file at the path belongs to an edit that was made in this library.
    ///
    /// The path is relative to the library's folder.
    package func isOwnEdit(fileAt path: FilePath) throws(PhotoLibraryError) -> Bool {
        try read {
            try Bool.fetchOne(
                $0.cachedStatement(
                    sql: "SELECT \(AssetResource.isOfOwnEdit) FROM resource WHERE path = ? AND location = 0"),
                arguments: [path.blob]) ?? false
        }
    }

    /// The path of an asset's original: relative to the library's folder, or absolute if it is a reference.
    package func originalPath(of localIdentifier: String) throws(PhotoLibraryError) -> FilePath? {
        try read {
            try Data.fetchOne(
                $0.cachedStatement(
                    sql: """
                        SELECT path FROM resource JOIN asset ON asset.id = assetID WHERE localIdentifier = ? AND kind = 0
                        """), arguments: [localIdentifier])
        }.flatMap(FilePath.init(blob:))
    }

    /// The photos and videos that were read from `folder` with this stem and any extension, with the names of these
    /// files.
    ///
    /// A Live Photo is found by the names of its picture and of its video.
    package func assetsRead(from folder: FilePath, stem: [UInt8]) throws(PhotoLibraryError) -> [ReadAsset] {
        let prefix = folder.bytes + [UInt8(ascii: "/")] + stem
        let kinds = [AssetResource.Kind.original, .pairedVideo].map { "\($0.rawValue)" }.joined(separator: ", ")
        let rows = try read {
            try Row.fetchAll(
                $0.cachedStatement(
                    sql: """
                        SELECT source.path, localIdentifier, kind FROM source JOIN resource ON resource.id = resourceID
                        JOIN asset ON asset.id = assetID
                        WHERE source.path > ? AND source.path < ? AND kind IN (\(kinds)) AND deletedDate IS NULL
                        ORDER BY source.path LIMIT 20
                        """),
                // The byte `/` follows the full stop in the order of bytes.
                arguments: [Data(prefix + [UInt8(ascii: ".")]), Data(prefix + [UInt8(ascii: "/")])])
        }
        let assets = try assets(rows.map { $0[1] })
        return rows.compactMap { row in
            guard let name = FilePath(blob: row[0])?.lastComponent, let asset = assets[row[1]],
                let kind = AssetResource.Kind(rawValue: row[2])
            else { return nil }
            return ReadAsset(name: name, asset: asset, kind: kind)
        }
    }

    /// The planned paths of an ended run whose files belong to no asset.
    ///
    /// The plans are written again, durably. A failed commit may still be in the log, and this later transaction
    /// decides it.
    package func abandonedPlacements(run: String) throws(PhotoLibraryError) -> [FilePath] {
        try record(.settledPlans(run: run))
    }

    /// Deletes the plans of a run after its files were removed.
    package func forgetPlacements(run: String) throws(PhotoLibraryError) { try record(.forgottenPlans(run: run)) }
}

/// An asset with the name of one of its files when that file was read.
package struct ReadAsset: Sendable {
    package let name: FilePath.Component
    package let asset: Asset
    /// The kind of this file.
    package let kind: AssetResource.Kind
}

extension Database {
    /// Deletes the plans of a run for files that belong to an asset now.
    ///
    /// Plans for files that another process stored first stay until their copies are removed.
    func endPlans(of run: String) throws {
        try execute(
            sql: """
                DELETE FROM placement WHERE run = ? AND EXISTS
                    (SELECT 1 FROM resource WHERE resource.path = placement.path AND location = 0)
                """, arguments: [run])
    }

    /// Records planned files, except those whose paths are in use, and returns the paths in use.
    func plan(_ paths: [FilePath], insteadOf refused: FilePath?, run: String) throws -> [FilePath] {
        if let refused { try execute(sql: "DELETE FROM placement WHERE path = ?", arguments: [refused.blob]) }
        let taken = try Set(paths.filter(hasPath))
        for path in paths where !taken.contains(path) {
            try execute(sql: "INSERT INTO placement VALUES (?, ?)", arguments: [path.blob, run])
        }
        return Array(taken)
    }

    /// The planned files of a run that belong to no asset.
    ///
    /// The plans are written again, because this transaction decides an undecided earlier commit.
    func settlePlans(of run: String) throws -> [FilePath] {
        try execute(sql: "UPDATE placement SET run = run WHERE run = ?", arguments: [run])
        return try Data.fetchAll(
            self,
            sql: """
                SELECT path FROM placement WHERE run = ? AND NOT EXISTS
                    (SELECT 1 FROM resource WHERE resource.path = placement.path AND location = 0)
                """, arguments: [run]
        ).compactMap(FilePath.init(blob:))
    }

    fileprivate func hasPath(_ path: FilePath) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM resource WHERE path = ?1 AND location = 0)
                        OR EXISTS (SELECT 1 FROM placement WHERE path = ?1)
                        OR EXISTS (SELECT 1 FROM offloadedResource JOIN resource ON resource.id = resourceID
                            WHERE stub = ?1 AND location = 2)
                    """), arguments: [path.blob]) ?? false
    }
}

extension PhotoCatalog.OwnFile {
    fileprivate init?(row: Row, in folder: FilePath) {
        guard let content = ResourceBytes(row: row, folder: folder) else { return nil }
        self.init(
            row: row["id"], asset: row["localIdentifier"],
            kind: AssetResource.Kind(rawValue: row["kind"]) ?? .original, content: content)
    }
}
