import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

/// A catalogue with only the first tables gets the later ones when it is opened.
@Suite struct MigrationTests {
    private let folder: TemporaryFolder
    private var path: FilePath { FilePath(folder.url.path) }

    init() throws {
        folder = try TemporaryFolder()
        let queue = try DatabaseQueue(path: path.appending(PhotoCatalog.databaseName).string)
        try CatalogSchema.migrator.migrate(queue, upTo: CatalogSchema.first)
        try queue.close()
    }

    @Test func theTablesAreThoseOfANewCatalogue() throws {
        #expect(try CatalogExamination(folder: path).damage == nil, "A repair keeps it.")
        let catalog = try PhotoCatalog(folder: path)
        #expect(try catalog.damagedFiles().isEmpty)
        try catalog.close()
        #expect(try CatalogExamination(folder: path).damage == nil)
        let queue = try DatabaseQueue(path: path.appending(PhotoCatalog.databaseName).string)
        #expect(try queue.read { try CatalogSchema.migrator.hasCompletedMigrations($0) })
    }

    /// A search index on the disk can still have the ids of signatures that were deleted.
    @Test func signaturesKeepTheirIDsAndNoIDIsGivenAgain() throws {
        let queue = try DatabaseQueue(path: path.appending(PhotoCatalog.databaseName).string)
        try CatalogSchema.migrator.migrate(queue, upTo: "16")
        try queue.write {
            try $0.execute(
                sql: """
                    INSERT INTO asset (id, localIdentifier, mediaType, addedDate, modificationDate, condition)
                    VALUES (3, 'a', 'image', 1, 1, 'ok');
                    INSERT INTO resource
                        (id, assetID, kind, isReference, path, bytes, sha256, copy, format, orientation)
                    VALUES (5, 3, 0, 0, X'61', 1, zeroblob(32), 0, 'jpeg', 1);
                    INSERT INTO signature (id, assetID, version, hash, quality, width, height)
                    VALUES (8, 3, 1, zeroblob(32), 100, 4, 3);
                    INSERT INTO thumbnail VALUES (3, X'07');
                    UPDATE sqlite_sequence SET seq = 9 WHERE name = 'signature';
                    """)
        }
        try queue.close()
        let catalog = try PhotoCatalog(folder: path)
        #expect(try catalog.lastSignatureID() == 9)
        let found = try catalog.read { database in
            try Row.fetchOne(
                database,
                sql: "SELECT signature.id, picture, levels FROM signature JOIN thumbnail ON signatureID = signature.id")
        }
        let row = try #require(found)
        let (id, picture, levels): (Int64, Int, Data) = (row[0], row[1], row[2])
        #expect(id == 8 && picture == SignedPicture.original.rawValue && levels == Data([7]))
    }

    @Test func signaturesFromBeforeTheRenderingsHaveOne() throws {
        let queue = try DatabaseQueue(path: path.appending(PhotoCatalog.databaseName).string)
        try CatalogSchema.migrator.migrate(queue, upTo: "17")
        try queue.write {
            try $0.execute(
                sql: """
                    INSERT INTO asset (id, localIdentifier, mediaType, addedDate, modificationDate, condition)
                    VALUES (3, 'a', 'image', 1, 1, 'ok');
                    INSERT INTO resource
                        (id, assetID, kind, isReference, path, bytes, sha256, copy, format, orientation)
                    VALUES (5, 3, 0, 0, X'61', 1, zeroblob(32), 0, 'jpeg', 1);
                    INSERT INTO signature (id, assetID, picture, version, hash, quality, width, height)
                    VALUES (8, 3, 0, \(ContentSignature.currentVersion), zeroblob(32), 100, 4, 3);
                    INSERT INTO thumbnail VALUES (8, zeroblob(4096));
                    """)
        }
        try queue.close()
        let catalog = try PhotoCatalog(folder: path)
        var hashes: [Int64] = []
        try catalog.forEachHash { id, _ in hashes.append(id) }
        #expect(hashes == [8])
        let sql = "SELECT count(*) FROM thumbnail WHERE unconvertedLevels IS NULL"
        #expect(try catalog.read { try Int.fetchOne($0, sql: sql) } == 1)
    }

    /// Before, the signature of one edited picture replaced that of another one of the same asset.
    @Test func severalEditedPicturesAreSignedAgain() throws {
        let queue = try DatabaseQueue(path: path.appending(PhotoCatalog.databaseName).string)
        try CatalogSchema.migrator.migrate(queue, upTo: "18")
        try queue.write { database in
            for asset in 1...2 {
                try database.execute(
                    sql: """
                        INSERT INTO asset (id, localIdentifier, mediaType, addedDate, modificationDate, condition)
                        VALUES (?1, ?1, 'image', 1, 1, 'ok')
                        """, arguments: [asset])
            }
            // An original and one edit, and an original and two edits.
            for (file, (asset, kind)) in [(1, 0), (1, 5), (2, 0), (2, 5), (2, 5)].enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO resource
                            (id, assetID, kind, isReference, path, bytes, sha256, copy, format, orientation)
                        VALUES (?1, ?2, ?3, 0, CAST(?1 AS BLOB), 1, randomblob(32), 0, 'jpeg', 1)
                        """, arguments: [file + 11, asset, kind])
            }
            for (index, (asset, picture)) in [(1, 0), (1, 1), (2, 0), (2, 1)].enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO signature (id, assetID, picture, version, hash, quality, width, height)
                        VALUES (?1, ?2, ?3, \(ContentSignature.currentVersion), zeroblob(32), 100, 4, 3);
                        """, arguments: [index + 1, asset, picture])
                try database.execute(
                    sql: "INSERT INTO thumbnail (signatureID, levels) VALUES (?, zeroblob(4096))",
                    arguments: [index + 1])
            }
            try database.noteExaminedPictures()
        }
        try queue.close()
        let catalog = try PhotoCatalog(folder: path)
        let rows = try catalog.read { database in
            try Row.fetchAll(database, sql: "SELECT id, resourceID FROM signature ORDER BY id")
        }
        #expect(rows.map { [$0[0], $0[1]] as [Int] } == [[1, 11], [2, 12], [3, 13]])
        #expect(try catalog.unsignedPictures().map(\.resourceID) == [14, 15])
        let sql = "SELECT group_concat(signatureID) FROM thumbnail"
        #expect(try catalog.read { try String.fetchOne($0, sql: sql) } == "1,2,3")
    }

    @Test func aCatalogueThatMayOnlyBeReadIsNotConverted() throws {
        #expect(throws: PhotoLibraryError(.libraryReadOnly, "")) {
            _ = try PhotoCatalog(folder: path, permission: .readOnly)
        }
    }
}
