extension CatalogSchema {
    // The instant of capture: seconds from 1970, by the stated offset. A clock without an offset is read as UTC, because the
    // column must not depend on the machine's time zone. `captureDate` is `YYYY-MM-DDTHH:MM:SS[.fff][±HH:MM]`; `strftime` gets
    // the clock alone, because it rounds fractions and knows no instant after the year 9999.
    static let version10 = """
        ALTER TABLE asset ADD COLUMN captureInstant REAL GENERATED ALWAYS AS (
            CAST(strftime('%s', substr(captureDate, 1, 19)) AS INTEGER)
            - IIF(substr(captureDate, -6, 1) IN ('+', '-'),
                CAST(substr(captureDate, -6, 3) AS INTEGER) * 3600
                + CAST(substr(captureDate, -6, 1) || substr(captureDate, -2) AS INTEGER) * 60, 0)
            + IIF(substr(captureDate, 20, 1) = '.', CAST(substr(captureDate, 20) AS REAL), 0)) VIRTUAL;
        CREATE INDEX asset_captureInstant ON asset (
            captureInstant, id, deletedDate, isHidden, burstIdentifier, mediaType, subtypes, isFavorite);
        """
}
