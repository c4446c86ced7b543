import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

/// What the history says of changes, and what is kept beside the owner's words.
@Suite struct ChangeHistoryTests {
    private let fixture: CatalogFixture
    private let asset: String

    init() throws {
        fixture = try CatalogFixture()
        try fixture.catalog.belong(to: UUID())
        let file = makeFile(bytes: 1, imageData: 1, time: "2024-05-17T10:30:00")
        try fixture.store([file])
        asset = fixture.identifier(file)
    }

    /// What the history says of these changes, which are one transaction.
    private func news(_ changes: CatalogChange...) throws -> Set<String> {
        let before = try fixture.catalog.currentChangeToken()
        try fixture.catalog.perform(changes, run: "")
        let rows = try fixture.catalog.history().map { $0.split(separator: " ", maxSplits: 1) }
            .filter { Int64($0[0]) ?? 0 > before.number }
        #expect(Set(rows.map { $0[0] }).count <= 1, "One transaction is one token.")
        return Set(rows.map { String($0[1]) })
    }

    @Test func eachObjectThatIsChangedHasOneRow() throws {
        #expect(
            try news(
                .makeFolder("f", title: "F", folder: nil), .makeAlbum("a", title: "A", folder: "f"),
                .album("a", .add([asset])), .album("a", .setKeyAsset(asset)), .set(.favorite(true), asset: asset),
                .set(.title("T"), asset: asset))
                == ["folder insert f", "album insert a", "asset update \(asset)"])
        #expect(try news(.set(.favorite(true), asset: asset), .album("a", .add([asset]))).isEmpty)
        #expect(try news(.album("a", .rename("B"))) == ["album update a"])
        #expect(try news(.folder("f", .remove(["a"]))) == ["folder update f", "album update a"])
        #expect(try news(.folder("f", .add(["a"]))) == ["folder update f", "album update a"])
        #expect(try news(.makeAlbum("t", title: "T", folder: nil)) == ["album insert t"])
        #expect(try news(.folder(nil, .move(at: [1], to: 0))) == ["folder update f", "album update t"])
        #expect(try news(.folder("f", .delete)) == ["folder delete f", "album delete a"])
        #expect(try news(.makeAlbum("b", title: "B", folder: nil), .album("b", .delete)).isEmpty)
        #expect(try news(.delete(asset: asset)) == ["asset delete \(asset)"])
        #expect(try news(.delete(asset: asset)).isEmpty)
        #expect(try news(.restore(asset: asset)) == ["asset insert \(asset)"])
    }

    @Test func aChangeThatFailsIsNotInTheHistory() throws {
        let before = try fixture.catalog.history()
        #expect(throws: PhotoLibraryError(.identifierNotFound, "")) {
            try fixture.catalog.perform(
                [.set(.favorite(true), asset: asset), .delete(asset: "nobody")], run: "")
        }
        #expect(try fixture.catalog.history() == before)
        #expect(try fixture.catalog.assets([asset])[asset]?.isFavorite == false)
    }

    /// A file that comes later says when and where; the owner has said something else before.
    @Test func whatFilesSayLaterIsKeptBesideWhatTheOwnerSays() throws {
        let undated = makeFile("undated.jpg", bytes: 2, imageData: 2)
        try fixture.store([undated])
        let name = fixture.identifier(undated)
        func asset() throws -> Asset { try #require(try fixture.catalog.assets([name])[name]) }
        let time = try #require(CaptureTime("1999-01-02T03:04:05"))
        try fixture.catalog.perform(
            [.set(.captureTime(.set(time)), asset: name), .set(.location(.set(nil)), asset: name)], run: "")
        #expect(try asset().metadata.captureTime == nil)
        try fixture.store([makeFile("dated.jpg", bytes: 3, imageData: 2, time: "2001-01-01T00:00:00")])
        #expect(try asset().resources.count == 2)
        #expect(try asset().captureTime == time)
        #expect(try asset().metadata.captureTime?.description == "2001-01-01T00:00:00")
        try fixture.catalog.perform([.set(.captureTime(.original), asset: name)], run: "")
        #expect(try asset().captureTime?.description == "2001-01-01T00:00:00")
    }
}
