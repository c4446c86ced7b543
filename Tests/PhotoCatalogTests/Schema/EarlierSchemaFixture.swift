/// The catalogue of the last version before the first release, with nine migrations.
enum EarlierSchemaFixture {
    static let definitions = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        CREATE TABLE thumbnail (
            assetID INTEGER PRIMARY KEY REFERENCES asset (id) ON DELETE CASCADE,
            levels BLOB NOT NULL
        );
        CREATE TABLE source (
            path BLOB PRIMARY KEY,
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            resourceID INTEGER NOT NULL REFERENCES resource (id) ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX source_resource ON source (resourceID);
        CREATE TABLE placement (
            path BLOB PRIMARY KEY,
            run TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE "resource" (
            id INTEGER PRIMARY KEY,
            assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            kind INTEGER NOT NULL,
            isReference INTEGER NOT NULL,
            path BLOB NOT NULL,
            originalFilename BLOB,
            bytes INTEGER NOT NULL,
            sha256 BLOB NOT NULL,
            copy INTEGER NOT NULL,
            imageDataDigest BLOB,
            format TEXT NOT NULL,
            orientation INTEGER NOT NULL,
            colorProfile BLOB
        , width INTEGER, height INTEGER);
        CREATE UNIQUE INDEX resource_sha256 ON resource (sha256, copy);
        CREATE UNIQUE INDEX resource_path ON resource (path) WHERE NOT isReference;
        CREATE INDEX resource_asset ON resource (assetID, kind);
        CREATE INDEX resource_imageData ON resource (imageDataDigest) WHERE imageDataDigest IS NOT NULL;
        CREATE TABLE tombstone (
            sha256 BLOB PRIMARY KEY,
            imageDataDigest BLOB,
            localIdentifier TEXT NOT NULL,
            date REAL NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX tombstone_imageData ON tombstone (imageDataDigest) WHERE imageDataDigest IS NOT NULL;
        CREATE TABLE albumAsset (
            albumID INTEGER NOT NULL REFERENCES album (id) ON DELETE CASCADE,
            assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            PRIMARY KEY (albumID, assetID)
        ) WITHOUT ROWID;
        CREATE INDEX albumAsset_asset ON albumAsset (assetID);
        CREATE TABLE "signature" (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            assetID INTEGER NOT NULL UNIQUE REFERENCES asset (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            hash BLOB NOT NULL,
            quality INTEGER NOT NULL,
            width INTEGER NOT NULL, height INTEGER NOT NULL,
            -- NULL: siblings have not been looked for; 0: all are in the table; 1: too many to keep.
            crowded INTEGER
        );
        CREATE INDEX signature_lonely ON signature (id) WHERE crowded IS NULL;
        CREATE INDEX signature_version ON signature (version);
        CREATE TABLE sibling (
            signatureID INTEGER NOT NULL REFERENCES signature (id) ON DELETE CASCADE,
            siblingID INTEGER NOT NULL REFERENCES signature (id) ON DELETE CASCADE,
            score REAL NOT NULL,
            PRIMARY KEY (signatureID, siblingID)
        ) WITHOUT ROWID;
        CREATE INDEX sibling_sibling ON sibling (siblingID);
        CREATE TABLE decision (
            first BLOB NOT NULL, second BLOB NOT NULL,
            isSame INTEGER NOT NULL,
            date REAL NOT NULL,
            PRIMARY KEY (first, second)
        ) WITHOUT ROWID;
        CREATE INDEX decision_second ON decision (second);
        CREATE TABLE unresolved (
            identifier TEXT PRIMARY KEY,
            addedDate REAL NOT NULL,
            resolvedDate REAL,
            localIdentifier TEXT,
            isProven INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
        CREATE TABLE history (
            token INTEGER PRIMARY KEY AUTOINCREMENT,
            date REAL NOT NULL
        );
        CREATE TABLE historyObject (
            token INTEGER NOT NULL,
            object INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            kind INTEGER NOT NULL,
            PRIMARY KEY (token, object, localIdentifier)
        ) WITHOUT ROWID;
        CREATE TABLE "asset" (
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
        , ownersProperties INTEGER NOT NULL DEFAULT 0, fileDate TEXT, fileLatitude REAL, fileLongitude REAL, fileAltitude REAL, statedDate TEXT
            GENERATED ALWAYS AS (IIF(ownersProperties & 1, fileDate, captureDate)) VIRTUAL);
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
        CREATE INDEX asset_favorite ON asset (
            captureDate, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes, isFavorite)
            WHERE isFavorite = 1;
        CREATE INDEX asset_hidden ON asset (captureDate, id, deletedDate, isHidden, burstIdentifier) WHERE isHidden = 1;
        CREATE INDEX asset_video ON asset (
            captureDate, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes) WHERE mediaType = 'video';
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
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            localIdentifier TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            parentID INTEGER REFERENCES folder (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            createdDate REAL NOT NULL
        );
        CREATE INDEX folder_parent ON folder (parentID, position);
        CREATE TABLE "album" (
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
        CREATE INDEX albumAsset_position ON albumAsset (albumID, position, assetID);
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
        CREATE VIRTUAL TABLE assetWords USING fts5 (
            make, model, lens, title, caption, keywords,
            content = 'asset', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0)
        ;
        CREATE TRIGGER asset_wordsAdded AFTER INSERT ON asset
            BEGIN
                INSERT INTO assetWords (rowid, make, model, lens, title, caption, keywords)
                    VALUES (new.id, new.make, new.model, new.lens, new.title, new.caption, new.keywords);
            END;
        CREATE TRIGGER asset_wordsRemoved AFTER DELETE ON asset
            BEGIN
                INSERT INTO assetWords (assetWords, rowid, make, model, lens, title, caption, keywords)
                    VALUES ('delete', old.id, old.make, old.model, old.lens, old.title, old.caption, old.keywords);
            END;
        CREATE TRIGGER asset_wordsChanged AFTER UPDATE OF make, model, lens, title, caption, keywords ON asset
            WHEN (old.make, old.model, old.lens, old.title, old.caption, old.keywords)
                IS NOT (new.make, new.model, new.lens, new.title, new.caption, new.keywords)
            BEGIN
                INSERT INTO assetWords (assetWords, rowid, make, model, lens, title, caption, keywords)
                    VALUES ('delete', old.id, old.make, old.model, old.lens, old.title, old.caption, old.keywords);
                INSERT INTO assetWords (rowid, make, model, lens, title, caption, keywords)
                    VALUES (new.id, new.make, new.model, new.lens, new.title, new.caption, new.keywords);
            END;
        CREATE VIEW fileName AS
            SELECT id, CAST(originalFilename AS TEXT) AS name FROM resource WHERE kind IN (0, 1, 4)
        ;
        CREATE VIRTUAL TABLE fileNameWords USING fts5 (
            name, content = 'fileName', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0)
        ;
        CREATE TRIGGER resource_nameAdded AFTER INSERT ON resource WHEN new.kind IN (0, 1, 4)
            BEGIN
                INSERT INTO fileNameWords (rowid, name) VALUES (new.id, CAST(new.originalFilename AS TEXT));
            END;
        CREATE TRIGGER resource_nameRemoved AFTER DELETE ON resource WHEN old.kind IN (0, 1, 4)
            BEGIN
                INSERT INTO fileNameWords (fileNameWords, rowid, name)
                    VALUES ('delete', old.id, CAST(old.originalFilename AS TEXT));
            END;
        CREATE TRIGGER resource_nameChanged AFTER UPDATE OF kind, originalFilename ON resource
            WHEN (old.kind IN (0, 1, 4), old.originalFilename) IS NOT (new.kind IN (0, 1, 4), new.originalFilename)
            BEGIN
                INSERT INTO fileNameWords (fileNameWords, rowid, name)
                    SELECT 'delete', old.id, CAST(old.originalFilename AS TEXT) WHERE old.kind IN (0, 1, 4);
                INSERT INTO fileNameWords (rowid, name)
                    SELECT new.id, CAST(new.originalFilename AS TEXT) WHERE new.kind IN (0, 1, 4);
            END;
        CREATE TABLE unmeasuredEdit (resourceID INTEGER PRIMARY KEY REFERENCES resource (id) ON DELETE CASCADE);
        CREATE TRIGGER resource_editAdded AFTER INSERT ON resource WHEN new.kind IN (5, 7)
            BEGIN UPDATE asset SET (width, height) = (
            SELECT width, height FROM resource
            WHERE assetID = new.assetID AND width IS NOT NULL AND (kind = 0 OR kind = 5
                AND EXISTS (SELECT 1 FROM resource WHERE assetID = new.assetID AND kind = 7))
            ORDER BY kind DESC, id DESC LIMIT 1)
        WHERE id = new.assetID; END;
        CREATE TRIGGER resource_editRemoved AFTER DELETE ON resource WHEN old.kind IN (5, 7)
            BEGIN UPDATE asset SET (width, height) = (
            SELECT width, height FROM resource
            WHERE assetID = old.assetID AND width IS NOT NULL AND (kind = 0 OR kind = 5
                AND EXISTS (SELECT 1 FROM resource WHERE assetID = old.assetID AND kind = 7))
            ORDER BY kind DESC, id DESC LIMIT 1)
        WHERE id = old.assetID; END;
        CREATE TRIGGER resource_editChanged AFTER UPDATE OF kind, assetID, width, height ON resource
            WHEN old.kind IN (5, 7) OR new.kind IN (5, 7)
            BEGIN UPDATE asset SET (width, height) = (
            SELECT width, height FROM resource
            WHERE assetID = old.assetID AND width IS NOT NULL AND (kind = 0 OR kind = 5
                AND EXISTS (SELECT 1 FROM resource WHERE assetID = old.assetID AND kind = 7))
            ORDER BY kind DESC, id DESC LIMIT 1)
        WHERE id = old.assetID; UPDATE asset SET (width, height) = (
            SELECT width, height FROM resource
            WHERE assetID = new.assetID AND width IS NOT NULL AND (kind = 0 OR kind = 5
                AND EXISTS (SELECT 1 FROM resource WHERE assetID = new.assetID AND kind = 7))
            ORDER BY kind DESC, id DESC LIMIT 1)
        WHERE id = new.assetID; END;

        INSERT INTO grdb_migrations VALUES ('1'), ('2'), ('3'), ('4'), ('5'), ('6'), ('7'), ('8'), ('9');
        INSERT INTO history VALUES (0, 1000);
        """

    /// Rows of two photos, an album in a folder, pairs, decisions and three changes.
    ///
    /// The second photo has an edit and is deleted.
    static let rows = """
        INSERT INTO meta VALUES ('libraryID', '00000000-0000-0000-0000-000000000001'),
            ('generation', '00000000-0000-0000-0000-000000000002');
        INSERT INTO asset (id, localIdentifier, mediaType, width, height, captureDate, addedDate, modificationDate, condition,
            burstIdentifier, title, ownersProperties, fileDate)
            VALUES (7, 'a', 'image', 40, 30, '2024-05-01T10:00:00', 1, 2, 'ok', 'B', 'Harbour', 1, '2023-01-01T00:00:00'),
                (9, 'b', 'image', 5, 9, NULL, 1, 2, 'ok', NULL, NULL, 0, NULL);
        UPDATE asset SET deletedDate = 5 WHERE id = 9;
        INSERT INTO resource (id, assetID, kind, isReference, path, originalFilename, bytes, sha256, copy, format,
            orientation, width, height)
            VALUES (3, 7, 0, 0, X'61', X'506965722E6A7067', 7, zeroblob(32), 0, 'jpeg', 1, 40, 30),
                (4, 9, 0, 0, X'62', NULL, 7, zeroblob(32), 1, 'jpeg', 1, 50, 90),
                (5, 9, 5, 0, X'63', NULL, 7, zeroblob(32), 2, 'jpeg', 1, 5, 9),
                (6, 9, 7, 0, X'64', NULL, 7, zeroblob(32), 3, 'unknown', 1, NULL, NULL);
        INSERT INTO source VALUES (X'2F61', 1, 2, 3, 4, 5, 3);
        INSERT INTO signature (id, assetID, version, hash, quality, width, height, crowded)
            VALUES (11, 7, 2, zeroblob(32), 100, 4, 3, 0), (12, 9, 2, zeroblob(32), 100, 4, 3, NULL);
        INSERT INTO thumbnail VALUES (7, X'01'), (9, X'02');
        INSERT INTO sibling VALUES (11, 12, 0.5), (12, 11, 0.5);
        INSERT INTO decision VALUES (zeroblob(16), X'01000000000000000000000000000000', 1, 6);
        INSERT INTO unresolved VALUES ('opk1_x', 3, NULL, NULL, 0);
        INSERT INTO tombstone VALUES (X'AA', NULL, 'gone', 4);
        INSERT INTO folder VALUES (2, 'f', 'Trips', NULL, 0, 5);
        INSERT INTO album (id, localIdentifier, title, createdDate, folderID, position, keyAssetID)
            VALUES (5, 'x', 'Alps', 5, 2, 0, 7);
        INSERT INTO albumAsset VALUES (5, 7, 0), (5, 9, 1);
        INSERT INTO history (date) VALUES (1001), (1002), (1003);
        INSERT INTO historyObject VALUES (1, 1, 'a', 1), (2, 1, 'b', 1), (3, 1, 'b', 3);
        DELETE FROM asset WHERE id = 999;
        UPDATE sqlite_sequence SET seq = 20 WHERE name = 'asset';
        """
}
