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
}
