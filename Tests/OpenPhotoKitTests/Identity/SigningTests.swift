import AssetLoading
import Foundation
import PhotoCatalog
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Pictures that an earlier build stored without decoding them are signed.
@Suite(.enabled(if: Python.has("sqlite3"), "needs python3")) struct SigningTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    /// Makes the catalogue that of a build that did not decode any of the library's files.
    private func forgetDecoding() throws {
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                database.execute("PRAGMA foreign_keys = ON")
                database.execute("DELETE FROM meta WHERE key = 'decoders'")
                database.execute("DELETE FROM signature")
                database.execute("UPDATE asset SET condition = 'unsupported', width = NULL, height = NULL")
                database.execute("UPDATE resource SET imageDataDigest = NULL, colorProfile = NULL, width = NULL, height = NULL")
                database.commit()
                """, [scene.libraryPath.appending("catalog.sqlite").string])
        try #require(outcome.exit == 0, "\(outcome.output)")
    }

    private func match(_ file: [UInt8]) throws -> Resolution { try scene.match(file, in: library) }

    private func asset(_ identifier: String) throws -> Asset {
        try #require(try library.assets(withLocalIdentifiers: [identifier])[identifier])
    }

    @Test("An original gets its signature, condition, size and digest, and the history records it once")
    func original() async throws {
        let photos = try await scene.store([TestPhoto.jpeg(1), TestPhoto.jpeg(2)], in: library)
        #expect(try library.outdatedSignatureCount() == 0)
        let before = try photos.map(asset)
        try forgetDecoding()
        #expect(try library.outdatedSignatureCount() == 2)
        let copy = TestPhoto.jpeg(1, quality: 70)
        #expect(try match(copy).undecoded == .inLibrary(count: 2, localIdentifiers: photos))
        let token = try library.currentChangeToken
        #expect(try library.renewSignaturesAndWait() == 2)
        #expect(try match(copy).localIdentifier == photos[0])
        for (photo, earlier) in zip(photos, before) {
            let asset = try asset(photo)
            #expect(asset.condition == .ok && asset.size == earlier.size && asset.resources == earlier.resources)
        }
        let updated = try library.fetchPersistentChanges(since: token).flatMap {
            try $0.changeDetails(for: .asset).updatedLocalIdentifiers
        }
        #expect(Set(updated) == Set(photos))
        #expect(try library.outdatedSignatureCount() == 0)
        #expect(try library.renewSignaturesAndWait() == 0)
    }

    @Test(
        "A HEIC gets its signature", .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence),
        .enabled(if: ImageFormat.heic.isDecodable, "the trait HEVC is off"))
    func heic() async throws {
        try scene.add("cheers.heic", try FormatCorpus.bytes(of: "heif/metadata-extractor-cheers_1440x960.heic"))
        let photo = try #require(try await scene.importAll(library).items.first?.localIdentifier)
        let (before, signature) = (try asset(photo), try library.signature(of: photo))
        try forgetDecoding()
        #expect(try library.renewSignaturesAndWait() == 1)
        #expect(try library.signature(of: photo) == signature && signature != nil)
        let after = try asset(photo)
        #expect(after.condition == .ok && after.size == before.size && after.resources == before.resources)
    }

    @Test("An edited picture gets its signature") func edit() async throws {
        let time = "2024:06:01 10:30:00"
        try scene.add("IMG_0001.JPG", TestPhoto.dated(TestPhoto.jpeg(1), time))
        try scene.add("IMG_E0001.JPG", TestPhoto.dated(TestPhoto.jpeg(11), time))
        try await scene.importAll(library)
        try forgetDecoding()
        #expect(try library.renewSignaturesAndWait() == 2)
        let answer = try match(TestPhoto.jpeg(11, quality: 80))
        #expect(answer.status == .found && answer.candidates.map(\.isEdited) == [true])
    }

    @Test("A picture that cannot be decoded, and one whose file is missing, are tried once")
    func failures() async throws {
        try scene.add("a.dng", TIFFBuilder(main: [.text(0x010F, "Maker"), .byte(0xC612, 1)]).bytes)
        try scene.add("b.jpg", TestPhoto.jpeg(1))
        try await scene.importAll(library)
        try forgetDecoding()
        let original = try #require(try library.storedFiles().first { $0.resource.format == .jpeg })
        try FileManager.default.removeItem(atPath: original.place.string)
        #expect(try library.outdatedSignatureCount() == 2)
        #expect(try library.renewSignaturesAndWait() == 0)
        #expect(try library.outdatedSignatureCount() == 0)
        #expect(try library.storedFiles().allSatisfy { $0.asset.condition == .unsupported })
    }

    @Test("A renewal that was cancelled is continued") func cancelled() async throws {
        _ = try await scene.store([TestPhoto.jpeg(1)], in: library)
        try forgetDecoding()
        let loading = LoadProgress()
        loading.cancel()
        #expect(throws: PhotoLibraryError(.cancelled, "")) { try library.renewSignaturesAndWait(loading: loading) }
        #expect(try library.outdatedSignatureCount() == 1)
        #expect(try library.renewSignaturesAndWait() == 1)
    }
}
