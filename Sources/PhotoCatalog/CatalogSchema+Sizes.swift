extension CatalogSchema {
    // The size of an asset is that of what is displayed: its edit, else its original. It stays a column of the asset, for
    // the indexes, and follows the resources by triggers, which DROP TABLE takes along. Like `assetWords`' triggers they are
    // made anew by a migration that makes `resource` anew.
    //
    // Edits of before have no size yet: whoever opens the library next looks at each once.
    static let version9 = """
        ALTER TABLE resource ADD COLUMN width INTEGER;
        ALTER TABLE resource ADD COLUMN height INTEGER;
        UPDATE resource SET (width, height) = (SELECT width, height FROM asset WHERE id = assetID) WHERE kind = 0;
        CREATE TABLE unmeasuredEdit (resourceID INTEGER PRIMARY KEY REFERENCES resource (id) ON DELETE CASCADE);
        INSERT INTO unmeasuredEdit SELECT id FROM resource WHERE kind = 5;

        CREATE TRIGGER resource_editAdded AFTER INSERT ON resource WHEN new.kind IN (5, 7)
            BEGIN \(displayedSize("new")); END;
        CREATE TRIGGER resource_editRemoved AFTER DELETE ON resource WHEN old.kind IN (5, 7)
            BEGIN \(displayedSize("old")); END;
        CREATE TRIGGER resource_editChanged AFTER UPDATE OF kind, assetID, width, height ON resource
            WHEN old.kind IN (5, 7) OR new.kind IN (5, 7)
            BEGIN \(displayedSize("old")); \(displayedSize("new")); END;
        """

    /// A statement that gives the asset of a resource the size of its edit, which is a rendered picture (5) and its
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
