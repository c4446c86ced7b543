internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

// Adds classified files to the tables.
extension Database {
    /// Makes a batch of classified files part of the library.
    ///
    /// - Parameter run: The run that removes the stubs of files that are on this device again.
    func insert(_ batch: IngestBatch, run: String, now: Date) throws {
        for insertion in batch.insertions where insertion.disposition == .undeleted(insertion.asset) {
            _ = try restore(insertion.asset, now: now)
        }
        for insertion in batch.insertions { try insert(insertion, run: run, now: now) }
        for (asset, burst) in batch.bursts where try self.burst(of: asset) == nil {
            try setBurst(burst, of: asset, now: now)
        }
    }

    /// Carries out the disposition of a file, and records its source.
    func insert(_ insertion: ResourceInsertion, run: String, now: Date) throws {
        let file = insertion.file
        switch insertion.disposition {
        case .new:
            if let burst = insertion.burstIdentifier {
                try changingAlbums(of: insertion.localIdentifier, joining: burst, now: now) {
                    try insertNew(insertion, now: now)
                }
            } else {
                try insertNew(insertion, now: now)
            }
        case .alternate(let asset):
            try add(.alternate, insertion, to: asset, now: now)
        case .attached(let asset, let kind):
            try add(kind, insertion, to: asset, now: now)
        case .relocated(let asset, _):
            try endOffload(of: asset, file.sha256, run: run)
            try cachedStatement(
                sql: """
                    UPDATE resource SET path = ?, location = ? WHERE sha256 = ?
                        AND assetID = (SELECT id FROM asset WHERE localIdentifier = ?)
                    """
            ).execute(arguments: [insertion.path.blob, insertion.location.rawValue, Data(file.sha256.bytes), asset])
            try deleteDamage(of: FileOfAsset(asset: asset, path: insertion.path))
        case .updated(let asset, let kind): try update(kind, with: insertion, of: asset, now: now)
        case .restored(let asset, let path): try deleteDamage(of: FileOfAsset(asset: asset, path: path))
        case .duplicate, .deleted, .undeleted: break
        }
        if let lost = insertion.replaced {
            try insertDamage(of: FileOfAsset(asset: lost.asset, path: file.source), withBytes: lost.sha256)
        }
        if insertion.addedDate == nil { try insertSource(of: file, asset: insertion.asset) }
        for album in insertion.albums { try add(insertion.asset, to: album, now: now) }
    }

    /// Records that the file was read, and the digest of its bytes.
    private func insertSource(of file: AnalysedFile, asset: String) throws {
        try cachedStatement(
            sql: """
                INSERT OR REPLACE INTO source (path, device, inode, size, modified, changed, resourceID)
                SELECT ?, ?, ?, ?, ?, ?, resource.id FROM resource JOIN asset ON asset.id = resource.assetID
                WHERE sha256 = ? AND localIdentifier = ? ORDER BY resource.id LIMIT 1
                """
        ).execute(arguments: [file.source.blob] + file.identity.columns + [Data(file.sha256.bytes), asset])
    }

    /// The row of an asset.
    func rowID(of localIdentifier: String) throws -> Int64? {
        try Int64.fetchOne(
            cachedStatement(sql: "SELECT id FROM asset WHERE localIdentifier = ?"), arguments: [localIdentifier])
    }

    /// Whether the asset is in the library and not deleted.
    func isThere(_ localIdentifier: String) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM asset WHERE localIdentifier = ? AND deletedDate IS NULL)"),
            arguments: [localIdentifier]) ?? false
    }

    private func add(_ kind: AssetResource.Kind, _ insertion: ResourceInsertion, to asset: String, now: Date) throws {
        guard let assetID = try rowID(of: asset) else { throw PhotoLibraryError.removedMeanwhile(insertion, asset) }
        try insertResource(kind, of: insertion, assetID: assetID)
        try changingAlbums(of: asset, now: now) { try complete(assetID, with: insertion, as: kind) }
        if try isThere(asset) { try insertChange(.update, asset, now: now) }
        try setEvidence(ofAsset: assetID)
    }

    private func insertNew(_ insertion: ResourceInsertion, now: Date) throws {
        let assetID = try insertAsset(of: insertion, now: now)
        try insertResource(.original, of: insertion, assetID: assetID)
        try insertChange(.insert, insertion.localIdentifier, now: now)
        try setEvidence(ofAsset: assetID)
        // An app does not know that the owner purged the photo, so the tombstone stays.
        let wasPurged =
            try insertion.isAddedByApp ? hasTombstone(of: insertion.file) : removeTombstones(of: insertion.file)
        // The photo is in the library again.
        if wasPurged { try setRegisters(ofAsset: assetID, [.deletion]) }
    }

    /// The stable id of a new asset.
    ///
    /// Another asset has it if an app adds bytes that the library has, or if that asset had these bytes once. Then the
    /// new one gets one of its own.
    private func unusedStableID(of insertion: ResourceInsertion) throws -> [UInt8] {
        let usual = try insertion.makeStableID()
        let isUsed = try Bool.fetchOne(
            cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM asset WHERE stableID = ?)"), arguments: [Data(usual)])
        guard isUsed == true else { return usual }
        return try StableID.ofAsset(
            sha256Prefix: insertion.file.sha256.prefix128, localIdentifier: insertion.localIdentifier)
    }

    private func insertAsset(of insertion: ResourceInsertion, now: Date) throws -> Int64 {
        let file = insertion.file
        let metadata = file.metadata
        let added = (insertion.addedDate ?? now).timeIntervalSince1970
        let stableID = try unusedStableID(of: insertion)
        let mediaType: Asset.MediaType =
            switch file.format {
            case .video: .video
            case .unknown: .unknown
            default: .image
            }
        try cachedStatement(
            sql: """
                INSERT INTO asset (localIdentifier, stableID, mediaType, width, height, captureDate, addedDate, modificationDate,
                    condition, make, model, lens, bodySerial, imageUniqueID, latitude, longitude, altitude,
                    duration, subtypes, contentIdentifier, burstIdentifier, title, caption, keywords, rating)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            insertion.localIdentifier, Data(stableID), mediaType.rawValue, file.size?.width, file.size?.height,
            metadata.captureTime?.description, added, added,
            file.condition.rawValue, metadata.make, metadata.model, metadata.lens, metadata.bodySerial,
            metadata.imageUniqueID, metadata.location?.latitude, metadata.location?.longitude,
            metadata.location?.altitude, metadata.duration, metadata.subtypes.rawValue, metadata.contentIdentifier,
            insertion.burstIdentifier, metadata.title, metadata.caption, metadata.keywords.column, metadata.rating,
        ])
        return lastInsertedRowID
    }

    func insertResource(_ kind: AssetResource.Kind, of insertion: ResourceInsertion, assetID: Int64) throws {
        let file = insertion.file
        try stayInStores(file.sha256)
        try cachedStatement(
            sql: """
                INSERT INTO resource (\(Self.contentColumns), originalFilename, kind, assetID)
                VALUES (\(Self.contentPlaceholders), ?, ?, ?)
                """
        ).execute(
            arguments: try contents(of: insertion, as: kind) + [
                insertion.originalFilename.map { FilePath(root: nil, [$0]).blob }, kind.rawValue, assetID,
            ])
        if let signature = file.signature, let picture = SignedPicture(kind, file.format),
            picture.isCompared(in: file.condition)
        {
            try replaceSignature(of: picture, resourceID: lastInsertedRowID, with: signature)
        }
    }

    /// The columns of a resource for its bytes, and what was read of them.
    static let contentColumns = """
        location, path, bytes, sha256, copyNumber, imageDataDigest, format, orientation, colorProfile, width, height
        """
    static let contentPlaceholders = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"

    /// The values of ``contentColumns``.
    func contents(of insertion: ResourceInsertion, as kind: AssetResource.Kind) throws -> StatementArguments {
        let file = insertion.file
        return [
            insertion.location.rawValue, insertion.path.blob, file.bytes, Data(file.sha256.bytes),
            try copyNumber(of: insertion, as: kind), file.imageDataDigest.map { Data($0.bytes) }, file.format.rawValue,
            file.metadata.orientation.rawValue, file.colorProfile.column, file.size?.width, file.size?.height,
        ]
    }

    /// The number of a new resource among those of the same bytes: 0, unless several resources may have them.
    private func copyNumber(of insertion: ResourceInsertion, as kind: AssetResource.Kind) throws -> Int {
        guard insertion.copy != nil || insertion.isAddedByApp || kind.mayBeShared else { return 0 }
        let isOwnEdit = insertion.copy != nil && !insertion.isImportedEdit && AssetResource.Kind.ofEdits.contains(kind)
        let next = try Int.fetchOne(
            cachedStatement(sql: "SELECT MAX(copyNumber) + 1 FROM resource WHERE sha256 = ?"),
            arguments: [Data(insertion.file.sha256.bytes)])
        return max(next ?? 0, isOwnEdit ? 1 : 0)
    }

    /// Adds metadata of a further file to its asset, where the asset has none.
    ///
    /// The file that was imported first may have lost its metadata, and a sidecar has metadata that pictures do not
    /// have.
    func complete(
        _ assetID: Int64, with insertion: ResourceInsertion, as kind: AssetResource.Kind
    ) throws {
        let metadata = insertion.file.metadata
        // A value of a sidecar replaces an earlier value; a value of another file does not.
        func assignment(_ column: DescriptionColumn) -> String {
            column.unlessOwners(kind == .sidecar ? "COALESCE(?, \(column))" : "COALESCE(\(column), ?)")
        }
        try cachedStatement(
            sql: """
                UPDATE asset SET make = COALESCE(make, ?), model = COALESCE(model, ?), lens = COALESCE(lens, ?),
                    bodySerial = COALESCE(bodySerial, ?), imageUniqueID = COALESCE(imageUniqueID, ?),
                    \(assignment(.title)), \(assignment(.caption)), \(assignment(.keywords)), \(assignment(.rating)),
                    contentIdentifier = COALESCE(contentIdentifier, ?),
                    isFavorite = isFavorite OR ?, isHidden = isHidden OR ?
                WHERE id = ?
                """
        ).execute(arguments: [
            metadata.make, metadata.model, metadata.lens, metadata.bodySerial, metadata.imageUniqueID, metadata.title,
            metadata.caption, metadata.keywords.column, metadata.rating,
            // The original may have lost the identifier. Of an edit, the identifier is another one.
            kind == .alternate ? metadata.contentIdentifier : nil, insertion.isFavorite, insertion.isHidden, assetID,
        ])
        let changed: [AssetMark?] = [insertion.isFavorite ? .favorite : nil, insertion.isHidden ? .hidden : nil]
        try setMarkedRegisters(ofAsset: assetID, Set(changed.compactMap(\.self)))
        try completeDateAndPlace(assetID, time: metadata.captureTime, location: metadata.location)
        guard kind == .pairedVideo else { return }
        try cachedStatement(
            sql: "UPDATE asset SET subtypes = subtypes | ?, duration = COALESCE(duration, ?) WHERE id = ?"
        )
        .execute(arguments: [MediaSubtypes.photoLive.rawValue, metadata.duration, assetID])
    }

    /// Adds the date and place of a further file to its asset, where the asset has none.
    ///
    /// Values that the owner set stay, and the values of the files are stored separately.
    func completeDateAndPlace(_ assetID: Int64, time: CaptureTime?, location: ImageMetadata.Location?) throws {
        try cachedStatement(
            sql: """
                UPDATE asset SET captureDate = IIF(ownersProperties & 1, captureDate, COALESCE(captureDate, ?2)),
                    fileDate = IIF(ownersProperties & 1, COALESCE(fileDate, ?2), NULL)
                WHERE id = ?1
                """
        ).execute(arguments: [assetID, time?.description])
        guard let location else { return }
        for (latitude, longitude, altitude, condition) in [
            ("latitude", "longitude", "altitude", "NOT ownersProperties & 2"),
            ("fileLatitude", "fileLongitude", "fileAltitude", "ownersProperties & 2"),
        ] {
            try cachedStatement(
                sql: """
                    UPDATE asset SET \(latitude) = ?, \(longitude) = ?, \(altitude) = ?
                    WHERE id = ? AND \(latitude) IS NULL AND \(condition)
                    """
            ).execute(arguments: [location.latitude, location.longitude, location.altitude, assetID])
        }
    }

    /// Copies the date and place that the owner set for another asset to an asset that has none.
    ///
    /// A place that the owner removed is not replaced.
    func takeOverOwners(
        _ assetID: Int64, of others: [String], time: CaptureTime?, location: ImageMetadata.Location?
    ) throws {
        try cachedStatement(
            sql: """
                UPDATE asset SET captureDate = ?2, ownersProperties = ownersProperties | 1,
                    marks = marks | \(Self.mark(.captureDate, ofOneIn: "?3"))
                WHERE id = ?1 AND captureDate IS NULL AND ?2 IS NOT NULL
                """
        ).execute(arguments: [assetID, time?.description, try others.json])
        guard let location else { return }
        try cachedStatement(
            sql: """
                UPDATE asset SET latitude = ?2, longitude = ?3, altitude = ?4, ownersProperties = ownersProperties | 2,
                    marks = marks | \(Self.mark(.place, ofOneIn: "?5"))
                WHERE id = ?1 AND latitude IS NULL AND NOT ownersProperties & 2
                """
        ).execute(arguments: [assetID, location.latitude, location.longitude, location.altitude, try others.json])
    }

    /// A mark as an SQL expression: 0 if none of the assets has it.
    ///
    /// - Parameter others: The local identifiers, a JSON array.
    static func mark(_ mark: AssetMark, ofOneIn others: String) -> String {
        """
        IIF(EXISTS (SELECT 1 FROM asset AS other WHERE other.localIdentifier IN (SELECT value FROM json_each(\(others)))
            AND other.marks & \(mark.rawValue)), \(mark.rawValue), 0)
        """
    }

    /// Adds an asset to a burst.
    func setBurst(_ identifier: String, of localIdentifier: String, now: Date) throws {
        let isChanged = try changingAlbums(of: localIdentifier, joining: identifier, now: now) {
            try cachedStatement(
                sql: "UPDATE asset SET burstIdentifier = ?1 WHERE localIdentifier = ?2 AND burstIdentifier IS NOT ?1"
            ).execute(arguments: [identifier, localIdentifier])
            return changesCount > 0
        }
        guard isChanged, try isThere(localIdentifier) else { return }
        try insertChange(.update, localIdentifier, now: now)
    }

    /// Removes the tombstone of a purged photo whose bytes were imported again; returns whether there was one.
    private func removeTombstones(of file: AnalysedFile) throws -> Bool {
        try cachedStatement(sql: "DELETE FROM tombstone WHERE \(Self.isTombstone)")
            .execute(arguments: Self.digests(of: file))
        return changesCount > 0
    }

    private func hasTombstone(of file: AnalysedFile) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM tombstone WHERE \(Self.isTombstone))"),
            arguments: Self.digests(of: file)) ?? false
    }

    private static let isTombstone = "sha256 = ? OR imageDataDigest = ?"

    private static func digests(of file: AnalysedFile) -> StatementArguments {
        [Data(file.sha256.bytes), file.imageDataDigest.map { Data($0.bytes) }]
    }
}

extension PhotoLibraryError {
    /// The error of a file whose asset is gone.
    static func removedMeanwhile(_ insertion: ResourceInsertion, _ asset: String) -> PhotoLibraryError {
        PhotoLibraryError(
            .libraryBusy, "Another process removed the photo that this file belongs to. Import the file again.",
            path: insertion.file.source.string, identifier: asset)
    }
}

extension [String] {
    /// Keywords in the format of the column; `nil` without keywords.
    var column: String? {
        isEmpty ? nil : (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}
