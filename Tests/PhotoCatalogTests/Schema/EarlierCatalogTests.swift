import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

/// The catalogue of a library that the program of commit 19d077fe made, copied into a new catalogue.
@Suite struct EarlierCatalogTests {
    private let folder: TemporaryFolder
    private let catalog: PhotoCatalog

    init() throws {
        folder = try TemporaryFolder()
        try EarlierLibrary.unpack(into: folder)
        let new = folder.filePath.appending("new")
        try FileManager.default.createDirectory(atPath: new.string, withIntermediateDirectories: false)
        catalog = try PhotoCatalog(folder: new)
        let earlier = folder.filePath.appending("library").appending(PhotoCatalog.databaseName)
        try EarlierCatalog(at: earlier).copy(into: catalog)
    }

    private func marks(_ name: String) throws -> Int? {
        let row = try catalog.rows(of: AssetQuery(.search(name)).includingAll).first
        return try catalog.read { try Int.fetchOne($0, sql: "SELECT marks FROM asset WHERE id = ?", arguments: [row]) }
    }

    @Test func theTablesAreSound() throws {
        #expect(try catalog.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").isEmpty })
        try catalog.write { database in
            for table in ["assetText", "fileNameText"] {
                try database.execute(sql: "INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
            }
        }
        try catalog.close()
        #expect(try CatalogExamination(folder: folder.filePath.appending("new")).damage == nil)
    }

    @Test func theMarksAreThoseOfWhatAPersonSet() throws {
        let all: [AssetMark] = [.favorite, .title, .caption, .keywords, .rating, .captureDate, .place]
        #expect(try marks("pier.jpg") == all.map(\.rawValue).reduce(0, |))
        #expect(try marks("boats.jpg") == AssetMark.hidden.rawValue)
        #expect(try marks("ridge.jpg") == AssetMark.place.rawValue)
        #expect(try marks("gull.jpg") == AssetMark.keywords.rawValue | AssetMark.rating.rawValue)
        #expect(try marks("hut.jpg") == AssetMark.edit.rawValue)
        #expect(try marks("lake.png") == 0)
    }

    /// Numbers of rows, changes and signatures are in fetch results, tokens and search indexes.
    @Test func noNumberIsGivenAgain() throws {
        let rows = try catalog.read { database in
            try Row.fetchAll(database, sql: "SELECT name, seq FROM sqlite_sequence ORDER BY name")
        }
        let numbers = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int) })
        // Ten photos were imported, one was purged. Four albums and two folders were made.
        #expect(numbers["asset"] == 10 && numbers["album"] == 4 && numbers["folder"] == 2)
        #expect(try numbers["history"] == Int(catalog.lastChangeNumber()))
    }

    @Test func similarPicturesAreComparedAgain() throws {
        #expect(try catalog.uncomparedSignatureCount() > 0)
    }
}
