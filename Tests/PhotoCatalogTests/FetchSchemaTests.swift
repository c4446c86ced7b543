import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

@Suite struct FetchSchemaTests {
    /// A fetch result must never have another object than the fetched object.
    @Test func rowIDsAreNeverReused() throws {
        let fixture = try CatalogFixture()
        try fixture.catalog.write { (database) throws in
            try database.execute(
                sql: """
                    INSERT INTO asset (id, localIdentifier, stableID, mediaType, addedDate, modificationDate, condition)
                        VALUES (7, 'a', zeroblob(16), 'image', 1, 1, 'ok');
                    INSERT INTO album (id, localIdentifier, title, createdDate, stableID, rank) VALUES
                        (3, 'x', 'X', 7, randomblob(16), zeroblob(10)), (5, 'y', 'Y', 7, randomblob(16), zeroblob(10));
                    DELETE FROM asset;
                    INSERT INTO folder (localIdentifier, title, createdDate, stableID, rank)
                        VALUES ('f', 'F', 1, randomblob(16), zeroblob(10));
                    UPDATE album SET deletedDate = 8 WHERE id = 5;
                    UPDATE folder SET deletedDate = 8;
                    INSERT INTO asset (localIdentifier, stableID, mediaType, addedDate, modificationDate, condition)
                        VALUES ('b', zeroblob(16), 'image', 1, 1, 'ok');
                    INSERT INTO album (localIdentifier, title, createdDate, stableID, rank)
                        VALUES ('z', 'Z', 7, randomblob(16), zeroblob(10));
                    """)
            #expect(try Int.fetchAll(database, sql: "SELECT id FROM asset") == [8])
            #expect(try Int.fetchAll(database, sql: "SELECT id FROM album ORDER BY id") == [3, 5, 6])
            let former = try Row.fetchAll(database, sql: "SELECT * FROM formerObject ORDER BY object")
            #expect(former.map { "\($0[0] as Int) \($0[1] as Int) \($0[2] as String)" } == ["1 7 a", "2 5 y", "3 1 f"])
        }
    }

    /// The size of an asset is that of its edit, which consists of two files.
    @Test func theSizeFollowsTheEdit() throws {
        let fixture = try CatalogFixture()
        let catalog = fixture.catalog
        try catalog.write { database in
            try database.execute(
                sql: """
                    INSERT INTO asset (id, localIdentifier, stableID, mediaType, width, height, addedDate, modificationDate, condition)
                        VALUES (7, 'a', zeroblob(16), 'image', 40, 30, 1, 2, 'ok');
                    INSERT INTO resource (assetID, kind, location, path, bytes, sha256, copyNumber, format, orientation, width,
                        height)
                        VALUES (7, 0, 0, X'61', 7, zeroblob(32), 0, 'jpeg', 1, 40, 30),
                            (7, 5, 0, X'62', 7, zeroblob(32), 1, 'jpeg', 1, 5, 9);
                    """)
        }
        #expect(try catalog.assets(["a"])["a"]?.size == PixelSize(width: 40, height: 30), "One file alone is no edit.")
        try catalog.write {
            try $0.execute(
                sql: """
                    INSERT INTO resource (assetID, kind, location, path, bytes, sha256, copyNumber, format, orientation)
                        VALUES (7, 7, 0, X'63', 7, zeroblob(32), 2, 'unknown', 1)
                    """)
        }
        #expect(try catalog.assets(["a"])["a"]?.size == PixelSize(width: 5, height: 9))
        try catalog.write { try $0.execute(sql: "DELETE FROM resource WHERE kind = 7") }
        #expect(try catalog.assets(["a"])["a"]?.size == PixelSize(width: 40, height: 30))
    }
}
