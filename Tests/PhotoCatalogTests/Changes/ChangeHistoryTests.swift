import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

/// The changes in the history, and the values of files that are stored beside the owner's values.
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

    /// The entries in the history for these changes, which are one transaction.
    private func news(_ changes: LibraryChange...) throws -> Set<String> {
        let before = try fixture.catalog.currentChangeToken()
        try fixture.catalog.perform(changes)
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

    @Test func positionsThatOnlyCloseAGapAreNoChange() throws {
        try fixture.catalog.perform(
            ["a", "b", "c", "d"].map { .makeAlbum($0, title: $0, folder: nil) } + [.album("a", .delete)])
        #expect(
            try news(.folder(nil, .move(at: [2], to: 1))) == ["album update c", "album update d"], "b stays first.")
    }

    @Test func aChangeThatFailsIsNotInTheHistory() throws {
        let before = try fixture.catalog.history()
        #expect(throws: PhotoLibraryError(.identifierNotFound, "")) {
            try fixture.catalog.perform(
                [.set(.favorite(true), asset: asset), .delete(asset: "missing")])
        }
        #expect(try fixture.catalog.history() == before)
        #expect(try fixture.catalog.assets([asset])[asset]?.isFavorite == false)
    }

    /// A later file states time and place, after the owner set other values.
    @Test func laterValuesOfFilesAreStoredBesideTheOwners() throws {
        let undated = makeFile("undated.jpg", bytes: 2, imageData: 2)
        try fixture.store([undated])
        let name = fixture.identifier(undated)
        func asset() throws -> Asset { try #require(try fixture.catalog.assets([name])[name]) }
        let time = try #require(CaptureTime("1999-01-02T03:04:05"))
        try fixture.catalog.perform(
            [.set(.captureTime(.set(time)), asset: name), .set(.location(.set(nil)), asset: name)])
        #expect(try asset().metadata.captureTime == nil)
        try fixture.store([makeFile("dated.jpg", bytes: 3, imageData: 2, time: "2001-01-01T00:00:00")])
        #expect(try asset().resources.count == 2)
        #expect(try asset().captureTime == time)
        #expect(try asset().metadata.captureTime?.description == "2001-01-01T00:00:00")
        try fixture.catalog.perform([.set(.captureTime(.original), asset: name)])
        #expect(try asset().captureTime?.description == "2001-01-01T00:00:00")
    }

    /// Texts have one stored value only: that of the owner, if the owner set the text.
    @Test func aLaterSidecarDoesNotReplaceTheOwnersDescriptions() throws {
        func sidecar(_ number: Int, _ words: String) -> ResourceInsertion {
            let file = makeFile("1.xmp", bytes: number, format: .unknown).with {
                $0.title = words
                $0.caption = words
                $0.keywords = [words]
            }
            return fixture.insertion(file) { $0.attachment = Attachment(to: asset, as: .sidecar) }
        }
        func words() throws -> [String?] {
            let metadata = try #require(try fixture.catalog.assets([asset])[asset]).metadata
            return [metadata.title, metadata.caption, metadata.keywords.first]
        }
        try fixture.store([sidecar(2, "first")])
        try fixture.store([sidecar(3, "second")])
        #expect(try words() == ["second", "second", "second"])
        try fixture.catalog.perform([.set(.title("mine"), asset: asset)])
        try fixture.store([sidecar(4, "third")])
        #expect(try words() == ["mine", "third", "third"])
        // An empty text is a value of the owner too.
        try fixture.catalog.perform([.set(.caption(nil), asset: asset), .set(.keywords([]), asset: asset)])
        try fixture.store([sidecar(5, "fourth")])
        #expect(try words() == ["mine", nil, nil])
        // The text in an alternate does not replace the value of the owner either.
        try fixture.store([makeFile("again.jpg", bytes: 6, imageData: 1).with { $0.caption = "embedded" }])
        #expect(try words() == ["mine", nil, nil])
    }

    // MARK: Albums whose contents change

    /// The assets that an app fetches from the album.
    private func shown(_ album: String) throws -> [String] {
        var query = AssetQuery()
        query.album = album
        return try fixture.catalog.localIdentifiers(of: query)
    }

    @Test func anAlbumChangesWithItsVisibleAssets() throws {
        try fixture.catalog.perform(
            [
                .makeAlbum("a", title: "A", folder: nil), .album("a", .add([asset])),
                .makeAlbum("b", title: "B", folder: nil),
            ])
        #expect(try news(.set(.hidden(true), asset: asset)) == ["asset update \(asset)", "album update a"])
        #expect(try shown("a").isEmpty)
        #expect(try news(.delete(asset: asset)) == ["asset delete \(asset)"], "It was not shown before.")
        #expect(try news(.restore(asset: asset)) == ["asset insert \(asset)"])
        #expect(try news(.set(.hidden(false), asset: asset)) == ["asset update \(asset)", "album update a"])
        #expect(try news(.set(.favorite(true), asset: asset)) == ["asset update \(asset)"])
        #expect(try news(.delete(asset: asset)) == ["asset delete \(asset)", "album update a"])
        #expect(try news(.restore(asset: asset)) == ["asset insert \(asset)", "album update a"])
    }

    /// An album shows the representing frame of a burst.
    ///
    /// Changes of other frames can change the representing frame.
    @Test func anAlbumChangesWhenAnotherFrameRepresentsTheBurst() throws {
        let files = (2...4).map { makeFile(bytes: $0, imageData: $0, time: "2024-05-17T10:30:0\($0)") }
        try fixture.store(Array(files.prefix(2)))
        let frames = files.map(fixture.identifier)
        try fixture.catalog.perform(
            [.makeAlbum("a", title: "A", folder: nil), .album("a", .add(Array(frames.prefix(2))))])
        let albumChange: Set<String> = ["album update a"]
        func albumNews(_ body: () throws -> Void) throws -> Set<String> {
            let before = try fixture.catalog.history()
            try body()
            return Set(
                try fixture.catalog.history().filter { !before.contains($0) }
                    .map { String($0.split(separator: " ", maxSplits: 1)[1]) }.filter { $0.hasPrefix("album") })
        }
        func commit(_ file: AnalysedFile?, _ bursts: [String: String]) throws {
            try fixture.store(file.map { [fixture.insertion($0)] } ?? [], bursts: bursts)
        }
        #expect(try albumNews { try commit(nil, [frames[0]: "burst", frames[1]: "burst"]) } == albumChange)
        #expect(try shown("a") == [frames[0]])
        #expect(try albumNews { _ = try news(.set(.favorite(true), asset: frames[1])) } == albumChange)
        #expect(try shown("a") == [frames[1]])
        #expect(try albumNews { _ = try news(.set(.title("T"), asset: frames[1])) }.isEmpty)
        let third = files[2].with { $0.burstIdentifier = "burst" }
        #expect(try albumNews { try commit(third, [:]) }.isEmpty)
        #expect(try albumNews { _ = try news(.set(.favorite(false), asset: frames[1])) } == albumChange)
        // A frame that is not in the album becomes the representing frame.
        #expect(try albumNews { _ = try news(.set(.favorite(true), asset: frames[2])) } == albumChange)
        #expect(try shown("a").isEmpty)
        #expect(try albumNews { _ = try news(.delete(asset: frames[2])) } == albumChange)
        #expect(try shown("a") == [frames[0]])
    }

    /// The video of a Live Photo was imported first, and the owner set its time and place.
    @Test func theOwnersValuesOfAVideoAreCopiedToTheLivePhoto() throws {
        let video = makeFile("1.mov", bytes: 5, time: "2024-05-17T10:00:00", format: .video)
            .with { $0.contentIdentifier = "live" }
        try fixture.store([video])
        let name = fixture.identifier(video)
        let time = try #require(CaptureTime("1999-01-02T03:04:05"))
        let place = ImageMetadata.Location(latitude: 1, longitude: 2, altitude: 3)
        try fixture.catalog.perform(
            [
                .set(.captureTime(.set(time)), asset: name), .set(.location(.set(place)), asset: name),
                .set(.title("The owner's"), asset: name),
                .makeAlbum("a", title: "A", folder: nil), .album("a", .add([name])), .album("a", .setKeyAsset(name)),
            ])
        let photo = makeFile("1.jpg", bytes: 6, imageData: 6, time: "2024-05-17T10:00:01")
            .with {
                $0.contentIdentifier = "live"
                $0.title = "The file's"
                $0.caption = "The file's"
            }
        try fixture.store([photo])
        let live = fixture.identifier(photo)
        func asset() throws -> Asset { try #require(try fixture.catalog.assets([live])[live]) }
        #expect(try asset().captureTime == time && asset().location == place)
        #expect(try asset().metadata.title == "The owner's" && asset().metadata.caption == "The file's")
        #expect(try asset().metadata.captureTime?.description == "2024-05-17T10:00:01")
        #expect(try fixture.catalog.albums().map(\.keyAssetIdentifier) == [live])
        try fixture.catalog.perform(
            [.set(.captureTime(.original), asset: live), .set(.location(.original), asset: live)])
        #expect(try asset().captureTime?.description == "2024-05-17T10:00:01" && asset().location == nil)
    }
}
