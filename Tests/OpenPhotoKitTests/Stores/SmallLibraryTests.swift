import AssetLoading
import Foundation
import LibraryStorage
import LibraryStores
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// A library on a small disk, with two stores on others.
@Suite(disks) struct SmallLibraryTests {
    private let scene: Scene
    private let disks: [SmallDisk]
    private let library: OwnedLibrary
    private var home: FilePath { disks[0].folder.filePath }

    /// The size of each photo, nearly.
    private static let photoBytes = 10 << 20
    private static let names = ["new.jpg", "old.jpg", "middle.jpg"]

    init() async throws {
        scene = try Scene()
        disks = try ["300m", "64m", "64m"].map { try SmallDisk(at: TemporaryFolder(), size: $0) }
        let dates = ["2023:05:01 10:00:00", "2021:05:01 10:00:00", "2022:05:01 10:00:00"]
        for (number, name) in Self.names.enumerated() {
            let photo = TestPhoto.dated(TestPhoto.jpeg(UInt64(number), width: 320, height: 240), dates[number])
            try scene.add(FilePath(name), photo + [UInt8](repeating: 0, count: Self.photoBytes))
        }
        library = try OwnedLibrary(
            at: disks[0].folder.filePath.appending("Photos.library"), opening: .creatingIfAbsent)
        try await scene.importAll(library)
        for (name, disk) in zip(["one", "two"], disks.dropFirst()) {
            try await library.addStore(NewStore(name: name, address: .folder(disk.folder.filePath)))
        }
        try await library.mirror()
    }

    private func freeBytes() throws -> Int { try Volume(of: home).availableBytes }

    /// Fills a disk until it has so many free bytes.
    private func fill(_ disk: SmallDisk, until left: Int) throws {
        let path = disk.folder.filePath.appending("filler")
        let count = try Volume(of: disk.folder.filePath).availableBytes - left
        // A full disk may have less space than it says.
        try? path.write([UInt8](repeating: 0, count: count))
    }

    @Test func aFullDiskIsOffloadedWithTheCopyOfTheCatalogueOfTheDay() async throws {
        try fill(disks[0], until: 20 << 20)
        #expect(try await library.offload(OffloadRequest(.before(nil))).offloaded == 3)
        #expect(try freeBytes() > 45 << 20)
        #expect(try library.assetsByName().values.allSatisfy { $0.original?.location == .elsewhere })
    }

    @Test func anOlderCopyOfTheCatalogueIsNotEnough() async throws {
        try fill(disks[0], until: 20 << 20)
        for store in try library.stores {
            try library.catalog.record(
                .store(.wroteCatalogCopy(store.id, Date(timeIntervalSinceNow: -90_000), assets: 3)))
        }
        await #expect(throws: PhotoLibraryError(.notEnoughSpace, "")) {
            try await library.offload(OffloadRequest(.before(nil)))
        }
        #expect(try library.assetsByName().values.allSatisfy { $0.original?.location != .elsewhere })
    }

    @Test func aFullStoreEndsNoOffload() async throws {
        try fill(disks[2], until: 0)
        #expect(try await library.offload(OffloadRequest(.before(nil))).offloaded == 3)
    }

    /// A second name of each file stands for a snapshot: the disk has no more free space after a removal.
    @Test func theWorkEndsAtTheGoalAlsoIfASnapshotKeepsTheFiles() async throws {
        let snapshot = home.appending("snapshot")
        try FileManager.default.createDirectory(atPath: snapshot.string, withIntermediateDirectories: true)
        for name in Self.names {
            let place = try library.place(of: try #require(try library.assetsByName()[name]?.original))
            try FileManager.default.linkItem(atPath: place.string, toPath: snapshot.appending(name).string)
        }
        var request = OffloadRequest(.before(nil))
        request.freeBytes = Int64(try freeBytes() + Self.photoBytes * 3 / 2)
        let items = Gathered<OffloadedItem>()
        let offloader = Offloader(library.local.owners.stores, batchSize: 1)
        let summary = try offloader.run(request, LoadProgress()) { items.append($0) }
        #expect(summary.offloaded == 2)
        #expect(items.all.map(\.name) == ["old.jpg", "middle.jpg"], "The oldest leave first.")
    }

    @Test func theOldestPhotosLeaveFirst() async throws {
        var request = OffloadRequest(.before(nil))
        request.freeBytes = Int64(try freeBytes() + Self.photoBytes / 2)
        let items = Gathered<OffloadedItem>()
        let offloader = Offloader(library.local.owners.stores, batchSize: 1)
        _ = try offloader.run(request, LoadProgress()) { items.append($0) }
        #expect(items.all.map(\.name) == ["old.jpg"])
        #expect(try library.assetsByName()["new.jpg"]?.original?.location != .elsewhere)
    }
}
