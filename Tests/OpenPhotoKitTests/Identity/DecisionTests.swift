import PhotoCatalog
import PhotoModel
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Decisions of the user take precedence over comparisons of pictures, and remain valid until the content changes.
@Suite struct DecisionTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func resolve(_ identifier: CloudIdentifier) throws -> Resolution {
        try #require(library.resolveAndWait([identifier]).first).get()
    }

    /// Two encodings of one scene, and the identifier of a third encoding that may be each of them.
    private func similarPhotos() async throws -> (assets: [String], asked: CloudIdentifier) {
        let assets = try await scene.store(
            [TestPhoto.jpeg(1, quality: 90), TestPhoto.jpeg(1, quality: 89)], in: library)
        let asked = try await Scene.identifier(of: TestPhoto.jpeg(1, quality: 70))
        #expect(try resolve(asked).status == .multiple)
        return (assets, asked)
    }

    @Test func theChosenPhotoIsFoundAfterwards() async throws {
        let (assets, asked) = try await similarPhotos()
        try library.decide(asked, isSame: true, as: assets[1])
        for identifier in [asked, asked.compact] {
            let answer = try resolve(identifier)
            #expect(answer.localIdentifier == assets[1] && answer.candidates.map(\.reason) == [.decided])
        }
        let decision = try #require(try library.decisions().first)
        #expect(try library.forgetDecision(about: decision.contents[1], and: decision.contents[0]))
        #expect(try resolve(asked).status == .multiple)
    }

    @Test func anExcludedOneIsNeitherChosenNorARival() async throws {
        let (assets, asked) = try await similarPhotos()
        try library.decide(asked, isSame: false, as: assets[0])
        let answer = try resolve(asked)
        #expect(answer.localIdentifier == assets[1] && answer.candidates.map(\.reason) == [.samePicture])
        #expect(answer.lookalikes.map(\.reason) == [.decidedOther])
        try library.decide(asked, isSame: false, as: assets[1])
        let none = try resolve(asked)
        #expect(none.status == .notFound && none.lookalikes.count == 2)
    }

    @Test func aDecisionHoldsInAnotherLibraryThatTakesItOver() async throws {
        let (assets, asked) = try await similarPhotos()
        try library.decide(asked, isSame: true, as: assets[0])
        let other = try Scene()
        let second = try other.open()
        let theirs = try await other.store(
            [TestPhoto.jpeg(1, quality: 89), TestPhoto.jpeg(1, quality: 90)], in: second)
        try second.decide(try library.decisions())
        let answer = try #require(await second.resolve([asked]).first).get()
        #expect(answer.localIdentifier == theirs[1] && answer.candidates.map(\.reason) == [.decided])
    }

    /// A decision is about the picture, so it also applies to a file with other metadata.
    @Test func aDecisionHoldsForOtherMetadata() async throws {
        let (assets, asked) = try await similarPhotos()
        try library.decide(asked, isSame: true, as: assets[1])
        let edited = try await Scene.identifier(of: TestPhoto.commented(TestPhoto.jpeg(1, quality: 70), "edited"))
        #expect(try resolve(edited).localIdentifier == assets[1])
    }

    @Test func aDecisionAboutAMissingAssetIsRefused() async throws {
        let asked = try await Scene.identifier(of: TestPhoto.jpeg(1))
        let error = #expect(throws: PhotoLibraryError.self) { try library.decide(asked, isSame: true, as: "missing") }
        #expect(error?.code == .identifierNotFound && error?.identifier == "missing")
    }

    /// If the requested photo was deleted, a photo that looks the same is found only after a decision of the user.
    @Test(arguments: [false, true]) func theTwinOfADeletedPhotoIsAmbiguous(isPurged: Bool) async throws {
        let deleted = TestPhoto.jpeg(1, quality: 90)
        let assets = try await scene.store([deleted, TestPhoto.jpeg(1, quality: 89)], in: library)
        _ = try library.deleteAssets([assets[0]])
        if isPurged { _ = try await library.purgeDeletedAssets([assets[0]]) }
        for file in [deleted, TestPhoto.commented(deleted, "edited")] {
            let answer = try resolve(try await Scene.identifier(of: file))
            #expect(answer.status == .multiple && answer.candidates.map(\.reason) == [.deletedOriginal])
        }
        // This encoding was never in the library, so no deleted photo is requested.
        #expect(
            try resolve(try await Scene.identifier(of: TestPhoto.jpeg(1, quality: 70))).localIdentifier == assets[1])
    }

    @Test func ofSeveralDecisionsAllAreStoredOrNone() async throws {
        let (assets, asked) = try await similarPhotos()
        #expect(throws: PhotoLibraryError.self) { try library.decide(asked, same: [], different: assets + ["missing"]) }
        #expect(try library.decisions().isEmpty && resolve(asked).status == .multiple)
        try library.decide(asked, same: [assets[1]], different: [assets[0]])
        #expect(try Set(library.decisions().map(\.isSame)) == [true, false])
        #expect(try resolve(asked).localIdentifier == assets[1])
    }

    @Test func aDecidedAssetThatIsGoneIsNotFound() async throws {
        let (assets, asked) = try await similarPhotos()
        try library.decide(asked, isSame: true, as: assets[1])
        _ = try library.deleteAssets([assets[1]])
        // The other photo looks the same, but the user chose the deleted photo.
        let answer = try resolve(asked)
        #expect(answer.status == .multiple && answer.candidates.map(\.reason) == [.deletedOriginal])
        #expect(answer.candidates.map(\.localIdentifier) == [assets[0]])
        _ = try library.restoreDeletedAssets([assets[1]])
        #expect(try resolve(asked).localIdentifier == assets[1])
    }
}
