extension CatalogSchema {
    static let signatures = """
        -- Narrow, so that all hashes are read without the thumbnails. Ids are never given twice: a search index on disk
        -- only grows, and an id in it may lead to no row any more.
        CREATE TABLE signature (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            assetID INTEGER NOT NULL UNIQUE REFERENCES asset (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            hash BLOB NOT NULL,
            quality INTEGER NOT NULL,
            width INTEGER NOT NULL, height INTEGER NOT NULL,
            -- NULL: the picture was not compared with the others yet. 0: all similar pictures are in `similarPair`.
            -- 1: there are too many to keep.
            crowded INTEGER
        );
        CREATE INDEX signature_uncompared ON signature (id) WHERE crowded IS NULL;
        CREATE INDEX signature_version ON signature (version);

        CREATE TABLE thumbnail (
            assetID INTEGER PRIMARY KEY REFERENCES asset (id) ON DELETE CASCADE,
            levels BLOB NOT NULL
        );

        -- Pictures so alike that one may be taken for the other; each pair twice. `score` as verification gives it.
        CREATE TABLE similarPair (
            signatureID INTEGER NOT NULL REFERENCES signature (id) ON DELETE CASCADE,
            otherID INTEGER NOT NULL REFERENCES signature (id) ON DELETE CASCADE,
            score REAL NOT NULL,
            PRIMARY KEY (signatureID, otherID)
        ) WITHOUT ROWID;
        CREATE INDEX similarPair_other ON similarPair (otherID);

        -- What a person said of two contents, each the first 16 bytes of a digest; the lesser first.
        CREATE TABLE decision (
            first BLOB NOT NULL, second BLOB NOT NULL,
            isSame INTEGER NOT NULL,
            date REAL NOT NULL,
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

    /// The pictures without the conversion of their colours.
    static let renderings = """
        -- NULL in both tables: the colours are not converted, or the picture is the same without the conversion.
        ALTER TABLE signature ADD COLUMN unconvertedHash BLOB;
        ALTER TABLE thumbnail ADD COLUMN unconvertedLevels BLOB;
        """

    /// The pairs of similar pictures that were compared again in finer cells.
    static let finePairs = """
        ALTER TABLE similarPair ADD COLUMN isFine INTEGER NOT NULL DEFAULT 0;
        -- Until then the scores did not tell whether a picture is flat.
        UPDATE similarPair SET score = 0.49 WHERE score > 0.49 AND EXISTS (
            SELECT 1 FROM signature WHERE id IN (signatureID, otherID) AND quality < 50);
        """

    /// Pairs that passed in finer cells are compared again, because copies have narrower limits there since this version.
    static let fineCopies = "UPDATE similarPair SET isFine = 0 WHERE isFine <> 0 AND score >= 1.0 / 3;"

    /// All pairs are compared again, because since this version another rule says which of them are the
    /// same, and details and noise are compared, too.
    static let provenPairs = """
        DELETE FROM similarPair;
        UPDATE signature SET crowded = NULL WHERE picture = 0;
        """

    /// Signatures of edited pictures and of previews in raw files, beside those of the originals.
    static let signedPictures = """
        CREATE TABLE newSignature (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            -- As `SignedPicture` numbers it: 0 the original, 1 the edited picture, 2 the preview in a raw original.
            picture INTEGER NOT NULL,
            version INTEGER NOT NULL,
            hash BLOB NOT NULL,
            quality INTEGER NOT NULL,
            width INTEGER NOT NULL, height INTEGER NOT NULL,
            -- As before, for originals. Other pictures are not compared with all others.
            crowded INTEGER,
            UNIQUE (assetID, picture)
        );
        INSERT INTO newSignature
            SELECT id, assetID, 0, version, hash, quality, width, height, crowded FROM signature;
        -- Ids are never given twice.
        DELETE FROM sqlite_sequence WHERE name = 'newSignature';
        INSERT INTO sqlite_sequence SELECT 'newSignature', seq FROM sqlite_sequence WHERE name = 'signature';
        CREATE TABLE newThumbnail (
            signatureID INTEGER PRIMARY KEY REFERENCES signature (id) ON DELETE CASCADE,
            levels BLOB NOT NULL
        );
        INSERT INTO newThumbnail
            SELECT signature.id, levels FROM signature JOIN thumbnail ON thumbnail.assetID = signature.assetID;
        DROP TABLE thumbnail;
        DROP TABLE signature;
        ALTER TABLE newSignature RENAME TO signature;
        ALTER TABLE newThumbnail RENAME TO thumbnail;
        CREATE INDEX signature_uncompared ON signature (id) WHERE crowded IS NULL AND picture = 0;
        CREATE INDEX signature_version ON signature (version);
        CREATE INDEX signature_rawPreview ON signature (assetID) WHERE picture = 2;

        CREATE TRIGGER resource_editedPictureRemoved AFTER DELETE ON resource WHEN old.kind = 5
            BEGIN DELETE FROM signature WHERE assetID = old.assetID AND picture = 1; END;
        CREATE TRIGGER resource_editedPictureReplaced AFTER UPDATE OF kind ON resource WHEN old.kind = 5
            BEGIN DELETE FROM signature WHERE assetID = old.assetID AND picture = 1; END;
        """

    /// The file of each signature: an asset may have several edited pictures.
    ///
    /// Before, such an asset had the signature of one of them. All of them are signed again in the background.
    static let signedFiles = """
        DROP TRIGGER resource_editedPictureRemoved;
        DROP TRIGGER resource_editedPictureReplaced;
        CREATE TABLE newSignature (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            assetID INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            resourceID INTEGER NOT NULL UNIQUE REFERENCES resource (id) ON DELETE CASCADE,
            -- As `SignedPicture` numbers it: 0 the original, 1 an edited picture, 2 the preview in a raw original.
            picture INTEGER NOT NULL,
            version INTEGER NOT NULL,
            hash BLOB NOT NULL,
            unconvertedHash BLOB,
            quality INTEGER NOT NULL,
            width INTEGER NOT NULL, height INTEGER NOT NULL,
            crowded INTEGER
        );
        INSERT INTO newSignature
            SELECT signature.id, signature.assetID, resource.id, picture, version, hash, unconvertedHash, quality,
                signature.width, signature.height, crowded
            FROM signature
            JOIN resource ON resource.assetID = signature.assetID AND kind = IIF(picture = 1, 5, 0)
            GROUP BY signature.id HAVING COUNT(*) = 1;
        -- A catalogue without this row is examined for pictures that have no signature.
        DELETE FROM meta WHERE key = 'decoders' AND (SELECT COUNT(*) FROM newSignature) < (SELECT COUNT(*) FROM signature);
        DELETE FROM sqlite_sequence WHERE name = 'newSignature';
        INSERT INTO sqlite_sequence SELECT 'newSignature', seq FROM sqlite_sequence WHERE name = 'signature';
        DELETE FROM thumbnail WHERE signatureID NOT IN (SELECT id FROM newSignature);
        DROP TABLE signature;
        ALTER TABLE newSignature RENAME TO signature;
        CREATE INDEX signature_asset ON signature (assetID, picture);
        CREATE INDEX signature_uncompared ON signature (id) WHERE crowded IS NULL AND picture = 0;
        CREATE INDEX signature_version ON signature (version);
        CREATE INDEX signature_rawPreview ON signature (assetID) WHERE picture = 2;

        CREATE TRIGGER resource_editedPictureReplaced AFTER UPDATE OF kind ON resource WHEN old.kind = 5
            BEGIN DELETE FROM signature WHERE resourceID = old.id; END;
        """
}
