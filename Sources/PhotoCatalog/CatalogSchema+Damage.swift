extension CatalogSchema {
    static let version10 = """
        -- Files of the library that a check found gone, unreadable or with other bytes than the catalogue says. The row goes
        -- when a later check finds the file as it should be, or when the right bytes take its place.
        CREATE TABLE damagedResource (
            resourceID INTEGER PRIMARY KEY REFERENCES resource (id) ON DELETE CASCADE,
            foundDate REAL NOT NULL
        );
        """
}
