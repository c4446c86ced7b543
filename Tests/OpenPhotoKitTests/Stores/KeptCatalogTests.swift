import Foundation
import PhotoModel
import RemoteStores
import SystemPackage
import TestSupport
import Testing

@testable import LibraryStores
@testable import OpenPhotoKitOwner

/// The copies of a catalogue that no rule removes from a store.
@Suite(disks) struct KeptCatalogTests {
    /// The names of the copies of catalogues in a store.
    private func copies(_ scene: StoreScene, store number: Int = 0) -> [String] {
        tree(scene.disks[number].folder.filePath.appending("catalogs")).keys.filter { $0.hasSuffix(".gz") }.sorted()
    }

    private func kept(_ scene: StoreScene, store number: Int = 0) -> [String] {
        copies(scene, store: number).filter { $0.hasSuffix(".kept.sqlite.gz") }
    }

    /// Names are of whole seconds.
    private func waitForNextSecond() async throws { try await Task.sleep(for: .milliseconds(1100)) }

    @Test func theLastCopyBeforeManyPhotosAreGoneStays() async throws {
        let scene = try await StoreScene()
        try await scene.library.mirror()
        let before = try #require(copies(scene).first)
        try await waitForNextSecond()
        try await scene.library.mirror()
        #expect(kept(scene).isEmpty, "No photo is gone.")
        let last = try #require(copies(scene).first)
        #expect(last != before)
        _ = try scene.library.deleteAssets([scene.photo("1.jpg")])
        for _ in 0..<2 {
            try await waitForNextSecond()
            try await scene.library.mirror()
        }
        for store in 0...1 { #expect(kept(scene, store: store).count == 1 && copies(scene, store: store).count == 2) }
        #expect(kept(scene) == [last.replacing(".sqlite.gz", with: ".kept.sqlite.gz")])
    }

    @Test func theNextCopyIsTheLatestAlsoIfTheClockWasSetBack() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        func copy(_ date: Date) -> CatalogCopy { CatalogCopy(library: UUID(), writer: UUID(), date: date) }
        #expect(CatalogCopy.date(after: [], now: now) == now)
        #expect(CatalogCopy.date(after: [copy(now - 60)], now: now) == now)
        #expect(CatalogCopy.date(after: [copy(now + 86_400), copy(now)], now: now) == now + 86_401)
    }

    @Test func theLastCopyBeforeARestoreStays() async throws {
        let scene = try await StoreScene(stores: ["one", "sealed"])
        try await scene.library.mirror()
        let last = copies(scene)
        let path = FilePath(scene.scene.folder.path("Restored.library"))
        let store = NewStore(name: "store", address: .folder(scene.disks[0].folder.filePath))
        _ = try await OwnedLibrary.restore(RestoreRequest(store), to: path)
        let restored = try OwnedLibrary(at: path)
        try await restored.mirror()
        #expect(kept(scene) == last.map { $0.replacing(".sqlite.gz", with: ".kept.sqlite.gz") })
        #expect(copies(scene).count == 2)
        // The other computer goes on, and removes nothing of it.
        try await scene.library.mirror()
        #expect(kept(scene).count == 1)
    }

    @Test func theLastCopyBeforeARebuildStays() async throws {
        let scene = try Scene()
        let disk = try SmallDisk(at: TemporaryFolder(), size: "64m")
        try scene.add("1.jpg", TestPhoto.jpeg(1, width: 320, height: 240))
        let store = NewStore(name: "one", address: .folder(disk.folder.filePath))
        do {
            let library = try scene.open()
            try await scene.importAll(library)
            try await library.addStore(store)
            try await library.mirror()
        }
        try scene.waitUntilClosed()
        _ = try await OwnedLibrary.repair(at: scene.libraryPath, rebuild: true) { _ in }
        let rebuilt = try OwnedLibrary(at: scene.libraryPath)
        try await rebuilt.addStore(store)
        try await waitForNextSecond()
        try await rebuilt.mirror()
        let names = tree(disk.folder.filePath.appending("catalogs")).keys.filter { $0.hasSuffix(".gz") }
        #expect(names.count == 2 && names.filter { $0.hasSuffix(".kept.sqlite.gz") }.count == 1, "\(names)")
    }
}
