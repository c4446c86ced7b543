import AgeEncryption
import Foundation
import LibraryStores
import Originals
import PhotoCatalog
import PhotoModel
import RemoteStores
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// What a restore makes of damaged and unknown objects.
@Suite(disks) struct RestoredCopyTests {
    private func new(_ scene: StoreScene) -> FilePath { FilePath(scene.scene.folder.path("Restored.library")) }

    private func request(_ scene: StoreScene, key: String? = nil) throws -> RestoreRequest {
        let description = try scene.library.stores[0]
        var store = NewStore(name: "store", address: .folder(scene.disks[0].folder.filePath))
        if description.isEncrypted {
            let exported = try scene.library.exportedKey(ofStore: description.name)
            store.key = key ?? exported.split(separator: "\n").last.map(String.init)
        }
        return RestoreRequest(store)
    }

    // MARK: Copies of the catalogue

    /// Adds an older copy of the catalogue to the store, and returns the path of the newest one.
    private func addOlderCopy(_ scene: StoreScene) throws -> FilePath {
        let catalogs = scene.disks[0].folder.filePath.appending("catalogs")
        let newest = try #require(catalogs.names.first)
        let key = try #require(try request(scene).store.key)
        let store = try OriginalStore.open(
            FolderClient(scene.disks[0].folder.filePath), name: "store", identity: try AgeIdentity(text: key),
            Cancellation())
        let copy = try #require(try store.catalogs(Cancellation()).first)
        let older = CatalogCopy(library: copy.library, writer: copy.writer, date: Date(timeIntervalSince1970: 1e9))
        let length = try #require(try store.open(copy, Cancellation())).length
        try store.put(
            older,
            Upload(length: length) {
                guard let bytes = try store.open(copy, Cancellation()) else { throw PhotoLibraryError(.ioFailure, "") }
                return bytes
            }, Cancellation())
        return catalogs.pushing(newest)
    }

    /// Where bytes are written into an encrypted file, and which.
    private static let damages: [(place: Int, bytes: [UInt8])] = [
        // It is not of the format age.
        (0, Array(repeating: 0, count: 64)),
        // The header is malformed.
        (22, Array(repeating: 0, count: 64)),
        // The header has no end.
        (22, Array(repeating: 0x41, count: 200_000)),
        // The key in the header is another one, as if the file were encrypted for another key.
        (82, Array("AAAAAAAA".utf8)),
    ]

    @Test(arguments: damages.indices)
    func anOlderEncryptedCopyIsTakenIfTheNewestIsDamaged(number: Int) async throws {
        let scene = try await StoreScene(stores: ["sealed"])
        try await scene.library.mirror()
        let newest = try addOlderCopy(scene)
        var bytes = try newest.contents()
        let (place, wrong) = Self.damages[number]
        bytes.replaceSubrange(place..<min(bytes.count, place + wrong.count), with: wrong)
        try newest.write(bytes)
        let summary = try await OwnedLibrary.restore(request(scene), to: new(scene))
        #expect(summary.damagedCopies == 1 && summary.assets == 3)
        // Another library that uses the store looks at these copies too.
        let other = try Scene()
        let second = try other.open()
        try await second.addStore(request(scene).store)
        let unknown = try await second.importOriginals(StoreImportRequest(store: "store")) { _ in }
        #expect(unknown.ofOtherLibraries == 3 && unknown.counts == [:])
    }

    @Test func aWrongKeyIsSaidAtOnce() async throws {
        let scene = try await StoreScene(stores: ["sealed"])
        let wrong = try request(scene, key: AgeIdentity.generate().text)
        await #expect(throws: PhotoLibraryError(.accessUserDenied, "")) {
            try await OwnedLibrary.restore(wrong, to: new(scene))
        }
    }

    // MARK: Originals

    /// A store with originals that its catalogue does not know to be there: the copy of the catalogue is an older one.
    private func sceneWithListedCopies() async throws -> StoreScene {
        let scene = try await StoreScene(stores: ["one"])
        let catalogs = scene.disks[0].folder.filePath.appending("catalogs")
        let saved = scene.scene.folder.path("saved")
        try FileManager.default.copyItem(atPath: catalogs.string, toPath: saved)
        try await scene.library.mirror()
        try FileManager.default.removeItem(atPath: catalogs.string)
        try FileManager.default.copyItem(atPath: FilePath(saved).string, toPath: catalogs.string)
        return scene
    }

    @Test func aListedCopyIsLoadedButCountsOnlyAfterItWasReadBack() async throws {
        let scene = try await sceneWithListedCopies()
        let short = try scene.path(of: "1.jpg", inStore: 0)
        try short.write(Array(scene.bytes("1.jpg").dropLast()))
        try StoreScene.damage(scene.path(of: "2.jpg", inStore: 0))
        let summary = try await OwnedLibrary.restore(request(scene), to: new(scene))
        #expect(summary.filesInStore == 2 && summary.missingFiles == 1)
        let restored = try OwnedLibrary(at: new(scene))
        #expect(try restored.stores[0].copies == 0)
        let status = try await restored.status()
        #expect(status.filesByCopySites[0]?.count == 3 && status.lost.count == 1)
        #expect(try await restored.verify { _ in }.counts == [.elsewhere: 2, .missing: 1])

        let mirrored = try await restored.mirror()
        #expect(mirrored.copied == 1 && mirrored.failed == 2)
        #expect(try restored.stores[0].copies == 1)
        #expect(try await restored.status().filesByCopySites[1]?.count == 1)
        let items = Gathered<ReturnedItem>()
        try await restored.bringBack([scene.photo("3.jpg")]) { items.append($0) }
        #expect(items.all.map(\.error?.code) == [nil])
        #expect(try restored.place(of: scene.original("3.jpg")).contents() == scene.bytes("3.jpg"))
    }

    @Test func aCheckOfTheStoreReadsListedCopiesToo() async throws {
        let scene = try await sceneWithListedCopies()
        _ = try await OwnedLibrary.restore(request(scene), to: new(scene))
        let restored = try OwnedLibrary(at: new(scene))
        #expect(try restored.stores[0].copies == 0)
        #expect(try await restored.checkStores().sound == 3)
        #expect(try restored.stores[0].copies == 3)
    }

    @Test func anInterruptedMirrorKeepsListedCopies() async throws {
        let scene = try await sceneWithListedCopies()
        _ = try await OwnedLibrary.restore(request(scene), to: new(scene))
        let restored = try OwnedLibrary(at: new(scene))
        let store = try restored.stores[0].id
        let copies = try StoreScene.names.map {
            StoreCopy(store: store, sha256: try scene.original($0).sha256, state: .uploading)
        }
        try restored.catalog.record(.store(.copies(copies)))
        #expect(try await restored.verify { _ in }.counts == [.elsewhere: 3])
    }

    // MARK: Removed edits

    @Test func aRemovedEditIsNoUnknownOriginal() async throws {
        let scene = try await StoreScene(stores: ["one"])
        let photos = try ["1.jpg", "2.jpg"].map(scene.photo)
        func edit(_ photo: String, _ seed: UInt64) throws {
            let data = AdjustmentData(
                formatIdentifier: "org.example.editor", formatVersion: "1", data: Data("\(seed)".utf8))
            try scene.library.performChangesAndWait { changes in
                try changes.editAsset(
                    photo, rendered: .data(Data(TestPhoto.jpeg(seed, width: 320, height: 240)), filename: "edit.jpg"),
                    adjustmentData: data)
            }
        }
        for (number, photo) in photos.enumerated() { try edit(photo, UInt64(20 + number)) }
        #expect(try await scene.library.mirror().copied == 7)
        try scene.library.performChangesAndWait { try $0.revertAssets([photos[0]]) }
        try edit(photos[1], 30)
        try await scene.library.mirror()
        let summary = try await OwnedLibrary.restore(request(scene), to: new(scene))
        #expect(summary.unknownOriginals == 0)
        let restored = try OwnedLibrary(at: new(scene))
        let imported = try await restored.importOriginals(StoreImportRequest(store: "one")) { _ in }
        #expect(imported.counts == [:])
        #expect(try restored.assetCount() == 3)
    }
}
