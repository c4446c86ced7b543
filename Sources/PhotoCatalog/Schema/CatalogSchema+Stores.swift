extension CatalogSchema {
    /// The stores that have copies of the originals.
    static let stores = """
        -- The stores of originals. The library's folder has the address, the credentials and the key of each.
        -- `isKeyConfirmed` is whether a person gave the exported key back. `checkedDay` of a copy counts days of use:
        -- see `MetaKey.dayOfUse`.
        CREATE TABLE store (
            id INTEGER PRIMARY KEY,
            storeID BLOB NOT NULL UNIQUE CHECK (length(storeID) = 16),
            name TEXT NOT NULL UNIQUE,
            site TEXT NOT NULL,
            addedDate REAL NOT NULL,
            isKeyConfirmed INTEGER NOT NULL DEFAULT 0,
            successDate REAL,
            failureDate REAL,
            failure TEXT,
            -- When a copy of this catalogue was last written to the store and read back.
            catalogCopyDate REAL
        );

        -- Copies of originals in stores. `state` as `StoreCopy.State` numbers it. The row of a removed edit stays, so
        -- that its file in the store is no unknown original. A row is no proof that the store has the bytes.
        -- `storedSize` and `version` are those of the object when its bytes were last read back, on the day of use
        -- `checkedDay`.
        CREATE TABLE storeCopy (
            storeID INTEGER NOT NULL REFERENCES store (id),
            sha256 BLOB NOT NULL,
            state INTEGER NOT NULL,
            storedSize INTEGER,
            version TEXT,
            checkedDate REAL,
            checkedDay INTEGER,
            PRIMARY KEY (sha256, storeID)
        ) WITHOUT ROWID;
        CREATE INDEX storeCopy_checked ON storeCopy (storeID, state, checkedDate, sha256);

        -- The former paths of originals that were removed from this device, relative to the library's folder. `stub` is
        -- the path of the small file that says where such an original went; NULL without such a file.
        CREATE TABLE offloadedResource (
            resourceID INTEGER PRIMARY KEY REFERENCES resource (id) ON DELETE CASCADE,
            path BLOB NOT NULL,
            stub BLOB,
            date REAL NOT NULL
        );
        CREATE UNIQUE INDEX offloadedResource_stub ON offloadedResource (stub) WHERE stub IS NOT NULL;
        CREATE INDEX resource_elsewhere ON resource (assetID) WHERE location = 2;

        -- The photos whose originals stay on this device.
        CREATE TABLE pinnedAsset (
            assetID INTEGER PRIMARY KEY REFERENCES asset (id) ON DELETE CASCADE
        );
        """
}
