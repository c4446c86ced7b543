import Foundation
import LibraryStores
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

@Suite(disks) struct StoreImportTests {
    private func new(_ scene: StoreScene) -> FilePath { FilePath(scene.scene.folder.path("Restored.library")) }

    private func store(_ scene: StoreScene, _ number: Int = 0) throws -> NewStore {
        var store = NewStore(name: "store", address: .folder(scene.disks[number].folder.filePath))
        let description = try scene.library.stores[number]
        if description.isEncrypted {
            store.key = try scene.library.exportedKey(ofStore: description.name).split(separator: "\n").last.map(
                String.init)
        }
        return store
    }

    /// Writes bytes into a store as the original of their digest.
    private func put(_ bytes: [UInt8], _ name: String? = nil, in folder: FilePath) throws {
        let hex = try name ?? bytes.sha256.hex
        let path = folder.appending("originals").appending(String(hex.prefix(2))).appending(hex)
        try FileManager.default.createDirectory(
            atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
        try path.write(bytes)
    }

    private func importAll(
        _ library: OwnedLibrary, store: String = "store", _ change: (inout StoreImportRequest) -> Void = { _ in }
    ) async throws -> (summary: StoreImportSummary, items: [ImportedOriginal]) {
        var request = StoreImportRequest(store: store)
        change(&request)
        let items = Gathered<ImportedOriginal>()
        let summary = try await library.importOriginals(request) { items.append($0) }
        return (summary, items.all)
    }

    @Test(arguments: [0, 1]) func originalsThatTheCatalogueDoesNotNameAreImportedOnce(number: Int) async throws {
        let scene = try await StoreScene(stores: ["one", "sealed"])
        try await scene.library.mirror()
        let catalogs = scene.disks[number].folder.filePath.appending("catalogs")
        let saved = FilePath(scene.scene.folder.path("saved"))
        try FileManager.default.copyItem(atPath: catalogs.string, toPath: saved.string)
        // It was mirrored, and the catalogue was not copied any more.
        let added = TestPhoto.jpeg(9, width: 320, height: 240)
        try scene.scene.add("../later/later.jpg", added)
        try await scene.scene.importAll(scene.library, [scene.scene.source.removingLastComponent().appending("later")])
        let photo = try scene.photo("later.jpg")
        try await scene.library.mirror()
        try FileManager.default.removeItem(atPath: catalogs.string)
        try FileManager.default.copyItem(atPath: saved.string, toPath: catalogs.string)

        let restored = try await OwnedLibrary.restore(RestoreRequest(store(scene, number)), to: new(scene))
        #expect(restored.unknownOriginals == 1 && restored.assets == 3)
        let library = try OwnedLibrary(at: new(scene))
        let planned = try await importAll(library, store: restored.store) { $0.isRehearsal = true }
        #expect(planned.summary.counts == [.planned: 1] && planned.items.count == 1)
        #expect(try library.assetCount() == 3)
        let first = try await importAll(library, store: restored.store)
        #expect(first.summary.counts == [.imported: 1] && first.items.map(\.localIdentifier) == [photo])
        let name = try added.sha256.hex + ".jpg"
        #expect(first.items.map(\.name) == [name])
        let resource = try #require(try library.assetsByName()[name]?.original)
        #expect(try library.place(of: resource).contents() == added)
        #expect(try await importAll(library, store: restored.store).summary.counts == [:])
        #expect(try library.assetCount() == 4)
        #expect(tree(new(scene).appending("incoming")).isEmpty)
    }

    @Test func aStoreWithoutACatalogueGivesANewLibrary() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let folder = scene.disks[0].folder.filePath
        try FileManager.default.removeItem(atPath: folder.appending("catalogs").string)
        var wrong = RestoreRequest(try store(scene))
        wrong.library = UUID()
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await OwnedLibrary.restore(wrong, to: new(scene))
        }
        let restored = try await OwnedLibrary.restore(RestoreRequest(store(scene)), to: new(scene))
        #expect(restored.catalogDate == nil && restored.assets == 0 && restored.unknownOriginals == 3)
        let library = try OwnedLibrary(at: new(scene))
        #expect(try await importAll(library).summary.counts == [.imported: 3])
        #expect(try await library.verify { _ in }.counts == [.ok: 3])
        #expect(try await library.mirror().failed == 0)
        #expect(try library.stores.map(\.copies) == [3])

        try FileManager.default.removeItem(atPath: folder.appending("catalogs").string)
        try FileManager.default.removeItem(atPath: folder.appending("originals").string)
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await OwnedLibrary.restore(
                RestoreRequest(store(scene)), to: FilePath(scene.scene.folder.path("Empty.library")))
        }
    }

    @Test func whatIsNoPhotoOrHasOtherBytesIsNotImported() async throws {
        let scene = try await StoreScene(stores: ["one"])
        let folder = scene.disks[0].folder.filePath
        try put(TestPhoto.jpeg(9), String(repeating: "ab", count: 32), in: folder)
        try put(Array("a note".utf8), in: folder)
        let (summary, items) = try await importAll(scene.library, store: "one")
        #expect(summary.counts == [.failed: 1, .skipped: 1])
        #expect(Set(items.compactMap { $0.error?.code }) == [.invalidResource, .notAPhoto])
        #expect(try scene.library.assetCount() == 3 && scene.scene.leftovers.isEmpty)
    }

    @Test func whatThePersonDeletedForGoodStaysDeleted() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let photo = try scene.photo("1.jpg")
        _ = try scene.library.deleteAssets([photo])
        _ = try await scene.library.purgeDeletedAssets([photo])
        #expect(try await importAll(scene.library, store: "one").summary.counts == [:])
        #expect(try scene.library.assetCount() == 2)
    }

    // MARK: Other libraries

    @Test func originalsOfAnotherLibraryStayInTheStore() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let other = try Scene()
        try other.add("a.jpg", TestPhoto.jpeg(9))
        let second = try other.open()
        try await other.importAll(second)
        try await second.addStore(NewStore(name: "shared", address: .folder(scene.disks[0].folder.filePath)))
        try await second.mirror()
        let stray = TestPhoto.jpeg(10)
        try put(stray, in: scene.disks[0].folder.filePath)
        let (summary, items) = try await importAll(scene.library, store: "one")
        #expect(summary.counts == [.imported: 1] && summary.ofOtherLibraries == 1 && summary.otherLibraries == 1)
        #expect(try items.map(\.sha256) == [stray.sha256])
        #expect(
            try await importAll(scene.library, store: "one") { $0.includesOtherLibraries = true }.summary.counts == [
                .imported: 1
            ])
        #expect(try scene.library.assetCount() == 5)
    }

    @Test func originalsAreNotImportedIfTheOtherCatalogueCannotBeRead() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let writer = scene.disks[0].folder.filePath.appending("catalogs").appending(UUID().uuidString)
            .appending(UUID().uuidString)
        try FileManager.default.createDirectory(atPath: writer.string, withIntermediateDirectories: true)
        try writer.appending("20260101T000000Z.sqlite.gz").write([1, 2, 3])
        try put(TestPhoto.jpeg(10), in: scene.disks[0].folder.filePath)
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await importAll(scene.library, store: "one")
        }
        #expect(try scene.library.assetCount() == 3 && scene.scene.leftovers.isEmpty)
        #expect(
            try await importAll(scene.library, store: "one") { $0.includesOtherLibraries = true }.summary.counts == [
                .imported: 1
            ])
    }

    // MARK: The catalogue is lost

    /// The catalogue and its copy are lost; the originals left before.
    ///
    /// The stubs tell their names.
    @Test(arguments: [false, true]) func photosThatWereElsewhereComeBackFromAStore(isEncrypted: Bool) async throws {
        let scene = try Scene()
        let disks = try (0..<2).map { _ in try SmallDisk(at: TemporaryFolder(), size: "64m") }
        let bytes = TestPhoto.jpeg(1, width: 320, height: 240)
        try scene.add("Sunset.jpg", bytes)
        let stores = zip(["one", "two"], disks).map { name, disk in
            var store = NewStore(name: name, address: .folder(disk.folder.filePath))
            store.isEncrypted = isEncrypted
            return store
        }
        var identifiers: [String] = []
        do {
            let library = try scene.open()
            try await scene.importAll(library)
            identifiers = try library.allLocalIdentifiers()
            for store in stores {
                try await library.addStore(store)
                if isEncrypted { try library.confirmKey(library.exportedKey(ofStore: store.name), ofStore: store.name) }
            }
            try await library.mirror()
            #expect(try await library.offload(OffloadRequest(.before(nil))).offloaded == 1)
        }
        try scene.waitUntilClosed()
        for name in scene.libraryPath.names where name.string.hasPrefix("catalog") {
            try FileManager.default.removeItem(atPath: scene.libraryPath.pushing(name).string)
        }
        let repaired = try await OwnedLibrary.repair(at: scene.libraryPath) { _ in }
        #expect(repaired.assets == 0 && repaired.losses.contains(.elsewhere))
        let library = try OwnedLibrary(at: scene.libraryPath)
        let files = Gathered<VerifiedFile>()
        #expect(try await library.verify { files.append($0) }.counts == [.orphan: 1])
        #expect(files.all.first?.error?.code == .libraryDamaged, "It is not to be moved out.")

        // The key is still in the library's folder.
        try await library.addStore(stores[0])
        let (summary, items) = try await importAll(library, store: "one")
        #expect(summary.counts == [.imported: 1] && items.map(\.name) == ["Sunset.jpg"])
        #expect(try library.allLocalIdentifiers() == identifiers)
        #expect(try library.place(of: #require(library.assetsByName()["Sunset.jpg"]?.original)).contents() == bytes)
        #expect(try await library.verify { _ in }.counts == [.ok: 1], "The stub is gone.")
    }

    @Test func anImportThatWasCancelledGoesOn() async throws {
        let scene = try await StoreScene(stores: ["one"])
        let folder = scene.disks[0].folder.filePath
        for seed in 20..<90 { try put(TestPhoto.jpeg(UInt64(seed)), in: folder) }
        let progress = Progress(totalUnitCount: 1)
        let items = Gathered<ImportedOriginal>()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) {
            try await scene.library.importOriginals(StoreImportRequest(store: "one"), progress: progress) { item in
                items.append(item)
                progress.cancel()
            }
        }
        let before = try scene.library.assetCount()
        #expect(before > 3 && before < 73)
        #expect(try await importAll(scene.library, store: "one").summary.counts == [.imported: 73 - before])
        #expect(try scene.library.assetCount() == 73 && scene.scene.leftovers.isEmpty)
    }
}
