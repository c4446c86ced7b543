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

    @Test func aCatalogueThatMayOnlyBeReadIsNotConverted() throws {
        #expect(throws: PhotoLibraryError(.libraryReadOnly, "")) {
            _ = try PhotoCatalog(folder: path, permission: .readOnly)
        }
    }
}
