extension CatalogSchema {
    static let albums = """
        -- `rank` orders the folders and albums of one folder together, and the members of an album: see `Rank`. Equal
        -- ranks, which are very rare, are ordered by stable ids in a folder. In an album they are ordered by row
        -- numbers, because reading the stable ids of all members takes half as long again.
        -- A folder or an album that was deleted keeps its row, its members and its place.
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            localIdentifier TEXT NOT NULL UNIQUE,
            stableID BLOB NOT NULL UNIQUE CHECK (length(stableID) = 16),
            title TEXT NOT NULL,
            parentID INTEGER REFERENCES folder (id),
            rank BLOB NOT NULL,
            createdDate REAL NOT NULL,
            deletedDate REAL
        );
        CREATE INDEX folder_parent ON folder (parentID, rank) WHERE deletedDate IS NULL;

        -- `sourceFolder` is the folder on disk, or the path in an export of an online library after the name of the
        -- service, that an import made the album of; NULL for other albums.
        CREATE TABLE album (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            localIdentifier TEXT NOT NULL UNIQUE,
            stableID BLOB NOT NULL UNIQUE CHECK (length(stableID) = 16),
            title TEXT NOT NULL,
            sourceFolder BLOB,
            createdDate REAL NOT NULL,
            modificationDate REAL,
            folderID INTEGER REFERENCES folder (id),
            rank BLOB NOT NULL,
            keyAssetID INTEGER REFERENCES asset (id) ON DELETE SET NULL,
            deletedDate REAL
        );
        CREATE UNIQUE INDEX album_sourceFolder ON album (sourceFolder)
            WHERE sourceFolder IS NOT NULL AND deletedDate IS NULL;
        CREATE INDEX album_folder ON album (folderID, rank) WHERE deletedDate IS NULL;
        CREATE INDEX album_keyAsset ON album (keyAssetID) WHERE keyAssetID IS NOT NULL;

        -- Rows of purged assets are removed: they were not shown since the asset was deleted.
        CREATE TABLE albumAsset (
            albumID INTEGER NOT NULL REFERENCES album (id) ON DELETE CASCADE,
            assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            rank BLOB NOT NULL,
            PRIMARY KEY (albumID, assetID)
        ) WITHOUT ROWID;
        CREATE INDEX albumAsset_asset ON albumAsset (assetID);
        CREATE INDEX albumAsset_rank ON albumAsset (albumID, rank, assetID);
        """
}
