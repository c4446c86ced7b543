internal import GRDB
internal import PhotoModel

/// The catalogue's tables, indexes and triggers.
///
/// A migration is never edited, because it was already applied to existing libraries. A new migration follows it.
enum CatalogSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(first) { try create(in: $0) }
        // A full check of the foreign keys would read the whole catalogue, and the new table is empty.
        migrator.registerMigration("11", foreignKeyChecks: .immediate) { try $0.execute(sql: damagedResources) }
        migrator.registerMigration("12", foreignKeyChecks: .immediate) { try $0.execute(sql: apps) }
        migrator.registerMigration("13", foreignKeyChecks: .immediate) { try $0.execute(sql: unseenPhotos) }
        migrator.registerMigration("14", foreignKeyChecks: .immediate) { try $0.execute(sql: photosOfSelection) }
        migrator.registerMigration("15", foreignKeyChecks: .immediate) { try $0.execute(sql: pickedFrames) }
        migrator.registerMigration("16", foreignKeyChecks: .immediate) { try $0.execute(sql: ratings) }
        // The migration replaces a table that others refer to, so that the foreign keys are checked at its end.
        migrator.registerMigration("17") { try $0.execute(sql: signedPictures) }
        migrator.registerMigration("18", foreignKeyChecks: .immediate) { try $0.execute(sql: renderings) }
        migrator.registerMigration("19", foreignKeyChecks: .immediate) { try $0.execute(sql: finePairs) }
        // As migration 17.
        migrator.registerMigration("20") { try $0.execute(sql: signedFiles) }
        migrator.registerMigration("21", foreignKeyChecks: .immediate) { try $0.execute(sql: fineCopies) }
        migrator.registerMigration("22", foreignKeyChecks: .immediate) { try $0.execute(sql: provenPairs) }
        // Again, because since then details are compared in another way, and a proof is recorded.
        migrator.registerMigration("23", foreignKeyChecks: .immediate) { try $0.execute(sql: provenPairs) }
        return migrator
    }

    /// The migration that makes the first tables.
    ///
    /// Versions before the first release numbered their migrations from 1 to 9: see ``EarlierSchema``.
    static let first = "10"

    static func create(in database: Database) throws {
        for part in [assets, albums, signatures, history, selections, textSearch] { try database.execute(sql: part) }
    }

    /// The files of the library that a check found missing, unreadable or with other bytes.
    ///
    /// An import of the right bytes replaces such a file, although its size may be right.
    private static let damagedResources = """
        CREATE TABLE damagedResource (
            resourceID INTEGER PRIMARY KEY REFERENCES resource (id) ON DELETE CASCADE
        );
        """

    /// The frames that the owner (2) or the camera (1) picked to represent their bursts, as another photo library
    /// states.
    ///
    /// The index has the frames of a burst in the order in which one of them is chosen.
    private static let pickedFrames = """
        CREATE TABLE pickedFrame (
            assetID INTEGER PRIMARY KEY REFERENCES asset (id) ON DELETE CASCADE,
            burstIdentifier TEXT NOT NULL,
            pick INTEGER NOT NULL
        );
        CREATE INDEX pickedFrame_burst ON pickedFrame (burstIdentifier, pick DESC, assetID);
        """

    /// The owner's ratings of photos.
    private static let ratings = """
        -- 1 to 5, 0 for none, -1 for rejected. The bit of `ownersProperties` is 32.
        ALTER TABLE asset ADD COLUMN rating INTEGER;
        CREATE INDEX asset_rated ON asset (captureDate, id, deletedDate, isHidden, burstIdentifier, rating)
            WHERE rating <> 0;
        """

    /// The objects that the open transaction changes.
    ///
    /// Only the connection that writes has the table.
    static let pendingChange = """
        CREATE TEMP TABLE pendingChange (
            object INTEGER NOT NULL,
            localIdentifier TEXT NOT NULL,
            kind INTEGER NOT NULL,
            date REAL NOT NULL,
            audience INTEGER NOT NULL,
            PRIMARY KEY (object, localIdentifier)
        ) WITHOUT ROWID;
        """
}
