package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoCatalog {
    /// The numbers of the query's assets, in its order.
    package func rows(of query: AssetQuery) throws(PhotoLibraryError) -> [Int64] {
        try read { try $0.rows(of: query) }
    }

    /// The number of the query's assets.
    package func count(of query: AssetQuery) throws(PhotoLibraryError) -> Int {
        try read { database in
            let query = query.unsorted
            let sql = try query.selectCount(by: query.lookUps(database))
            return try SQLRequest<Int>(literal: sql).fetchOne(database) ?? 0
        }
    }

    /// The number of assets of a media type among those with these numbers.
    package func count(of mediaType: Asset.MediaType, rows: [Int64]) throws(PhotoLibraryError) -> Int {
        try read { database in
            try Int.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT COUNT(*) FROM json_each(?) JOIN asset ON asset.id = json_each.value WHERE mediaType = ?
                        """), arguments: [rows.json, mediaType.rawValue]) ?? 0
        }
    }

    /// The identifiers of the query's assets, in its order.
    package func localIdentifiers(of query: AssetQuery) throws(PhotoLibraryError) -> [String] {
        try read { database in
            let sql = try query.select("asset.localIdentifier", by: query.lookUps(database))
            return try SQLRequest<String>(literal: sql).fetchAll(database)
        }
    }

    /// The assets with these numbers.
    ///
    /// Missing assets are omitted.
    ///
    /// All of them are in memory at once.
    package func assets(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: Asset] {
        try read { database in
            let numbers = try rows.json
            let files = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT * FROM resource WHERE assetID IN (SELECT value FROM json_each(?))
                        ORDER BY assetID, kind, id
                        """), arguments: [numbers])
            let rows = Dictionary(grouping: files) { $0["assetID"] as Int64 }
            let request = SQLRequest<Row>(
                literal: """
                    SELECT *, \(AssetQuery.representsBurst) AS representsBurst FROM asset
                    WHERE id IN (SELECT value FROM json_each(\(numbers)))
                    """, cached: true)
            let assets = try request.fetchAll(database).map { row in
                let number: Int64 = row["id"]
                let withheld = access == .owner ? nil : AssetResource.Location.withheld(asset: row["localIdentifier"])
                let resources = try rows[number, default: []].map {
                    try AssetResource(row: $0, folder: folder, at: withheld)
                }
                return (number, try Asset(row: row, resources: resources))
            }
            return Dictionary(uniqueKeysWithValues: assets)
        }
    }

    /// Calls `body` with each asset, including deleted ones, in the order in which they were added, outside any
    /// transaction, until it returns false.
    ///
    /// Keeps several hundred assets in memory at a time. Assets that are added during the call are included.
    ///
    /// - Parameter row: Only assets that were added after the one of this number (``row(of:_:)``).
    package func forEachAsset(after row: Int64, _ body: (Asset) throws -> Bool) throws {
        var last = row
        while true {
            let page = try read {
                try Int64.fetchAll(
                    $0, sql: "SELECT id FROM asset WHERE id > ? ORDER BY id LIMIT 200", arguments: [last])
            }
            guard let end = page.last else { return }
            last = end
            let assets = try assets(rows: page)
            for row in page { if let asset = assets[row], try !body(asset) { return } }
        }
    }

    /// Whether an asset has a file in this folder, which is relative to the library's folder.
    package func hasStoredFile(below folder: FilePath) throws(PhotoLibraryError) -> Bool {
        try read {
            try Bool.fetchOne(
                $0,
                // A path is compared byte by byte: “0” follows “/”.
                sql: "SELECT EXISTS (SELECT 1 FROM resource WHERE location = 0 AND path > ? AND path < ?)",
                arguments: [Data(folder.bytes + [UInt8(ascii: "/")]), Data(folder.bytes + [UInt8(ascii: "0")])])
                ?? false
        }
    }

    /// Identifies this catalogue.
    ///
    /// A rebuilt catalogue of the same library has another value and other asset numbers.
    package func generation() throws(PhotoLibraryError) -> String {
        try read { try String.fetchOne($0, sql: "SELECT value FROM meta WHERE key = 'generation'") } ?? ""
    }

    /// The assets with these identifiers, including deleted ones.
    ///
    /// Missing ones are omitted.
    package func assets(_ localIdentifiers: [String]) throws(PhotoLibraryError) -> [String: Asset] {
        var found: [String: Asset] = [:]
        let rows = try read {
            try Int64.fetchAll(
                $0.cachedStatement(
                    sql: "SELECT id FROM asset WHERE localIdentifier IN (SELECT value FROM json_each(?))"),
                arguments: [localIdentifiers.json])
        }
        // The rows of resources are in memory together with the assets made from them.
        for start in stride(from: 0, to: rows.count, by: 1000) {
            for asset in try assets(rows: Array(rows[start..<min(start + 1000, rows.count)])).values {
                found[asset.localIdentifier] = asset
            }
        }
        return found
    }

    /// The recently deleted assets that were deleted before `date`, the oldest first.
    package func deletedAssets(before date: Date) throws(PhotoLibraryError) -> [String] {
        try read {
            try String.fetchAll(
                $0, sql: "SELECT localIdentifier FROM asset WHERE deletedDate < ? ORDER BY deletedDate, id",
                arguments: [date.timeIntervalSince1970])
        }
    }

    /// The number of assets that are not deleted.
    package func assetCount() throws(PhotoLibraryError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM asset WHERE deletedDate IS NULL") ?? 0 }
    }

    /// The identifiers of all assets that are not deleted, in the order in which they were added.
    package func allLocalIdentifiers() throws(PhotoLibraryError) -> [String] {
        try read {
            try String.fetchAll($0, sql: "SELECT localIdentifier FROM asset WHERE deletedDate IS NULL ORDER BY id")
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
        metadata.rating = row["rating"]
        self.init(
            localIdentifier: row["localIdentifier"],
            mediaType: MediaType(rawValue: row["mediaType"]) ?? .unknown,
            size: PixelSize(row),
            captureTime: (row["captureDate"] as String?).flatMap(CaptureTime.init), location: location,
            addedDate: Date(timeIntervalSince1970: row["addedDate"]),
            modificationDate: Date(timeIntervalSince1970: row["modificationDate"]),
            deletedDate: (row["deletedDate"] as Double?).map { Date(timeIntervalSince1970: $0) },
            isFavorite: row["isFavorite"], isHidden: row["isHidden"], representsBurst: row["representsBurst"],
            metadata: metadata,
            condition: PictureCondition(rawValue: row["condition"]) ?? .unsupported, resources: resources)
    }
}

extension ImageMetadata.Location {
    fileprivate init?(_ row: Row, _ latitude: String, _ longitude: String, _ altitude: String) {
        guard let north: Double = row[latitude], let east: Double = row[longitude] else { return nil }
        self.init(latitude: north, longitude: east, altitude: row[altitude])
    }
}

extension Database {
    /// The numbers of the query's assets, in its order.
    func rows(of query: AssetQuery) throws -> [Int64] {
        let sql = try query.select("asset.id", by: query.lookUps(self))
        return try SQLRequest<Int64>(literal: sql).fetchAll(self)
    }
}

extension PhotoCatalog {
    /// The file of an asset that the user of ``access`` sees, with its location.
    ///
    /// Only the process of the library may use the location.
    package func resource(
        of asset: String, kind: AssetResource.Kind, sha256: Digest
    ) throws(PhotoLibraryError) -> AssetResource? {
        try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT resource.* FROM resource JOIN asset ON asset.id = assetID
                        WHERE localIdentifier = ? AND kind = ? AND sha256 = ? LIMIT 1
                        """), arguments: [asset, kind.rawValue, Data(sha256.bytes)]
            ).map { try AssetResource(row: $0, folder: folder) }
        }
    }
}

extension AssetResource {
    /// - Parameter location: The place, if the reader does not get the place in the row.
    init(row: Row, folder: FilePath, at location: Location? = nil) throws {
        guard let sha256 = Digest(row["sha256"] as Data), ResourceBytes.sizes.contains(row["bytes"]),
            let location = location ?? Location(row: row, folder: folder)
        else {
            throw PhotoLibraryError(
                .libraryDamaged,
                "A resource in the catalogue has no usable path, size or digest. A repair of the library restores the "
                    + "last copy of the catalogue, or makes a new catalogue of the originals.",
                remedy: .repair, path: folder.string)
        }
        let name: Data? = row["originalFilename"]
        let profile: Data? = row["colorProfile"]
        self.init(
            kind: Kind(rawValue: row["kind"]) ?? .alternate,
            location: location,
            originalFilename: name.flatMap(FilePath.init(blob:))?.lastComponent, bytes: row["bytes"], sha256: sha256,
            imageDataDigest: (row["imageDataDigest"] as Data?).flatMap { Digest($0) },
            format: ImageFormat(rawValue: row["format"]) ?? .unknown,
            orientation: Orientation(rawValue: row["orientation"]) ?? .up,
            colorProfile: profile.flatMap(ColorProfile.init(stored:)) ?? .none, size: PixelSize(row))
    }
}

extension ResourceBytes {
    /// The sizes that a file may have, so that ranges and sums of sizes in a damaged catalogue are never invalid.
    static let sizes: ClosedRange<Int64> = 0...1 << 50

    /// Reads the columns `location`, `path`, `bytes` and `sha256` of a resource.
    init?(row: Row, folder: FilePath) {
        guard let sha256 = (row["sha256"] as Data?).flatMap({ Digest($0) }), Self.sizes.contains(row["bytes"]),
            let location = AssetResource.Location(row: row, folder: folder)
        else { return nil }
        self.init(location: location, size: row["bytes"], sha256: sha256)
    }
}

extension AssetResource.Location {
    fileprivate init?(row: Row, folder: FilePath) {
        let path = (row["path"] as Data?).flatMap(FilePath.init(blob:))
        switch (LocationState(rawValue: row["location"]), path) {
        case (.library, let path?): self = .library(path)
        case (.reference, let path?): self = .reference(folder.pushing(path))
        case (.elsewhere, _): self = .elsewhere
        case (.library, nil), (.reference, nil), (nil, _): return nil
        }
    }
}

extension PixelSize {
    /// Reads the columns `width` and `height`.
    init?(_ row: Row) {
        guard let width: Int = row["width"], let height: Int = row["height"] else { return nil }
        self.init(width: width, height: height)
    }
}

extension ColorProfile {
    /// The stored form: the digest and a byte for the handling of the profile.
    ///
    /// Older rows lack the byte: their profile was not applied.
    fileprivate init?(stored: Data) {
        guard let digest = Digest(stored.prefix(32)) else { return nil }
        self = .embedded(digest, stored.dropFirst(32).first.flatMap(ColorTreatment.init) ?? .unsupported)
    }
}
