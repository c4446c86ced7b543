package import Foundation
internal import GRDB
package import PhotoModel

/// The data that show whether an asset is a copy of another, and which of the two is better.
package struct PossibleCopy: Sendable {
    package let localIdentifier: String
    /// Width times height as displayed; 0 if unknown.
    package let pixels: Double
    package let isDamaged: Bool
    package let captureTime: CaptureTime?
    package let imageUniqueID: String?
    package let addedDate: Date
    /// The order of two assets that were added at the same time.
    package let row: Int64
    /// The number of values that it has of: capture time, place, camera, lens, title, caption and keywords; 0 to 7.
    package let metadataCount: Int
    package let format: ImageFormat
    package let orientation: Orientation
    /// The size of the original.
    package let bytes: Int
    /// The size of all its files in the library's folder.
    package let storedBytes: Int
    /// The quality of its signature: 0 (flat) to 100; 0 without a signature.
    package let quality: Int
    /// Whether it has more similar pictures than are recorded.
    package let hasTooManySimilarPictures: Bool
}

extension PhotoCatalog {
    /// Calls `body` with each set of two or more assets, none of them deleted, whose originals have the same digest, in
    /// the order in which they were added.
    package func forEachEqualSet(_ evidence: ExactEvidence, _ body: ([String]) throws -> Void) throws {
        try read { database in
            let digest = evidence.rawValue
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT localIdentifier, \(digest) FROM resource JOIN asset ON asset.id = assetID
                    WHERE kind = ?1 AND deletedDate IS NULL AND \(digest) IN (
                        SELECT \(digest) FROM resource WHERE kind = ?1 AND \(digest) IS NOT NULL
                        GROUP BY \(digest) HAVING COUNT(*) > 1)
                    ORDER BY \(digest), asset.id
                    """, arguments: [AssetResource.Kind.original.rawValue])
            var current: Data?
            var equal: [String] = []
            while let row = try rows.next() {
                let digest: Data = row[1]
                if digest != current {
                    if equal.count > 1 { try body(equal) }
                    current = digest
                    equal = []
                }
                equal.append(row[0])
            }
            if equal.count > 1 { try body(equal) }
        }
    }

    /// Calls `body` with every pair of assets, none of them deleted, about which the user decided whether they are the
    /// same.
    package func forEachDecidedPair(_ body: (_ one: String, _ other: String, _ isSame: Bool) throws -> Void) throws {
        for decision in try decisions() {
            let pairs = try read { database in
                let (one, other) = (
                    try database.assets(withContent: decision.contents[0]),
                    try database.assets(withContent: decision.contents[1])
                )
                return one.flatMap { first in other.map { (first, $0) } }
            }
            // A decision that a content differs from itself is about its duplicates: each pair once.
            let isReflexive = decision.contents[0] == decision.contents[1]
            for (one, other) in pairs where isReflexive ? one < other : one != other {
                try body(one, other, decision.isSame)
            }
        }
    }

    /// The data of these assets.
    ///
    /// Missing and deleted assets are omitted.
    package func possibleCopies(_ localIdentifiers: [String]) throws(PhotoLibraryError) -> [String: PossibleCopy] {
        var found: [String: PossibleCopy] = [:]
        // SQLite accepts at most 32,766 arguments.
        for start in stride(from: 0, to: localIdentifiers.count, by: 10_000) {
            let part = localIdentifiers[start..<min(start + 10_000, localIdentifiers.count)]
            try read { database in
                let rows = try Row.fetchCursor(
                    database,
                    sql: """
                        SELECT asset.*, original.format, original.orientation, original.bytes,
                            original.width AS originalWidth, original.height AS originalHeight, quality, crowded,
                            (make IS NOT NULL OR model IS NOT NULL) + (statedDate IS NOT NULL)
                                + (latitude IS NOT NULL) + (lens IS NOT NULL) + (title IS NOT NULL)
                                + (caption IS NOT NULL) + (keywords IS NOT NULL) AS metadataCount,
                            (SELECT IFNULL(SUM(bytes), 0) FROM resource
                                WHERE assetID = asset.id AND location = 0) AS storedBytes
                        FROM asset JOIN resource AS original ON original.assetID = asset.id AND original.kind = 0
                        LEFT JOIN signature ON signature.assetID = asset.id AND picture = 0
                        WHERE deletedDate IS NULL
                            AND localIdentifier IN (\(databaseQuestionMarks(count: part.count)))
                        """, arguments: StatementArguments(part))
                while let row = try rows.next() {
                    let copy = PossibleCopy(row: row)
                    found[copy.localIdentifier] = copy
                }
            }
        }
        return found
    }

    /// The number of pictures that were not compared with the others yet.
    package func uncomparedCount() throws(PhotoLibraryError) -> Int {
        try read {
            try Int.fetchOne(
                $0,
                sql: """
                    SELECT COUNT(*) FROM signature JOIN asset ON asset.id = assetID
                    WHERE crowded IS NULL AND picture = 0 AND deletedDate IS NULL
                    """
            ) ?? 0
        }
    }

    /// The albums of assets, by asset; albums in the order of their titles.
    package func memberships(of localIdentifiers: [String]) throws(PhotoLibraryError) -> [String: [DuplicatePlan
        .Membership]]
    {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT album.localIdentifier, album.title FROM albumAsset JOIN album ON album.id = albumID
                    WHERE assetID = (SELECT id FROM asset WHERE localIdentifier = ?) AND deletedDate IS NULL
                    ORDER BY title, album.id
                    """)
            return try Dictionary(
                localIdentifiers.map { identifier in
                    let rows = try Row.fetchAll(statement, arguments: [identifier])
                    return (
                        identifier,
                        rows.map {
                            DuplicatePlan.Membership(
                                albumIdentifier: $0[0], title: $0[1], replacedIdentifier: identifier)
                        }
                    )
                }, uniquingKeysWith: { first, _ in first })
        }
    }
}

extension Database {
    /// The assets, none of them deleted, whose decisions are stored by this content: see ``AssetResource/content``.
    fileprivate func assets(withContent content: [UInt8]) throws -> [String] {
        // A range over each index: all digests that begin with the content.
        let statement = try cachedStatement(
            sql: """
                SELECT localIdentifier FROM resource JOIN asset ON asset.id = assetID
                WHERE imageDataDigest BETWEEN ?1 AND ?2 AND kind = ?3 AND deletedDate IS NULL
                UNION ALL
                SELECT localIdentifier FROM resource JOIN asset ON asset.id = assetID
                WHERE sha256 BETWEEN ?1 AND ?2 AND imageDataDigest IS NULL AND kind = ?3 AND deletedDate IS NULL
                """)
        let end = Data(content) + Data(repeating: 0xFF, count: max(0, 33 - content.count))
        return try String.fetchAll(
            statement, arguments: [Data(content), end, AssetResource.Kind.original.rawValue])
    }
}

extension PossibleCopy {
    fileprivate init(row: Row) {
        localIdentifier = row["localIdentifier"]
        pixels = (row["originalWidth"] as Double? ?? 0) * (row["originalHeight"] as Double? ?? 0)
        isDamaged = PictureCondition(rawValue: row["condition"]) == .damaged
        captureTime = (row["statedDate"] as String?).flatMap(CaptureTime.init)
        imageUniqueID = row["imageUniqueID"]
        addedDate = Date(timeIntervalSince1970: row["addedDate"])
        self.row = row["id"]
        metadataCount = row["metadataCount"]
        format = ImageFormat(rawValue: row["format"]) ?? .unknown
        orientation = Orientation(rawValue: row["orientation"]) ?? .up
        bytes = row["bytes"]
        storedBytes = row["storedBytes"]
        quality = row["quality"] ?? 0
        hasTooManySimilarPictures = row["crowded"] as Bool? ?? false
    }
}
