internal import GRDB

/// The catalogue's tables.
///
/// A migration is never edited after a release; a new one follows it.
enum CatalogSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: version1) }
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
}
