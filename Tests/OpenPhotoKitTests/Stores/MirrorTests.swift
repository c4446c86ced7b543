import Foundation
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
