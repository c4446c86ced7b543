import Foundation
import LibraryStores
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Who writes the copies of a catalogue to a store: a copy of the library's folder is another writer.
@Suite(disks) struct WriterTests {
    /// The identifiers of the writers in a store of one library.
    private func writers(_ disk: SmallDisk) throws -> Int {
        let catalogs = disk.folder.filePath.appending("catalogs")
        let libraries = catalogs.names.map { catalogs.pushing($0) }
        return try #require(libraries.first).names.count
    }

    /// Both folders go on: a purge of one must not take the only copy of the other.
    @Test func aCopiedFolderKeepsItsCopies() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let photo = try scene.photo("1.jpg")
        let paths = try (0...1).map { try scene.path(of: "1.jpg", inStore: $0) }
        let copy = FilePath(scene.scene.folder.path("Copy.library"))
        try FileManager.default.copyItem(atPath: scene.scene.libraryPath.string, toPath: copy.string)
        let twin = try OwnedLibrary(at: copy)
        #expect(try await twin.offload(OffloadRequest(.assets([photo]))).offloaded == 1)
        _ = try scene.library.deleteAssets([photo])
        _ = try await scene.library.purgeDeletedAssets([photo])
        #expect(try await scene.library.mirror().removed == 0)
        for path in paths { #expect(try path.contents() == scene.bytes("1.jpg")) }
    }

    @Test func theSameFolderIsTheSameWriter() async throws {
        let scene = try await StoreScene()
        for _ in 0..<2 { try await scene.library.mirror() }
        #expect(try writers(scene.disks[0]) == 1)
    }

    /// As the folder of a library that was copied to it with its times and numbers, such as the image of a disk.
    @Test func anotherComputerIsAnotherWriter() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let file = scene.scene.libraryPath.appending("stores").appending("writer")
        var lines = String(decoding: try file.contents(), as: UTF8.self).split(separator: "\n").map(String.init)
        try #require(lines.count == 2)
        lines[1] = "0" + lines[1]
        try file.write(Array(lines.joined(separator: "\n").utf8))
        try await scene.library.mirror()
        #expect(try writers(scene.disks[0]) == 2)
    }

    /// The photo was purged, then imported again and offloaded.
    ///
    /// The older catalogue knows it as purged.
    @Test func anOlderFolderThatIsPutBackRemovesNothing() async throws {
        let scene = try Scene()
        let disks = try (0..<2).map { _ in try SmallDisk(at: TemporaryFolder(), size: "64m") }
        for number in 1...2 {
            try scene.add(FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number), width: 320, height: 240))
        }
        let catalogs = ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm", "catalog-copy"]
        let backup = FilePath(scene.folder.path("backup"))
        try FileManager.default.createDirectory(atPath: backup.string, withIntermediateDirectories: true)
        let bytes = try scene.source.appending("1.jpg").contents()
        var object: FilePath = ""
        do {
            let library = try await scene.openMirrored(to: disks)
            let original = try #require(try library.assetsByName()["1.jpg"]?.original)
            let digest = original.sha256.hex
            object = disks[0].folder.filePath.appending("originals").appending(String(digest.prefix(2)))
                .appending(digest)
            let photo = try #require(try library.assetsByName()["1.jpg"]).localIdentifier
            _ = try library.deleteAssets([photo])
            _ = try await library.purgeDeletedAssets([photo])
        }
        try scene.waitUntilClosed()
        for name in catalogs {
            try? FileManager.default.copyItem(
                atPath: scene.libraryPath.appending(name).string, toPath: backup.appending(name).string)
        }
        // The names of copies of catalogues are of whole seconds.
        try await Task.sleep(for: .milliseconds(1100))
        do {
            let library = try scene.open()
            try await scene.importAll(library) { $0.restoresDeleted = true }
            try await library.mirror()
            #expect(try await library.offload(OffloadRequest(.before(nil))).offloaded == 2)
        }
        try scene.waitUntilClosed()
        for name in catalogs {
            let path = scene.libraryPath.appending(name).string
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.copyItem(atPath: backup.appending(name).string, toPath: path)
        }
        let library = try scene.open()
        for _ in 0..<2 {
            #expect(try await library.mirror().removed == 0)
            #expect(try object.contents() == bytes)
            try await Task.sleep(for: .milliseconds(1100))
        }
    }

    /// A run that ended after its copy was there and before the catalogue knew it is no other writer.
    @Test func anInterruptedCopyOfTheCatalogueIsItsOwn() async throws {
        let scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        let id = try scene.library.stores[0].id
        try scene.library.catalog.record(
            .store(.wroteCatalogCopy(id, Date(timeIntervalSinceNow: -7200), assets: 3)))
        let photo = try scene.photo("1.jpg")
        _ = try scene.library.deleteAssets([photo])
        _ = try await scene.library.purgeDeletedAssets([photo])
        #expect(try await scene.library.mirror().removed == 1)
        #expect(try writers(scene.disks[0]) == 1)
    }
}
