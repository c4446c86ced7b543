extension CatalogSchema {
    static let signatures = """
        -- Narrow, so that all hashes are read without the thumbnails. Ids are never given twice: a search index on disk
        -- only grows, and an id in it may lead to no row any more.
        CREATE TABLE signature (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            resourceID INTEGER NOT NULL UNIQUE REFERENCES resource (id) ON DELETE CASCADE,
            -- As `SignedPicture` numbers it: 0 the original, 1 an edited picture, 2 the preview in a raw original.
            picture INTEGER NOT NULL,
            version INTEGER NOT NULL,
            hash BLOB NOT NULL,
            -- NULL: the colours are not converted, or the picture is the same without the conversion.
            unconvertedHash BLOB,
            quality INTEGER NOT NULL,
            width INTEGER NOT NULL, height INTEGER NOT NULL,
            -- NULL: the picture was not compared with the others yet. 0: all similar pictures are in `similarPair`.
            -- 1: there are too many to keep. Only originals are compared with all others.
            crowded INTEGER
        );
        CREATE INDEX signature_asset ON signature (assetID, picture);
        CREATE INDEX signature_uncompared ON signature (id) WHERE crowded IS NULL AND picture = 0;
        CREATE INDEX signature_version ON signature (version);
        CREATE INDEX signature_rawPreview ON signature (assetID) WHERE picture = 2;
        CREATE TRIGGER resource_editedPictureReplaced AFTER UPDATE OF kind ON resource WHEN old.kind = 5
            BEGIN DELETE FROM signature WHERE resourceID = old.id; END;

        CREATE TABLE thumbnail (
            signatureID INTEGER PRIMARY KEY REFERENCES signature (id) ON DELETE CASCADE,
            levels BLOB NOT NULL,
            -- NULL as `unconvertedHash`.
            unconvertedLevels BLOB
        );

        -- Pictures so alike that one may be taken for the other; each pair twice. `score` as verification gives it.
        -- `isFine`: whether the pair was compared again in finer cells.
        CREATE TABLE similarPair (
            signatureID INTEGER NOT NULL REFERENCES signature (id) ON DELETE CASCADE,
            otherID INTEGER NOT NULL REFERENCES signature (id) ON DELETE CASCADE,
            score REAL NOT NULL,
            isFine INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (signatureID, otherID)
        ) WITHOUT ROWID;
        CREATE INDEX similarPair_other ON similarPair (otherID);

        -- What a person said of two contents, each the first 16 bytes of a digest; the lesser first. A decision that
        -- the person took back keeps its row.
        CREATE TABLE decision (
            first BLOB NOT NULL, second BLOB NOT NULL,
            isSame INTEGER NOT NULL,
            date REAL NOT NULL,
            deletedDate REAL,
            PRIMARY KEY (first, second)
        ) WITHOUT ROWID;
        CREATE INDEX decision_second ON decision (second);

        -- Cloud identifiers that are resolved again after each import. `localIdentifier` is the answer; it is final if
        -- `isProven` by more than what the picture shows.
        CREATE TABLE unresolved (
            identifier TEXT PRIMARY KEY,
            addedDate REAL NOT NULL,
            resolvedDate REAL,
            localIdentifier TEXT,
            isProven INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
        """
}
