import Foundation
import LibraryStorage
import LibraryStores
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// The files that stand at the places of originals that are in stores.
@Suite(disks) struct StubTests {
    /// The originals of photos without a date, by their bytes.
    private func original(_ bytes: [UInt8], in library: OwnedLibrary) throws -> (asset: Asset, file: AssetResource) {
        var found: (Asset, AssetResource)?
        let digest = try bytes.sha256.hex
        try library.forEachAsset { asset in
            if let original = asset.original, original.sha256.hex == digest { found = (asset, original) }
        }
        return try #require(found)
    }

    @Test func aSecondPhotoAtTheSamePathKeepsTheFirstOnesStub() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let place = try scene.library.place(of: scene.original("1.jpg"))
        let (first, second) = (try scene.bytes("1.jpg"), TestPhoto.jpeg(77, width: 320, height: 240))
        try await scene.offload(["1.jpg"])
        let path = try scene.scene.add("../other/1.jpg", second)
        try await scene.scene.importAll(scene.library, [path])
        let other = try original(second, in: scene.library)
        #expect(try scene.library.place(of: other.file) == place, "The former path is free.")
        try await scene.library.mirror()
        #expect(try await scene.library.offload(OffloadRequest(.assets([other.asset.localIdentifier]))).offloaded == 1)

        let names = place.removingLastComponent().names.map(\.string).filter { $0.hasSuffix(".elsewhere") }
        let stubs = names.compactMap { OffloadStub(at: place.removingLastComponent().appending($0))?.sha256 }
        let digests = try [first, second].map { try $0.sha256.hex }
        #expect(Set(stubs) == Set(digests) && stubs.count == 2, "\(names)")

        let photos = try digests.indices.map {
            try original([first, second][$0], in: scene.library).asset.localIdentifier
        }
        try await scene.library.bringBack(photos)
        #expect(try place.contents() == first, "The first one has its path again.")
        let back = try scene.library.place(of: original(second, in: scene.library).file)
        #expect(try back.contents() == second && back.removingLastComponent() == place.removingLastComponent())
        #expect(try await scene.library.verify { _ in }.faults == 0)
        #expect(scene.scene.leftovers.isEmpty)
    }

    /// Another run has the path of a stub.
    @Test func aStubThatCannotBeWrittenKeepsItsPhotoOnly() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        var stub = FilePath(try scene.library.place(of: scene.original("1.jpg")).string + ".elsewhere")
        let isInside = stub.removePrefix(scene.scene.libraryPath)
        try #require(isInside)
        #expect(try scene.library.catalog.plan([stub], run: "another").isEmpty)
        let outcomes = try await scene.offload()
        #expect(outcomes["1.jpg"]?.error?.code == .libraryBusy)
        #expect(outcomes["2.jpg"]?.isOffloaded == true && outcomes["3.jpg"]?.isOffloaded == true)
        #expect(try scene.library.place(of: scene.original("1.jpg")).contents() == scene.bytes("1.jpg"))
    }

    @Test func anOriginalThatWasPutBackByHandCanLeaveAgain() async throws {
        let scene = try Scene()
        let disks = try (0..<2).map { _ in try SmallDisk(at: TemporaryFolder(), size: "64m") }
        let bytes = TestPhoto.jpeg(1, width: 320, height: 240)
        try scene.add("1.jpg", bytes)
        var place: FilePath = ""
        do {
            let library = try await scene.openMirrored(to: disks)
            place = try library.place(of: try #require(try library.assetsByName()["1.jpg"]?.original))
            #expect(try await library.offload(OffloadRequest(.before(nil))).offloaded == 1)
        }
        try scene.waitUntilClosed()
        try place.write(bytes)
        #expect(try await OwnedLibrary.repair(at: scene.libraryPath) { _ in }.faults == 0)
        let library = try OwnedLibrary(at: scene.libraryPath)
        #expect(try library.place(of: try #require(try library.assetsByName()["1.jpg"]?.original)) == place)
        #expect(!FileManager.default.fileExists(atPath: place.string + ".elsewhere"))
        #expect(scene.leftovers.isEmpty)
        #expect(try await library.offload(OffloadRequest(.before(nil))).offloaded == 1)
        #expect(!FileManager.default.fileExists(atPath: place.string))
    }
}
