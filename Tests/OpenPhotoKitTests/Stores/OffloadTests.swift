import Foundation
import LibraryStores
import Originals
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

@Suite(disks) struct OffloadTests {
    @Test func theOriginalLeavesAndThePhotoStays() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let before = try scene.library.assetsByName()
        let place = try scene.library.place(of: scene.original("1.jpg"))
        let token = try scene.library.currentChangeToken
        #expect(try await scene.offload(["1.jpg"])["1.jpg"]?.isOffloaded == true)
        #expect(!FileManager.default.fileExists(atPath: place.string))
        #expect(FileManager.default.fileExists(atPath: place.string + ".elsewhere"))
        let after = try scene.library.assetsByName()
        #expect(after["1.jpg"]?.original?.location == .elsewhere)
        #expect(after["1.jpg"]?.modificationDate == before["1.jpg"]?.modificationDate)
        #expect(try scene.library.currentChangeToken == token, "No app sees a change.")
        #expect(try scene.library.assetCount() == 3)
        let files = Gathered<VerifiedFile>()
        let summary = try await scene.library.verify { files.append($0) }
        #expect(summary.faults == 0 && summary.elsewhere == 1, "\(files.all)")
    }

    @Test func itIsLoadedFromAStoreIfTheNetworkIsAllowed() async throws {
        let scene = try await StoreScene(stores: ["one", "sealed"])
        try await scene.library.mirror()
        try scene.library.confirmKey(scene.library.exportedKey(ofStore: "sealed"), ofStore: "sealed")
        try await scene.offload(["1.jpg"])
        let resource = try scene.original("1.jpg")
        #expect(throws: PhotoLibraryError(.networkAccessRequired, "")) {
            try scene.library.data(of: resource, options: .init())
        }
        let allowed = ResourceRequestOptions(isNetworkAccessAllowed: true)
        #expect(try [UInt8](scene.library.data(of: resource, options: allowed)) == scene.bytes("1.jpg"))
        // The encrypted store alone has it too.
        try scene.disks[0].unmount()
        #expect(try [UInt8](scene.library.data(of: resource, options: allowed)) == scene.bytes("1.jpg"))
        try scene.disks[1].unmount()
        #expect(throws: PhotoLibraryError(.networkError, "")) {
            try scene.library.data(of: resource, options: allowed)
        }
    }

    @Test func itComesBack() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let place = try scene.library.place(of: scene.original("2.jpg"))
        try await scene.offload()
        let photo = try scene.photo("2.jpg")
        let items = Gathered<ReturnedItem>()
        try await scene.library.bringBack([photo]) { items.append($0) }
        #expect(items.all.map(\.error) == [nil])
        #expect(try place.contents() == scene.bytes("2.jpg"))
        #expect(!FileManager.default.fileExists(atPath: place.string + ".elsewhere"))
        #expect(try scene.original("2.jpg").location != .elsewhere && scene.original("1.jpg").location == .elsewhere)
        #expect(try await scene.library.verify { _ in }.faults == 0)
        #expect(scene.scene.leftovers.isEmpty)
    }

    @Test func aNameThatIsTakenMeanwhileIsKept() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let place = try scene.library.place(of: scene.original("2.jpg"))
        try await scene.offload()
        try place.write([1, 2, 3])
        try await scene.library.bringBack([scene.photo("2.jpg")])
        #expect(try place.contents() == [1, 2, 3])
        #expect(try scene.library.place(of: scene.original("2.jpg")).contents() == scene.bytes("2.jpg"))
    }

    @Test func wrongBytesOfAStoreAreNeverTheOriginal() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        try await scene.offload(["1.jpg"])
        let original = try scene.original("1.jpg")
        for store in 0...1 { try StoreScene.damage(scene.path(of: "1.jpg", inStore: store)) }
        let items = Gathered<ReturnedItem>()
        try await scene.library.bringBack([scene.photo("1.jpg")]) { items.append($0) }
        #expect(items.all.count == 1 && items.all[0].error?.code == .invalidResource)
        #expect(try scene.original("1.jpg").location == .elsewhere)
        #expect(throws: PhotoLibraryError(.invalidResource, "")) {
            try scene.library.data(of: original, options: ResourceRequestOptions(isNetworkAccessAllowed: true))
        }
    }

    // MARK: The rules

    @Test func oneCopyIsNotEnough() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        #expect(try await scene.offload()["1.jpg"]?.obstacle == .tooFewCopies(found: 1, needed: 2))
        #expect(try await scene.offload { $0.copies = 1 }.values.allSatisfy(\.isOffloaded))
    }

    @Test func twoStoresAtOneSiteAreOneCopy() async throws {
        let scene = try await StoreScene(stores: ["one"])
        let disk = try SmallDisk(at: TemporaryFolder(), size: "64m")
        var store = NewStore(name: "two", address: .folder(disk.folder.filePath))
        store.site = try scene.library.stores[0].site
        try await scene.library.addStore(store)
        try await scene.library.mirror()
        #expect(try await scene.offload()["1.jpg"]?.obstacle == .tooFewCopies(found: 1, needed: 2))
    }

    @Test func aStoreOnTheLibrarysDiskDoesNotCount() async throws {
        let scene = try await StoreScene(stores: ["one"])
        let folder = try TemporaryFolder()
        try await scene.library.addStore(NewStore(name: "near", address: .folder(folder.filePath)))
        try await scene.library.mirror()
        #expect(try await scene.offload()["1.jpg"]?.obstacle == .sameDisk(store: "near"))
    }

    @Test func aRowOfTheCatalogueIsNoCopy() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        try FileManager.default.removeItem(atPath: scene.path(of: "1.jpg", inStore: 1).string)
        let outcomes = try await scene.offload()
        #expect(outcomes["1.jpg"]?.obstacle == .copyMissing(store: "two") && outcomes["2.jpg"]?.isOffloaded == true)
        #expect(try scene.library.stores[1].suspectCopies == 1)
        #expect(try scene.library.place(of: scene.original("1.jpg")).contents() == scene.bytes("1.jpg"))
    }

    @Test func aCopyThatChangedIsReadBackAndRefused() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let path = try scene.path(of: "1.jpg", inStore: 1)
        try StoreScene.damage(path)
        #expect(try await scene.offload(["1.jpg"])["1.jpg"]?.obstacle == .copyMissing(store: "two"))
    }

    /// Only reading shows that a disk lost bytes of a file that nobody wrote.
    @Test func aCopyIsReadBackAgainAfterNinetyDaysOfUse() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        try StoreScene.damage(scene.path(of: "1.jpg", inStore: 1), keepingTimes: true)
        for day in 1...91 { try scene.library.catalog.record(.store(.usedOnDay(30_000 + day))) }
        #expect(try await scene.offload(["1.jpg"])["1.jpg"]?.obstacle == .copyMissing(store: "two"))
        #expect(try await scene.offload(["2.jpg"])["2.jpg"]?.isOffloaded == true)
    }

    @Test func aClockThatIsWrongByYearsCountsOneDay() async throws {
        let scene = try await StoreScene()
        let before = try scene.library.catalog.dayOfUse()
        for _ in 0..<3 { try scene.library.catalog.record(.store(.usedOnDay(20_000 + 50 * 365))) }
        #expect(try scene.library.catalog.dayOfUse() == before + 1)
    }

    @Test func aClockThatGoesBackCountsNoDay() async throws {
        let scene = try await StoreScene()
        try scene.library.catalog.record(.store(.usedOnDay(30_000)))
        let before = try scene.library.catalog.dayOfUse()
        for day in (20_000..<29_000).reversed() { try scene.library.catalog.record(.store(.usedOnDay(day))) }
        #expect(try scene.library.catalog.dayOfUse() == before)
    }

    @Test func aClockThatGoesToAndFroCountsADayOnce() async throws {
        let scene = try await StoreScene()
        let before = try scene.library.catalog.dayOfUse()
        for day in [30_000, 29_999, 30_000, 29_998, 30_000] {
            try scene.library.catalog.record(.store(.usedOnDay(day)))
        }
        #expect(try scene.library.catalog.dayOfUse() == before + 1)
        try scene.library.catalog.record(.store(.usedOnDay(30_001)))
        #expect(try scene.library.catalog.dayOfUse() == before + 2)
    }

    /// A damaged catalogue ends no process.
    @Test func theLargestNumberOfDaysIsNoTrap() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                database.execute("UPDATE meta SET value = ? WHERE key = 'dayOfUse'", (str(2 ** 63 - 1),))
                database.execute("UPDATE storeCopy SET checkedDay = ?", (-2 ** 63,))
                database.commit()
                """, [scene.scene.libraryPath.appending("catalog.sqlite").string])
        try #require(outcome.exit == 0, "\(outcome.output)")
        try scene.library.catalog.record(.store(.usedOnDay(40_000)))
        #expect(try scene.library.catalog.dayOfUse() == .max)
        #expect(try await scene.offload(["1.jpg"])["1.jpg"]?.isOffloaded == true)
    }

    @Test func thePhotosThatAPersonWantsHereStay() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let photo = try scene.photo("1.jpg")
        try scene.library.setPinned(true, [photo])
        _ = try scene.library.deleteAssets([scene.photo("2.jpg")])
        let deleted = try scene.library.recentlyDeletedPhoto()
        var request = OffloadRequest(.assets([photo, deleted, "none"]))
        let items = Gathered<OffloadedItem>()
        try await scene.library.offload(request) { items.append($0) }
        #expect(items.all.map(\.outcome.obstacle) == [.pinned, .deleted, .notFound])
        try scene.library.setPinned(false, [photo])
        request.selection = .assets([photo])
        #expect(try await scene.library.offload(request).offloaded == 1)
    }

    @Test func aReferenceIsNeverRemoved() async throws {
        let scene = try await StoreScene()
        let path = try scene.scene.add("../outside/r.jpg", TestPhoto.jpeg(7))
        try await scene.scene.importAll(scene.library, [path], mode: .reference)
        #expect(try await scene.library.mirror().copied == 8, "It is copied like others.")
        #expect(try await scene.offload(["r.jpg"])["r.jpg"]?.obstacle == .reference)
    }

    @Test func aDamagedOriginalStays() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        try StoreScene.damage(scene.library.place(of: scene.original("1.jpg")))
        let failure = try await scene.offload(["1.jpg"])["1.jpg"]?.error
        #expect(failure?.code == .invalidResource, "Its bytes are compared before it is removed.")
        try await scene.library.verify { _ in }
        #expect(try await scene.offload(["1.jpg"])["1.jpg"]?.obstacle == .damaged)
    }

    @Test func aPictureThatCannotBeDecodedStays() async throws {
        let scene = try await StoreScene()
        var broken = TestPhoto.jpeg(11)
        broken.replaceSubrange(2..<broken.count, with: broken[2..<20])
        let path = try scene.scene.add("../broken.jpg", Array(broken))
        try await scene.scene.importAll(scene.library, [path])
        try await scene.library.mirror()
        #expect(try await scene.offload(["broken.jpg"])["broken.jpg"]?.obstacle == .noPreview)
    }

    @Test func aStoreWhoseKeyNobodyHasDoesNotCount() async throws {
        let scene = try await StoreScene(stores: ["one", "sealed"])
        try await scene.library.mirror()
        #expect(try await scene.offload()["1.jpg"]?.obstacle == .keyNotConfirmed(store: "sealed"))
        #expect(throws: PhotoLibraryError.self) {
            try scene.library.confirmKey("AGE-SECRET-KEY-1" + String(repeating: "Q", count: 58), ofStore: "sealed")
        }
        try scene.library.confirmKey(scene.library.exportedKey(ofStore: "sealed"), ofStore: "sealed")
        #expect(try await scene.offload().values.allSatisfy(\.isOffloaded))
    }

    @Test func aStoreThatIsNotMountedDoesNotCount() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        try scene.disks[1].unmount()
        #expect(try await scene.offload()["1.jpg"]?.obstacle == .storeUnavailable(store: "two"))
    }

    @Test func aRehearsalRemovesNothing() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let before = tree(scene.scene.libraryPath.appending("originals"))
        #expect(try await scene.offload { $0.isRehearsal = true }.values.allSatisfy(\.isOffloaded))
        #expect(tree(scene.scene.libraryPath.appending("originals")) == before)
    }

    @Test func nothingLeavesIfTheDiskHasSpace() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        var request = OffloadRequest(.before(nil))
        request.freeBytes = 0
        #expect(try await scene.library.offload(request) == OffloadSummary())
        #expect(try await scene.library.offload(OffloadRequest(.before(Date(timeIntervalSince1970: 0)))).offloaded == 0)
        request.freeBytes = .max
        let summary = try await scene.library.offload(request)
        #expect(summary.offloaded == 3 && summary.lackingBytes > 1 << 60)
    }

    @Test func aPhotoWithoutASignatureOfThisVersionStays() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                asset = "(SELECT id FROM asset WHERE localIdentifier = ?)"
                database.execute("UPDATE signature SET version = 0 WHERE assetID = " + asset, (sys.argv[2],))
                database.commit()
                """, [scene.scene.libraryPath.appending("catalog.sqlite").string, scene.photo("1.jpg")])
        try #require(outcome.exit == 0, "\(outcome.output)")
        let outcomes = try await scene.offload()
        #expect(outcomes["1.jpg"]?.obstacle == .notSigned && outcomes["2.jpg"]?.isOffloaded == true)
        try await scene.library.renewSignatures()
        #expect(try await scene.offload(["1.jpg"])["1.jpg"]?.isOffloaded == true)
    }

    @Test func photosThatStayHaveTheirNames() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let items = Gathered<OffloadedItem>()
        try await scene.library.offload(OffloadRequest(.before(nil))) { items.append($0) }
        #expect(items.all.map(\.name).sorted() == StoreScene.names)
    }

    /// The catalogue is lost, and its copy is older than the offload.
    @Test func aRepairReadsTheStubs() async throws {
        let scene = try Scene()
        let disks = try (0..<2).map { _ in try SmallDisk(at: TemporaryFolder(), size: "64m") }
        try scene.add("1.jpg", TestPhoto.jpeg(1, width: 320, height: 240))
        let copies = scene.libraryPath.appending("catalog-copy")
        let older = FilePath(scene.folder.path("older"))
        do {
            let library = try await scene.openMirrored(to: disks)
            try FileManager.default.copyItem(atPath: copies.string, toPath: older.string)
            #expect(try await library.offload(OffloadRequest(.before(nil))).offloaded == 1)
        }
        try scene.waitUntilClosed()
        try FileManager.default.removeItem(atPath: copies.string)
        try FileManager.default.moveItem(atPath: older.string, toPath: copies.string)
        for name in scene.libraryPath.names where name.string.hasPrefix("catalog.sqlite") {
            try FileManager.default.removeItem(atPath: scene.libraryPath.pushing(name).string)
        }
        let summary = try await OwnedLibrary.repair(at: scene.libraryPath) { _ in }
        #expect(summary.faults == 0 && summary.assets == 1, "\(summary)")
        let library = try OwnedLibrary(at: scene.libraryPath)
        #expect(try library.assetsByName()["1.jpg"]?.original?.location == .elsewhere)
        #expect(try await library.verify { _ in }.counts == [.elsewhere: 1])
    }

    /// What a person deleted for good is on no disk: also not as a preview or a stub.
    @Test func aPurgeRemovesThePreviewAndTheStub() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        try await scene.offload()
        let photo = try scene.photo("1.jpg")
        let preview = try scene.scene.libraryPath.pushing(scene.original("1.jpg").sha256.previewPath)
        #expect(FileManager.default.fileExists(atPath: preview.string))
        _ = try scene.library.deleteAssets([photo])
        _ = try await scene.library.purgeDeletedAssets([photo])
        #expect(!FileManager.default.fileExists(atPath: preview.string))
        let stubs = tree(scene.scene.libraryPath.appending("originals")).keys.filter { $0.hasSuffix(".elsewhere") }
        #expect(stubs.count == 2)
    }
}

extension OwnedLibrary {
    /// The only photo that is recently deleted.
    fileprivate func recentlyDeletedPhoto() throws -> String { try #require(try deletedAssets().first) }
}
