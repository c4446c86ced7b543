import PhotoCatalog
import PhotoModel
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Stored references are resolved after each import, and outdated signatures are renewed.
@Suite struct ReferenceTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    @Test func aKeptReferenceIsFoundWhenItsPhotoArrives() async throws {
        let asked = try await Scene.identifier(of: TestPhoto.jpeg(1, quality: 70))
        let never = try await Scene.identifier(of: TestPhoto.jpeg(9))
        try library.remember([asked, never])
        try scene.add("a.jpg", TestPhoto.jpeg(2))
        #expect(try await scene.importAll(library).summary.resolvedReferences == 0)
        try scene.add("b.jpg", TestPhoto.jpeg(1))
        let (items, summary) = try await scene.importAll(library)
        #expect(summary.resolvedReferences == 1)
        let found = try library.rememberedReferences(resolved: true)
        #expect(found.map(\.identifier) == [asked.stringValue])
        #expect(found.map(\.localIdentifier) == [items.first { $0.path.lastComponent == "b.jpg" }?.localIdentifier])
        #expect(try library.rememberedReferences(resolved: false).map(\.identifier) == [never.stringValue])
    }

    /// A photo that was found by content may be a similar photo.
    ///
    /// A later import of the requested photo corrects the result.
    @Test func anAnswerByContentIsResolvedAgain() async throws {
        let photo = TestPhoto.jpeg(1, quality: 90)
        try library.remember([try await Scene.identifier(of: photo)])
        try scene.add("copy.jpg", TestPhoto.jpeg(1, quality: 70))
        #expect(try await scene.importAll(library).summary.resolvedReferences == 1)
        try scene.add("photo.jpg", photo)
        let (items, summary) = try await scene.importAll(library)
        #expect(summary.resolvedReferences == 0)
        let arrived = try #require(items.first { $0.path.lastComponent == "photo.jpg" }?.localIdentifier)
        #expect(try library.rememberedReferences(resolved: true).map(\.localIdentifier) == [arrived])
        _ = try library.deleteAssets([arrived])
        try await library.resolveRememberedReferences()
        #expect(try library.rememberedReferences(resolved: false).count == 1)
    }

    @Test func aDryRunResolvesNothing() async throws {
        try library.remember([try await Scene.identifier(of: TestPhoto.jpeg(1))])
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        #expect(try await scene.importAll(library, dryRun: true).summary.resolvedReferences == 0)
        #expect(try library.rememberedReferences(resolved: true).isEmpty)
    }

    @Test func outdatedSignaturesAreRenewed() async throws {
        let assets = try await scene.store([TestPhoto.jpeg(1), TestPhoto.jpeg(2)], in: library)
        let first = try #require(try library.catalog.signedAsset(1)).signature
        let old = ContentSignature(
            version: 250, hash: first.hash, quality: 1, thumbnail: first.thumbnail, size: first.size)
        try library.catalog.record(.signatures([1, 2].map { PictureSignature(resourceID: $0, signature: old) }))
        #expect(try library.outdatedSignatureCount() == 2)
        let asked = try await Scene.identifier(of: TestPhoto.jpeg(1, quality: 70))
        #expect(try library.resolveAndWait([asked])[0].get().status == .notFound)
        #expect(try library.renewSignaturesAndWait() == 2)
        #expect(try library.outdatedSignatureCount() == 0)
        #expect(try library.signature(of: assets[0]) == first)
        #expect(try library.resolveAndWait([asked])[0].get().localIdentifier == assets[0])
    }

    @Test func anOriginalThatChangedIsNotSigned() async throws {
        _ = try await scene.store([TestPhoto.jpeg(1)], in: library)
        let signature = try #require(try library.catalog.signedAsset(1)).signature
        let old = ContentSignature(
            version: 250, hash: signature.hash, quality: 1, thumbnail: [], size: signature.size)
        try library.catalog.record(.signatures([PictureSignature(resourceID: 1, signature: old)]))
        let original = try #require(try library.storedFiles().first)
        try original.place.write(TestPhoto.jpeg(2))
        #expect(try library.renewSignaturesAndWait() == 0)
        #expect(try library.outdatedSignatureCount() == 1)
    }
}
