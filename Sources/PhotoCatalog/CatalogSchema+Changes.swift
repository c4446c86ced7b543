extension CatalogSchema {
    static let version6 = """
        -- The properties to which the owner gave values of their own: 1 is the capture date, 2 the place. What the files
        -- say is kept here meanwhile, and is what the photo is known by elsewhere.
        ALTER TABLE asset ADD COLUMN ownersProperties INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN fileDate TEXT;
        ALTER TABLE asset ADD COLUMN fileLatitude REAL;
        ALTER TABLE asset ADD COLUMN fileLongitude REAL;
        ALTER TABLE asset ADD COLUMN fileAltitude REAL;
        ALTER TABLE asset ADD COLUMN statedDate TEXT
            GENERATED ALWAYS AS (IIF(ownersProperties & 1, fileDate, captureDate)) VIRTUAL;
        """
}
