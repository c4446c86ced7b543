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

    private func pairs() throws -> Set<Set<String>> {
        var pairs: Set<Set<String>> = []
        try library.catalog.forEachSimilarPair(score: 0) { one, other, _ in pairs.insert([one, other]) }
        return pairs
    }

    @Test func anImportFindsThem() async throws {
        let assets = try await scene.store(
            [TestPhoto.jpeg(1), TestPhoto.jpeg(2), TestPhoto.jpeg(1, quality: 60)], in: library)
        #expect(try pairs() == [[assets[0], assets[2]]])
        try scene.add("later.jpg", TestPhoto.jpeg(2, quality: 60))
        let later = try #require(try await scene.importAll(library).items.last?.localIdentifier)
        #expect(try pairs() == [[assets[0], assets[2]], [assets[1], later]])
    }

    /// A quarter turn without a tag is still the same shot.
    @Test func aTurnedOneIsFound() async throws {
        let assets = try await scene.store(
            [
                TestPhoto.dated(TestPhoto.jpeg(1), "2021:07:01 10:00:00", orientation: 6),
                TestPhoto.jpeg(1, quality: 60),
            ], in: library)
        #expect(try pairs() == [Set(assets)])
    }

    @Test func oneThatComesBackIsLookedAtAgain() async throws {
        let assets = try await scene.store([TestPhoto.jpeg(1)], in: library)
        _ = try library.deleteAssets(assets)
        let twin = try await scene.store([TestPhoto.jpeg(1, quality: 60)], in: library)
        #expect(try pairs() == [])
        _ = try library.restoreDeletedAssets(assets)
        try SimilarPictureFinder(library).run()
        #expect(try pairs() == [[assets[0], twin[0]]])
    }

    /// More than are kept: then nobody of them is known to have no other rival.
    @Test func aCrowdIsKnownOnAllSides() async throws {
        let assets = try await scene.store((0..<4).map { TestPhoto.jpeg(1, quality: 90 - $0) }, in: library)
        let signatures = try assets.map {
            try #require(try library.catalog.signedAsset(withLocalIdentifier: $0)).signature
        }
        // Signed again, so that they are looked at again, one after the other.
        for (number, signature) in signatures.enumerated() {
            try library.catalog.record(.signatures([AssetSignature(assetID: Int64(number + 1), signature: signature)]))
            try SimilarPictureFinder(library, candidateLimit: 2).run()
        }
        let copies = try library.catalog.possibleCopies(assets)
        #expect(try assets.allSatisfy { try #require(copies[$0]).isCrowded })
    }
}
