import Foundation
import OpenPhotoKitOwner
import TestSupport
import Testing

/// The code of the article `Devices`.
@Suite("Article Devices")
struct DevicesArticleTests {
    @Test func twoDevices() async throws {
        let temporary = try TemporaryFolder()
        let owned = try OwnedLibrary(at: FilePath(temporary.path("laptop")), opening: .creatingIfAbsent)
        let desktop = try OwnedLibrary(at: FilePath(temporary.path("desktop")), opening: .creatingIfAbsent)
        let registry = FilePath(temporary.path("Photos.registry"))
        let key = try await owned.makeRegistry(NewRegistry(in: registry, deviceName: "Laptop"))
        try await desktop.joinRegistry(JoinRequest(registry, deviceName: "Desktop", key: key))
        try await owned.syncNow()
        for conflict in try await desktop.syncConflicts() { print(conflict.property, conflict.otherValue ?? "") }
        #expect(try await desktop.syncStatus().devices.map(\.name) == ["Desktop", "Laptop"])
        let photos = ["no such photo"]
        let states = try await owned.syncStates(ofAssets: photos)
        for deletion in try await owned.heldDeletions() { print(deletion.localIdentifier, deletion.device) }
        #expect(states.isEmpty)
    }

    @Test func photosOfOtherDevices() async throws {
        let temporary = try TemporaryFolder()
        let disk = temporary.path("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        let desktop = try OwnedLibrary(at: FilePath(temporary.path("desktop")), opening: .creatingIfAbsent)
        try await desktop.makeRegistry(NewRegistry(in: FilePath(temporary.path("registry")), deviceName: "Desktop"))
        try await desktop.addStore(NewStore(name: "nas", address: StoreAddress(disk)))
        let photos = try await desktop.importPhotosOfOtherDevices { photo in
            if let error = photo.error { print(photo.name, error.message) }
        }
        print(photos.imported, "photos came,", photos.notInStores, "are in no store.")
        try await desktop.syncNow()
        #expect(photos.counts.isEmpty)
    }
}
