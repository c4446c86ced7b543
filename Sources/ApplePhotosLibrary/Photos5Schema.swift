internal import GRDB
internal import SystemPackage

/// The database of Photos 5 and later: the names of the tables and columns in one of its versions.
///
/// Core Data numbers the entities of a model anew in each version, and names join tables and their columns by these
/// numbers.
struct Photos5Schema: PhotosSchema {
    static let originals = "originals"
    static let databaseName: FilePath.Component = "Photos.sqlite"

    /// The table of the assets.
    private let assets: String
    /// The column that is above 0 for an edited asset.
    private let adjustments: String
    private let keywordColumn: String
    private let faceAsset: String
    private let facePerson: String
    private let members: String
    private let memberAlbum: String
    private let memberAsset: String
    private let memberOrder: String

    init(_ database: Database) throws {
        let tables = try String.fetchSet(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        let needed: Set = [
            "Z_PRIMARYKEY", "ZADDITIONALASSETATTRIBUTES", "ZASSETDESCRIPTION", "ZGENERICALBUM", "ZKEYWORD",
            "Z_1KEYWORDS", "ZPERSON", "ZDETECTEDFACE",
        ]
        let rows = try Row.fetchAll(
            database, sql: "SELECT CAST(Z_NAME AS TEXT), CAST(Z_ENT AS INTEGER) FROM Z_PRIMARYKEY")
        var numbers: [String: Int64] = [:]
        for row in rows {
            guard let name = String.fromDatabaseValue(row[0]) else { continue }
            numbers[name] = Int64.fromDatabaseValue(row[1])
        }
        // Until macOS 10.15, `Asset` was a part of `GenericAsset`.
        let isOld = numbers["GenericAsset"] != nil
        assets = isOld ? "ZGENERICASSET" : "ZASSET"
        guard let asset = numbers["GenericAsset"] ?? numbers["Asset"], let album = numbers["Album"],
            let keyword = numbers["Keyword"], needed.union([assets, "Z_\(album)ASSETS"]).isSubset(of: tables)
        else { throw DatabaseError(message: "this version of Photos is not known") }
        members = "Z_\(album)ASSETS"
        memberAlbum = "Z_\(album)ALBUMS"
        memberAsset = "Z_\(asset)ASSETS"
        memberOrder = "Z_FOK_\(asset)ASSETS"
        keywordColumn = "Z_\(keyword)KEYWORDS"
        let assetColumns = try Self.columns(of: assets, in: database)
        adjustments = assetColumns.contains("ZADJUSTMENTSSTATE") ? "ZADJUSTMENTSSTATE" : "ZHASADJUSTMENTS"
        let hasNewFaces = try Self.columns(of: "ZDETECTEDFACE", in: database).contains("ZASSETFORFACE")
        faceAsset = hasNewFaces ? "ZASSETFORFACE" : "ZASSET"
        facePerson = hasNewFaces ? "ZPERSONFORFACE" : "ZPERSON"
    }

    private static func columns(of table: String, in database: Database) throws -> Set<String> {
        try Set(database.columns(in: table).map(\.name))
    }

    func makeIndexes(in database: Database) throws {
        for (table, column) in [
            ("ZADDITIONALASSETATTRIBUTES", "ZASSET"), ("ZASSETDESCRIPTION", "ZASSETATTRIBUTES"),
            ("Z_1KEYWORDS", "Z_1ASSETATTRIBUTES"), ("ZDETECTEDFACE", faceAsset), (members, memberAlbum),
        ] {
            try database.execute(sql: "CREATE INDEX openphotokit_\(table) ON \(table) (\(column))")
        }
    }

    /// Keywords and names that are no texts are left out, because JSON cannot hold them.
    var selectAssets: String {
        """
        SELECT asset.Z_PK AS row, asset.ZUUID AS uuid, ZDIRECTORY || '/' || ZFILENAME AS file,
            ZORIGINALFILENAME AS originalFilename,
            ZTRASHEDSTATE AS trashed, ZSAVEDASSETTYPE AS savedType, ZKIND AS kind, \(adjustments) AS adjustments,
            ZDATECREATED AS created, ZTIMEZONEOFFSET AS zone, ZLATITUDE AS latitude, ZLONGITUDE AS longitude,
            ZTITLE AS title, ZLONGDESCRIPTION AS caption, ZFAVORITE AS favorite, ZHIDDEN AS hidden,
            ZAVALANCHEUUID AS burst, ZAVALANCHEPICKTYPE AS pick,
            (SELECT json_group_array(title) FROM (
                SELECT ZKEYWORD.ZTITLE AS title FROM Z_1KEYWORDS JOIN ZKEYWORD ON ZKEYWORD.Z_PK = \(keywordColumn)
                WHERE Z_1ASSETATTRIBUTES = attributes.Z_PK AND typeof(title) = 'text' ORDER BY title)) AS keywords,
            (SELECT json_group_array(name) FROM (
                SELECT DISTINCT ZPERSON.ZFULLNAME AS name FROM ZDETECTEDFACE
                    JOIN ZPERSON ON ZPERSON.Z_PK = ZDETECTEDFACE.\(facePerson)
                WHERE ZDETECTEDFACE.\(faceAsset) = asset.Z_PK AND typeof(name) = 'text' ORDER BY name)) AS persons
        FROM \(assets) AS asset
            LEFT JOIN ZADDITIONALASSETATTRIBUTES AS attributes ON attributes.ZASSET = asset.Z_PK
            LEFT JOIN ZASSETDESCRIPTION AS description ON description.ZASSETATTRIBUTES = attributes.Z_PK
        GROUP BY asset.Z_PK ORDER BY asset.Z_PK
        """
    }

    var selectCollections: String {
        """
        SELECT Z_PK AS row, ZUUID AS uuid, ZTITLE AS title, ZKIND AS kind, ZPARENTFOLDER AS parent,
            ZCUSTOMSORTKEY AS sortKey, ZCUSTOMSORTASCENDING AS isAscending
        FROM ZGENERICALBUM
        WHERE ZKIND IN (\(PhotosCollectionRecord.albumKind), \(PhotosCollectionRecord.folderKind))
            AND ZTRASHEDSTATE IS NOT 1
        ORDER BY Z_FOK_PARENTFOLDER, Z_PK
        """
    }

    /// The path of an asset's original, as the bytes in the table of files.
    private static let originalPath =
        "CAST('\(originals)/' || ZDIRECTORY || '/' || ZFILENAME AS BLOB)"

    var selectUnknownOriginals: String {
        """
        SELECT path FROM \(PhotosFileTable.name)
        WHERE \(PhotosFileTable.isBelow(Self.originals))
            AND IFNULL(key NOT IN (SELECT ZUUID FROM \(assets) WHERE ZUUID IS NOT NULL), TRUE)
            AND path NOT IN (SELECT \(Self.originalPath) FROM \(assets)
                WHERE ZDIRECTORY IS NOT NULL AND ZFILENAME IS NOT NULL)
        ORDER BY path
        """
    }

    func selectMembers(orderedBy order: ApplePhotosCollection.Order) -> String {
        let key =
            switch order {
            case .manual: "\(memberOrder)"
            case .oldestFirst: "ZDATECREATED"
            case .newestFirst: "ZDATECREATED DESC"
            case .title: "IFNULL(ZTITLE, '')"
            }
        return """
            SELECT file.path FROM \(members) AS member
                JOIN \(assets) AS asset ON asset.Z_PK = member.\(memberAsset)
                LEFT JOIN ZADDITIONALASSETATTRIBUTES AS attributes ON attributes.ZASSET = asset.Z_PK
                JOIN \(PhotosFileTable.name) AS file ON file.path = \(Self.originalPath)
            WHERE member.\(memberAlbum) = ? AND ZTRASHEDSTATE IS NOT 1
            GROUP BY asset.Z_PK ORDER BY \(key), \(memberOrder), asset.Z_PK
            """
    }
}
