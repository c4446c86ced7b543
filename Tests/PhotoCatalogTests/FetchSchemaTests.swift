import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

@Suite struct FetchSchemaTests {
    /// A catalogue of version 3 with an asset in two albums.
    private func migrated() throws -> (TemporaryFolder, PhotoCatalog) {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.url.path)
        do {
            let queue = try DatabaseQueue(path: path.appending(PhotoCatalog.databaseName).string)
            try CatalogSchema.migrator.migrate(queue, upTo: "3")
            try queue.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO asset (id, localIdentifier, mediaType, addedDate, modificationDate, condition,
                            burstIdentifier) VALUES (7, 'a', 'image', 1, 2, 'ok', 'B');
                        INSERT INTO resource (assetID, kind, isReference, path, bytes, sha256, copy, format, orientation)
                            VALUES (7, 0, 0, X'61', 7, zeroblob(32), 0, 'jpeg', 1);
                        INSERT INTO signature (assetID, version, hash, quality, width, height)
                            VALUES (7, 2, zeroblob(32), 100, 4, 3);
                        INSERT INTO album VALUES (3, 'x', 'Zoo', NULL, 5), (5, 'y', 'Alps', X'2F61', 6);
                        INSERT INTO albumAsset VALUES (3, 7, 0), (5, 7, 0);
                        """)
            }
        }
        return (folder, try PhotoCatalog(folder: path))
    }

    @Test func whatReferredToAnAssetStillDoes() throws {
        let (_, catalog) = try migrated()
        #expect(try catalog.assets(["a"])["a"]?.metadata.burstIdentifier == "B")
        #expect(try catalog.assets(["a"])["a"]?.original?.bytes == 7)
        try catalog.read { (database) throws in
            #expect(try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM signature WHERE assetID = 7") == 1)
            #expect(try Int.fetchAll(database, sql: "SELECT albumID FROM albumAsset WHERE assetID = 7") == [3, 5])
            #expect(try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").isEmpty)
        }
    }

    /// The edit of an older library: its size is looked up when the library is opened.
    @Test func theSizeFollowsTheEditOnceItIsKnown() throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.url.path)
        do {
            let queue = try DatabaseQueue(path: path.appending(PhotoCatalog.databaseName).string)
            try CatalogSchema.migrator.migrate(queue, upTo: "8")
            try queue.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO asset (id, localIdentifier, mediaType, width, height, addedDate, modificationDate,
                            condition) VALUES (7, 'a', 'image', 40, 30, 1, 2, 'ok');
                        INSERT INTO resource (assetID, kind, isReference, path, bytes, sha256, copy, format, orientation)
                            VALUES (7, 0, 0, X'61', 7, zeroblob(32), 0, 'jpeg', 1),
                                (7, 5, 0, X'62', 7, zeroblob(32), 1, 'jpeg', 1),
                                (7, 7, 0, X'63', 7, zeroblob(32), 2, 'unknown', 1);
                        """)
            }
        }
        let catalog = try PhotoCatalog(folder: path)
        func sizes() throws -> [PixelSize?] {
            let asset = try catalog.assets(["a"])["a"]
            return [asset?.size] + (asset?.resources.map(\.size) ?? [])
        }
        let (original, edit) = (PixelSize(width: 40, height: 30), PixelSize(width: 5, height: 9))
        #expect(try sizes() == [original, original, nil, nil])
        let unmeasured = try catalog.unmeasuredEdits()
        #expect(unmeasured.map(\.path) == [path.appending("b")])
        try catalog.setSizes(ofEdits: [(unmeasured[0].row, edit)])
        #expect(try sizes() == [edit, original, edit, nil])
        #expect(
            try catalog.history().map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
                "asset update a"
            ])
        #expect(try catalog.unmeasuredEdits().isEmpty)
        try catalog.write { try $0.execute(sql: "DELETE FROM resource WHERE kind = 7") }
        #expect(try sizes() == [original, original, edit], "One file alone is no edit.")
    }

    @Test func olderAlbumsAreInTheOrderOfTheirTitles() throws {
        let (_, catalog) = try migrated()
        let positions = try catalog.read {
            try Row.fetchAll($0, sql: "SELECT localIdentifier, position, folderID FROM album ORDER BY position")
        }
        #expect(positions.map { $0["localIdentifier"] } == ["y", "x"])
        #expect(positions.map { $0["position"] } == [0, 1])
        #expect(positions.allSatisfy { ($0["folderID"] as Int64?) == nil })
    }

    /// A fetch result of before must not show another object.
    @Test func rowsAreNeverGivenTwiceAndLeaveTheirIdentifiers() throws {
        let (_, catalog) = try migrated()
        try catalog.write { (database) throws in
            try database.execute(
                sql: """
                    DELETE FROM asset; DELETE FROM album WHERE id = 5;
                    INSERT INTO folder (localIdentifier, title, position, createdDate) VALUES ('f', 'F', 0, 1);
                    DELETE FROM folder;
                    INSERT INTO asset (localIdentifier, mediaType, addedDate, modificationDate, condition)
                        VALUES ('b', 'image', 1, 1, 'ok');
                    INSERT INTO album (localIdentifier, title, createdDate) VALUES ('z', 'Z', 7);
                    """)
            #expect(try Int.fetchAll(database, sql: "SELECT id FROM asset") == [8])
            #expect(try Int.fetchAll(database, sql: "SELECT id FROM album ORDER BY id") == [3, 6])
            let former = try Row.fetchAll(database, sql: "SELECT * FROM formerObject ORDER BY object")
            #expect(former.map { "\($0[0] as Int) \($0[1] as Int) \($0[2] as String)" } == ["1 7 a", "2 5 y", "3 1 f"])
        }
    }
}
