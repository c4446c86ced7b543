import PhotoCatalog
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoMatching

/// After an import, the similar pictures of each photo are recorded.
@Suite struct SimilarPictureFinderTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func pairs() throws -> Set<Set<String>> {
        var pairs: Set<Set<String>> = []
        try library.catalog.forEachSimilarPair(score: 0) { one, other, _, _ in pairs.insert([one, other]) }
        return pairs
    }

    @Test func anImportFindsSimilarPictures() async throws {
        let assets = try await scene.store(
            [TestPhoto.jpeg(1), TestPhoto.jpeg(2), TestPhoto.jpeg(1, quality: 60)], in: library)
        #expect(try pairs() == [[assets[0], assets[2]]])
        try scene.add("later.jpg", TestPhoto.jpeg(2, quality: 60))
        let later = try #require(try await scene.importAll(library).items.last?.localIdentifier)
        #expect(try pairs() == [[assets[0], assets[2]], [assets[1], later]])
    }

    /// A picture that is rotated by 90° without an orientation tag is still the same photo.
    @Test func aTurnedPictureIsFound() async throws {
        let assets = try await scene.store(
            [
                TestPhoto.dated(TestPhoto.jpeg(1), "2021:07:01 10:00:00", orientation: 6),
                TestPhoto.jpeg(1, quality: 60),
            ], in: library)
        #expect(try pairs() == [Set(assets)])
    }

    @Test func aRestoredPhotoIsComparedAgain() async throws {
        let assets = try await scene.store([TestPhoto.jpeg(1)], in: library)
        _ = try library.deleteAssets(assets)
        let copy = try await scene.store([TestPhoto.jpeg(1, quality: 60)], in: library)
        #expect(try pairs() == [])
        _ = try library.restoreDeletedAssets(assets)
        try SimilarPictureFinder(library.local.catalog, library.local.index).run()
        #expect(try pairs() == [[assets[0], copy[0]]])
    }

    /// If a picture has more similar pictures than the limit, all these pictures are marked as incomplete.
    ///
    /// Each of them may have a similar picture that is not recorded.
    @Test func tooManySimilarPicturesAreRecordedForEach() async throws {
        let assets = try await scene.store((0..<4).map { TestPhoto.jpeg(1, quality: 90 - $0) }, in: library)
        let signatures = try assets.map {
            try #require(try library.catalog.signedAsset(withLocalIdentifier: $0)).signature
        }
        // New signatures, so that the photos are compared again one by one.
        for (number, signature) in signatures.enumerated() {
            try library.catalog.record(
                .signatures([PictureSignature(resourceID: Int64(number + 1), signature: signature)]))
            try SimilarPictureFinder(library.local.catalog, library.local.index, candidateLimit: 2).run()
        }
        let copies = try library.catalog.possibleCopies(assets)
        #expect(try assets.allSatisfy { try #require(copies[$0]).hasTooManySimilarPictures })
    }
}
