import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Many deletions of another device wait for a person.
@Suite struct HeldDeletionTests {
    /// Deletes 12 of 24 photos on the laptop.
    private func scene() async throws -> (SyncScene, OwnedLibrary, OwnedLibrary) {
        let scene = try await SyncScene()
        for seed in 7...24 as ClosedRange<UInt64> {
            for side in [scene.laptop, scene.desktop] { try side.add(FilePath("\(seed).jpg"), TestPhoto.jpeg(seed)) }
        }
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        try await scene.laptop.importAll(laptop)
        try await scene.desktop.importAll(desktop)
        try await scene.exchange()
        let photos = try (1...12).map { try laptop.photo("\($0).jpg") }
        try laptop.performChangesAndWait { try $0.deleteAssets(photos) }
        try await laptop.syncNow()
        return (scene, laptop, desktop)
    }

    @Test func theyStayVisibleUntilTheyAreAccepted() async throws {
        let (scene, _, desktop) = try await scene()
        #expect(try await desktop.syncNow().heldDeletions == 12)
        #expect(try desktop.assetCount() == 24)
        #expect(try await desktop.syncStatus().heldDeletions == 12)
        #expect(try await desktop.decideHeldDeletions(isAccepted: true) == 12)
        #expect(try desktop.recentlyDeleted().count == 12)
        try await scene.expectAgreement()
    }

    @Test func theyAreRestoredEverywhereIfTheyAreNotAccepted() async throws {
        let (scene, laptop, desktop) = try await scene()
        try await desktop.syncNow()
        #expect(try await desktop.decideHeldDeletions(isAccepted: false) == 12)
        try await scene.expectAgreement()
        #expect(try laptop.recentlyDeleted().isEmpty)
        #expect(try await desktop.syncStatus().heldDeletions == 0)
    }

    /// Deletions that were undone are not announced to a device that joins.
    @Test func deletionsThatWereUndoneAreNotCounted() async throws {
        let (scene, _, desktop) = try await scene()
        try await desktop.syncNow()
        try await desktop.decideHeldDeletions(isAccepted: false)
        try await scene.exchange()
        let third = try Scene()
        for seed in 1...24 as ClosedRange<UInt64> { try third.add(FilePath("\(seed).jpg"), TestPhoto.jpeg(seed)) }
        let phone = try third.open()
        try await third.importAll(phone)
        let summary = try await phone.joinRegistry(JoinRequest(scene.registry, deviceName: "Phone", key: scene.key))
        #expect(summary.heldDeletions == 0)
        #expect(try await phone.syncNow().heldDeletions == 0)
        #expect(try phone.assetCount() == 24)
    }

    @Test func eachIsDecidedByItself() async throws {
        let (scene, laptop, desktop) = try await scene()
        try await desktop.syncNow()
        let held = try await desktop.heldDeletions()
        #expect(held.count == 12 && held.allSatisfy { $0.device == "Laptop" })
        let (one, other) = (try desktop.photo("1.jpg"), try desktop.photo("2.jpg"))
        #expect(try await desktop.syncStates(ofAssets: [one])[one] == .deletedElsewhere)
        #expect(try await desktop.decideHeldDeletions(ofAssets: [one, "no such photo"], isAccepted: true) == 1)
        #expect(try await desktop.decideHeldDeletions(ofAssets: [other], isAccepted: false) == 1)
        #expect(try desktop.recentlyDeleted() == [one])
        #expect(try await desktop.heldDeletions().count == 10)
        #expect(try await desktop.decideHeldDeletions(ofAssets: [], isAccepted: true) == 0)
        try await scene.exchange()
        #expect(try laptop.recentlyDeleted().count == 11)
        #expect(try laptop.photo("2.jpg") != "")
        #expect(try await desktop.syncStatus().heldDeletions == 10)
    }

    /// The other device has only some of the deleted photos, and later the first one purges them all.
    @Test func theyAreCountedWhereTheyWereMadeAndAPurgeDoesNotEndTheWait() async throws {
        let scene = try await SyncScene(photos: 1...3)
        for seed in 7...15 as ClosedRange<UInt64> {
            try scene.laptop.add(FilePath("\(seed).jpg"), TestPhoto.jpeg(seed))
        }
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        try await scene.laptop.importAll(laptop)
        let photos = try (1...12).map { try laptop.photo("\($0).jpg") }
        try laptop.performChangesAndWait { try $0.deleteAssets(photos) }
        try await scene.exchange()
        #expect(try desktop.assetCount() == 3, "Twelve were deleted, of which three are here.")
        #expect(try await laptop.purgeDeletedAssets(photos).count == 12)
        try await scene.exchange()
        #expect(try desktop.assetCount() == 3)
        #expect(try await desktop.syncStatus().heldDeletions == 3)
    }

    /// A photo that another device deleted is imported here: the import is not undone without a person.
    @Test func aDeletionThatWaitedForItsPhotoIsHeld() async throws {
        let scene = try await SyncScene(photos: 1...3)
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let photo = try laptop.photo("5.jpg")
        try laptop.performChangesAndWait { try $0.deleteAssets([photo]) }
        try await scene.exchange()
        try scene.desktop.add("5.jpg", TestPhoto.jpeg(5))
        try await scene.desktop.importAll(desktop)
        #expect(try await desktop.syncNow().heldDeletions == 1)
        #expect(try desktop.photo("5.jpg") != "")
    }
}
