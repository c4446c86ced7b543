import SystemPackage

/// What persons set in a library, by the names that objects have on every device: the rows of its catalogue, as text.
struct SharedValues: Equatable {
    let rows: [String]

    /// Reads the catalogue of a library, which may be open.
    init(in library: FilePath) throws { rows = try CatalogRows(in: library, Self.queries).rows }

    private static let queries = [
        """
        SELECT hex(stableID) AS id, isFavorite, isHidden, title, caption, keywords, rating, captureDate, latitude,
            longitude, altitude, deletedDate IS NULL AS isThere
        FROM asset ORDER BY stableID
        """,
        """
        SELECT 'folder' AS kind, hex(f.stableID) AS id, f.title, hex(f.rank) AS rank, hex(p.stableID) AS parent
        FROM folder AS f LEFT JOIN folder AS p ON p.id = f.parentID WHERE f.deletedDate IS NULL ORDER BY 2
        """,
        """
        SELECT 'album' AS kind, hex(a.stableID) AS id, a.localIdentifier, a.title, hex(a.rank) AS rank,
            hex(p.stableID) AS parent, hex(k.stableID) AS keyAsset
        FROM album AS a LEFT JOIN folder AS p ON p.id = a.folderID LEFT JOIN asset AS k ON k.id = a.keyAssetID
        WHERE a.deletedDate IS NULL ORDER BY 2
        """,
        """
        SELECT 'member' AS kind, hex(album.stableID) AS album, hex(asset.stableID) AS asset, hex(albumAsset.rank) AS rank
        FROM albumAsset JOIN album ON album.id = albumID JOIN asset ON asset.id = assetID
        WHERE album.deletedDate IS NULL ORDER BY 2, 4, 3
        """,
        """
        SELECT 'decision' AS kind, hex(first) AS first, hex(second) AS second, isSame
        FROM decision WHERE deletedDate IS NULL ORDER BY 2, 3
        """,
    ]
}
