import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

/// What a person set is marked, and albums, folders and decisions that a person deleted keep their rows.
@Suite struct MarkTests {
    private let fixture: CatalogFixture
    private var catalog: PhotoCatalog { fixture.catalog }
    private let asset: String

    init() throws {
        fixture = try CatalogFixture()
        let file = makeFile("1.jpg", bytes: 1, time: "2024-05-11T10:00:00")
        try fixture.store([file])
        asset = fixture.identifier(file)
    }

    private var marks: Int? {
        get throws { try catalog.read { try Int.fetchOne($0, sql: "SELECT marks FROM asset") } }
    }

    private func numbers(_ sql: String) throws -> [Int] {
        let row = try #require(try catalog.read { try Row.fetchOne($0, sql: sql) })
        return row.databaseValues.compactMap(Int.fromDatabaseValue)
    }

    @Test func anImportSetsNoMark() throws { #expect(try marks == 0) }

    @Test func whatAnotherLibraryStatesIsNoMark() throws {
        var insertion = fixture.insertion(makeFile("1.jpg", bytes: 1))
        insertion.description = AssetDescription()
        insertion.description?.isFavorite = true
        insertion.description?.title = "Harbour"
        try fixture.store([insertion])
        let described = try #require(try catalog.assets([asset])[asset])
        #expect(described.isFavorite && described.metadata.title == "Harbour")
        #expect(try marks == 0)
    }

    /// An import may change a value that a person set before: the log gets the value that the library has now.
    @Test func whatAnImportChangesOfAPersonsValuesIsForTheLog() throws {
        try catalog.perform([.set(.favorite(true), asset: asset), .set(.hidden(true), asset: asset)])
        try catalog.perform([.set(.favorite(false), asset: asset), .set(.hidden(false), asset: asset)])
        var described = fixture.insertion(makeFile("1.jpg", bytes: 1))
        described.description = AssetDescription()
        described.description?.isFavorite = true
        try fixture.store([described])
        #expect(try waitingValue("02") == "01")
        #expect(try waitingValue("03") == "00")
        var sidecar = fixture.insertion(makeFile("1.xmp", bytes: 2, format: .unknown))
        sidecar.attachment = Attachment(to: asset, as: .sidecar)
        sidecar.isHidden = true
        try fixture.store([sidecar])
        #expect(try waitingValue("03") == "01")
    }

    /// The value that waits for the log under a key, in hexadecimal digits.
    private func waitingValue(_ key: String) throws -> String? {
        try catalog.read {
            try String.fetchOne(
                $0, sql: "SELECT hex(value) FROM unpublishedRegister WHERE hex(key) = ?", arguments: [key])
        }
    }

    @Test func eachPropertyThatAPersonSetsHasAMark() throws {
        let time = try #require(CaptureTime("2020-01-01T00:00:00"))
        let properties: [(AssetProperty, AssetMark)] = [
            (.favorite(true), .favorite), (.hidden(true), .hidden), (.captureTime(.set(time)), .captureDate),
            (.location(.set(nil)), .place), (.title("T"), .title), (.caption("C"), .caption),
            (.keywords(["k"]), .keywords),
            (.rating(3), .rating),
        ]
        var expected = 0
        for (property, mark) in properties {
            try catalog.perform([.set(property, asset: asset)])
            expected |= mark.rawValue
            #expect(try marks == expected, "\(mark)")
        }
        // A person who takes a value back has set the property, too.
        try catalog.perform([.set(.captureTime(.original), asset: asset), .set(.favorite(false), asset: asset)])
        #expect(try marks == expected)
        try catalog.perform([.delete(asset: asset)])
        #expect(try marks == expected | AssetMark.deletion.rawValue)
    }

    @Test func aDeletedAlbumKeepsItsRowAndItsMembers() throws {
        try catalog.perform([
            .makeAlbum("a", title: "A", folder: nil), .album("a", .add([asset])), .album("a", .delete),
        ])
        #expect(try numbers("SELECT deletedDate IS NOT NULL, (SELECT COUNT(*) FROM albumAsset) FROM album") == [1, 1])
        #expect(try catalog.albums().isEmpty)
        #expect(try catalog.localIdentifiers(of: AssetQuery(.album("a"))).isEmpty)
        #expect(throws: PhotoLibraryError(.identifierNotFound, "")) {
            try catalog.perform([.album("a", .rename("B"))])
        }
    }

    @Test func aDeletedFolderDeletesWhatIsInIt() throws {
        try catalog.perform([
            .makeFolder("f", title: "F", folder: nil), .makeFolder("g", title: "G", folder: "f"),
            .makeAlbum("a", title: "A", folder: "g"), .makeAlbum("b", title: "B", folder: nil),
        ])
        try catalog.perform([.folder("f", .delete)])
        #expect(try numbers("SELECT COUNT(*) FROM folder WHERE deletedDate IS NOT NULL") == [2])
        #expect(try catalog.albums().map(\.title) == ["B"])
        #expect(try catalog.history().filter { $0.contains("delete") }.count == 3)
    }

    /// An album of an Apple Photos library has the identifier that it has there.
    @Test func anAlbumOrFolderOfADeletedIdentifierIsMadeAgain() throws {
        let make: [LibraryChange] = [
            .makeFolder("f", title: "F", folder: nil), .makeAlbum("a", title: "A", folder: "f"),
        ]
        try catalog.perform(make)
        try catalog.perform([.album("a", .add([asset]))])
        let rows = (try catalog.row(of: "a", .album), try catalog.row(of: "f", .folder))
        try catalog.perform([.folder("f", .delete)])
        #expect(try catalog.row(of: "a", .album) == nil && catalog.row(of: "f", .folder) == nil)
        #expect(try catalog.localIdentifiers(rows: [rows.0 ?? 0], of: .album).values.map(\.self) == ["a"])
        #expect(try catalog.rows(of: CollectionQuery(.containingCollection("a")), .folders).isEmpty)
        try catalog.perform(make)
        #expect(try catalog.albums().map(\.folderIdentifier) == ["f"])
        #expect(try catalog.localIdentifiers(of: AssetQuery(.album("a"))).isEmpty, "It has no members yet.")
        #expect(try (catalog.row(of: "a", .album), catalog.row(of: "f", .folder)) == rows)
        #expect(try catalog.localIdentifiers(rows: [rows.0 ?? 0], of: .album).values.map(\.self) == ["a"])
    }

    /// An import makes an album again for a folder whose album was deleted.
    @Test func theAlbumOfAFolderIsMadeAgain() throws {
        let place = DestinationAlbum(folder: "/photos/Rome", title: "Rome")
        try catalog.perform([.makeAlbums([place])])
        let first = try #require(try catalog.albums().first)
        try catalog.perform([.album(first.localIdentifier, .delete)])
        try catalog.perform([.makeAlbums([place])])
        #expect(try catalog.albums().map(\.title) == ["Rome"])
        #expect(try catalog.albums().first?.localIdentifier != first.localIdentifier)
    }

    @Test func aDecisionThatWasTakenBackIsNoDecisionAndCanBeMadeAgain() throws {
        let (one, other) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
        let decision = Decision(one, other, isSame: true, date: Date(timeIntervalSince1970: 5))
        #expect(try catalog.perform([.decide([decision])]).count == 1)
        #expect(try catalog.perform([.forgetDecision(one, other)]).count == 1)
        #expect(try catalog.decisions().isEmpty && catalog.decisions(about: one).isEmpty)
        #expect(try catalog.perform([.forgetDecision(one, other)]).count == 0)
        #expect(try catalog.perform([.decide([decision])]).count == 1, "Also with its old date.")
        #expect(try catalog.decisions().count == 1)
        #expect(try catalog.history().suffix(3).map { $0.split(separator: " ")[2] } == ["insert", "delete", "insert"])
    }
}
