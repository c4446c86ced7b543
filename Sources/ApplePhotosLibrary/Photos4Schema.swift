internal import GRDB
internal import SystemPackage

/// The database of Photos 2 to 4 (macOS 10.12 to 10.14).
///
/// A version (`RKVersion`) is a photo or video, and a master (`RKMaster`) is a file. Several versions can have one
/// master: the owner duplicated the photo and edited it differently.
struct Photos4Schema: PhotosSchema {
    static let originals = "Masters"
    static let databaseName: FilePath.Component = "photos.db"

    init(_ database: Database) throws {
        let tables = try String.fetchSet(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        guard tables.isSuperset(of: Self.indexed.map(\.table)) else {
            throw DatabaseError(message: "this version of Photos is not known")
        }
    }

    /// The columns by which rows are looked up.
    private static let indexed: [(table: String, column: String)] = [
        ("RKVersion", "modelId"), ("RKMaster", "uuid"), ("RKVolume", "modelId"), ("RKModelResource", "attachedModelId"),
        ("RKKeywordForVersion", "versionId"), ("RKKeyword", "modelId"), ("RKFace", "imageModelId"),
        ("RKPerson", "modelId"), ("RKAlbum", "modelId"), ("RKAlbumVersion", "albumId"), ("RKFolder", "uuid"),
        ("RKCustomSortOrder", "containerUuid"),
    ]

    func makeIndexes(in database: Database) throws {
        for (table, column) in Self.indexed {
            try database.execute(sql: "CREATE INDEX openphotokit_\(table) ON \(table) (\(column))")
        }
    }

    /// The identifier of the master that is the original: of a pair the JPEG, as in newer versions of Photos.
    static let originalUUID = "IFNULL(version.nonRawMasterUuid, version.masterUuid)"

    /// Keywords and names that are no texts are left out, because JSON cannot hold them.
    ///
    /// A place that the file states and the version does not was removed by the owner.
    var selectAssets: String {
        let isRemoved = "version.latitude IS NULL AND version.exifLatitude IS NOT NULL"
        return """
            SELECT version.modelId AS row, version.uuid AS uuid,
                CASE WHEN original.fileIsReference = 1 AND volume.name IS NOT NULL
                        THEN '/Volumes/' || volume.name || '/' || original.imagePath
                    WHEN original.fileIsReference = 1 THEN '/' || original.imagePath
                    ELSE original.imagePath END AS file,
                original.originalFileName AS originalFilename, version.isInTrash AS trashed, NULL AS savedType,
                version.type = 8 AS kind, version.hasAdjustments AS adjustments, version.imageDate AS created,
                version.imageTimeZoneOffsetSeconds AS zone,
                CASE WHEN \(isRemoved) THEN -180.0 ELSE version.latitude END AS latitude,
                CASE WHEN \(isRemoved) THEN -180.0 ELSE version.longitude END AS longitude,
                version.name AS title, version.extendedDescription AS caption, version.isFavorite AS favorite,
                version.isHidden AS hidden, version.burstUuid AS burst, version.burstPickType AS pick,
                (SELECT json_group_array(title) FROM (
                    SELECT DISTINCT RKKeyword.name AS title FROM RKKeywordForVersion
                        JOIN RKKeyword ON RKKeyword.modelId = RKKeywordForVersion.keywordId
                    WHERE RKKeywordForVersion.versionId = version.modelId AND typeof(title) = 'text'
                    ORDER BY title)) AS keywords,
                (SELECT json_group_array(name) FROM (
                    SELECT DISTINCT RKPerson.name AS name FROM RKFace
                        JOIN RKPerson ON RKPerson.modelId = RKFace.personId
                    WHERE RKFace.imageModelId = version.modelId AND typeof(name) = 'text' ORDER BY name)) AS persons
            FROM RKVersion AS version
                LEFT JOIN RKMaster AS original ON original.uuid = \(Self.originalUUID)
                LEFT JOIN RKVolume AS volume ON volume.modelId = original.volumeId
            GROUP BY version.modelId ORDER BY version.modelId
            """
    }

    /// The rows of folders get negative numbers, because an album can have the same number.
    var selectCollections: String {
        func select(_ table: String, row: String, kind: Int, folder: String, sort: String, condition: String) -> String
        {
            """
            SELECT \(row) AS row, item.uuid AS uuid, item.name AS title, \(kind) AS kind, -folder.modelId AS parent,
                \(sort) AS sortKey, item.sortAscending AS isAscending,
                (SELECT orderNumber FROM RKCustomSortOrder
                    WHERE containerUuid = item.\(folder) AND objectUuid = item.uuid) AS place
            FROM \(table) AS item LEFT JOIN RKFolder AS folder ON folder.uuid = item.\(folder)
            WHERE item.isInTrash IS NOT 1 AND item.isMagic IS NOT 1 AND \(condition)
            """
        }
        let albums = select(
            "RKAlbum", row: "item.modelId", kind: PhotosCollectionRecord.albumKind, folder: "folderUuid",
            sort: "CASE item.sortKeyPath WHEN 'exifProperties.ImageDate' THEN 1 ELSE 0 END",
            condition: "item.albumType = 1 AND item.albumSubclass = 3")
        let folders = select(
            "RKFolder", row: "-item.modelId", kind: PhotosCollectionRecord.folderKind, folder: "parentFolderUuid",
            sort: "0", condition: "item.folderType = 1")
        return "\(albums) UNION ALL \(folders) ORDER BY place, row"
    }

    /// Photos does not show a master that belongs to no version.
    var selectUnknownOriginals: String {
        """
        SELECT path FROM \(PhotosFileTable.name)
        WHERE \(PhotosFileTable.isBelow(Self.originals))
            AND path NOT IN (
                SELECT CAST('\(Self.originals)/' || imagePath AS BLOB) FROM RKMaster
                WHERE imagePath IS NOT NULL AND uuid IN (
                    SELECT masterUuid FROM RKVersion UNION SELECT rawMasterUuid FROM RKVersion
                    UNION SELECT nonRawMasterUuid FROM RKVersion))
        ORDER BY path
        """
    }

    func selectMembers(orderedBy order: ApplePhotosCollection.Order) -> String {
        let place = """
            (SELECT orderNumber FROM RKCustomSortOrder
                WHERE containerUuid = album.uuid AND objectUuid = version.uuid)
            """
        let key =
            switch order {
            case .manual: place
            case .oldestFirst: "version.imageDate"
            case .newestFirst: "version.imageDate DESC"
            case .title: "IFNULL(version.name, '')"
            }
        return """
            SELECT file.path FROM RKAlbumVersion AS member
                JOIN RKAlbum AS album ON album.modelId = member.albumId
                JOIN RKVersion AS version ON version.modelId = member.versionId
                JOIN RKMaster AS original ON original.uuid = \(Self.originalUUID)
                JOIN \(PhotosFileTable.name) AS file
                    ON file.path = CAST('\(Self.originals)/' || original.imagePath AS BLOB)
            WHERE member.albumId = ? AND version.isInTrash IS NOT 1
            GROUP BY version.modelId ORDER BY \(key), \(place), version.modelId
            """
    }
}
