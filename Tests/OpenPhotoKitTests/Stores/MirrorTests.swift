import Foundation
import LibraryStorage
import LibraryStores
import Originals
import PhotoCatalog
import PhotoModel
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

@Suite(disks) struct MirrorTests {
    @Test func everyStoreGetsEveryOriginalOnce() async throws {
        let scene = try await StoreScene()
        let first = try await scene.library.mirror()
        #expect(first.copied == 6 && first.failed == 0 && first.unavailableStores.isEmpty)
        #expect(first.storesWithCatalog.sorted() == ["one", "two"])
        for name in StoreScene.names {
            for store in 0...1 { #expect(try scene.path(of: name, inStore: store).contents() == scene.bytes(name)) }
        }
        #expect(try scene.library.stores.map(\.copies) == [3, 3])
        let second = try await scene.library.mirror()
        #expect(second.copied == 0 && second.failed == 0)
    }

    @Test func aLimitOfCopiesLeavesTheOtherStoresEmpty() async throws {
        let scene = try await StoreScene()
        var request = MirrorRequest()
        request.copies = 1
        #expect(try await scene.library.mirror(request).copied == 3)
        #expect(try await scene.library.mirror(request).copied == 0)
        request.copies = 2
        #expect(try await scene.library.mirror(request).copied == 3)
    }

    /// The bytes that a device wrote before a power failure may be wrong.
    @Test func aWrongFileInTheStoreIsReplaced() async throws {
        let scene = try await StoreScene()
        let path = try scene.path(of: "1.jpg", inStore: 0)
        try FileManager.default.createDirectory(
            atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
        try path.write([1, 2, 3])
        #expect(try await scene.library.mirror().failed == 0)
        #expect(try path.contents() == scene.bytes("1.jpg"))
    }

    @Test func aCopyThatIsLostOrChangedIsFoundAndWrittenAgain() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        try StoreScene.damage(scene.path(of: "1.jpg", inStore: 0), keepingTimes: true)
        try FileManager.default.removeItem(atPath: scene.path(of: "2.jpg", inStore: 0).string)
        let copies = Gathered<CheckedCopy>()
        let checked = try await scene.library.checkStores { copies.append($0) }
        #expect(checked.sound == 4 && checked.suspect == 2 && checked.unavailableStores.isEmpty)
        let wrong = copies.all.filter { $0.error != nil }
        #expect(wrong.map(\.name).sorted() == ["1.jpg", "2.jpg"] && wrong.allSatisfy { $0.store == "one" })
        #expect(Set(wrong.compactMap { $0.error?.code }) == [.invalidResource, .missingResource])
        #expect(try scene.library.stores[0].suspectCopies == 2 && scene.library.stores[0].replaceableCopies == 2)
        #expect(try await scene.library.mirror().copied == 2)
        #expect(try await scene.library.checkStores().suspect == 0)
    }

    @Test func aStoreThatIsNotMountedIsNamedAndTheOthersAreFilled() async throws {
        let scene = try await StoreScene()
        try scene.disks[0].unmount()
        let summary = try await scene.library.mirror()
        #expect(summary.unavailableStores.keys.sorted() == ["one"] && summary.copied == 3)
        #expect(summary.unavailableStores["one"]?.code == .networkError)
        #expect(try scene.library.stores[0].lastFailure != nil && scene.library.stores[1].lastFailure == nil)
        // Nothing is written to the folder below the mount.
        #expect(tree(scene.disks[0].folder.filePath).isEmpty)
    }

    @Test func aFullStoreIsNamedAndLosesNothing() async throws {
        let scene = try await StoreScene(stores: ["one"])
        let filler = scene.disks[0].folder.filePath.appending("filler")
        // It takes what is left.
        try? filler.write([UInt8](repeating: 0, count: 65 << 20))
        let summary = try await scene.library.mirror()
        #expect(summary.unavailableStores["one"]?.code == .notEnoughSpace || summary.failed > 0)
        try FileManager.default.removeItem(atPath: filler.string)
        #expect(try await scene.library.mirror().unavailableStores.isEmpty)
        for name in StoreScene.names { #expect(try scene.path(of: name, inStore: 0).contents() == scene.bytes(name)) }
    }

    @Test func anotherStoreAtTheSamePlaceIsNotTrusted() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let description = scene.disks[0].folder.filePath.appending("store.json")
        let text = String(decoding: try description.contents(), as: UTF8.self)
        let id = try scene.library.stores[0].id.uuidString
        try description.write(Array(text.replacing(id, with: UUID().uuidString).utf8))
        // Also in a process that has the store open.
        let summary = try await scene.library.mirror()
        #expect(summary.unavailableStores.keys.sorted() == ["one"])
    }

    @Test func anEncryptedStoreShowsNoNameAndNoByte() async throws {
        let scene = try await StoreScene(stores: ["one", "sealed"])
        try await scene.library.mirror()
        let digests = try StoreScene.names.map { try scene.original($0).sha256.hex }
        let (store, magic) = (scene.disks[1].folder.filePath, Array("age-encryption.org/v1".utf8))
        var isFolder: ObjCBool = false
        for name in tree(store).keys where name != "store.json" {
            #expect(!digests.contains { name.contains($0) }, "\(name)")
            let path = store.pushing(FilePath(name))
            guard FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder), !isFolder.boolValue
            else {
                continue
            }
            #expect(try path.contents().starts(with: magic), "\(name)")
        }
    }

    /// Rule 4: a purge is the only start of a removal, and an import takes it back.
    @Test func copiesOfPurgedPhotosLeaveUnlessTheyAreImportedAgain() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let (first, second) = (try scene.photo("1.jpg"), try scene.photo("2.jpg"))
        let paths = try ["1.jpg", "2.jpg"].map { try scene.path(of: $0, inStore: 0) }
        _ = try scene.library.deleteAssets([first, second])
        #expect(try await scene.library.mirror().removed == 0, "A deleted photo can be restored.")
        _ = try await scene.library.purgeDeletedAssets([first, second])
        try await scene.scene.importAll(scene.library, [scene.scene.source.appending("2.jpg")]) {
            $0.restoresDeleted = true
        }
        #expect(try await scene.library.mirror().removed == 2, "One copy in each store.")
        #expect(!FileManager.default.fileExists(atPath: paths[0].string))
        #expect(try paths[1].contents() == scene.bytes("2.jpg"))
    }

    /// Also the further files of a photo, whose copies would otherwise be read back in each run and never count.
    @Test func copiesOfAllFilesOfAPhotoCountAgainAfterItIsImportedAgain() async throws {
        let scene = try await StoreScene()
        let folder = scene.scene.source.removingLastComponent().appending("live")
        let identifier = LivePhotoImportTests.identifier(1)
        try scene.scene.add("../live/IMG_1.JPG", LivePhotoImportTests.picture(9, identifier))
        try scene.scene.add("../live/IMG_1.MOV", LivePhotoImportTests.video(identifier))
        try await scene.scene.importAll(scene.library, [folder])
        #expect(try await scene.library.mirror().copied == 10)
        let photo = try scene.photo("IMG_1.JPG")
        _ = try scene.library.deleteAssets([photo])
        _ = try await scene.library.purgeDeletedAssets([photo])
        try await scene.scene.importAll(scene.library, [folder]) { $0.restoresDeleted = true }
        let again = try await scene.library.mirror()
        #expect(again.copied == 4 && again.removed == 0)
        #expect(try scene.library.stores.map(\.copies) == [5, 5])
        #expect(try await scene.library.mirror().copied == 0)
        #expect(try await scene.offload(["IMG_1.JPG"])["IMG_1.JPG"]?.isOffloaded == true)
    }

    /// A library of an earlier version left them.
    @Test func aMirrorEndsTheLeavingOfBytesThatAPhotoHas() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let (id, sha256) = (try scene.library.stores[0].id, try scene.original("1.jpg").sha256)
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                database.execute("UPDATE storeCopy SET state = 3 WHERE sha256 = ?", (bytes.fromhex(sys.argv[2]),))
                database.commit()
                """, [scene.scene.libraryPath.appending("catalog.sqlite").string, sha256.hex])
        try #require(outcome.exit == 0, "\(outcome.output)")
        #expect(try await scene.library.mirror().copied == 1)
        #expect(try scene.library.catalog.copyCounts(in: id) == [.present: 3])
    }

    /// The disk of the library failed, and not the store.
    @Test func anErrorOfTheLibraryIsNotTheStores() async throws {
        let scene = try await StoreScene()
        let copies = scene.scene.libraryPath.pushing(LibraryFolder.copyOfCatalog).removingLastComponent()
        try FileManager.default.removeItem(atPath: copies.string)
        try copies.write([1])
        let error = await #expect(throws: PhotoLibraryError.self) { try await scene.library.mirror() }
        #expect(error?.message.contains("The store") == false, "\(String(describing: error))")
        #expect(try scene.library.stores.allSatisfy { $0.lastFailure == nil && $0.copies == 3 })
    }

    @Test func negativeSizesOfADamagedCatalogueAreRefused() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let (photo, other) = (try scene.photo("1.jpg"), try scene.photo("2.jpg"))
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                database.execute("UPDATE resource SET bytes = -1, location = 2, path = NULL WHERE assetID = "
                    "(SELECT id FROM asset WHERE localIdentifier = ?)", (sys.argv[2],))
                database.commit()
                """, [scene.scene.libraryPath.appending("catalog.sqlite").string, photo])
        try #require(outcome.exit == 0, "\(outcome.output)")
        #expect(try scene.library.catalog.storedResources(of: photo).isEmpty)
        #expect(throws: PhotoLibraryError(.libraryDamaged, "")) {
            try scene.library.assets(withLocalIdentifiers: [photo])
        }
        #expect(try scene.library.assets(withLocalIdentifiers: [other]).count == 1)
        try await scene.library.mirror()
        #expect(try await scene.library.checkStores().sound == 2)
    }

    @Test func nothingIsRemovedFromAStoreOfAnotherLibraryToo() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let other = try Scene()
        try other.add("a.jpg", TestPhoto.jpeg(9))
        let second = try other.open()
        try await other.importAll(second)
        try await second.addStore(NewStore(name: "shared", address: .folder(scene.disks[0].folder.filePath)))
        try await second.mirror()
        let (photo, path) = (try scene.photo("1.jpg"), try scene.path(of: "1.jpg", inStore: 0))
        _ = try scene.library.deleteAssets([photo])
        _ = try await scene.library.purgeDeletedAssets([photo])
        #expect(try await scene.library.mirror().removed == 1, "From the store that is not shared.")
        #expect(try path.contents() == scene.bytes("1.jpg"))
    }

    @Test func credentialsAndKeysAreInNoFileThatOthersCanRead() async throws {
        let scene = try await StoreScene(stores: ["one", "sealed"])
        let folder = scene.scene.libraryPath.appending("stores")
        #expect(try FileManager.default.attributesOfItem(atPath: folder.string)[.posixPermissions] as? Int == 0o700)
        for name in folder.names where name.string.hasSuffix(".json") {
            let path = folder.pushing(name).string
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        }
        let key = try scene.library.exportedKey(ofStore: "sealed")
        let line = try #require(key.split(separator: "\n").last)
        for name in ["catalog.sqlite", "catalog.sqlite-wal"] {
            let catalog = try scene.scene.libraryPath.appending(name).contents()
            #expect(!catalog.isEmpty && Data(catalog).range(of: Data(line.utf8)) == nil, "\(name)")
        }
    }

    @Test func aStoreThatHasTheOnlyOriginalIsNotRemoved() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        #expect(try await scene.offload().values.allSatisfy(\.isOffloaded))
        try await scene.library.removeStore(named: "one")
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await scene.library.removeStore(named: "two")
        }
        #expect(try scene.library.stores.map(\.name) == ["two"])
    }

    /// The library does not use it any more, so it may be gone tomorrow.
    @Test func theFilesOfARemovedStoreAreNoProof() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let originals = scene.library.local.context.originals
        let content = try scene.original("1.jpg").resourceBytes
        #expect(try originals.areSafeElsewhere(content, until: Cancellation()))
        try await scene.library.removeStore(named: "one")
        #expect(try !originals.areSafeElsewhere(content, until: Cancellation()))
    }

    @Test func whatAKilledWriterLeftIsRemovedADayLater() async throws {
        let scene = try await StoreScene(stores: ["one"])
        let folder = try scene.path(of: "1.jpg", inStore: 0).removingLastComponent()
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        let (old, young) = (folder.appending("x.old.part"), folder.appending("x.young.part"))
        for path in [old, young] { try path.write([1]) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: old.string)
        // The store got its first copy of the catalogue when it was added; the whole store is listed once a day.
        let id = try scene.library.stores[0].id
        try scene.library.catalog.record(.store(.wroteCatalogCopy(id, Date(timeIntervalSinceNow: -90_000), assets: 3)))
        try await scene.library.mirror()
        #expect(!FileManager.default.fileExists(atPath: old.string))
        #expect(FileManager.default.fileExists(atPath: young.string))
    }
}
