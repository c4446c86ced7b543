import PhotoCatalog
import Testing

@testable import OpenPhotoKit

/// After an import everybody's look-alikes are known.
@Suite struct SiblingFinderTests {
    private let scene: Scene
    private let library: PhotoLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func siblings(of localIdentifier: String) throws -> [String]? {
        let asset = try #require(try library.catalog.signedAsset(withLocalIdentifier: localIdentifier))
        guard case .all(let siblings) = try library.catalog.siblings(of: asset.signatureID) else { return nil }
        return try siblings.map { try #require(try library.catalog.signedAsset($0.signatureID)).localIdentifier }
    }

    @Test func anImportFindsThem() async throws {
        let assets = try await scene.store(
            [TestPhoto.jpeg(1), TestPhoto.jpeg(2), TestPhoto.jpeg(1, quality: 60)], in: library)
        #expect(try siblings(of: assets[0]) == [assets[2]])
        #expect(try siblings(of: assets[1]) == [])
        #expect(try siblings(of: assets[2]) == [assets[0]])
        try scene.add("later.jpg", TestPhoto.jpeg(2, quality: 60))
        let later = try await scene.importAll(library).items.compactMap(\.localIdentifier)
        #expect(try siblings(of: assets[1]) == later.suffix(1))
    }

    /// A quarter turn without a tag is still the same shot.
    @Test func aTurnedOneIsFound() async throws {
        let assets = try await scene.store(
            [
                TestPhoto.dated(TestPhoto.jpeg(1), "2021:07:01 10:00:00", orientation: 6),
                TestPhoto.jpeg(1, quality: 60),
            ], in: library)
        #expect(try siblings(of: assets[0]) == [assets[1]])
    }

    @Test func oneThatComesBackIsLookedAtAgain() async throws {
        let assets = try await scene.store([TestPhoto.jpeg(1)], in: library)
        _ = try library.deleteAssets(assets)
        let twin = try await scene.store([TestPhoto.jpeg(1, quality: 60)], in: library)
        #expect(try siblings(of: twin[0]) == [])
        _ = try library.restoreDeletedAssets(assets)
        #expect(try siblings(of: twin[0]) == nil)
        try SiblingFinder(library).run()
        #expect(try siblings(of: twin[0]) == assets)
    }
}
