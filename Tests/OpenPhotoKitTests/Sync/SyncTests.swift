import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// What a person sets on one device is on the other one too.
@Suite struct SyncTests {
    /// The two titles of an album are no conflict that a person could decide.
    @Test func twoTitlesOfAnAlbumAreNoConflict() async throws {
        let scene = try await SyncScene()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let album = try laptop.performChangesAndWait { try $0.createAlbum(title: "Many").localIdentifier }
        try await scene.exchange()
        try laptop.performChangesAndWait { try $0.renameAlbum(album, to: "Many L") }
        try desktop.performChangesAndWait { try $0.renameAlbum(album, to: "Many D") }
        try await laptop.syncNow()
        #expect(try await desktop.syncNow().conflicts == 0)
        try await scene.expectAgreement()
        #expect(try laptop.fetchAlbums().map(\.title) == ["Many D"])
    }

    @Test func bothDevicesHaveWhatWasSetBeforeTheyKnewEachOther() async throws {
        let scene = try await SyncScene { laptop, desktop in
            try laptop.set(.favorite(true), of: "1.jpg")
            try laptop.set(.title("Harbour"), of: "2.jpg")
            try laptop.set(.keywords(["sea", "boat"]), of: "2.jpg")
            try desktop.set(.hidden(true), of: "3.jpg")
            try desktop.set(.rating(4), of: "2.jpg")
            try desktop.performChangesAndWait { changes in
                let photos = try ["4.jpg", "5.jpg"].map(desktop.photo)
                let folder = try changes.createFolder(title: "Travels").localIdentifier
                let album = try changes.createAlbum(title: "Rome", inFolder: folder).localIdentifier
                try changes.addAssets(photos, toAlbum: album)
            }
        }
        try await scene.expectAgreement()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        #expect(try desktop.title(of: "2.jpg") == "Harbour")
        let albums = try laptop.fetchAlbums().map(\.title)
        #expect(albums == ["Rome"])
    }

    @Test func eachChangeIsOnTheOtherDeviceAfterAnExchange() async throws {
        let scene = try await SyncScene()
        let laptop = try scene.laptop.open()
        let desktop = try scene.desktop.open()
        let place = try #require(ImageMetadata.Location(latitude: 41.9, longitude: 12.5, altitude: 21))
        let time = try #require(CaptureTime("2019-03-04T05:06:07.25+02:00"))
        for property: AssetProperty in [
            .favorite(true), .title("Meer — 海"), .caption("Two\nlines"), .keywords(["b", "a"]), .rating(-1),
            .captureTime(.set(time)), .location(.set(place)),
        ] { try laptop.set(property, of: "1.jpg") }
        try await scene.expectAgreement()
        for property: AssetProperty in [
            .favorite(false), .title(nil), .keywords(["a", "c"]), .captureTime(.original), .location(.original),
        ] { try desktop.set(property, of: "1.jpg") }
        try await scene.expectAgreement()
        let photo = try laptop.photo("1.jpg")
        let asset = try #require(try laptop.assets(withLocalIdentifiers: [photo])[photo])
        #expect(!asset.isFavorite && asset.metadata.title == nil && asset.metadata.keywords == ["a", "c"])
        #expect(asset.metadata.caption == "Two\nlines" && asset.metadata.rating == -1)
    }

    @Test func albumsAgreeOnMembersAndOrder() async throws {
        let scene = try await SyncScene()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let photos = try (1...6).map { try laptop.photo("\($0).jpg") }
        let album = try laptop.performChangesAndWait { changes in
            let album = try changes.createAlbum(title: "Rome").localIdentifier
            try changes.addAssets(Array(photos[0...3]), toAlbum: album)
            return album
        }
        try await scene.expectAgreement()
        // Both change the album before they exchange.
        try laptop.performChangesAndWait { changes in
            try changes.moveAssets(at: [3], to: 0, inAlbum: album)
            try changes.renameAlbum(album, to: "Roma")
        }
        try desktop.performChangesAndWait { changes in
            try changes.removeAssets([desktop.photo("2.jpg")], fromAlbum: album)
            try changes.addAssets(["5.jpg", "6.jpg"].map(desktop.photo), toAlbum: album)
        }
        try await scene.expectAgreement()
        try desktop.performChangesAndWait { try $0.deleteAlbums([album]) }
        try await scene.expectAgreement()
        #expect(try laptop.fetchAlbums().isEmpty)
    }

    @Test func deletedPhotosMoveToTheRecentlyDeletedAndComeBack() async throws {
        let scene = try await SyncScene()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let (one, other) = (try laptop.photo("1.jpg"), try desktop.photo("1.jpg"))
        try laptop.performChangesAndWait { try $0.deleteAssets([one]) }
        try await scene.expectAgreement()
        #expect(try desktop.recentlyDeleted() == [other])
        try desktop.performChangesAndWait { try $0.restoreAssets([other]) }
        try await scene.expectAgreement()
        #expect(try laptop.photo("1.jpg") == one)
        // A purge removes no file of another device.
        try laptop.performChangesAndWait { try $0.deleteAssets([one]) }
        #expect(try await laptop.purgeDeletedAssets([one]) == [one])
        try await scene.exchange()
        #expect(try desktop.recentlyDeleted() == [other])
        let checked = try await desktop.verify { _ in }
        #expect(checked.sound == 6 && checked.faults == 0)
    }

    @Test func theLaterOfTwoIndependentValuesCountsAndAPersonMayTakeTheOther() async throws {
        let scene = try await SyncScene()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        try laptop.set(.title("First"), of: "1.jpg")
        try desktop.set(.title("Second"), of: "1.jpg")
        try await scene.expectAgreement()
        #expect(try laptop.title(of: "1.jpg") == "Second")
        let conflict = try #require(try await laptop.syncConflicts().first)
        #expect(conflict.property == .title && conflict.value == "Second" && conflict.otherValue == "First")
        #expect(conflict.otherDevice == nil, "It was set on this device.")
        #expect(try await desktop.syncConflicts().map(\.otherDevice) == ["Laptop"])
        try await laptop.endSyncConflict(conflict, takingOther: true)
        try await scene.expectAgreement()
        #expect(try desktop.title(of: "1.jpg") == "First")
        #expect(try await laptop.syncConflicts().isEmpty)
        #expect(try await desktop.syncConflicts().isEmpty)
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await laptop.endSyncConflict(conflict, takingOther: true)
        }
    }

    @Test func aChangeThatSawAnotherIsNoConflict() async throws {
        let scene = try await SyncScene()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        try laptop.set(.title("First"), of: "1.jpg")
        try await scene.exchange()
        try desktop.set(.title("Second"), of: "1.jpg")
        try await scene.expectAgreement()
        #expect(try await laptop.syncConflicts().isEmpty)
        #expect(try await desktop.syncConflicts().isEmpty)
        #expect(try laptop.title(of: "1.jpg") == "Second")
    }

    @Test func valuesWaitUntilTheirPhotoIsImported() async throws {
        let scene = try await SyncScene(photos: 1...3)
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        try laptop.set(.title("Waits"), of: "5.jpg")
        let photos = try ["1.jpg", "5.jpg"].map(laptop.photo)
        try laptop.performChangesAndWait { changes in
            let album = try changes.createAlbum(title: "Both").localIdentifier
            try changes.addAssets(photos, toAlbum: album)
        }
        try await scene.exchange()
        #expect(try await desktop.syncStatus().photosElsewhere == 3)
        try scene.desktop.add("late.jpg", TestPhoto.jpeg(5))
        try await scene.desktop.importAll(desktop)
        try await desktop.syncNow()
        #expect(try desktop.title(of: "late.jpg") == "Waits")
        var members = AssetQuery()
        members.album = try #require(try desktop.fetchAlbums().first).localIdentifier
        #expect(try desktop.count(of: members) == 2)
    }

    @Test func theHistoryNamesTheDevice() async throws {
        let scene = try await SyncScene()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let token = try desktop.currentChangeToken
        try laptop.set(.favorite(true), of: "1.jpg")
        try await scene.exchange()
        let changes = Array(try desktop.fetchPersistentChanges(since: token))
        #expect(changes.map(\.origin) == [.device("Laptop")])
    }
}
