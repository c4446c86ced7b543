import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoMatching

/// The answers to several identifiers, and to false ones.
@Suite struct IdentifierAnswerTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    // MARK: One result for each identifier

    @Test func everyDistinctLocalIdentifierHasAnAnswer() async throws {
        let assets = try await scene.store([TestPhoto.jpeg(1), TestPhoto.jpeg(2)], in: library)
        let asked = assets + assets + ["missing", ""]
        let answers = library.cloudIdentifierMappings(forLocalIdentifiers: asked)
        #expect(Set(answers.keys) == Set(asked))
        #expect((answers["missing"]?.error as? PhotoLibraryError)?.code == .identifierNotFound)
        #expect((answers["missing"]?.error as? PhotoLibraryError)?.identifier == "missing")
        #expect(library.cloudIdentifierMappings(forLocalIdentifiers: []).isEmpty)
    }

    @Test func everyDistinctCloudIdentifierHasAnAnswer() async throws {
        let assets = try await scene.store([TestPhoto.jpeg(1), TestPhoto.jpeg(2)], in: library)
        let known = try await Scene.identifier(of: TestPhoto.jpeg(1))
        let stranger = try await Scene.identifier(of: TestPhoto.jpeg(9))
        let album = CloudIdentifier(
            stableID: known.stableID, subject: .album(CloudIdentifier.CollectionEvidence(titlePrefix: [], contents: []))
        )
        let answers = library.localIdentifierMappings(for: [known, stranger, known.compact, known, album])
        #expect(answers.count == 3)
        #expect(try answers[known]?.get() == assets[0])
        #expect((answers[stranger]?.error as? PhotoLibraryError)?.code == .identifierNotFound)
        #expect((answers[album]?.error as? PhotoLibraryError)?.code == .identifierNotFound)
    }

    @Test func ambiguityNamesTheAssets() async throws {
        let assets = try await scene.store(
            [TestPhoto.jpeg(1, quality: 90), TestPhoto.jpeg(1, quality: 89)], in: library)
        let identifier = try await Scene.identifier(of: TestPhoto.jpeg(1, quality: 70))
        let error = library.localIdentifierMappings(for: [identifier])[identifier]?.error as? PhotoLibraryError
        #expect(error?.code == .multipleIdentifiersFound)
        #expect(Set(error?.localIdentifiers ?? []) == Set(assets))
    }

    // MARK: Hostile identifiers

    /// Well-formed identifiers with zero and very large sizes, another version, and random pictures.
    @Test func falseIdentifiersAreAnsweredAndNeverCrash() async throws {
        _ = try await scene.store([TestPhoto.jpeg(1)], in: library)
        var evidence = try #require(try await Scene.identifier(of: TestPhoto.jpeg(1, quality: 70)).evidence)
        let honest = try #require(evidence.signature)
        for (width, height) in [(0, 0), (0, 5), (Int(UInt32.max), 1), (Int(UInt32.max), Int(UInt32.max))] {
            evidence.signature = ContentSignature(
                hash: honest.hash, quality: 255, picture: honest.picture,
                size: PixelSize(width: width, height: height))
            let liar = CloudIdentifier(stableID: Array(repeating: 1, count: 16), subject: .asset(evidence))
            let sent = try CloudIdentifier(stringValue: liar.stringValue)
            #expect(try #require(library.resolveAndWait([sent]).first).get().status == .notFound)
        }
        evidence.signature = ContentSignature(
            version: 9, hash: honest.hash, quality: 90, picture: honest.picture, size: honest.size)
        let newer = CloudIdentifier(stableID: Array(repeating: 1, count: 16), subject: .asset(evidence))
        #expect((library.resolveAndWait([newer]).first?.error as? PhotoLibraryError)?.code == .invalidIdentifier)
    }
}
