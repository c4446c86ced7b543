import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

/// A catalogue without the table of damaged files gets it when it is opened.
@Suite struct DamageSchemaTests {
    private let folder: TemporaryFolder
    private var path: FilePath { FilePath(folder.url.path) }

    init() throws {
        folder = try TemporaryFolder()
        try PhotoCatalog(folder: path).close()
        let queue = try DatabaseQueue(path: path.appending(PhotoCatalog.databaseName).string)
        try queue.write { database in
            try database.execute(sql: "DROP TABLE damagedResource")
            try database.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier != ?", arguments: [CatalogSchema.first])
        }
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

    @Test func aCatalogueThatMayOnlyBeReadIsNotConverted() throws {
        #expect(throws: PhotoLibraryError(.libraryReadOnly, "")) {
            _ = try PhotoCatalog(folder: path, permission: .readOnly)
        }
    }
}
