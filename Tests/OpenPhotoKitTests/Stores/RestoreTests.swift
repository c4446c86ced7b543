import Foundation
import LibraryStores
import PhotoModel
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

@Suite(disks) struct RestoreTests {
    private func request(_ scene: StoreScene, store number: Int = 0) -> RestoreRequest {
        RestoreRequest(NewStore(name: "store", address: .folder(scene.disks[number].folder.filePath)))
    }

    private func new(_ scene: StoreScene) -> FilePath { FilePath(scene.scene.folder.path("Restored.library")) }

    @Test(arguments: [0, 1]) func aStoreIsEnough(number: Int) async throws {
        let scene = try await StoreScene(stores: ["one", "sealed"])
        let photos = try StoreScene.names.map(scene.photo)
        let album = try scene.library.performChangesAndWait { changes in
            let album = try changes.createAlbum(title: "Rome")
            try changes.addAssets([photos[2], photos[0]], toAlbum: album.localIdentifier)
            try changes.set(.favorite(true), ofAssets: [photos[1]])
            return album
        }
        let identifiers = scene.library.cloudIdentifierMappings(forLocalIdentifiers: photos)
        try await scene.library.mirror()
        var request = request(scene, store: number)
        if number == 1 { request.store.key = try scene.library.exportedKey(ofStore: "sealed").keyLine }
        let summary = try await OwnedLibrary.restore(request, to: new(scene))
        #expect(summary.assets == 3 && summary.filesInStore == 3 && summary.missingFiles == 0)
        #expect(summary.unknownOriginals == 0 && summary.damagedCopies == 0)

        let restored = try OwnedLibrary(at: new(scene))
        #expect(try restored.allLocalIdentifiers() == scene.library.allLocalIdentifiers())
        let again = restored.cloudIdentifierMappings(forLocalIdentifiers: photos)
        for photo in photos { #expect(try again[photo]?.get() == identifiers[photo]?.get()) }
        var query = AssetQuery()
        query.album = album.localIdentifier
        #expect(try restored.localIdentifiers(of: query) == [photos[2], photos[0]])
        #expect(try restored.assets(withLocalIdentifiers: photos)[photos[1]]?.isFavorite == true)
        #expect(try await restored.fetchPreviews() == 3)

        let items = Gathered<ReturnedItem>()
        try await restored.bringBack(photos) { items.append($0) }
        #expect(items.all.allSatisfy { $0.error == nil && $0.bytes > 0 })
        #expect(try await restored.verify { _ in }.counts == [.ok: 3])
    }

    @Test func aFolderWithFilesIsRefused() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        for path in [scene.scene.libraryPath, scene.scene.source] {
            let before = tree(path)
            await #expect(throws: PhotoLibraryError.self) {
                try await OwnedLibrary.restore(request(scene), to: path)
            }
            #expect(tree(path) == before)
        }
    }

    @Test func anEncryptedStoreNeedsItsKey() async throws {
        let scene = try await StoreScene(stores: ["sealed"])
        try await scene.library.mirror()
        await #expect(throws: PhotoLibraryError.self) { try await OwnedLibrary.restore(request(scene), to: new(scene)) }
        #expect(!FileManager.default.fileExists(atPath: new(scene).string))
    }

    @Test func anOlderCopyOfTheCatalogueIsTakenIfTheNewestIsDamaged() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let catalogs = scene.disks[0].folder.filePath.appending("catalogs")
        let copies = tree(catalogs).keys.filter { $0.hasSuffix(".gz") }.map { catalogs.pushing(FilePath($0)) }
        try #require(copies.count == 1, "Of one day the newest stays.")
        let older = copies[0].removingLastComponent().appending("20200101T000000Z.sqlite.gz")
        try FileManager.default.copyItem(atPath: copies[0].string, toPath: older.string)
        try StoreScene.damage(copies[0])
        let summary = try await OwnedLibrary.restore(request(scene), to: new(scene))
        #expect(summary.damagedCopies == 1 && summary.assets == 3)
        try FileManager.default.removeItem(atPath: new(scene).string)
        try StoreScene.damage(older)
        await #expect(throws: PhotoLibraryError(.libraryDamaged, "")) {
            try await OwnedLibrary.restore(request(scene), to: new(scene))
        }
        #expect(scene.scene.folder.filePath.names.allSatisfy { !$0.string.contains("restoring") })
    }

    @Test func thePersonChoosesAmongLibrariesAndComputers() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let other = try Scene()
        try other.add("a.jpg", TestPhoto.jpeg(9))
        let second = try other.open()
        try await other.importAll(second)
        try await second.addStore(NewStore(name: "shared", address: .folder(scene.disks[0].folder.filePath)))
        try await second.mirror()
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await OwnedLibrary.restore(request(scene), to: new(scene))
        }
        var chosen = request(scene)
        chosen.library = second.local.libraryID
        #expect(try await OwnedLibrary.restore(chosen, to: new(scene)).assets == 1)

        // The restored library is another writer of the same library.
        let restored = try OwnedLibrary(at: new(scene))
        try await restored.mirror()
        let third = FilePath(scene.scene.folder.path("Third.library"))
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await OwnedLibrary.restore(chosen, to: third)
        }
    }

    /// Both computers go on: a purge of one must not take the only copy of the other.
    @Test func aRestoredTwinKeepsItsCopies() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        _ = try await OwnedLibrary.restore(request(scene), to: new(scene))
        let restored = try OwnedLibrary(at: new(scene))
        try await restored.mirror()
        let (photo, path) = (try scene.photo("1.jpg"), try scene.path(of: "1.jpg", inStore: 0))
        _ = try scene.library.deleteAssets([photo])
        _ = try await scene.library.purgeDeletedAssets([photo])
        #expect(try await scene.library.mirror().removed == 0)
        #expect(try path.contents() == scene.bytes("1.jpg"))
    }

    /// The photo was purged, imported again, and only an older catalogue is left.
    @Test func anOlderCatalogueRemovesNothingFromAStore() async throws {
        let scene = try await StoreScene(stores: ["one", "two"])
        try await scene.library.mirror()
        let (photo, path) = (try scene.photo("1.jpg"), try scene.path(of: "1.jpg", inStore: 0))
        _ = try scene.library.deleteAssets([photo])
        _ = try await scene.library.purgeDeletedAssets([photo])
        // The copy of the catalogue knows the photo as purged, and the copy in the first store as leaving.
        var request = MirrorRequest()
        request.stores = ["two"]
        try await scene.library.mirror(request)
        _ = try await OwnedLibrary.restore(self.request(scene, store: 1), to: new(scene))
        // Nothing shows that the first library uses the store.
        try FileManager.default.removeItem(atPath: scene.disks[0].folder.filePath.appending("catalogs").string)
        let restored = try OwnedLibrary(at: new(scene))
        var first = NewStore(name: "one", address: .folder(scene.disks[0].folder.filePath))
        first.site = "first"
        try await restored.addStore(first)
        #expect(try await restored.mirror().removed == 0)
        #expect(try path.contents() == scene.bytes("1.jpg"))
    }

    @Test func aFolderOfAnotherRestoreIsLeftAlone() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let folder = new(scene).removingLastComponent().appending(".Restored.library.restoring")
        let incoming = folder.appending("incoming")
        try FileManager.default.createDirectory(atPath: incoming.string, withIntermediateDirectories: true)
        let file = folder.appending("catalog.sqlite")
        try file.write([1])
        let lock = try FileDescriptor.open(incoming, .readOnly)
        try lock.lock()
        await #expect(throws: PhotoLibraryError(.libraryBusy, "")) {
            try await OwnedLibrary.restore(request(scene), to: new(scene))
        }
        #expect(try file.contents() == [1])
        try lock.close()
        #expect(try await OwnedLibrary.restore(request(scene), to: new(scene)).assets == 3)
        #expect(!FileManager.default.fileExists(atPath: folder.string))
    }

    @Test func filesThatOnlyAnotherStoreHasAreElsewhere() async throws {
        let scene = try await StoreScene(stores: ["one", "two"])
        try await scene.library.mirror()
        try FileManager.default.removeItem(atPath: scene.path(of: "1.jpg", inStore: 0).string)
        _ = try await OwnedLibrary.restore(request(scene), to: new(scene))
        let restored = try OwnedLibrary(at: new(scene))
        try await restored.addStore(NewStore(name: "two", address: .folder(scene.disks[1].folder.filePath)))
        let items = Gathered<ReturnedItem>()
        try await restored.bringBack(StoreScene.names.map(scene.photo)) { items.append($0) }
        #expect(items.all.allSatisfy { $0.error == nil && $0.bytes > 0 })
        #expect(try await restored.verify { _ in }.counts == [.ok: 3])
    }

    @Test func filesThatTheStoreLacksAreCounted() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        try FileManager.default.removeItem(atPath: scene.path(of: "1.jpg", inStore: 0).string)
        let stray = scene.disks[0].folder.filePath.appending("originals").appending("ab")
            .appending(String(repeating: "ab", count: 32))
        try FileManager.default.createDirectory(
            atPath: stray.removingLastComponent().string, withIntermediateDirectories: true)
        try stray.write([1])
        let summary = try await OwnedLibrary.restore(request(scene), to: new(scene))
        #expect(summary.filesInStore == 2 && summary.missingFiles == 1 && summary.unknownOriginals == 1)
        let restored = try OwnedLibrary(at: new(scene))
        let counts = try await restored.verify { _ in }.counts
        #expect(counts == [.elsewhere: 2, .missing: 1], "\(counts)")
    }
}

extension String {
    /// The line with the key of an exported key.
    fileprivate var keyLine: String? { split(separator: "\n").last.map(String.init) }
}
