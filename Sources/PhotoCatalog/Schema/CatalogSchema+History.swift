extension CatalogSchema {
    static let history = """
        -- The persistent change history, a row for each transaction. AUTOINCREMENT: a token is never given twice. The first
        -- row is where the history begins; the objects of that one are forgotten. `origin` as `ChangeOrigin` codes it.
        CREATE TABLE history (
            token INTEGER PRIMARY KEY AUTOINCREMENT,
            date REAL NOT NULL,
            origin TEXT
        );
        INSERT INTO history VALUES (0, (julianday('now') - 2440587.5) * 86400, NULL);

        -- The net change of each object in a transaction. `object` and `kind` as `ObjectType` and `ChangeKind` number them.
        CREATE TABLE historyObject (
            token INTEGER NOT NULL,
            object INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            kind INTEGER NOT NULL,
            PRIMARY KEY (token, object, localIdentifier)
        ) WITHOUT ROWID;
        """

    static let access = """
        -- The assets that an app with limited access sees. `since` and `until` are tokens of the history: the asset entered
        -- the selection with the first and left it with the second, which is NULL while it is selected. Rows outlive their
        -- assets, because the app's history goes on telling of them.
        CREATE TABLE appAsset (
            app TEXT NOT NULL,
            assetID INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER,
            PRIMARY KEY (app, assetID, since)
        ) WITHOUT ROWID;
        CREATE INDEX appAsset_identifier ON appAsset (localIdentifier, app);
        CREATE INDEX appAsset_since ON appAsset (app, since);

        -- The albums that an app made.
        CREATE TABLE appAlbum (
            app TEXT NOT NULL,
            albumID INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            PRIMARY KEY (app, albumID)
        ) WITHOUT ROWID;
        """
}
