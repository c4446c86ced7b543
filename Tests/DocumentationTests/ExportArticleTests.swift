import Foundation
import OpenPhotoKitOwner
import TestSupport
import Testing

/// The code of the article `Export`.
@Suite("Article Export")
struct ExportArticleTests {
    @Test func export() async throws {
        let temporary = try TemporaryFolder()
        let library = try OwnedLibrary(at: FilePath(temporary.path("library")), opening: .creatingIfAbsent)
        let folder = FilePath(temporary.path("export"))
        var options = ExportOptions()
        options.sidecar = .xmp
        options.removesPlaces = true
        let summary = try await library.export(AssetQuery(.isFavorite), to: folder, options: options) { item in
            if let error = item.error { print(item.path, error.message) }
        }
        print(summary[.exported], "files;", summary[.unchanged], "are unchanged")
        #expect(summary.files == 0)
    }
}
