extension CatalogSchema {
    /// The generated column of the instant of `captureDate`.
    static let captureInstant = """
        -- Seconds from 1970, by the stated offset. A clock without an offset is read as UTC, because the column must
        -- not depend on the machine's time zone. `captureDate` is `YYYY-MM-DDTHH:MM:SS[.fff][±HH:MM]`; `strftime` gets
        -- the clock alone, because it rounds fractions and knows no instant after the year 9999.
        captureInstant REAL GENERATED ALWAYS AS (
            CAST(strftime('%s', substr(captureDate, 1, 19)) AS INTEGER)
            - IIF(substr(captureDate, -6, 1) IN ('+', '-'),
                CAST(substr(captureDate, -6, 3) AS INTEGER) * 3600
                + CAST(substr(captureDate, -6, 1) || substr(captureDate, -2) AS INTEGER) * 60, 0)
            + IIF(substr(captureDate, 20, 1) = '.', CAST(substr(captureDate, 20) AS REAL), 0)) VIRTUAL
        """

    // Digests and hashes are BLOBs. Paths are BLOBs because file names need not be UTF-8. Capture dates are text that
    // sorts.
    //
    // Fetch results hold row numbers. AUTOINCREMENT never gives the number of a deleted row to another object, and
    // `formerObject` keeps the identifiers of deleted rows.
    //
    // The wide indexes alone answer a sorted fetch: they hold all columns that a usual fetch asks for. The order of
    // their first columns is that of `AssetSort`.
    static let assets = """
        -- What the catalogue knows of itself. `libraryID` is that of library.json. `generation` differs between a
        -- catalogue and one that was rebuilt for the same library, so that tokens of the one are invalid in the other.
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

        CREATE TABLE asset (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            localIdentifier TEXT NOT NULL UNIQUE,
            -- Names the asset on every device: see `StableID`. It stays if the original gets other bytes.
            stableID BLOB NOT NULL UNIQUE CHECK (length(stableID) = 16),
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
            -- A JSON array of texts.
            keywords TEXT,
            -- 1 to 5, 0 for none, -1 for rejected.
            rating INTEGER,
            -- When the owner deleted the asset. Its files are kept until it is purged.
            deletedDate REAL,
            isHidden INTEGER NOT NULL DEFAULT 0,
            -- The properties that a person set in this library, as `AssetMark` numbers them. An import sets no mark.
            marks INTEGER NOT NULL DEFAULT 0,
            -- The properties that have the owner's values instead of those of the files, with the same numbers. The
            -- owner gave them in this library, or in the photo library that an import read. The `file…` columns keep
            -- what the files say of date and place; elsewhere the photo is known by that.
            ownersProperties INTEGER NOT NULL DEFAULT 0,
            fileDate TEXT,
            fileLatitude REAL, fileLongitude REAL, fileAltitude REAL,
            statedDate TEXT GENERATED ALWAYS AS (IIF(ownersProperties & 1, fileDate, captureDate)) VIRTUAL,
            \(captureInstant)
        );
        CREATE INDEX asset_contentIdentifier ON asset (contentIdentifier) WHERE contentIdentifier IS NOT NULL;
        CREATE INDEX asset_captureDate ON asset (
            captureDate, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes, isFavorite, latitude, longitude);
        CREATE INDEX asset_captureInstant ON asset (
            captureInstant, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes, isFavorite);
        CREATE INDEX asset_addedDate ON asset (
            addedDate, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes, isFavorite);
        CREATE INDEX asset_modificationDate ON asset (modificationDate, id);
        CREATE INDEX asset_deletedDate ON asset (deletedDate, id) WHERE deletedDate IS NOT NULL;
        CREATE INDEX asset_duration ON asset (duration, id);
        CREATE INDEX asset_width ON asset (width, id);
        CREATE INDEX asset_height ON asset (height, id);

        -- Indexes of kinds that few assets are of, by capture. Each also has the columns of its own condition, so that
        -- a fetch reads the index alone.
        CREATE INDEX asset_favorite ON asset (
            captureDate, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes, isFavorite)
            WHERE isFavorite = 1;
        CREATE INDEX asset_hidden ON asset (captureDate, id, deletedDate, isHidden, burstIdentifier) WHERE isHidden = 1;
        CREATE INDEX asset_video ON asset (
            captureDate, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes) WHERE mediaType = 'video';
        -- Panoramas, screenshots, videos at high frame rates, time lapses and cinematic videos.
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
        CREATE INDEX asset_rated ON asset (captureDate, id, deletedDate, isHidden, burstIdentifier, rating)
            WHERE rating <> 0;

        -- The frames that the owner (2) or the camera (1) picked to represent their bursts, as another photo library
        -- states. The index has the frames of a burst in the order in which one of them is chosen.
        CREATE TABLE pickedFrame (
            assetID INTEGER PRIMARY KEY REFERENCES asset (id) ON DELETE CASCADE,
            burstIdentifier TEXT NOT NULL,
            pick INTEGER NOT NULL
        );
        CREATE INDEX pickedFrame_burst ON pickedFrame (burstIdentifier, pick DESC, assetID);

        -- `location` as `LocationState` numbers it: 0 in the library's folder, 1 a reference to a file outside, 2
        -- elsewhere, without a file on this device. `path` is relative to the library's folder, or that of the
        -- reference. `copyNumber` numbers resources of the same bytes. It is 0 unless the owner asked for doubles, two
        -- photos have the same sidecar, or an edit made here has the bytes of another file.
        CREATE TABLE resource (
            id INTEGER PRIMARY KEY,
            assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            kind INTEGER NOT NULL,
            location INTEGER NOT NULL,
            path BLOB,
            originalFilename BLOB,
            bytes INTEGER NOT NULL,
            sha256 BLOB NOT NULL,
            copyNumber INTEGER NOT NULL,
            imageDataDigest BLOB,
            format TEXT NOT NULL,
            orientation INTEGER NOT NULL,
            colorProfile BLOB,
            width INTEGER, height INTEGER,
            CHECK ((path IS NULL) = (location = 2))
        );
        CREATE UNIQUE INDEX resource_sha256 ON resource (sha256, copyNumber);
        -- A referenced file may be replaced by another photo and be imported again: two resources then have its path.
        CREATE UNIQUE INDEX resource_path ON resource (path) WHERE location = 0;
        CREATE INDEX resource_asset ON resource (assetID, kind);
        CREATE INDEX resource_imageData ON resource (imageDataDigest) WHERE imageDataDigest IS NOT NULL;
        CREATE INDEX resource_originalSize ON resource (bytes, assetID) WHERE kind = 0;
        CREATE INDEX resource_originalFilename ON resource (originalFilename, assetID) WHERE kind = 0;
        CREATE INDEX resource_adjustment ON resource (kind, assetID) WHERE kind = 7;

        -- The size of an asset is that of its displayed picture: its edit, else its original.
        CREATE TRIGGER resource_editAdded AFTER INSERT ON resource WHEN new.kind IN (5, 7)
            BEGIN \(displayedSize("new")); END;
        CREATE TRIGGER resource_editRemoved AFTER DELETE ON resource WHEN old.kind IN (5, 7)
            BEGIN \(displayedSize("old")); END;
        CREATE TRIGGER resource_editChanged AFTER UPDATE OF kind, assetID, width, height ON resource
            WHEN old.kind IN (5, 7) OR new.kind IN (5, 7)
            BEGIN \(displayedSize("old")); \(displayedSize("new")); END;

        -- The files that a check, or an import of another photo at a reference's path, found missing, unreadable or
        -- with other bytes. An import of the right bytes replaces such a file, although its size may be right.
        CREATE TABLE damagedResource (
            resourceID INTEGER PRIMARY KEY REFERENCES resource (id) ON DELETE CASCADE
        );

        -- Files that were read, so that an unchanged file is not read again.
        CREATE TABLE source (
            path BLOB PRIMARY KEY,
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            resourceID INTEGER NOT NULL REFERENCES resource (id) ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX source_resource ON source (resourceID);

        -- Files that a run is about to rename into the library's folders. A row of a run that died names a file that
        -- belongs to no asset.
        CREATE TABLE placement (
            path BLOB PRIMARY KEY,
            run TEXT NOT NULL
        ) WITHOUT ROWID;

        -- Photos that were purged. An import skips them unless it restores deleted photos.
        CREATE TABLE tombstone (
            sha256 BLOB PRIMARY KEY,
            imageDataDigest BLOB,
            localIdentifier TEXT NOT NULL,
            date REAL NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX tombstone_imageData ON tombstone (imageDataDigest) WHERE imageDataDigest IS NOT NULL;
        """

    /// What is left of objects that are no longer in the library.
    static let formerObjects = """
        -- The identifiers of purged assets, and of deleted albums and folders. `object` as `ObjectType` numbers it.
        CREATE TABLE formerObject (
            object INTEGER NOT NULL,
            id INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            PRIMARY KEY (object, id)
        ) WITHOUT ROWID;
        CREATE TRIGGER asset_gone AFTER DELETE ON asset
            BEGIN INSERT INTO formerObject VALUES (1, old.id, old.localIdentifier); END;
        CREATE TRIGGER album_deleted AFTER UPDATE OF deletedDate ON album WHEN new.deletedDate IS NOT NULL
            BEGIN INSERT OR IGNORE INTO formerObject VALUES (2, new.id, new.localIdentifier); END;
        CREATE TRIGGER folder_deleted AFTER UPDATE OF deletedDate ON folder WHEN new.deletedDate IS NOT NULL
            BEGIN INSERT OR IGNORE INTO formerObject VALUES (3, new.id, new.localIdentifier); END;
        """

    /// A statement that gives the asset of a resource the size of its edit, which is a rendered picture (5) with
    /// adjustment data (7), else of its original.
    private static func displayedSize(_ resource: String) -> String {
        """
        UPDATE asset SET (width, height) = (
            SELECT width, height FROM resource
            WHERE assetID = \(resource).assetID AND width IS NOT NULL AND (kind = 0 OR kind = 5
                AND EXISTS (SELECT 1 FROM resource WHERE assetID = \(resource).assetID AND kind = 7))
            ORDER BY kind DESC, id DESC LIMIT 1)
        WHERE id = \(resource).assetID
        """
    }
}
