import SystemPackage

/// What persons set in a library, and what the log must give back: the rows of its catalogue, as text.
struct PersonsValues: Equatable, CustomStringConvertible {
    let rows: [String]

    var description: String { rows.joined(separator: "\n") }

    /// Reads the catalogue of a closed library.
    init(in library: FilePath) throws { rows = try CatalogRows(in: library, Self.queries).rows }

    /// The lines that only one of the two has.
    func difference(from other: PersonsValues) -> [String] {
        let (own, others) = (Set(rows), Set(other.rows))
        return rows.filter { !others.contains($0) }.map { "- \($0)" }
            + other.rows.filter { !own.contains($0) }.map { "+ \($0)" }
    }

    private static let queries = [
        """
        SELECT localIdentifier, hex(stableID) AS id, isFavorite, isHidden, title, caption, keywords, rating,
            captureDate, fileDate, latitude, longitude, altitude, fileLatitude, fileLongitude,
            deletedDate IS NULL AS isThere, marks & ~256 AS marks, ownersProperties AS owners
        FROM asset ORDER BY localIdentifier
        """,
        """
        SELECT 'folder' AS kind, f.localIdentifier, hex(f.stableID) AS id, f.title, hex(f.rank) AS rank,
            round(f.createdDate, 3) AS created, p.localIdentifier AS parent
        FROM folder AS f LEFT JOIN folder AS p ON p.id = f.parentID WHERE f.deletedDate IS NULL ORDER BY 2
        """,
        """
        SELECT 'album' AS kind, a.localIdentifier, hex(a.stableID) AS id, a.title, hex(a.rank) AS rank,
            round(a.createdDate, 3) AS created, p.localIdentifier AS parent, k.localIdentifier AS keyAsset,
            hex(a.sourceFolder) AS source
        FROM album AS a LEFT JOIN folder AS p ON p.id = a.folderID LEFT JOIN asset AS k ON k.id = a.keyAssetID
        WHERE a.deletedDate IS NULL ORDER BY 2
        """,
        """
        SELECT 'member' AS kind, album.localIdentifier AS album, asset.localIdentifier AS asset,
            hex(albumAsset.rank) AS rank
        FROM albumAsset JOIN album ON album.id = albumID JOIN asset ON asset.id = assetID
        WHERE album.deletedDate IS NULL ORDER BY 2, 4, 3
        """,
        """
        SELECT 'decision' AS kind, hex(first) AS first, hex(second) AS second, isSame, round(date, 3) AS date
        FROM decision WHERE deletedDate IS NULL ORDER BY 2, 3
        """,
        """
        SELECT 'purged' AS kind, hex(sha256) AS sha256, hex(imageDataDigest) AS image, localIdentifier
        FROM tombstone ORDER BY 2
        """,
    ]
}
