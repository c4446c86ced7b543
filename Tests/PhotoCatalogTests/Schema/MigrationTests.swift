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

    @Test func aCatalogueThatMayOnlyBeReadIsNotConverted() throws {
        #expect(throws: PhotoLibraryError(.libraryReadOnly, "")) {
            _ = try PhotoCatalog(folder: path, permission: .readOnly)
        }
    }
}
