import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// What the devices know of a photo.
@Suite struct SyncStateTests {
    private func state(_ name: String, in library: OwnedLibrary) async throws -> SyncState? {
        let photo = try library.photo(name)
        return try await library.syncStates(ofAssets: [photo])[photo]
    }

    @Test func aLibraryThatJoinedNothingIsNeverSynced() async throws {
        let scene = try Scene()
        try scene.add("1.jpg", TestPhoto.jpeg(1))
        let library = try scene.open()
        try await scene.importAll(library)
        #expect(try await state("1.jpg", in: library) == .neverSynced)
        #expect(try await library.syncStates(ofAssets: ["no such photo"]).isEmpty)
    }

    @Test func aChangeGoesFromHereToAllDevices() async throws {
        let scene = try await SyncScene()
        try await scene.exchange()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        #expect(try await state("1.jpg", in: laptop) == .synced)
        try laptop.set(.title("New"), of: "1.jpg")
        #expect(try await state("1.jpg", in: laptop) == .uploading)
        #expect(try await state("2.jpg", in: laptop) == .synced)
        try await laptop.syncNow()
        #expect(try await state("1.jpg", in: laptop) == .published)
        #expect(try await state("2.jpg", in: laptop) == .synced)
        try await desktop.syncNow()
        #expect(try await state("1.jpg", in: desktop) == .synced)
        #expect(try await state("1.jpg", in: laptop) == .published)
        try await laptop.syncNow()
        #expect(try await state("1.jpg", in: laptop) == .synced)
    }

    /// A change waits in the library's own log as long as the registry is away.
    @Test func aChangeWaitsWhileTheRegistryIsAway() async throws {
        let scene = try await SyncScene()
        try await scene.exchange()
        let away = FilePath(scene.registry.string + ".away")
        try FileManager.default.moveItem(atPath: scene.registry.string, toPath: away.string)
        let laptop = try scene.laptop.open()
        try laptop.set(.favorite(true), of: "1.jpg")
        await #expect(throws: PhotoLibraryError.self) { try await laptop.syncNow() }
        #expect(try await state("1.jpg", in: laptop) == .uploading)
        try FileManager.default.moveItem(atPath: away.string, toPath: scene.registry.string)
        try await scene.exchange()
        #expect(try await state("1.jpg", in: laptop) == .synced)
    }

    @Test func valuesOfTwoDevicesAreInConflictUntilAPersonChose() async throws {
        let scene = try await SyncScene()
        try await scene.exchange()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        try laptop.set(.title("One"), of: "1.jpg")
        try desktop.set(.title("Other"), of: "1.jpg")
        try await scene.exchange()
        for library in [laptop, desktop] { #expect(try await state("1.jpg", in: library) == .conflictingEdit) }
        let conflict = try #require(try await laptop.syncConflicts().first)
        try await laptop.endSyncConflict(conflict, takingOther: false)
        try await scene.exchange()
        for library in [laptop, desktop] { #expect(try await state("1.jpg", in: library) == .synced) }
    }

    /// The registry cannot be written: a part of the exchange fails after it began.
    @Test func aChangeThatCouldNotBeWrittenIsStillUploading() async throws {
        let scene = try await SyncScene()
        try await scene.exchange()
        let laptop = try scene.laptop.open()
        let id = try #require(try await laptop.syncStatus().devices.first { $0.isThisDevice }?.id)
        let folder = scene.registry.appending("logs").appending(id).string
        try laptop.set(.title("New"), of: "1.jpg")
        // A file stands where the folder of this device was, so that nothing can be written to it.
        try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
        try Data().write(to: URL(fileURLWithPath: folder))
        await #expect(throws: PhotoLibraryError.self) { try await laptop.syncNow() }
        #expect(try await state("1.jpg", in: laptop) == .uploading)
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
        try await scene.exchange()
        #expect(try await state("1.jpg", in: laptop) == .synced)
    }

    /// The last file of a device has not come yet, and a third device has read it.
    @Test func whatAThirdDeviceHasReadIsMissing() async throws {
        let scene = try await SyncScene()
        let third = try Scene()
        try third.add("1.jpg", TestPhoto.jpeg(1))
        let phone = try third.open()
        try await third.importAll(phone)
        try await phone.joinRegistry(JoinRequest(scene.registry, deviceName: "Phone", key: scene.key))
        try await scene.exchange()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let id = try #require(try await laptop.syncStatus().devices.first { $0.isThisDevice }?.id)
        let folder = scene.registry.appending("logs").appending(id).string
        let before = try Set(FileManager.default.contentsOfDirectory(atPath: folder))
        try laptop.set(.title("New"), of: "1.jpg")
        try await laptop.syncNow()
        try await phone.syncNow()
        let late = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder).first { !before.contains($0) })
        let elsewhere = scene.registry.string + ".late"
        try FileManager.default.moveItem(atPath: folder + "/" + late, toPath: elsewhere)
        try await desktop.syncNow()
        #expect(try await state("1.jpg", in: desktop) == .halfSynced)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: folder + "/" + late)
        try await scene.exchange()
        #expect(try await state("1.jpg", in: desktop) != .halfSynced)
    }

    /// The other devices do not wait for a device that left, until it joins again.
    @Test func aDeviceThatLeftDoesNotCount() async throws {
        let scene = try await SyncScene()
        try await scene.exchange()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        try await desktop.leaveRegistry()
        try laptop.set(.title("New"), of: "1.jpg")
        try await laptop.syncNow()
        #expect(try await state("1.jpg", in: laptop) == .synced)
        #expect(try await laptop.syncStatus().devices.count == 1)
        try await desktop.joinRegistry(JoinRequest(scene.registry, deviceName: "Desktop", key: scene.key))
        try await laptop.syncNow()
        #expect(try await laptop.syncStatus().devices.map(\.name) == ["Laptop", "Desktop"])
        #expect(try desktop.title(of: "1.jpg") == "New")
    }

    /// A library is copied, and both go on: the copy is a new device, and the other devices still count the first one.
    @Test func theOriginalOfACopiedLibraryStillCounts() async throws {
        let scene = try await SyncScene()
        try await scene.exchange()
        try scene.laptop.waitUntilClosed()
        let copy = FilePath(scene.laptop.libraryPath.string + ".copy")
        try FileManager.default.copyItem(atPath: scene.laptop.libraryPath.string, toPath: copy.string)
        let copied = try OwnedLibrary(at: copy)
        try copied.set(.title("Of the copy"), of: "2.jpg")
        try await copied.syncNow()
        try await scene.exchange()
        let desktop = try scene.desktop.open()
        #expect(try await desktop.syncStatus().devices.map(\.name) == ["Desktop", "Laptop", "Laptop"])
        try desktop.set(.title("New"), of: "1.jpg")
        try await desktop.syncNow()
        try await copied.syncNow()
        try await desktop.syncNow()
        #expect(try await state("1.jpg", in: desktop) == .published, "The laptop has not read it.")
    }

    /// A file of the registry has not come yet, and a later one has.
    @Test func aGapIsHalfSynced() async throws {
        let scene = try await SyncScene()
        try await scene.exchange()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let id = try #require(try await laptop.syncStatus().devices.first { $0.isThisDevice }?.id)
        let folder = scene.registry.appending("logs").appending(id).string
        let before = try Set(FileManager.default.contentsOfDirectory(atPath: folder))
        try laptop.set(.title("First"), of: "1.jpg")
        try await laptop.syncNow()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let late = try #require(files.first { !before.contains($0) })
        try laptop.set(.title("Second"), of: "2.jpg")
        try await laptop.syncNow()
        let elsewhere = scene.registry.string + ".late"
        try FileManager.default.moveItem(atPath: folder + "/" + late, toPath: elsewhere)
        try await desktop.syncNow()
        #expect(try await state("3.jpg", in: desktop) == .halfSynced)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: folder + "/" + late)
        try await scene.exchange()
        #expect(try await state("1.jpg", in: desktop) == .synced)
    }
}
