extension CatalogSchema {
    static let albums = """
        -- `position` orders the folders and albums of one folder together; equal positions are ordered by `id`.
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            localIdentifier TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            parentID INTEGER REFERENCES folder (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            createdDate REAL NOT NULL
        );
        CREATE INDEX folder_parent ON folder (parentID, position);
        CREATE TRIGGER folder_gone AFTER DELETE ON folder
            BEGIN INSERT INTO formerObject VALUES (3, old.id, old.localIdentifier); END;

        -- `sourceFolder` is the folder on disk, or the path in an export of an online library after the name of the service,
        -- that an import made the album of; NULL for other albums.
        CREATE TABLE album (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            localIdentifier TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            sourceFolder BLOB,
            createdDate REAL NOT NULL,
            modificationDate REAL,
            folderID INTEGER REFERENCES folder (id) ON DELETE CASCADE,
            position INTEGER NOT NULL DEFAULT 0,
            keyAssetID INTEGER REFERENCES asset (id) ON DELETE SET NULL
        );
        CREATE UNIQUE INDEX album_sourceFolder ON album (sourceFolder) WHERE sourceFolder IS NOT NULL;
        CREATE INDEX album_folder ON album (folderID, position);
        CREATE INDEX album_keyAsset ON album (keyAssetID) WHERE keyAssetID IS NOT NULL;
        CREATE TRIGGER album_gone AFTER DELETE ON album
            BEGIN INSERT INTO formerObject VALUES (2, old.id, old.localIdentifier); END;

        CREATE TABLE albumAsset (
            albumID INTEGER NOT NULL REFERENCES album (id) ON DELETE CASCADE,
            assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            PRIMARY KEY (albumID, assetID)
        ) WITHOUT ROWID;
        CREATE INDEX albumAsset_asset ON albumAsset (assetID);
        CREATE INDEX albumAsset_position ON albumAsset (albumID, position, assetID);
        """
}
