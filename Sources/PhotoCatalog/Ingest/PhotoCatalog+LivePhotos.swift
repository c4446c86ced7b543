internal import DeviceRegistry
package import Foundation
internal import GRDB
package import PhotoModel
internal import SystemPackage

// A Live Photo is the asset of its picture. A video that became an asset of its own, because it was read before its
// picture or by an earlier version, becomes a file of the picture that states the same content identifier.
extension PhotoCatalog {
    /// The pictures and the separate videos that state this content identifier, in the order in which they were added.
    ///
    /// Those of deleted assets are omitted.
    package func livePhotoParts(withContentIdentifier identifier: String) throws(PhotoLibraryError) -> [LivePhotoPart] {
        try read { try $0.livePhotoParts(withContentIdentifier: identifier) }
    }

    /// The content identifier that an asset states; `nil` if it states none or does not exist.
    package func contentIdentifier(of asset: String) throws(PhotoLibraryError) -> String? {
        try read {
            try String.fetchOne(
                $0.cachedStatement(sql: "SELECT contentIdentifier FROM asset WHERE localIdentifier = ?"),
                arguments: [asset])
        }
    }

    /// The content identifiers that both a picture and a separate video state, in the order of the videos.
    package func splitLivePhotos() throws(PhotoLibraryError) -> [String] {
        try read {
            // `+`, so that SQLite walks the few separate videos, and not all identifiers.
            try String.fetchAll(
                $0,
                sql: """
                    SELECT +video.contentIdentifier FROM asset AS video
                    WHERE video.mediaType = 'video' AND +video.contentIdentifier IS NOT NULL
                        AND video.deletedDate IS NULL AND EXISTS (
                            SELECT 1 FROM asset AS picture WHERE picture.contentIdentifier = video.contentIdentifier
                                AND picture.mediaType = 'image' AND picture.deletedDate IS NULL)
                    GROUP BY +video.contentIdentifier ORDER BY MIN(video.id)
                    """)
        }.filter(LivePhotoPairing.isIdentifier)
    }
}

/// A video that became a file of its picture's asset.
package struct JoinedVideo: Sendable {
    package let pair: LivePhotoPair
    /// When the asset of the video, which no longer exists, was added.
    package let addedDate: Date
}

extension Database {
    fileprivate func livePhotoParts(withContentIdentifier identifier: String) throws -> [LivePhotoPart] {
        guard LivePhotoPairing.isIdentifier(identifier) else { return [] }
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT id, localIdentifier, mediaType = 'video', duration, EXISTS (
                        SELECT 1 FROM resource
                        WHERE assetID = asset.id AND kind = \(AssetResource.Kind.pairedVideo.rawValue))
                    FROM asset WHERE contentIdentifier = ? AND mediaType IN ('image', 'video')
                        AND deletedDate IS NULL ORDER BY id
                    """), arguments: [identifier])
        return try rows.map { row in
            LivePhotoPart(
                asset: row[1], isVideo: row[2], duration: row[3], hasVideo: row[4],
                paths: try paths(ofOriginalOf: row[0]))
        }
    }

    private func paths(ofOriginalOf asset: Int64) throws -> [FilePath] {
        try Data.fetchAll(
            cachedStatement(
                sql: """
                    SELECT source.path FROM source JOIN resource ON resource.id = resourceID
                    WHERE assetID = ? AND kind = \(AssetResource.Kind.original.rawValue) ORDER BY source.path LIMIT 20
                    """), arguments: [asset]
        ).compactMap(FilePath.init(blob:))
    }

    /// Joins the separate videos that state this content identifier to their pictures.
    func joinLivePhotos(withContentIdentifier identifier: String, now: Date) throws -> [JoinedVideo] {
        try LivePhotoPairing.pairs(livePhotoParts(withContentIdentifier: identifier)).compactMap {
            try join($0, now: now)
        }
    }

    /// Makes the files of a video's asset files of its picture's asset, and removes the video's asset.
    ///
    /// The picture's asset gets the albums of the video, and the values that the owner or a sidecar set for it.
    ///
    /// - Returns: `nil` if the two stay apart, because the joined asset could not keep all that was done with them.
    private func join(_ pair: LivePhotoPair, now: Date) throws -> JoinedVideo? {
        let row = try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT asset.id, video.id, video.addedDate FROM asset, asset AS video
                    WHERE asset.localIdentifier = ? AND video.localIdentifier = ?
                        AND NOT (\(Self.contradictions.joined(separator: " OR ")))
                        AND NOT EXISTS (\(Self.appsThatSeeOne))
                    """), arguments: [pair.picture, pair.video])
        guard let row else { return nil }
        let (assetID, videoID): (Int64, Int64) = (row[0], row[1])
        try changingAlbums(of: pair.picture, now: now) {
            if try !shown(pair.video, []).isEmpty { try insertAlbumChanges(ofMember: videoID, now: now) }
            try move(videoID, to: assetID, now: now)
        }
        try execute(
            sql: "UPDATE unresolved SET localIdentifier = ? WHERE localIdentifier = ?",
            arguments: [pair.picture, pair.video])
        try insertChange(.delete, pair.video, now: now)
        try insertChange(.update, pair.picture, now: now)
        return JoinedVideo(pair: pair, addedDate: Date(timeIntervalSince1970: row[2]))
    }

    private func move(_ videoID: Int64, to assetID: Int64, now: Date) throws {
        try execute(
            sql: "UPDATE resource SET assetID = ?, kind = \(AssetResource.Kind.afterJoining) WHERE assetID = ?",
            arguments: [assetID, videoID])
        let albums = try Int64.fetchAll(
            self, sql: "SELECT albumID FROM albumAsset WHERE assetID = ?", arguments: [videoID])
        try execute(
            sql: "UPDATE OR IGNORE albumAsset SET assetID = ? WHERE assetID = ?", arguments: [assetID, videoID])
        for album in albums { try setMemberRegister(assetID, inAlbum: album) }
        try execute(sql: "UPDATE album SET keyAssetID = ? WHERE keyAssetID = ?", arguments: [assetID, videoID])
        try execute(
            sql: """
                UPDATE asset SET subtypes = asset.subtypes | ?3, modificationDate = ?4,
                    \(Self.assignments.joined(separator: ", ")),
                    isFavorite = asset.isFavorite OR video.isFavorite, isHidden = asset.isHidden OR video.isHidden,
                    ownersProperties = asset.ownersProperties | video.ownersProperties,
                    marks = asset.marks | video.marks
                FROM asset AS video WHERE asset.id = ?1 AND video.id = ?2
                """, arguments: [assetID, videoID, MediaSubtypes.photoLive.rawValue, now.timeIntervalSince1970])
        try execute(sql: "DELETE FROM asset WHERE id = ?", arguments: [videoID])
        try setMarkedRegisters(ofAsset: assetID)
        for album in albums { try setRegisters(.album, album, [.keyAsset]) }
    }

    // MARK: Conditions

    /// Conditions of which each means that the owner set two different values for the picture and the video.
    ///
    /// The times of the two differ by seconds, because the video begins before the picture.
    private static let contradictions: [String] = {
        func bothAreOwners(_ bit: Int) -> String { "asset.ownersProperties & video.ownersProperties & \(bit)" }
        let texts: [DescriptionColumn] = [.title, .caption, .rating]
        return [
            "(\(bothAreOwners(1)) AND IFNULL(abs(asset.captureInstant - video.captureInstant) > 60, 0))",
            """
            (\(bothAreOwners(2)) AND ((asset.latitude IS NULL) <> (video.latitude IS NULL)
                OR IFNULL(abs(asset.latitude - video.latitude) > 0.001, 0)
                OR IFNULL(abs(asset.longitude - video.longitude) > 0.001, 0)))
            """,
        ] + texts.map { "(\(bothAreOwners($0.ownersBit)) AND asset.\($0) IS NOT video.\($0))" }
    }()

    /// The apps whose selection has one of the two: such an app would lose the video, or see it without the owner's
    /// choice.
    private static let appsThatSeeOne = """
        SELECT app FROM appAsset WHERE until IS NULL AND assetID IN (asset.id, video.id)
        GROUP BY app HAVING COUNT(DISTINCT assetID) = 1
        """

    // MARK: Values

    /// The assignments of all values.
    ///
    /// The value that the owner set for the picture comes first, then the one that the owner set for the video, then
    /// that of the picture's files, then that of the video's files.
    private static let assignments: [String] =
        ["make", "model", "lens", "bodySerial", "imageUniqueID", "duration"].map {
            "\($0) = COALESCE(asset.\($0), video.\($0))"
        }
        + fileAndOwners(["captureDate"], ["fileDate"], bit: 1, presence: "captureDate")
        + fileAndOwners(
            ["latitude", "longitude", "altitude"], ["fileLatitude", "fileLongitude", "fileAltitude"], bit: 2,
            presence: "latitude")
        + DescriptionColumn.allCases.map { $0 == .keywords ? keywords : "\($0) = \(owners($0))" }

    private static func owners(_ column: DescriptionColumn) -> String {
        """
        CASE WHEN asset.ownersProperties & \(column.ownersBit) THEN asset.\(column)
            WHEN video.ownersProperties & \(column.ownersBit) THEN video.\(column)
            ELSE COALESCE(asset.\(column), video.\(column)) END
        """
    }

    /// The keywords of both, except those of the files if the owner set the keywords of the picture.
    private static let keywords = """
        keywords = IIF(asset.ownersProperties & 16 AND NOT video.ownersProperties & 16, asset.keywords, (
            SELECT IIF(COUNT(*) = 0, NULL, json_group_array(value)) FROM (
                SELECT value FROM (
                    SELECT 0 AS part, key, value FROM json_each(IFNULL(asset.keywords, '[]'))
                    UNION ALL SELECT 1, key, value FROM json_each(IFNULL(video.keywords, '[]')))
                GROUP BY value ORDER BY MIN(part), MIN(key))))
        """

    /// Assignments of columns that have the owner's value or that of the files, and of those that keep the files' value
    /// beside the owner's.
    ///
    /// - Parameter presence: The column that tells whether the files state the value.
    private static func fileAndOwners(
        _ columns: [String], _ ofFiles: [String], bit: Int, presence: String
    ) -> [String] {
        let isPictures = "asset.ownersProperties & \(bit)"
        let isVideos = "video.ownersProperties & \(bit)"
        return zip(columns, ofFiles).flatMap { column, ofFile in
            [
                """
                \(column) = IIF(\(isPictures) OR NOT \(isVideos) AND asset.\(presence) IS NOT NULL,
                    asset.\(column), video.\(column))
                """,
                """
                \(ofFile) = CASE WHEN \(isPictures) THEN asset.\(ofFile)
                    WHEN \(isVideos) THEN IIF(asset.\(presence) IS NULL, video.\(ofFile), asset.\(column)) END
                """,
            ]
        }
    }
}

extension AssetResource.Kind {
    /// The kind of a video's file after the video became part of a Live Photo.
    ///
    /// The adjustment data of the video are kept, but do not describe the picture.
    package var afterJoining: AssetResource.Kind {
        switch self {
        case .original: .pairedVideo
        case .fullSizePhoto: .fullSizePairedVideo
        case .adjustmentData: .sidecar
        default: self
        }
    }

    /// ``afterJoining`` as an SQL expression of the column `kind`.
    fileprivate static let afterJoining: String = {
        let cases = allCases.filter { $0.afterJoining != $0 }.map {
            "WHEN \($0.rawValue) THEN \($0.afterJoining.rawValue)"
        }
        return "CASE kind \(cases.joined(separator: " ")) ELSE kind END"
    }()
}
