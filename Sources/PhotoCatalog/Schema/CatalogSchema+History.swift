extension CatalogSchema {
    static let history = """
        -- The persistent change history, a row for each transaction. AUTOINCREMENT: a token is never given twice. The
        -- first row is where the history begins; the objects of that one are forgotten. `origin` as `ChangeOrigin`
        -- codes it.
        CREATE TABLE history (
            token INTEGER PRIMARY KEY AUTOINCREMENT,
            date REAL NOT NULL,
            origin TEXT
        );
        INSERT INTO history VALUES (0, (julianday('now') - 2440587.5) * 86400, NULL);

        -- The net change of each object in a transaction. `object` and `kind` as `ObjectType` and `ChangeKind` number
        -- them.
        CREATE TABLE historyObject (
            token INTEGER NOT NULL,
            object INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            kind INTEGER NOT NULL,
            PRIMARY KEY (token, object, localIdentifier)
        ) WITHOUT ROWID;
        """
}
