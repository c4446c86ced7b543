import Foundation
import LibraryStores
import Originals
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Photos that a person deleted, and that can still be restored.
@Suite(disks) struct DeletedPhotoTests {
    @Test func aPhotoThatWasDeletedBeforeTheFirstMirrorCanBeRestoredFromAStore() async throws {
        let scene = try await StoreScene(stores: ["one"])
        let photo = try scene.photo("1.jpg")
        _ = try scene.library.deleteAssets([photo])
        #expect(try await scene.library.mirror().copied == 3)

        let path = FilePath(scene.scene.folder.path("Restored.library"))
        let store = NewStore(name: "store", address: .folder(scene.disks[0].folder.filePath))
        let summary = try await OwnedLibrary.restore(RestoreRequest(store), to: path)
        #expect(summary.missingFiles == 0)
        let restored = try OwnedLibrary(at: path)
        _ = try restored.restoreDeletedAssets([photo])
        let items = Gathered<ReturnedItem>()
        try await restored.bringBack([photo]) { items.append($0) }
        #expect(items.all.map(\.error) == [nil])
        let file = try #require(try restored.assetsByName()["1.jpg"]?.original)
        #expect(try restored.originals.path(of: file.location)?.contents() == scene.bytes("1.jpg"))
    }
}
