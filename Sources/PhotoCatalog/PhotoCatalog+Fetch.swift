internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoCatalog {
    /// Calls `body` with each asset that the query meant when it was asked, in its order, outside any transaction.
    ///
    /// Holds the rows' numbers, 8 bytes an asset, and some hundred assets at a time.
    package func forEachAsset(_ query: AssetQuery, _ body: (Asset) throws -> Void) throws {
        let (condition, arguments) = query.condition
        let limit = query.limit.map { max(0, $0) } ?? -1
        let rows = try read {
            try Int64.fetchAll(
                $0,
                sql: """
                    SELECT asset.id FROM asset
                    LEFT JOIN resource AS original ON original.assetID = asset.id AND original.kind = 0
                    WHERE \(condition) ORDER BY \(query.order) LIMIT \(limit)
                    """, arguments: arguments)
        }
        for start in stride(from: 0, to: rows.count, by: 200) {
            let page = rows[start..<min(start + 200, rows.count)]
            let assets = try fetchAssets(where: "id", in: page)
            for row in page { if let asset = assets[row] { try body(asset) } }
        }
    }

    /// Calls `body` with each asset, also those deleted, in the order in which they were added, outside any transaction,
    /// until it returns false.
    ///
    /// Holds some hundred assets at a time. What is added meanwhile comes too.
    ///
    /// - Parameter row: Only assets that were added after the one of this number (``row(of:)``).
    package func forEachAsset(after row: Int64, _ body: (Asset) throws -> Bool) throws {
        var last = row
        while true {
            let page = try read {
                try Int64.fetchAll(
                    $0, sql: "SELECT id FROM asset WHERE id > ? ORDER BY id LIMIT 200", arguments: [last])
            }
            guard let end = page.last else { return }
            last = end
            let assets = try fetchAssets(where: "id", in: page[...])
            for row in page { if let asset = assets[row], try !body(asset) { return } }
        }
    }

    /// The number of an asset in the order in which they were added; `nil` if there is no such asset.
    package func row(of localIdentifier: String) throws -> Int64? {
        try read {
            try Int64.fetchOne($0, sql: "SELECT id FROM asset WHERE localIdentifier = ?", arguments: [localIdentifier])
        }
    }

    /// Whether there is an asset's file in the folder, which is relative to the library's.
    package func hasStoredFile(below folder: FilePath) throws -> Bool {
        try read {
            try Bool.fetchOne(
                $0,
                // A path is compared byte by byte: “0” follows “/”.
                sql: "SELECT EXISTS (SELECT 1 FROM resource WHERE NOT isReference AND path > ? AND path < ?)",
                arguments: [Data(folder.bytes + [UInt8(ascii: "/")]), Data(folder.bytes + [UInt8(ascii: "0")])])
                ?? false
        }
    }

    /// Identifies this catalogue: one rebuilt for the same library has another, and other numbers of assets.
    package func generation() throws -> String {
        try read { try String.fetchOne($0, sql: "SELECT value FROM meta WHERE key = 'generation'") } ?? ""
    }

    /// The assets with these identifiers; those that do not exist are left out.
    package func assets(_ localIdentifiers: [String]) throws -> [String: Asset] {
        var found: [String: Asset] = [:]
        // SQLite takes at most 32,766 arguments.
        for start in stride(from: 0, to: localIdentifiers.count, by: 10_000) {
            let part = localIdentifiers[start..<min(start + 10_000, localIdentifiers.count)]
            for asset in try fetchAssets(where: "localIdentifier", in: part).values {
                found[asset.localIdentifier] = asset
            }
        }
        return found
    }

    /// How many assets there are, without those deleted.
    package func assetCount() throws -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM asset WHERE deletedDate IS NULL") ?? 0 }
    }

    /// The identifiers of all assets but those deleted, in the order they were added.
    package func allLocalIdentifiers() throws -> [String] {
        try read {
            try String.fetchAll($0, sql: "SELECT localIdentifier FROM asset WHERE deletedDate IS NULL ORDER BY id")
        }
    }

    /// The assets whose column has one of the values, by their rows.
    private func fetchAssets<Values: Collection>(
        where column: String, in values: Values
    ) throws -> [Int64: Asset] where Values.Element: DatabaseValueConvertible {
        try read { database in
            let marks = databaseQuestionMarks(count: values.count)
            let rows = try Row.fetchAll(
                database, sql: "SELECT * FROM asset WHERE \(column) IN (\(marks))",
                arguments: StatementArguments(values))
            let resources = try database.cachedStatement(
                sql: "SELECT * FROM resource WHERE assetID = ? ORDER BY kind, id")
            return try Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    let assetID: Int64 = row["id"]
                    let files = try Row.fetchAll(resources, arguments: [assetID])
                    let asset = try Asset(row: row, resources: files.map { try AssetResource(row: $0, folder: folder) })
                    return (assetID, asset)
                })
        }
    }
}

extension AssetQuery {
    fileprivate var condition: (sql: String, arguments: StatementArguments) {
        var conditions: [String] =
            switch scope {
            case .library: ["asset.deletedDate IS NULL"]
            case .recentlyDeleted: ["asset.deletedDate IS NOT NULL"]
            case .everything: ["1"]
            }
        var arguments: StatementArguments = []
        func add(_ condition: String, _ values: StatementArguments) {
            conditions.append(condition)
            arguments += values
        }
        if let mediaType { add("asset.mediaType = ?", [mediaType.rawValue]) }
        if let capturedFrom { add("asset.captureDate >= ?", [capturedFrom]) }
        if let capturedBefore { add("asset.captureDate < ?", [capturedBefore]) }
        if let search {
            // instr, because a name is a BLOB and a search text may hold % and _.
            let fields = [
                "CAST(original.originalFilename AS TEXT)", "asset.make", "asset.model", "asset.lens", "asset.title",
                "asset.caption", "asset.keywords",
            ]
            let sql = fields.map { "instr(lower(IFNULL(\($0), '')), lower(?)) > 0" }.joined(separator: " OR ")
            add("(\(sql))", StatementArguments(fields.map { _ in search }))
        }
        if let album {
            add(
                """
                asset.id IN (SELECT assetID FROM albumAsset JOIN album ON album.id = albumID
                    WHERE album.localIdentifier = ? OR album.title = ?)
                """, [album, album])
        }
        return (conditions.joined(separator: " AND "), arguments)
    }

    fileprivate var order: String {
        switch sort {
        case .captureDate: "asset.captureDate IS NULL, asset.captureDate, asset.id"
        case .addedDate: "asset.addedDate, asset.id"
        case .filename: "original.originalFilename, asset.id"
        case .size: "original.bytes DESC, asset.id"
        }
    }
}

extension Asset {
    fileprivate init(row: Row, resources: [AssetResource]) throws {
        var metadata = ImageMetadata()
        metadata.captureTime = (row["statedDate"] as String?).flatMap(CaptureTime.init)
        metadata.orientation = resources.first?.orientation ?? .up
        metadata.make = row["make"]
        metadata.model = row["model"]
        metadata.lens = row["lens"]
        metadata.bodySerial = row["bodySerial"]
        metadata.imageUniqueID = row["imageUniqueID"]
        let location = ImageMetadata.Location(row, "latitude", "longitude", "altitude")
        let ownersProperties: Int = row["ownersProperties"]
        metadata.location =
            ownersProperties & 2 == 0
            ? location : ImageMetadata.Location(row, "fileLatitude", "fileLongitude", "fileAltitude")
        metadata.duration = row["duration"]
        metadata.subtypes = MediaSubtypes(rawValue: row["subtypes"])
        metadata.contentIdentifier = row["contentIdentifier"]
        metadata.burstIdentifier = row["burstIdentifier"]
        metadata.title = row["title"]
        metadata.caption = row["caption"]
        metadata.keywords =
            (row["keywords"] as String?).flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
        let width: Int? = row["width"]
        let height: Int? = row["height"]
        self.init(
            localIdentifier: row["localIdentifier"],
            mediaType: MediaType(rawValue: row["mediaType"]) ?? .unknown,
            size: width.flatMap { width in height.map { PixelSize(width: width, height: $0) } },
            captureTime: (row["captureDate"] as String?).flatMap(CaptureTime.init), location: location,
            addedDate: Date(timeIntervalSince1970: row["addedDate"]),
            modificationDate: Date(timeIntervalSince1970: row["modificationDate"]),
            deletedDate: (row["deletedDate"] as Double?).map { Date(timeIntervalSince1970: $0) },
            isFavorite: row["isFavorite"], isHidden: row["isHidden"], metadata: metadata,
            condition: PictureCondition(rawValue: row["condition"]) ?? .unsupported, resources: resources)
    }
}

extension ImageMetadata.Location {
    fileprivate init?(_ row: Row, _ latitude: String, _ longitude: String, _ altitude: String) {
        guard let north: Double = row[latitude], let east: Double = row[longitude] else { return nil }
        self.init(latitude: north, longitude: east, altitude: row[altitude])
    }
}

extension AssetResource {
    fileprivate init(row: Row, folder: FilePath) throws {
        guard let path = FilePath(blob: row["path"]), let sha256 = Digest(row["sha256"] as Data) else {
            throw PhotoLibraryError(
                .libraryDamaged, "A resource in the catalogue has no usable path or digest.", path: folder.string)
        }
        let name: Data? = row["originalFilename"]
        let profile: Data? = row["colorProfile"]
        self.init(
            kind: Kind(rawValue: row["kind"]) ?? .alternate,
            path: path.isAbsolute ? path : folder.pushing(path), isReference: row["isReference"],
            originalFilename: name.flatMap(FilePath.init(blob:))?.lastComponent, bytes: row["bytes"], sha256: sha256,
            imageDataDigest: (row["imageDataDigest"] as Data?).flatMap { Digest($0) },
            format: ImageFormat(rawValue: row["format"]) ?? .unknown,
            orientation: Orientation(rawValue: row["orientation"]) ?? .up,
            colorProfile: profile.flatMap(ColorProfile.init(stored:)) ?? .none)
    }
}

extension ColorProfile {
    /// As the catalogue keeps it: the digest and a byte for the treatment, which older rows lack: theirs were not applied.
    fileprivate init?(stored: Data) {
        guard let digest = Digest(stored.prefix(32)) else { return nil }
        self = .embedded(digest, stored.dropFirst(32).first.flatMap(ColorTreatment.init) ?? .unsupported)
    }
}
