internal import GRDB

/// The catalogue's tables.
///
/// A migration is never edited after a release; a new one follows it.
enum CatalogSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: version1) }
        migrator.registerMigration("2") { try $0.execute(sql: version2) }
        migrator.registerMigration("3") { try $0.execute(sql: version3) }
        migrator.registerMigration("4") { try $0.execute(sql: version4) }
        migrator.registerMigration("5") { try $0.execute(sql: version5) }
        migrator.registerMigration("6") { try $0.execute(sql: version6) }
        migrator.registerMigration("7") { try $0.execute(sql: version7) }
        migrator.registerMigration("8") { try $0.execute(sql: version8) }
        migrator.registerMigration("9") { try $0.execute(sql: version9) }
        migrator.registerMigration("10") { try $0.execute(sql: version10) }
        return migrator
    }

    // Digests and hashes are BLOBs; paths are BLOBs because names need not be UTF-8. Capture dates are text that sorts.
    private static let version1 = """
        CREATE TABLE asset (
            id INTEGER PRIMARY KEY,
            localIdentifier TEXT NOT NULL UNIQUE,
            mediaType TEXT NOT NULL,
            width INTEGER, height INTEGER,
            captureDate TEXT,
            addedDate REAL NOT NULL,
            modificationDate REAL NOT NULL,
            isFavorite INTEGER NOT NULL DEFAULT 0,
            condition TEXT NOT NULL,
            make TEXT, model TEXT, lens TEXT, bodySerial TEXT, imageUniqueID TEXT,
            latitude REAL, longitude REAL, altitude REAL
        );
        CREATE INDEX asset_captureDate ON asset (captureDate);

        CREATE TABLE resource (
            id INTEGER PRIMARY KEY,
            assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            kind INTEGER NOT NULL,
            isReference INTEGER NOT NULL,
            path BLOB NOT NULL,
            originalFilename BLOB,
            bytes INTEGER NOT NULL,
            sha256 BLOB NOT NULL UNIQUE,
            imageDataDigest BLOB,
            format TEXT NOT NULL,
            orientation INTEGER NOT NULL,
            colorProfile BLOB
        );
        -- A file that stays with its owner may change and be imported again: its path is then named twice.
        CREATE UNIQUE INDEX resource_path ON resource (path) WHERE NOT isReference;
        CREATE INDEX resource_asset ON resource (assetID, kind);
        CREATE INDEX resource_imageData ON resource (imageDataDigest) WHERE imageDataDigest IS NOT NULL;

        -- Narrow, so that all hashes are read without the thumbnails.
        CREATE TABLE signature (
            assetID INTEGER PRIMARY KEY REFERENCES asset (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            hash BLOB NOT NULL,
            quality INTEGER NOT NULL,
            width INTEGER NOT NULL, height INTEGER NOT NULL
        );
        CREATE TABLE thumbnail (
            assetID INTEGER PRIMARY KEY REFERENCES asset (id) ON DELETE CASCADE,
            levels BLOB NOT NULL
        );

        -- The persistent change history. AUTOINCREMENT: a token is never given twice.
        CREATE TABLE change (
            token INTEGER PRIMARY KEY AUTOINCREMENT,
            date REAL NOT NULL,
            object TEXT NOT NULL,
            kind TEXT NOT NULL,
            localIdentifier TEXT NOT NULL
        );

        -- Files already seen, so that an unchanged one is not read again.
        CREATE TABLE source (
            path BLOB PRIMARY KEY,
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            resourceID INTEGER NOT NULL REFERENCES resource (id) ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX source_resource ON source (resourceID);

        -- Files about to be renamed into originals/. A row whose run has died names a file that belongs to no asset.
        CREATE TABLE placement (
            path BLOB PRIMARY KEY,
            run TEXT NOT NULL
        ) WITHOUT ROWID;
        """

    // SQLite cannot drop a constraint: the table of resources is made anew. The migrator has foreign keys switched off
    // meanwhile and checks them at the end.
    private static let version2 = """
        -- What the catalogue knows of itself: `libraryID` is that of library.json; `generation` is another for each
        -- catalogue, also for one rebuilt of the same library: tokens of an older one mean nothing to it.
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

        ALTER TABLE asset ADD COLUMN duration REAL;
        ALTER TABLE asset ADD COLUMN subtypes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN contentIdentifier TEXT;
        ALTER TABLE asset ADD COLUMN burstIdentifier TEXT;
        ALTER TABLE asset ADD COLUMN title TEXT;
        ALTER TABLE asset ADD COLUMN caption TEXT;
        -- A JSON array of texts.
        ALTER TABLE asset ADD COLUMN keywords TEXT;
        -- When the owner deleted the asset; its files are kept until it is purged.
        ALTER TABLE asset ADD COLUMN deletedDate REAL;
        CREATE INDEX asset_contentIdentifier ON asset (contentIdentifier) WHERE contentIdentifier IS NOT NULL;
        CREATE INDEX asset_burstIdentifier ON asset (burstIdentifier) WHERE burstIdentifier IS NOT NULL;
        CREATE INDEX asset_deletedDate ON asset (deletedDate) WHERE deletedDate IS NOT NULL;

        -- `copy` counts resources of the same bytes: 0, unless the owner asked for doubles, or two photos have the same
        -- sidecar.
        CREATE TABLE newResource (
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
        );
        INSERT INTO newResource SELECT id, assetID, kind, isReference, path, originalFilename, bytes, sha256, 0,
            imageDataDigest, format, orientation, colorProfile FROM resource;
        DROP TABLE resource;
        ALTER TABLE newResource RENAME TO resource;
        CREATE UNIQUE INDEX resource_sha256 ON resource (sha256, copy);
        CREATE UNIQUE INDEX resource_path ON resource (path) WHERE NOT isReference;
        CREATE INDEX resource_asset ON resource (assetID, kind);
        CREATE INDEX resource_imageData ON resource (imageDataDigest) WHERE imageDataDigest IS NOT NULL;

        -- Photos that were purged: they are not imported again unless asked for.
        CREATE TABLE tombstone (
            sha256 BLOB PRIMARY KEY,
            imageDataDigest BLOB,
            localIdentifier TEXT NOT NULL,
            date REAL NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX tombstone_imageData ON tombstone (imageDataDigest) WHERE imageDataDigest IS NOT NULL;

        -- `sourceFolder` is the folder that an album was made of; NULL for others.
        CREATE TABLE album (
            id INTEGER PRIMARY KEY,
            localIdentifier TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            sourceFolder BLOB,
            createdDate REAL NOT NULL
        );
        CREATE UNIQUE INDEX album_sourceFolder ON album (sourceFolder) WHERE sourceFolder IS NOT NULL;
        CREATE TABLE albumAsset (
            albumID INTEGER NOT NULL REFERENCES album (id) ON DELETE CASCADE,
            assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            PRIMARY KEY (albumID, assetID)
        ) WITHOUT ROWID;
        CREATE INDEX albumAsset_asset ON albumAsset (assetID);
        """

    // Signatures get ids of their own that are never given twice, so that an index of them on disk only ever grows: a
    // picture that is signed again, or purged, leaves an id behind that leads nowhere.
    private static let version3 = """
        CREATE TABLE newSignature (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            assetID INTEGER NOT NULL UNIQUE REFERENCES asset (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            hash BLOB NOT NULL,
            quality INTEGER NOT NULL,
            width INTEGER NOT NULL, height INTEGER NOT NULL,
            -- NULL: siblings have not been looked for; 0: all are in the table; 1: too many to keep.
            crowded INTEGER
        );
        INSERT INTO newSignature (assetID, version, hash, quality, width, height)
            SELECT assetID, version, hash, quality, width, height FROM signature ORDER BY assetID;
        DROP TABLE signature;
        ALTER TABLE newSignature RENAME TO signature;
        CREATE INDEX signature_lonely ON signature (id) WHERE crowded IS NULL;
        CREATE INDEX signature_version ON signature (version);

        -- Pictures so alike that one may be taken for the other; each pair twice. `score` as verification gives it.
        CREATE TABLE sibling (
            signatureID INTEGER NOT NULL REFERENCES signature (id) ON DELETE CASCADE,
            siblingID INTEGER NOT NULL REFERENCES signature (id) ON DELETE CASCADE,
            score REAL NOT NULL,
            PRIMARY KEY (signatureID, siblingID)
        ) WITHOUT ROWID;
        CREATE INDEX sibling_sibling ON sibling (siblingID);

        -- What a person said of two contents, each the prefix of a digest; the lesser first.
        CREATE TABLE decision (
            first BLOB NOT NULL, second BLOB NOT NULL,
            isSame INTEGER NOT NULL,
            date REAL NOT NULL,
            PRIMARY KEY (first, second)
        ) WITHOUT ROWID;
        CREATE INDEX decision_second ON decision (second);

        -- Identifiers that are asked for again whenever photos arrive. `localIdentifier` is the answer, once there is one;
        -- it is final when `isProven` by more than what the picture shows.
        CREATE TABLE unresolved (
            identifier TEXT PRIMARY KEY,
            addedDate REAL NOT NULL,
            resolvedDate REAL,
            localIdentifier TEXT,
            isProven INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
        """

    private static let version4 = """
        -- The persistent change history, a row for each transaction. AUTOINCREMENT: a token is never given twice. The first
        -- row is where the history begins; the objects of that one are forgotten.
        CREATE TABLE history (
            token INTEGER PRIMARY KEY AUTOINCREMENT,
            date REAL NOT NULL
        );
        -- What a transaction comes to for each object. `object` and `kind` as `ObjectType` and `ChangeKind` number them.
        CREATE TABLE historyObject (
            token INTEGER NOT NULL,
            object INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            kind INTEGER NOT NULL,
            PRIMARY KEY (token, object, localIdentifier)
        ) WITHOUT ROWID;

        INSERT INTO history VALUES (0, (julianday('now') - 2440587.5) * 86400);
        INSERT INTO history SELECT token, date FROM change ORDER BY token;
        INSERT INTO historyObject SELECT token, IIF(object = 'asset', 1, 2), localIdentifier,
            CASE kind WHEN 'insert' THEN 1 WHEN 'update' THEN 2 ELSE 3 END FROM change ORDER BY token;
        DROP TABLE change;
        """

    /// What the transaction that is open changes; only the connection that writes has it.
    static let pendingChange = """
        CREATE TEMP TABLE pendingChange (
            object INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            kind INTEGER NOT NULL,
            date REAL NOT NULL,
            PRIMARY KEY (object, localIdentifier)
        ) WITHOUT ROWID;
        """
}
