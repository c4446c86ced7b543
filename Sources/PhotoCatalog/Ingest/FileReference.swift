internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// A reference to a file outside the library's folder, with the bytes that the file had when an import read it.
package struct FileReference: Sendable, Equatable {
    /// The row of the resource.
    let row: Int64
    /// The local identifier of the resource's asset.
    package let asset: String
    package let kind: AssetResource.Kind
    package let sha256: Digest
    package let imageDataDigest: Digest?
    package let format: ImageFormat
    /// The size of the displayed picture in pixels.
    package let size: PixelSize?
    /// The duration of the asset's video in seconds.
    package let duration: Double?
}

extension PhotoCatalog {
    /// The reference to the file that the last import from `path` read, if its asset is not deleted.
    package func reference(at path: FilePath) throws(PhotoLibraryError) -> FileReference? {
        try read { try $0.reference(at: path) }
    }

    /// Whether the file of a reference was imported again and belongs to another resource now, so that the bytes of the
    /// reference are lost.
    package func isReplaced(_ sha256: Digest, at path: FilePath) throws(PhotoLibraryError) -> Bool {
        try read {
            try Bool.fetchOne(
                $0.cachedStatement(
                    sql: """
                        SELECT EXISTS (
                            SELECT 1 FROM source JOIN resource ON resource.id = resourceID
                            WHERE source.path = ? AND sha256 <> ?)
                        """), arguments: [path.blob, Data(sha256.bytes)]) ?? false
        }
    }
}

extension Database {
    /// The table `source` finds the reference, because `resource` has no index of the paths of references.
    func reference(at path: FilePath) throws -> FileReference? {
        try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT resource.id, localIdentifier, kind, sha256, imageDataDigest, format, resource.width AS width,
                        resource.height AS height, duration
                    FROM source JOIN resource ON resource.id = resourceID JOIN asset ON asset.id = assetID
                    WHERE source.path = ?1 AND resource.path = ?1 AND location = \(LocationState.reference.rawValue)
                        AND deletedDate IS NULL
                    """), arguments: [path.blob]
        ).flatMap(FileReference.init)
    }

    /// Makes the reference to the file describe the bytes that the file has now, or the library's copy of them.
    ///
    /// The asset keeps its identifiers, albums and marks. It gets the metadata of the file; see
    /// ``describe(_:with:as:)``.
    func update(_ kind: AssetResource.Kind, with insertion: ResourceInsertion, of asset: String, now: Date) throws {
        guard let reference = try reference(at: insertion.file.source), reference.asset == asset,
            let assetID = try rowID(of: asset)
        else { throw PhotoLibraryError.removedMeanwhile(insertion, asset) }
        try cachedStatement(
            sql: "UPDATE resource SET (\(Self.contentColumns)) = (\(Self.contentPlaceholders)) WHERE id = ?"
        ).execute(arguments: try contents(of: insertion, as: kind) + [reference.row])
        try stayInStores(insertion.file.sha256)
        try deleteDamage(of: FileOfAsset(asset: asset, path: insertion.path))
        // Other files that had the earlier bytes are no files of this resource any more.
        try cachedStatement(sql: "DELETE FROM source WHERE resourceID = ?").execute(arguments: [reference.row])
        try setPicture(of: insertion.file, as: kind, resourceID: reference.row, assetID: assetID)
        try changingAlbums(of: asset, now: now) {
            if kind == .original {
                try describe(assetID, with: insertion.file.metadata)
            } else {
                try complete(assetID, with: insertion, as: kind)
            }
        }
        try insertChange(.update, asset, now: now)
    }

    /// Gives an asset the metadata of its original, which has others now.
    ///
    /// The owner's values stay. If the photo has further files, a value that the original does not state stays, too: it
    /// may be theirs.
    private func describe(_ assetID: Int64, with metadata: ImageMetadata) throws {
        let isAlone =
            try Bool.fetchOne(
                cachedStatement(sql: "SELECT COUNT(*) = 1 FROM resource WHERE assetID = ?"), arguments: [assetID])
            ?? true
        func value(_ column: String) -> String { isAlone ? "?" : "COALESCE(?, \(column))" }
        let descriptions = DescriptionColumn.allCases.map { $0.unlessOwners(value("\($0)")) }
        let facts = ["make", "model", "lens", "bodySerial", "imageUniqueID", "contentIdentifier", "duration"].map {
            "\($0) = \(value($0))"
        }
        try cachedStatement(
            sql: """
                UPDATE asset SET \((descriptions + facts).joined(separator: ", ")),
                    subtypes = ? | subtypes & \(MediaSubtypes.photoLive.rawValue)
                WHERE id = ?
                """
        ).execute(arguments: [
            metadata.title, metadata.caption, metadata.keywords.column, metadata.rating, metadata.make, metadata.model,
            metadata.lens, metadata.bodySerial, metadata.imageUniqueID, metadata.contentIdentifier, metadata.duration,
            metadata.subtypes.rawValue, assetID,
        ])
        let (time, place) = (metadata.captureTime?.description, metadata.location)
        if isAlone || time != nil {
            try cachedStatement(
                sql: """
                    UPDATE asset SET captureDate = IIF(ownersProperties & 1, captureDate, ?2),
                        fileDate = IIF(ownersProperties & 1, ?2, NULL) WHERE id = ?1
                    """
            ).execute(arguments: [assetID, time])
        }
        guard isAlone || place != nil else { return }
        for (columns, condition) in [
            ("latitude, longitude, altitude", "NOT ownersProperties & 2"),
            ("fileLatitude, fileLongitude, fileAltitude", "ownersProperties & 2"),
        ] {
            try cachedStatement(sql: "UPDATE asset SET (\(columns)) = (?, ?, ?) WHERE id = ? AND \(condition)")
                .execute(arguments: [place?.latitude, place?.longitude, place?.altitude, assetID])
        }
    }
}

extension FileReference {
    fileprivate init?(_ row: Row) {
        guard let kind = AssetResource.Kind(rawValue: row[2]), let sha256 = Digest(row[3] as Data) else { return nil }
        self.init(
            row: row[0], asset: row[1], kind: kind, sha256: sha256,
            imageDataDigest: (row[4] as Data?).flatMap { Digest($0) },
            format: ImageFormat(rawValue: row[5]) ?? .unknown,
            size: PixelSize(row), duration: row[8])
    }
}
