extension CatalogSchema {
    // A trigram index that finds the assets and names that may contain a text. The matches are checked against the
    // rows, because the index stores only trigrams. Triggers update it when rows change.
    static let textSearch = """
        CREATE VIRTUAL TABLE assetText USING fts5 (
            make, model, lens, title, caption, keywords,
            content = 'asset', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0);

        CREATE TRIGGER asset_textAdded AFTER INSERT ON asset
            BEGIN
                INSERT INTO assetText (rowid, make, model, lens, title, caption, keywords)
                    VALUES (new.id, new.make, new.model, new.lens, new.title, new.caption, new.keywords);
            END;
        CREATE TRIGGER asset_textRemoved AFTER DELETE ON asset
            BEGIN
                INSERT INTO assetText (assetText, rowid, make, model, lens, title, caption, keywords)
                    VALUES ('delete', old.id, old.make, old.model, old.lens, old.title, old.caption, old.keywords);
            END;
        CREATE TRIGGER asset_textChanged AFTER UPDATE OF make, model, lens, title, caption, keywords ON asset
            WHEN (old.make, old.model, old.lens, old.title, old.caption, old.keywords)
                IS NOT (new.make, new.model, new.lens, new.title, new.caption, new.keywords)
            BEGIN
                INSERT INTO assetText (assetText, rowid, make, model, lens, title, caption, keywords)
                    VALUES ('delete', old.id, old.make, old.model, old.lens, old.title, old.caption, old.keywords);
                INSERT INTO assetText (rowid, make, model, lens, title, caption, keywords)
                    VALUES (new.id, new.make, new.model, new.lens, new.title, new.caption, new.keywords);
            END;

        -- The names of originals (0), of the same picture in other bytes (1) and of the same shot in another form (4).
        -- `id` is the resource's.
        CREATE VIEW fileName AS
            SELECT id, CAST(originalFilename AS TEXT) AS name FROM resource WHERE kind IN (0, 1, 4);
        CREATE VIRTUAL TABLE fileNameText USING fts5 (
            name, content = 'fileName', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0);

        CREATE TRIGGER resource_nameAdded AFTER INSERT ON resource WHEN new.kind IN (0, 1, 4)
            BEGIN
                INSERT INTO fileNameText (rowid, name) VALUES (new.id, CAST(new.originalFilename AS TEXT));
            END;
        CREATE TRIGGER resource_nameRemoved AFTER DELETE ON resource WHEN old.kind IN (0, 1, 4)
            BEGIN
                INSERT INTO fileNameText (fileNameText, rowid, name)
                    VALUES ('delete', old.id, CAST(old.originalFilename AS TEXT));
            END;
        CREATE TRIGGER resource_nameChanged AFTER UPDATE OF kind, originalFilename ON resource
            WHEN (old.kind IN (0, 1, 4), old.originalFilename) IS NOT (new.kind IN (0, 1, 4), new.originalFilename)
            BEGIN
                INSERT INTO fileNameText (fileNameText, rowid, name)
                    SELECT 'delete', old.id, CAST(old.originalFilename AS TEXT) WHERE old.kind IN (0, 1, 4);
                INSERT INTO fileNameText (rowid, name)
                    SELECT new.id, CAST(new.originalFilename AS TEXT) WHERE new.kind IN (0, 1, 4);
            END;
        """
}
