extension CatalogSchema {
    // Which assets and names may hold a text, by its runs of three characters. Nothing else is in the index: what it finds
    // is checked against the rows. It follows them by triggers, which DROP TABLE takes along: a migration that makes `asset`
    // or `resource` anew makes them anew too.
    static let version7 = """
        CREATE VIRTUAL TABLE assetWords USING fts5 (
            make, model, lens, title, caption, keywords,
            content = 'asset', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0);
        INSERT INTO assetWords (assetWords) VALUES ('rebuild');

        CREATE TRIGGER asset_wordsAdded AFTER INSERT ON asset
            BEGIN
                INSERT INTO assetWords (rowid, make, model, lens, title, caption, keywords)
                    VALUES (new.id, new.make, new.model, new.lens, new.title, new.caption, new.keywords);
            END;
        CREATE TRIGGER asset_wordsRemoved AFTER DELETE ON asset
            BEGIN
                INSERT INTO assetWords (assetWords, rowid, make, model, lens, title, caption, keywords)
                    VALUES ('delete', old.id, old.make, old.model, old.lens, old.title, old.caption, old.keywords);
            END;
        CREATE TRIGGER asset_wordsChanged AFTER UPDATE OF make, model, lens, title, caption, keywords ON asset
            WHEN (old.make, old.model, old.lens, old.title, old.caption, old.keywords)
                IS NOT (new.make, new.model, new.lens, new.title, new.caption, new.keywords)
            BEGIN
                INSERT INTO assetWords (assetWords, rowid, make, model, lens, title, caption, keywords)
                    VALUES ('delete', old.id, old.make, old.model, old.lens, old.title, old.caption, old.keywords);
                INSERT INTO assetWords (rowid, make, model, lens, title, caption, keywords)
                    VALUES (new.id, new.make, new.model, new.lens, new.title, new.caption, new.keywords);
            END;

        -- The originals' names; `id` is the resource's.
        CREATE VIEW originalName AS
            SELECT id, CAST(originalFilename AS TEXT) AS name FROM resource WHERE kind = 0;
        CREATE VIRTUAL TABLE originalNameWords USING fts5 (
            name, content = 'originalName', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0);
        INSERT INTO originalNameWords (originalNameWords) VALUES ('rebuild');

        CREATE TRIGGER resource_nameAdded AFTER INSERT ON resource WHEN new.kind = 0
            BEGIN
                INSERT INTO originalNameWords (rowid, name) VALUES (new.id, CAST(new.originalFilename AS TEXT));
            END;
        CREATE TRIGGER resource_nameRemoved AFTER DELETE ON resource WHEN old.kind = 0
            BEGIN
                INSERT INTO originalNameWords (originalNameWords, rowid, name)
                    VALUES ('delete', old.id, CAST(old.originalFilename AS TEXT));
            END;
        CREATE TRIGGER resource_nameChanged AFTER UPDATE OF kind, originalFilename ON resource
            WHEN (old.kind, old.originalFilename) IS NOT (new.kind, new.originalFilename)
            BEGIN
                INSERT INTO originalNameWords (originalNameWords, rowid, name)
                    SELECT 'delete', old.id, CAST(old.originalFilename AS TEXT) WHERE old.kind = 0;
                INSERT INTO originalNameWords (rowid, name)
                    SELECT new.id, CAST(new.originalFilename AS TEXT) WHERE new.kind = 0;
            END;
        """

    // The names of alternates too: 1 is the same picture in other bytes, 4 the same shot in another form.
    static let version8 = """
        DROP TRIGGER resource_nameAdded;
        DROP TRIGGER resource_nameRemoved;
        DROP TRIGGER resource_nameChanged;
        DROP TABLE originalNameWords;
        DROP VIEW originalName;

        -- `id` is the resource's.
        CREATE VIEW fileName AS
            SELECT id, CAST(originalFilename AS TEXT) AS name FROM resource WHERE kind IN (0, 1, 4);
        CREATE VIRTUAL TABLE fileNameWords USING fts5 (
            name, content = 'fileName', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0);
        INSERT INTO fileNameWords (fileNameWords) VALUES ('rebuild');

        CREATE TRIGGER resource_nameAdded AFTER INSERT ON resource WHEN new.kind IN (0, 1, 4)
            BEGIN
                INSERT INTO fileNameWords (rowid, name) VALUES (new.id, CAST(new.originalFilename AS TEXT));
            END;
        CREATE TRIGGER resource_nameRemoved AFTER DELETE ON resource WHEN old.kind IN (0, 1, 4)
            BEGIN
                INSERT INTO fileNameWords (fileNameWords, rowid, name)
                    VALUES ('delete', old.id, CAST(old.originalFilename AS TEXT));
            END;
        CREATE TRIGGER resource_nameChanged AFTER UPDATE OF kind, originalFilename ON resource
            WHEN (old.kind IN (0, 1, 4), old.originalFilename) IS NOT (new.kind IN (0, 1, 4), new.originalFilename)
            BEGIN
                INSERT INTO fileNameWords (fileNameWords, rowid, name)
                    SELECT 'delete', old.id, CAST(old.originalFilename AS TEXT) WHERE old.kind IN (0, 1, 4);
                INSERT INTO fileNameWords (rowid, name)
                    SELECT new.id, CAST(new.originalFilename AS TEXT) WHERE new.kind IN (0, 1, 4);
            END;
        """
}
