extension CatalogSchema {
    /// What the owner decided about each app.
    static let apps = """
        -- The apps of the privacy record. `grant` is the owner's decision as JSON, NULL before it; it holds on one
        -- machine only. `decidedDate` is when the owner made the decision or took it back. `lastOptions` are the
        -- options of the last decision that let the app see photos. `request` and the other texts are the cases of
        -- `AppAccess`. `tokenKey` enciphers the app's change tokens: a new decision that changes what the app sees
        -- makes a new key, so that older tokens are invalid.
        CREATE TABLE app (
            name TEXT PRIMARY KEY,
            machine TEXT NOT NULL,
            grant TEXT,
            decidedDate REAL,
            lastOptions INTEGER NOT NULL DEFAULT 0,
            request TEXT,
            requestDate REAL,
            lastUsed REAL,
            identity TEXT,
            containment TEXT,
            tokenKey BLOB NOT NULL,
            -- Whether the files that the owner last selected for the app had places.
            picksIncludePlaces INTEGER NOT NULL DEFAULT 1
        ) WITHOUT ROWID;

        -- The albums that an app made.
        CREATE TABLE appAlbum (
            app TEXT NOT NULL,
            albumID INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            PRIMARY KEY (app, albumID)
        ) WITHOUT ROWID;

        -- The assets that were handed to an app once. This gives no access.
        CREATE TABLE appPick (
            app TEXT NOT NULL,
            localIdentifier TEXT NOT NULL,
            date REAL NOT NULL,
            PRIMARY KEY (app, localIdentifier)
        ) WITHOUT ROWID;

        -- The blocks of changes that apps made in the last day, so that an app whose connection ended learns whether
        -- its block was made.
        CREATE TABLE appCommit (
            app TEXT NOT NULL,
            id TEXT NOT NULL,
            date REAL NOT NULL,
            PRIMARY KEY (app, id)
        ) WITHOUT ROWID;
        """

    /// What an app sees, and since when.
    static let selections = """
        -- The assets that an app with limited access sees. `since` and `until` are tokens of the history: the asset
        -- entered the selection with the first and left it with the second, which is NULL while it is selected. Rows
        -- outlive their assets, because the app's history goes on telling of them. Copies of the asset's values have
        -- indexes over the selection of each app. So the time of an app's read depends on its selection alone, and not
        -- on the photos that it does not see.
        CREATE TABLE appAsset (
            app TEXT NOT NULL,
            assetID INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER,
            -- Whether the app added the asset itself.
            isOwn INTEGER NOT NULL DEFAULT 0,
            captureDate TEXT,
            burstIdentifier TEXT,
            -- Whether the asset is neither hidden nor deleted.
            isShown INTEGER NOT NULL DEFAULT 0,
            \(captureInstant),
            PRIMARY KEY (app, assetID, since)
        ) WITHOUT ROWID;
        CREATE INDEX appAsset_since ON appAsset (app, since);
        -- Finds the assets that left a selection in a transaction.
        CREATE INDEX appAsset_until ON appAsset (app, until) WHERE until IS NOT NULL;
        -- An index has all columns that a list of identifiers needs.
        CREATE INDEX appAsset_captureDate ON appAsset (app, captureDate, assetID, burstIdentifier, localIdentifier)
            WHERE until IS NULL AND isShown = 1;
        CREATE INDEX appAsset_captureInstant ON appAsset (app, captureInstant, assetID, burstIdentifier, localIdentifier)
            WHERE until IS NULL AND isShown = 1;
        CREATE INDEX appAsset_burst ON appAsset (app, burstIdentifier, captureDate, assetID)
            WHERE until IS NULL AND isShown = 1 AND burstIdentifier IS NOT NULL;
        -- Both begin with what is looked for: an app's photo, and the selections of a photo.
        CREATE INDEX appAsset_identifier ON appAsset (app, localIdentifier);
        CREATE INDEX appAsset_asset ON appAsset (assetID);
        -- For a list of identifiers, SQLite does not take an index whose first column is the app: it walks the
        -- selection.
        CREATE INDEX appAsset_photo ON appAsset (localIdentifier, app);
        CREATE TRIGGER asset_selectedChanged AFTER UPDATE OF captureDate, burstIdentifier, deletedDate, isHidden ON asset
            WHEN (old.captureDate, old.burstIdentifier, old.deletedDate, old.isHidden)
                IS NOT (new.captureDate, new.burstIdentifier, new.deletedDate, new.isHidden)
            BEGIN
                UPDATE appAsset SET captureDate = new.captureDate, burstIdentifier = new.burstIdentifier,
                        isShown = new.deletedDate IS NULL AND NOT new.isHidden
                    WHERE assetID = new.id;
            END;
        CREATE TRIGGER asset_selectedRemoved AFTER DELETE ON asset
            BEGIN
                UPDATE appAsset SET isShown = 0 WHERE assetID = old.id;
            END;

        -- When assets were hidden, because hiding is a deletion for apps. `since` and `until` are tokens of the
        -- history, as in `appAsset`. A row outlives its asset.
        CREATE TABLE hiddenAsset (
            localIdentifier TEXT NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER,
            PRIMARY KEY (localIdentifier, since)
        ) WITHOUT ROWID;
        CREATE INDEX hiddenAsset_since ON hiddenAsset (since);
        CREATE INDEX hiddenAsset_until ON hiddenAsset (until) WHERE until IS NOT NULL;
        CREATE TRIGGER asset_added AFTER INSERT ON asset WHEN new.isHidden
            BEGIN INSERT OR IGNORE INTO hiddenAsset VALUES (new.localIdentifier, \(nextToken), NULL); END;
        CREATE TRIGGER asset_hidden AFTER UPDATE OF isHidden ON asset WHEN new.isHidden AND NOT old.isHidden
            BEGIN INSERT OR REPLACE INTO hiddenAsset VALUES (new.localIdentifier, \(nextToken), NULL); END;
        CREATE TRIGGER asset_unhidden AFTER UPDATE OF isHidden ON asset WHEN old.isHidden AND NOT new.isHidden BEGIN
            DELETE FROM hiddenAsset WHERE localIdentifier = new.localIdentifier AND since = \(nextToken);
            UPDATE hiddenAsset SET until = \(nextToken) WHERE localIdentifier = new.localIdentifier AND until IS NULL;
        END;

        -- The transactions that changed an album only in what some apps do not see. `audience` as `ChangeAudience`
        -- numbers it.
        CREATE TABLE ownersAlbumChange (
            token INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            audience INTEGER NOT NULL,
            PRIMARY KEY (token, localIdentifier)
        ) WITHOUT ROWID;
        """

    /// The token that the open transaction will have.
    static let nextToken = "(SELECT IFNULL(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'history')"
}
