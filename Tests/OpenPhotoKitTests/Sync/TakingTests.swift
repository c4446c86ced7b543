import Foundation
import LibraryStores
import LibrarySync
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// A device that takes everything has the photos of the others too.
@Suite struct TakingTests {
    // MARK: What comes

    @Test func aPhotoComesWithItsTitleAndAlbum() async throws {
        let scene = try await TakingScene { _, laptop in
            try laptop.set(.title("Harbour"), of: "5.jpg")
            try laptop.performChangesAndWait { changes in
                let photos = try ["1.jpg", "5.jpg"].map(laptop.photo)
                let album = try changes.createAlbum(title: "Rome").localIdentifier
                try changes.addAssets(photos, toAlbum: album)
            }
        }
        let desktop = try scene.sync.desktop.open()
        #expect(try await desktop.syncStatus().photosElsewhere == 3)
        let (summary, items) = try await scene.take()
        #expect(summary.counts == [.imported: 3] && summary.unavailableStores.isEmpty)
        #expect(items.map(\.name).sorted() == ["4.jpg", "5.jpg", "6.jpg"])
        #expect(try Set(items.map(\.localIdentifier)) == Set(["4.jpg", "5.jpg", "6.jpg"].map(desktop.photo)))
        // Titles, members and stable ids are the same on both.
        try await scene.sync.expectAgreement()
        #expect(try desktop.title(of: "5.jpg") == "Harbour")
        let checked = try await desktop.verify { _ in }
        #expect(checked.sound == 6 && checked.faults == 0)
        let status = try await desktop.syncStatus()
        #expect(status.photosElsewhere == 0 && status.importedPhotos == 3 && status.waitingValues == 0)
        #expect(try await scene.take().summary.counts == [:])
    }

    @Test func filesOfOnePhotoComeAsOnePhoto() async throws {
        let time = "2024:05:17 10:30:00"
        let live = LivePhotoImportTests.identifier(1)
        let scene = try await TakingScene { scene, laptop in
            try await scene.add(
                [
                    ("DSCF0001.JPG", GroupedImportTests.photo(11, time)),
                    ("DSCF0001.DNG", GroupedImportTests.raw(time)),
                    ("IMG_0002.JPG", LivePhotoImportTests.picture(12, live)),
                    ("IMG_0002.MOV", LivePhotoImportTests.video(live)),
                    // The same picture with other metadata, under the same name.
                    ("copies/6.jpg", TestPhoto.commented(TestPhoto.jpeg(6), "a comment")),
                ], to: laptop)
        }
        let (laptop, desktop) = (try scene.sync.laptop.open(), try scene.sync.desktop.open())
        #expect(try await scene.take().summary.counts == [.imported: 5])
        let files = try TakingScene.files(desktop)
        #expect(try files == TakingScene.files(laptop))
        for pair in [
            "original DSCF0001.JPG, alternatePhoto DSCF0001.DNG", "original IMG_0002.JPG, pairedVideo IMG_0002.MOV",
            "original 6.jpg, alternate 6.jpg",
        ] { #expect(files.contains(pair)) }
        try await scene.sync.expectAgreement()
    }

    @Test func editsAreNotTaken() async throws {
        let time = "2024:05:17 10:30:00"
        let scene = try await TakingScene { scene, laptop in
            try await scene.add(
                [
                    ("IMG_0003.JPG", GroupedImportTests.photo(13, time)),
                    ("IMG_E0003.JPG", GroupedImportTests.photo(14, time)),
                ], to: laptop)
        }
        let edited = "original IMG_0003.JPG, fullSizePhoto IMG_E0003.JPG"
        #expect(try TakingScene.files(scene.sync.laptop.open()).contains(edited))
        #expect(try await scene.take().summary.counts == [.imported: 4])
        #expect(try TakingScene.files(scene.sync.desktop.open()).contains("original IMG_0003.JPG"))
    }

    @Test func aPhotoThatCameCanBeOffloadedAndLoaded() async throws {
        let scene = try await TakingScene()
        try await scene.take()
        let desktop = try scene.sync.desktop.open()
        try await desktop.mirror()
        let photo = try #require(try desktop.assetsByName()["5.jpg"])
        #expect(try desktop.namesOfStores(having: try #require(photo.original)) == ["store0"])
    }

    // MARK: What does not come

    @Test func aDeletedPhotoDoesNotCome() async throws {
        let scene = try await TakingScene()
        let laptop = try scene.sync.laptop.open()
        let photo = try laptop.photo("5.jpg")
        try laptop.performChangesAndWait { try $0.deleteAssets([photo]) }
        try await scene.sync.exchange()
        #expect(try await scene.sync.desktop.open().syncStatus().photosElsewhere == 2)
        #expect(try await scene.take().items.map(\.name).sorted() == ["4.jpg", "6.jpg"])
        // It comes after it was restored.
        try laptop.performChangesAndWait { try $0.restoreAssets([photo]) }
        try await scene.sync.exchange()
        #expect(try await scene.take().items.map(\.name) == ["5.jpg"])
        try await scene.sync.expectAgreement()
    }

    @Test func aPhotoThatWasRemovedHereForGoodDoesNotComeBack() async throws {
        let scene = try await TakingScene(photos: 1...6)
        let (laptop, desktop) = (try scene.sync.laptop.open(), try scene.sync.desktop.open())
        let own = try desktop.photo("5.jpg")
        try desktop.performChangesAndWait { try $0.deleteAssets([own]) }
        #expect(try await desktop.purgeDeletedAssets([own]) == [own])
        try await scene.sync.exchange()
        let photo = try #require(try laptop.recentlyDeleted().first)
        try laptop.performChangesAndWait { try $0.restoreAssets([photo]) }
        try await scene.sync.exchange()
        #expect(try await scene.take().summary.counts == [:])
        #expect(try await desktop.syncStatus().photosElsewhere == 0)
        #expect(try desktop.assetsByName()["5.jpg"] == nil)
    }

    /// Its bytes are others than those that were removed, so only the import finds out.
    ///
    /// It is not fetched again.
    @Test func aDoubleOfAPhotoThatWasRemovedHereIsLeftOutOnce() async throws {
        let scene = try await TakingScene { scene, laptop in
            try await scene.add([("20.jpg", TestPhoto.commented(TestPhoto.jpeg(20), "a comment"))], to: laptop)
        }
        let desktop = try scene.sync.desktop.open()
        try scene.sync.desktop.add("20.jpg", TestPhoto.jpeg(20))
        try await scene.sync.desktop.importAll(desktop)
        let own = try desktop.photo("20.jpg")
        try desktop.performChangesAndWait { try $0.deleteAssets([own]) }
        _ = try await desktop.purgeDeletedAssets([own])
        #expect(try await scene.take().summary.counts == [.imported: 3, .leftOut: 1])
        #expect(try await scene.take().summary.counts == [:])
        #expect(try await desktop.syncStatus().photosElsewhere == 0)
    }

    // MARK: Interruptions

    @Test func aCancelledImportGoesOn() async throws {
        let scene = try await TakingScene()
        let desktop = try scene.sync.desktop.open()
        let progress = Progress(totalUnitCount: 1)
        progress.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) {
            try await desktop.importPhotosOfOtherDevices(progress: progress)
        }
        #expect(scene.sync.desktop.leftovers.isEmpty)
        #expect(try await scene.take().summary.counts == [.imported: 3])
        try await scene.sync.expectAgreement()
    }

    /// A process that ended had imported one file of a photo.
    ///
    /// The evidence of all its files is still there.
    @Test func anInterruptedImportGoesOnWithTheOtherFilesOfAPhoto() async throws {
        let time = "2024:05:17 10:30:00"
        let scene = try await TakingScene { scene, laptop in
            try await scene.add(
                [
                    ("DSCF0001.JPG", GroupedImportTests.photo(11, time)),
                    ("DSCF0001.DNG", GroupedImportTests.raw(time)),
                ], to: laptop)
        }
        let desktop = try scene.sync.desktop.open()
        let photos = try desktop.catalog.photosOfOtherDevices(from: nil, limit: 100).photos
        #expect(photos.count == 4)
        try desktop.catalog.record(.registers(.importing(photos.map(\.stableID))))
        try scene.sync.desktop.add("DSCF0001.JPG", GroupedImportTests.photo(11, time))
        try await scene.sync.desktop.importAll(desktop)
        try await scene.sync.exchange()
        #expect(try await desktop.syncStatus().photosElsewhere == 4)
        #expect(try await scene.take().summary.counts == [.imported: 4])
        let laptop = try scene.sync.laptop.open()
        #expect(try TakingScene.files(desktop) == TakingScene.files(laptop))
        try await scene.sync.expectAgreement()
        #expect(try await scene.take().summary.counts == [:])
    }

    @Test func pagesHaveEachPhotoOnce() async throws {
        let scene = try await TakingScene()
        let catalog = try scene.sync.desktop.open().catalog
        var (ids, start): ([[UInt8]], PageOfPhotos.Position?) = ([], nil)
        repeat {
            let page = try catalog.photosOfOtherDevices(from: start, limit: 2)
            ids += page.photos.map(\.stableID)
            start = page.next
        } while start != nil
        #expect(ids.count == 3 && Set(ids).count == 3)
    }

    // MARK: What a device takes

    @Test func aJoinKeepsWhatTheDeviceTakesUnlessItSaysOtherwise() async throws {
        let scene = try await SyncScene()
        let desktop = try scene.desktop.open()
        #expect(try desktop.taking == .properties)
        var request = JoinRequest(scene.registry, deviceName: "Desktop")
        for (taking, expected) in [(Taking.everything, .everything), (nil, .everything), (.properties, .properties)]
            as [(Taking?, Taking)]
        {
            request.taking = taking
            try await desktop.joinRegistry(request)
            #expect(try desktop.taking == expected)
            #expect(try await desktop.syncStatus().taking == expected)
        }
        try await desktop.leaveRegistry()
        #expect(try desktop.taking == nil)
    }
}
