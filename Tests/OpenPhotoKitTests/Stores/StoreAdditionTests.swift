import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryStores
@testable import OpenPhotoKitOwner

@Suite(disks) struct StoreAdditionTests {
    @Test(arguments: [false, true]) func aFailedAdditionLeavesNothing(isEncrypted: Bool) async throws {
        let scene = try await StoreScene(stores: [])
        let disk = try SmallDisk(at: TemporaryFolder(), size: "64m")
        // The first copy of the catalogue cannot be written.
        let obstacle = disk.folder.filePath.appending("catalogs")
        try obstacle.write([1])
        let store: NewStore = {
            var store = NewStore(name: "one", address: .folder(disk.folder.filePath))
            store.isEncrypted = isEncrypted
            return store
        }()
        await #expect(throws: PhotoLibraryError(.ioFailure, "")) { try await scene.library.addStore(store) }
        #expect(try scene.library.stores.isEmpty)
        let connections = scene.scene.libraryPath.appending("stores").names.filter { $0.string.hasSuffix(".json") }
        #expect(connections == [])
        #expect(!FileManager.default.fileExists(atPath: disk.folder.path("store.json")))
        try FileManager.default.removeItem(atPath: obstacle.string)
        #expect(try await scene.library.addStore(store))
        #expect(try await scene.library.mirror().copied == 3)
    }

    /// A restored library knows the store and its copies, and adds it with its address.
    @Test func aFailedAdditionKeepsWhatWasKnownOfTheStore() async throws {
        let scene = try await StoreScene(stores: ["one", "two"])
        try await scene.library.mirror()
        let restored = FilePath(scene.scene.folder.path("Restored.library"))
        let request = RestoreRequest(NewStore(name: "one", address: .folder(scene.disks[0].folder.filePath)))
        _ = try await OwnedLibrary.restore(request, to: restored)
        let library = try OwnedLibrary(at: restored)
        let before = try library.stores
        let catalogs = scene.disks[1].folder.filePath.appending("catalogs")
        try FileManager.default.removeItem(atPath: catalogs.string)
        try catalogs.write([1])
        let two = NewStore(name: "two", address: .folder(scene.disks[1].folder.filePath))
        await #expect(throws: PhotoLibraryError(.ioFailure, "")) { try await library.addStore(two) }
        let after = try library.stores
        #expect(after.map(\.copies) == before.map(\.copies) && after.map(\.address) == before.map(\.address))
        #expect(after.map(\.site) == before.map(\.site))
    }

    @Test func aRemoteOfRcloneNeedsASite() async throws {
        let scene = try await StoreScene(stores: [])
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await scene.library.addStore(NewStore(name: "one", address: .rclone("disk:photos")))
        }
    }

    @Test func aHostIsOneSiteHoweverItIsWritten() throws {
        for address in ["webdav:https://NAS.local/a", "webdav:https://nas.LOCAL/b"] {
            #expect(try StoreAddress(address).defaultSite() == "nas.local")
        }
        let endpoint = try #require(URL(string: "https://NAS.local:9000"))
        #expect(try StoreAddress("s3://photos", endpoint: endpoint).defaultSite() == "nas.local")
    }

    @Test func downloadsThatNobodyWentOnWithAreRemovedWhenTheLibraryIsOpened() async throws {
        let scene = try await StoreScene(stores: ["one"])
        let folder = LocalLibrary.downloads(of: scene.library.local.libraryID)
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        for (name, days) in [("old", 8.0), ("young", 6.0)] {
            for ending in ["part", "json"] { try folder.appending("\(name).\(ending)").write([1]) }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)],
                ofItemAtPath: folder.appending("\(name).part").string)
        }
        _ = try OwnedLibrary(at: scene.scene.libraryPath)
        #expect(Set(folder.names) == ["young.json", "young.part"])
    }
}
