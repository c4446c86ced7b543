internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// The catalogue's data of the resource that has certain bytes or image data.
///
/// The catalogue does not show whether the resource's file still exists. The caller checks the disk.
package struct ResourceHolder: Sendable, Equatable {
    /// Whether the asset is in the library.
    package enum State: Int, Sendable {
        case stored
        /// The owner deleted the asset, and its files still exist.
        case deleted
        /// The asset and its files were removed permanently. Only ``asset`` is set.
        case purged
    }

    /// The local identifier of the resource's asset.
    package let asset: String
    package let state: State
    package let kind: AssetResource.Kind
    /// Where the file is; `nil` for a purged asset.
    package let content: ResourceBytes?
    /// Whether a check found the file damaged; its size may still be right.
    package let isKnownDamaged: Bool

    fileprivate init(row: Row, folder: FilePath) {
        asset = row[0]
        state = State(rawValue: row[1]) ?? .stored
        kind = AssetResource.Kind(rawValue: row[2] ?? 0) ?? .original
        isKnownDamaged = row[3]
        content = ResourceBytes(row: row, folder: folder)
    }

    private static let columns = """
        SELECT localIdentifier, deletedDate IS NOT NULL AS state, kind, \(AssetResource.isKnownDamaged), resource.id,
            resource.location, resource.path AS path, resource.bytes, resource.sha256
        FROM resource JOIN asset ON asset.id = resource.assetID
        """

    /// The first resource that meets the condition.
    ///
    /// Resources of assets that are not deleted come first, and among them those that a check found damaged.
    ///
    /// - Parameter tombstone: A condition for purged assets, which come last.
    fileprivate static func fetchOne(
        _ database: Database, in folder: FilePath, _ condition: String, orPurged tombstone: String? = nil,
        _ arguments: StatementArguments
    ) throws -> ResourceHolder? {
        let purged = tombstone.map {
            "UNION ALL SELECT localIdentifier, 2, NULL, 0, 0, NULL, NULL, NULL, NULL FROM tombstone WHERE \($0)"
        }
        let statement = try database.cachedStatement(
            sql: "\(columns) \(condition) \(purged ?? "") ORDER BY 2, 4 DESC, 5 LIMIT 1")
        return try Row.fetchOne(statement, arguments: arguments).map { ResourceHolder(row: $0, folder: folder) }
    }
}

// Each query is one SQL statement. Files of an edit that was made in this library are excluded: see `isOfOwnEdit`.
extension PhotoCatalog {
    /// The resource that has exactly these bytes, or the asset that had them and was purged.
    package func holder(ofBytes digest: Digest) throws(PhotoLibraryError) -> ResourceHolder? {
        try read(forAddition: true) {
            try ResourceHolder.fetchOne(
                $0, in: folder, "WHERE sha256 = ?1 AND NOT \(AssetResource.isOfOwnEdit)", orPurged: "sha256 = ?1",
                [Data(digest.bytes)])
        }
    }

    /// The resource that has this image data, or the asset that had it and was purged.
    package func holder(ofImageData digest: Digest) throws(PhotoLibraryError) -> ResourceHolder? {
        try read(forAddition: true) {
            try ResourceHolder.fetchOne(
                $0, in: folder, "WHERE imageDataDigest = ?1", orPurged: "imageDataDigest = ?1", [Data(digest.bytes)])
        }
    }

    /// The resource of an asset that has exactly these bytes.
    package func holder(ofBytes digest: Digest, in asset: String) throws(PhotoLibraryError) -> ResourceHolder? {
        try read(forAddition: true) {
            try ResourceHolder.fetchOne(
                $0, in: folder, "WHERE sha256 = ? AND localIdentifier = ?", [Data(digest.bytes), asset])
        }
    }

    /// The resource that an earlier import made of the file at `path`, which has not changed since then.
    ///
    /// - Returns: `nil` if the file was never read or has changed, if its asset is deleted, or if the asset is not in
    ///   all of `albums`.
    package func holder(
        ofUnchanged path: FilePath, identity: FileIdentity, in albums: [DestinationAlbum] = []
    ) throws(PhotoLibraryError) -> ResourceHolder? {
        try read(forAddition: true) { database in
            let holder = try ResourceHolder.fetchOne(
                database, in: folder,
                """
                JOIN source ON source.resourceID = resource.id
                WHERE source.path = ? AND device = ? AND inode = ? AND size = ? AND modified = ? AND changed = ?
                    AND deletedDate IS NULL
                """, [path.blob] + identity.columns)
            guard let holder, try albums.allSatisfy({ try database.isMember(holder.asset, of: $0) }) else {
                return nil
            }
            return holder
        }
    }

    /// The asset that has exactly these bytes and is not deleted.
    package func asset(withSHA256 digest: Digest) throws(PhotoLibraryError) -> String? {
        try read {
            try ResourceHolder.fetchOne(
                $0, in: folder, "WHERE sha256 = ? AND deletedDate IS NULL", [Data(digest.bytes)])?.asset
        }
    }
}

extension AssetResource {
    /// A condition: the file belongs to an edit that was made in this library, and is removed when the edit is
    /// reverted.
    ///
    /// Such a file does not count as a stored copy of a file from elsewhere.
    static let isOfOwnEdit =
        "(copyNumber > 0 AND kind IN (\(Kind.ofEdits.map { "\($0.rawValue)" }.joined(separator: ", "))))"
}

extension AssetResource.Kind {
    /// The kinds of files that form an edit.
    static let ofEdits: [AssetResource.Kind] = [.fullSizePhoto, .fullSizePairedVideo, .adjustmentData]

    /// Whether files of the same bytes may belong to different photos.
    package var mayBeShared: Bool { self == .adjustmentData || self == .sidecar }
}
