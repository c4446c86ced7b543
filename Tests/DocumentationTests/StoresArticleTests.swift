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
        try await restore(disk, FilePath(temporary.path("restored")))
    }

    private func restore(_ disk: String, _ path: FilePath) async throws {
        let request = RestoreRequest(NewStore(name: "nas", address: try StoreAddress(disk)))
        let summary = try await OwnedLibrary.restore(request, to: path)
        print(summary.assets, "photos, as they were on", summary.catalogDate)
        #expect(summary.assets == 0)
    }
}
