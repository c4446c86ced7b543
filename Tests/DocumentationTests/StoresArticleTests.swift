import Foundation
import OpenPhotoKitOwner
import TestSupport
import Testing

/// The code of the articles `Stores` and `Restore`.
@Suite("Articles Stores and Restore")
struct StoresArticleTests {
    @Test func storesAndRestore() async throws {
        let temporary = try TemporaryFolder()
        let library = try OwnedLibrary(at: FilePath(temporary.path("library")), opening: .creatingIfAbsent)
        let disk = temporary.path("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        try await library.addStore(NewStore(name: "nas", address: StoreAddress(disk)))
        let summary = try await library.mirror { file in
            if let error = file.error { print(file.name, error.message) }
        }
        print(summary.copied, "copies were written and read back.")
        try await library.offload(OffloadRequest(.before(nil)))
        #expect(summary.storesWithCatalog == ["nas"])
        try await check(library)
        try await restore(disk, FilePath(temporary.path("restored")))
    }

    private func check(_ library: OwnedLibrary) async throws {
        var request = StoreCheckRequest()
        request.parts = 90
        let checked = try await library.checkStores(request)
        print(checked.suspect, "copies are lost or changed.")
        try await library.importOriginals(StoreImportRequest(store: "nas"))
        #expect(checked.sound == 0)
    }

    private func restore(_ disk: String, _ path: FilePath) async throws {
        let request = RestoreRequest(NewStore(name: "nas", address: try StoreAddress(disk)))
        let summary = try await OwnedLibrary.restore(request, to: path)
        print(summary.assets, "photos;", summary.unknownOriginals, "originals have none.")
        let restored = try OwnedLibrary(at: path)
        try await restored.importOriginals(StoreImportRequest(store: summary.store))
        #expect(try restored.assetCount() == 0)
    }
}
