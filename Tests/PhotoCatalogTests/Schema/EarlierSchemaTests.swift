import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

/// A catalogue of the version before the first release is converted when it is opened.
@Suite struct EarlierSchemaTests {
    private let folder: TemporaryFolder
    private var path: FilePath { FilePath(folder.url.path) }

    init() throws {
        folder = try TemporaryFolder()
        let queue = try DatabaseQueue(path: path.appending(PhotoCatalog.databaseName).string)
        try queue.write { database in
            try database.execute(sql: EarlierSchemaFixture.definitions)
            try database.execute(sql: EarlierSchemaFixture.rows)
        }
        try queue.close()
    }

    private func code(_ body: () throws -> Void) -> PhotoLibraryError.Code? {
        do {
            try body()
            return nil
        } catch { return (error as? PhotoLibraryError)?.code }
    }

    @Test func theTablesAreThoseOfANewCatalogue() throws {
        _ = try PhotoCatalog(folder: path)
        let found = try CatalogExamination(folder: path)
        #expect(found.damage == nil)
        #expect(found.libraryID?.uuidString.hasSuffix("1") == true)
    }

    @Test func everyRowIsKept() throws {
        let catalog = try PhotoCatalog(folder: path)
        let assets = try catalog.assets(["a", "b"])
        #expect(assets["a"]?.metadata.burstIdentifier == "B")
        #expect(assets["a"]?.metadata.title == "Harbour")
        #expect(assets["a"]?.captureTime?.description == "2024-05-01T10:00:00")
        #expect(assets["a"]?.metadata.captureTime?.description == "2023-01-01T00:00:00")
        #expect(assets["b"]?.size == PixelSize(width: 5, height: 9))
        #expect(assets["b"]?.resources.map(\.kind) == [.original, .fullSizePhoto, .adjustmentData])
        #expect(try catalog.albums().map(\.title) == ["Alps"])
        #expect(try catalog.albums().first?.folderIdentifier == "f")
        #expect(try catalog.decisions().count == 1)
        #expect(try catalog.rememberedReferences(resolved: false).map(\.identifier) == ["opk1_x"])
        let counts = try catalog.read { database in
            try ["source", "thumbnail", "tombstone", "albumAsset", "signature"].map {
                try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \($0)")
            }
        }
        #expect(counts == [1, 2, 1, 2, 2])
        #expect(try catalog.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").isEmpty })
    }

    /// The scores of the earlier version were those of another rule.
    @Test func similarPicturesAreComparedAgain() throws {
        let catalog = try PhotoCatalog(folder: path)
        let (pairs, compared) = try catalog.read { database in
            (
                try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM similarPair"),
                try Int.fetchOne(
                    database, sql: "SELECT COUNT(*) FROM signature WHERE picture = 0 AND crowded IS NOT NULL")
            )
        }
        #expect(pairs == 0 && compared == 0)
    }

    @Test func textIsFound() throws {
        let catalog = try PhotoCatalog(folder: path)
        #expect(try catalog.localIdentifiers(of: AssetQuery(.search("arbou"))) == ["a"])
        #expect(try catalog.localIdentifiers(of: AssetQuery(.search("pier"))) == ["a"])
        try catalog.write { database in
            for table in ["assetText", "fileNameText"] {
                try database.execute(sql: "INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
            }
        }
    }

    @Test func tokensOfTheEarlierVersionStayValid() throws {
        let catalog = try PhotoCatalog(folder: path)
        #expect(try catalog.history() == ["1 asset insert a", "2 asset insert b", "3 asset delete b"])
        #expect(try catalog.changes(since: catalog.oldestChangeToken()).count == 3)
        try catalog.perform([.set(.favorite(true), asset: "a")])
        #expect(try catalog.history().last == "4 asset update a")
    }

    /// A fetch result from before the conversion must not have another object.
    @Test func numbersOfRowsAreNotGivenAgain() throws {
        let catalog = try PhotoCatalog(folder: path)
        let row = try catalog.write { database in
            try database.execute(
                sql: """
                    INSERT INTO asset (localIdentifier, mediaType, addedDate, modificationDate, condition)
                    VALUES ('c', 'image', 1, 1, 'ok')
                    """)
            return database.lastInsertedRowID
        }
        #expect(row == 21)
    }

    @Test func convertingHappensOnce() throws {
        _ = try PhotoCatalog(folder: path)
        let catalog = try PhotoCatalog(folder: path)
        #expect(try catalog.assetCount() == 1)
        #expect(try catalog.history().count == 3)
    }

    @Test func aCatalogueThatMayOnlyBeReadIsNotConverted() throws {
        #expect(code { _ = try PhotoCatalog(folder: path, permission: .readOnly) } == .libraryReadOnly)
        #expect(try CatalogExamination(folder: path).damage == nil)
    }

    @Test func olderCataloguesNeedARepair() throws {
        let queue = try DatabaseQueue(path: path.appending(PhotoCatalog.databaseName).string)
        try queue.write { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '9'") }
        try queue.close()
        #expect(code { _ = try PhotoCatalog(folder: path) } == .libraryDamaged)
    }
}
