package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

// How a batch becomes durable: `plan` notes where its files go, the caller renames them there, `commit` makes them
// resources of assets. A crash in between leaves planned files that `abandonedPlacements` names.
//
// Whoever commits holds the exclusive lock of the library's folder from the classification of a file to its commit.
extension PhotoCatalog {
    /// Whether a stored or planned file already has the path, relative to the library's folder.
    package func hasPath(_ path: FilePath) throws -> Bool {
        try read { try $0.hasPath(path) }
    }

    /// Notes, durably, that these files are about to be renamed into place by `run`.
    ///
    /// - Parameter refused: A planned path that cannot be taken and is not the run's any more.
    /// - Returns: The paths that another run has taken meanwhile. They are not noted: their files need others.
    package func plan(_ paths: [FilePath], insteadOf refused: FilePath? = nil, run: String) throws -> Set<FilePath> {
        guard !paths.isEmpty else { return [] }
        return Set(try record(.plannedFiles(paths, insteadOf: refused, run: run)))
    }

    /// How many resources have exactly these bytes.
    package func copies(of digest: Digest) throws -> Int {
        try read {
            try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM resource WHERE sha256 = ?", arguments: [Data(digest.bytes)])
                ?? 0
        }
    }

    /// Which of these assets were added before `date`.
    package func assets(_ localIdentifiers: [String], addedBefore date: Date) throws -> Set<String> {
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

    /// A file of the library's own with exactly these bytes.
    package struct StoredFile: Sendable {
        /// The row of the resource, which no other has.
        package let row: Int64
        /// The local identifier of its asset.
        package let asset: String
        /// Relative to the library's folder.
        package let path: FilePath
    }

    /// Where the library keeps these bytes itself; what is only referred to or was deleted is left out.
    ///
    /// Several, if the owner requested duplicates.
    package func storedFiles(with digest: Digest) throws -> [StoredFile] {
        try read {
            try Row.fetchAll(
                $0.cachedStatement(
                    sql: """
                        SELECT resource.id, localIdentifier, path FROM resource JOIN asset ON asset.id = assetID
                        WHERE sha256 = ? AND NOT isReference AND deletedDate IS NULL
                            AND NOT \(AssetResource.isOfOwnEdit) ORDER BY copy
                        """), arguments: [Data(digest.bytes)])
        }.compactMap { row in
            FilePath(blob: row["path"]).map { StoredFile(row: row["id"], asset: row["localIdentifier"], path: $0) }
        }
    }

    /// The first of ``storedFiles(with:)``.
    package func storedFile(with digest: Digest) throws -> FilePath? { try storedFiles(with: digest).first?.path }

    /// The asset whose original is the library's own file at the path, relative to the library's folder.
    package func asset(withOriginalAt path: FilePath) throws -> String? {
        try read {
            try String.fetchOne(
                $0.cachedStatement(
                    sql: """
                        SELECT localIdentifier FROM asset JOIN resource ON resource.assetID = asset.id
                        WHERE path = ? AND NOT isReference AND kind = 0
                        """), arguments: [path.blob])
        }
    }

    /// The asset that has the library's own file at the path, relative to the library's folder, deleted or not.
    package func asset(withFileAt path: FilePath) throws -> Asset? {
        let row = try read {
            try Int64.fetchOne(
                $0.cachedStatement(sql: "SELECT assetID FROM resource WHERE path = ? AND NOT isReference"),
                arguments: [path.blob])
        }
        return try row.flatMap { try assets(rows: [$0])[$0] }
    }

    /// Whether the library's own file at the path, relative to its folder, is of an edit that was made in it.
    package func isOwnEdit(fileAt path: FilePath) throws -> Bool {
        try read {
            try Bool.fetchOne(
                $0.cachedStatement(
                    sql: "SELECT \(AssetResource.isOfOwnEdit) FROM resource WHERE path = ? AND NOT isReference"),
                arguments: [path.blob]) ?? false
        }
    }

    /// Where the original of an asset is: relative to the library's folder, or absolute if it is a reference.
    package func originalPath(of localIdentifier: String) throws -> FilePath? {
        try read {
            try Data.fetchOne(
                $0.cachedStatement(
                    sql: """
                        SELECT path FROM resource JOIN asset ON asset.id = assetID WHERE localIdentifier = ? AND kind = 0
                        """), arguments: [localIdentifier])
        }.flatMap(FilePath.init(blob:))
    }

    /// The photos and videos that were read from files of `folder` whose names are `stem`, a full stop and an ending:
    /// the assets whose originals they are, with those names.
    package func assetsRead(from folder: FilePath, stem: [UInt8]) throws -> [(name: FilePath.Component, asset: Asset)] {
        let prefix = folder.bytes + [UInt8(ascii: "/")] + stem
        let rows = try read {
            try Row.fetchAll(
                $0.cachedStatement(
                    sql: """
                        SELECT source.path, localIdentifier FROM source JOIN resource ON resource.id = resourceID
                        JOIN asset ON asset.id = assetID
                        WHERE source.path > ? AND source.path < ? AND kind = 0 AND deletedDate IS NULL
                        ORDER BY source.path LIMIT 20
                        """),
                // The byte after the full stop is the slash.
                arguments: [Data(prefix + [UInt8(ascii: ".")]), Data(prefix + [UInt8(ascii: "/")])])
        }
        let assets = try assets(rows.map { $0[1] })
        return rows.compactMap { row in
            guard let name = FilePath(blob: row[0])?.lastComponent, let asset = assets[row[1]] else { return nil }
            return (name, asset)
        }
    }

    /// The photos that share this identifier with the video of a live photo, at most a few.
    package func assets(withContentIdentifier identifier: String) throws -> [Asset] {
        let names = try read {
            try String.fetchAll(
                $0.cachedStatement(
                    sql: """
                        SELECT localIdentifier FROM asset
                        WHERE contentIdentifier = ? AND mediaType = 'image' AND deletedDate IS NULL LIMIT 3
                        """), arguments: [identifier])
        }
        return Array(try assets(names).values)
    }

    /// The planned places of a run that has ended which hold no asset's file.
    ///
    /// Writes the plans again, durably: a commit that failed may still be in the log, and is decided after this.
    package func abandonedPlacements(run: String) throws -> [FilePath] { try record(.settledPlans(run: run)) }

    /// Forgets the plans of a run whose files have been cleared away.
    package func forgetPlacements(run: String) throws { try record(.forgottenPlans(run: run)) }
}

extension Database {
    /// Ends the plans of a run for files that are an asset's now.
    ///
    /// Those of files that another process stored first stay until their copies are removed.
    func endPlans(of run: String) throws {
        try execute(
            sql: """
                DELETE FROM placement WHERE run = ? AND EXISTS
                    (SELECT 1 FROM resource WHERE resource.path = placement.path AND NOT isReference)
                """, arguments: [run])
    }

    /// Notes planned files and gives those whose paths are taken, which are not noted.
    func plan(_ paths: [FilePath], insteadOf refused: FilePath?, run: String) throws -> [FilePath] {
        if let refused { try execute(sql: "DELETE FROM placement WHERE path = ?", arguments: [refused.blob]) }
        let taken = try Set(paths.filter(hasPath))
        for path in paths where !taken.contains(path) {
            try execute(sql: "INSERT INTO placement VALUES (?, ?)", arguments: [path.blob, run])
        }
        return Array(taken)
    }

    /// The planned files of a run that are no asset's.
    ///
    /// Writes the plans again: what an earlier commit left undecided is decided after this.
    func settlePlans(of run: String) throws -> [FilePath] {
        try execute(sql: "UPDATE placement SET run = run WHERE run = ?", arguments: [run])
        return try Data.fetchAll(
            self,
            sql: """
                SELECT path FROM placement WHERE run = ? AND NOT EXISTS
                    (SELECT 1 FROM resource WHERE resource.path = placement.path AND NOT isReference)
                """, arguments: [run]
        ).compactMap(FilePath.init(blob:))
    }

    fileprivate func hasPath(_ path: FilePath) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM resource WHERE path = ?1 AND NOT isReference)
                        OR EXISTS (SELECT 1 FROM placement WHERE path = ?1)
                    """), arguments: [path.blob]) ?? false
    }
}
