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
