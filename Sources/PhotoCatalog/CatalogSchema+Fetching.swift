extension CatalogSchema {
    // Fetch results hold row numbers, so those of assets, albums and folders are never given twice: AUTOINCREMENT, which
    // only a new table can have. What is gone for good leaves its identifier.
    //
    // The wide indexes answer a sorted fetch alone: they hold all that a usual one asks of an asset. The order of their
    // first columns is that of `AssetSort`.
    static let version5 = """
        CREATE TABLE newAsset (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            localIdentifier TEXT NOT NULL UNIQUE,
            mediaType TEXT NOT NULL,
            width INTEGER, height INTEGER,
            captureDate TEXT,
            addedDate REAL NOT NULL,
            modificationDate REAL NOT NULL,
            isFavorite INTEGER NOT NULL DEFAULT 0,
            condition TEXT NOT NULL,
            make TEXT, model TEXT, lens TEXT, bodySerial TEXT, imageUniqueID TEXT,
            latitude REAL, longitude REAL, altitude REAL,
            duration REAL,
            subtypes INTEGER NOT NULL DEFAULT 0,
            contentIdentifier TEXT,
            burstIdentifier TEXT,
            title TEXT,
            caption TEXT,
            keywords TEXT,
            deletedDate REAL,
            isHidden INTEGER NOT NULL DEFAULT 0
        );
        INSERT INTO newAsset SELECT id, localIdentifier, mediaType, width, height, captureDate, addedDate,
            modificationDate, isFavorite, condition, make, model, lens, bodySerial, imageUniqueID, latitude, longitude,
            altitude, duration, subtypes, contentIdentifier, burstIdentifier, title, caption, keywords, deletedDate, 0
            FROM asset;
        DROP TABLE asset;
        ALTER TABLE newAsset RENAME TO asset;
        CREATE INDEX asset_contentIdentifier ON asset (contentIdentifier) WHERE contentIdentifier IS NOT NULL;

        CREATE INDEX asset_captureDate ON asset (
            captureDate, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes, isFavorite, latitude, longitude);
        CREATE INDEX asset_addedDate ON asset (
            addedDate, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes, isFavorite);
        CREATE INDEX asset_modificationDate ON asset (modificationDate, id);
        CREATE INDEX asset_deletedDate ON asset (deletedDate, id) WHERE deletedDate IS NOT NULL;
        CREATE INDEX asset_duration ON asset (duration, id);
        CREATE INDEX asset_width ON asset (width, id);
        CREATE INDEX asset_height ON asset (height, id);

        -- What few assets are, by capture. Each has the columns of its own condition too, so that it is enough by itself.
        CREATE INDEX asset_favorite ON asset (
            captureDate, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes, isFavorite)
            WHERE isFavorite = 1;
        CREATE INDEX asset_hidden ON asset (captureDate, id, deletedDate, isHidden, burstIdentifier) WHERE isHidden = 1;
        CREATE INDEX asset_video ON asset (
            captureDate, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes) WHERE mediaType = 'video';
        -- Panoramas, screenshots, films at high frame rates, time lapses and cinematic films.
        CREATE INDEX asset_rareKind ON asset (captureDate, id, deletedDate, isHidden, burstIdentifier, subtypes)
            WHERE subtypes & 2490373 <> 0;
        CREATE INDEX asset_condition ON asset (
            captureDate, id, deletedDate, isHidden, burstIdentifier, condition, mediaType) WHERE condition <> 'ok';
        CREATE INDEX asset_burstFrame ON asset (captureDate, id, deletedDate, isHidden, burstIdentifier)
            WHERE burstIdentifier IS NOT NULL;
        CREATE INDEX asset_burst ON asset (burstIdentifier, isHidden, isFavorite DESC, captureDate, id, deletedDate)
            WHERE burstIdentifier IS NOT NULL;
        CREATE INDEX asset_place ON asset (latitude, longitude, id, deletedDate, isHidden, burstIdentifier)
            WHERE latitude IS NOT NULL;

        CREATE INDEX resource_originalSize ON resource (bytes, assetID) WHERE kind = 0;
        CREATE INDEX resource_originalFilename ON resource (originalFilename, assetID) WHERE kind = 0;
        CREATE INDEX resource_adjustment ON resource (assetID) WHERE kind = 7;

        -- `position` orders the folders and albums of one folder, together; equal ones are ordered by `id`.
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            localIdentifier TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            parentID INTEGER REFERENCES folder (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            createdDate REAL NOT NULL
        );
        CREATE INDEX folder_parent ON folder (parentID, position);

        CREATE TABLE newAlbum (
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
        INSERT INTO newAlbum (id, localIdentifier, title, sourceFolder, createdDate, position)
            SELECT id, localIdentifier, title, sourceFolder, createdDate, ROW_NUMBER() OVER (ORDER BY title, id) - 1
            FROM album;
        DROP TABLE album;
        ALTER TABLE newAlbum RENAME TO album;
        CREATE UNIQUE INDEX album_sourceFolder ON album (sourceFolder) WHERE sourceFolder IS NOT NULL;
        CREATE INDEX album_folder ON album (folderID, position);
        CREATE INDEX album_keyAsset ON album (keyAssetID) WHERE keyAssetID IS NOT NULL;
        CREATE INDEX albumAsset_position ON albumAsset (albumID, position, assetID);

        -- The identifiers of rows that are gone: a fetch result may still name them. `object` as in `PHObjectType`.
        CREATE TABLE formerObject (
            object INTEGER NOT NULL,
            id INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            PRIMARY KEY (object, id)
        ) WITHOUT ROWID;
        CREATE TRIGGER asset_gone AFTER DELETE ON asset
            BEGIN INSERT INTO formerObject VALUES (1, old.id, old.localIdentifier); END;
        CREATE TRIGGER album_gone AFTER DELETE ON album
            BEGIN INSERT INTO formerObject VALUES (2, old.id, old.localIdentifier); END;
        CREATE TRIGGER folder_gone AFTER DELETE ON folder
            BEGIN INSERT INTO formerObject VALUES (3, old.id, old.localIdentifier); END;
        """
}
