import Foundation
import LibraryStores
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// The stores from which the photos of other devices come.
@Suite struct TakingStoreTests {
    @Test func whatAStoreLacksComesFromTheNext() async throws {
        let scene = try await TakingScene(stores: 2)
        try FileManager.default.removeItem(atPath: scene.copy(4, inStore: 0).string)
        let damaged = try scene.copy(5, inStore: 0)
        var bytes = TestPhoto.jpeg(5)
        bytes[bytes.count / 2] ^= 1
        try FileManager.default.removeItem(atPath: damaged.string)
        try damaged.write(bytes)
        for number in 0...1 { try FileManager.default.removeItem(atPath: scene.copy(6, inStore: number).string) }
        let (summary, items) = try await scene.take()
        #expect(summary.counts == [.imported: 2, .notInStores: 1] && summary.unavailableStores.isEmpty)
        #expect(items.first { $0.outcome == .notInStores }?.name == "6.jpg")
        let desktop = try scene.sync.desktop.open()
        #expect(try await desktop.verify { _ in }.faults == 0)
        #expect(try await desktop.syncStatus().photosElsewhere == 1)
        // The file is in a store again.
        try scene.copy(6, inStore: 1).write(TestPhoto.jpeg(6))
        #expect(try await scene.take().summary.counts == [.imported: 1])
        try await scene.sync.expectAgreement()
    }

    @Test func wrongBytesInTheOnlyStoreAreAnError() async throws {
        let scene = try await TakingScene()
        let copy = try scene.copy(5, inStore: 0)
        try FileManager.default.removeItem(atPath: copy.string)
        try copy.write(Array(repeating: 0, count: TestPhoto.jpeg(5).count))
        let (summary, items) = try await scene.take()
        #expect(summary.counts == [.imported: 2, .failed: 1])
        #expect(items.first { $0.outcome == .failed }?.error?.code == .invalidResource)
        #expect(try scene.sync.desktop.open().assetCount() == 5)
    }

    @Test func aPhotoOfWhichAFileIsInNoStoreDoesNotComeInPart() async throws {
        let time = "2024:05:17 10:30:00"
        let raw = GroupedImportTests.raw(time)
        let scene = try await TakingScene { scene, laptop in
            try await scene.add(
                [("DSCF0001.JPG", GroupedImportTests.photo(11, time)), ("DSCF0001.DNG", raw)], to: laptop)
        }
        let hex = try raw.sha256.hex
        let copy = scene.stores[0].appending("originals").appending(String(hex.prefix(2))).appending(hex)
        try FileManager.default.removeItem(atPath: copy.string)
        #expect(try await scene.take().summary.counts == [.imported: 3, .notInStores: 1])
        #expect(try scene.sync.desktop.open().assetsByName()["DSCF0001.JPG"] == nil)
        try copy.write(raw)
        #expect(try await scene.take().summary.counts == [.imported: 1])
        try await scene.sync.expectAgreement()
    }

    @Test func aStoreThatIsAwayIsNamedAndTheOtherOneIsUsed() async throws {
        let scene = try await TakingScene(stores: 2)
        func move(_ number: Int, away isAway: Bool) throws {
            let (path, other) = (scene.stores[number].string, scene.stores[number].string + "-away")
            try FileManager.default.moveItem(atPath: isAway ? path : other, toPath: isAway ? other : path)
        }
        for number in 0...1 { try move(number, away: true) }
        let nothing = try await scene.take().summary
        #expect(nothing.counts == [.notInStores: 3])
        #expect(Set(nothing.unavailableStores.keys) == ["store0", "store1"])
        try move(1, away: false)
        let summary = try await scene.take().summary
        #expect(summary.counts == [.imported: 3])
        let error = try #require(summary.unavailableStores["store0"])
        #expect(error.message.contains("store0") && summary.unavailableStores.count == 1)
    }

    @Test func withoutAStoreTheErrorSaysWhatHelps() async throws {
        let scene = try await TakingScene(stores: 0)
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) { try await scene.take() }
        let complete = try await TakingScene(stores: 0, photos: 1...6)
        #expect(try await complete.take().summary.counts == [:])
    }

    @Test(disks) func aFullDiskStopsTheImportBeforeAnythingIsHalfImported() async throws {
        let large = TestPhoto.jpeg(21) + [UInt8](repeating: 0, count: 40 << 20)
        let scene = try await TakingScene { scene, laptop in
            try await scene.add([("large.jpg", large)], to: laptop)
        }
        // 64 MiB stay free.
        let disk = try SmallDisk(at: TemporaryFolder(), size: "128m")
        let library = try OwnedLibrary(
            at: disk.folder.filePath.appending("Photos.library"), opening: .creatingIfAbsent)
        try await library.joinRegistry(
            JoinRequest(scene.sync.registry, deviceName: "Small", key: scene.sync.key))
        try await library.addStore(NewStore(name: "store", address: .folder(scene.stores[0])))
        await #expect(throws: PhotoLibraryError(.notEnoughSpace, "")) {
            try await library.importPhotosOfOtherDevices()
        }
        #expect(try library.assetsByName()["large.jpg"] == nil)
        #expect(try await library.verify { _ in }.faults == 0)
        #expect(tree(disk.folder.filePath.appending("Photos.library/incoming")).isEmpty)
    }
}
