import Foundation
import PhotoCatalog
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Answers about the edited picture of a photo, and about the preview in a raw file.
@Suite struct PictureOfAssetTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func match(_ file: [UInt8], _ name: FilePath = "../asked.jpg") throws -> Resolution {
        try scene.match(file, name, in: library)
    }

    private func edit(_ asset: String, _ rendered: [UInt8]) throws {
        let data = AdjustmentData(formatIdentifier: "org.example.editor", formatVersion: "1", data: Data([1]))
        try library.performChangesAndWait { changes in
            try changes.editAsset(
                asset, rendered: .data(Data(rendered), filename: "edit.jpg"), adjustmentData: data)
        }
    }

    /// The same picture at another quality.
    private func copy(_ seed: UInt64) -> [UInt8] { TestPhoto.jpeg(seed, quality: 80) }

    @Test("A copy of the edited picture finds the photo, until the edit is reverted")
    func editedPicture() async throws {
        let photo = try #require(try await scene.store([TestPhoto.jpeg(1), TestPhoto.jpeg(2)], in: library).first)
        #expect(try match(copy(11)).status == .notFound)
        try edit(photo, TestPhoto.jpeg(11))
        for (asked, evidence) in [
            (TestPhoto.jpeg(11), Resolution.Evidence.bytes), (TestPhoto.commented(TestPhoto.jpeg(11), "x"), .imageData),
            (copy(11), .content),
        ] {
            let answer = try match(asked)
            #expect(answer.localIdentifier == photo && answer.evidence == evidence)
            #expect(answer.candidates.map(\.isEdited) == [true])
        }
        let original = try match(copy(1))
        #expect(original.localIdentifier == photo && original.candidates.map(\.isEdited) == [false])
        #expect(try await library.duplicates().isEmpty)
        try library.performChangesAndWait { try $0.revertAssets([photo]) }
        #expect(try match(copy(11)).status == .notFound)
        #expect(try match(copy(1)).localIdentifier == photo)
    }

    @Test("An edited picture that resembles its original is one photo")
    func smallEdit() async throws {
        let photo = try #require(try await scene.store([TestPhoto.jpeg(1)], in: library).first)
        try edit(photo, TestPhoto.jpeg(1, quality: 95))
        let answer = try match(copy(1))
        #expect(answer.localIdentifier == photo && answer.candidates.count == 1)
    }

    /// The levels of all gray pictures, and those of the signatures of a photo.
    private func levels(of photo: String) throws -> (gray: [Data?], original: Data?, edited: Data?) {
        func signed(_ picture: SignedPicture) throws -> Data? {
            try library.catalog.signedAsset(withLocalIdentifier: photo, picture).map { Data($0.signature.thumbnail) }
        }
        let gray: [Data?] = try library.grayPictures(rows: Array(1...4)).values.map { $0 }
        return (gray, try signed(.original), try signed(.edited))
    }

    @Test("The gray picture of an edited photo is the edited one")
    func grayPictures() async throws {
        let photo = try #require(try await scene.store([TestPhoto.jpeg(1)], in: library).first)
        try edit(photo, TestPhoto.jpeg(11))
        let levels = try levels(of: photo)
        #expect(levels.gray == [levels.edited] && levels.edited != levels.original)
        // These are shown to a person who decides.
        #expect(try library.signature(of: photo, isEdited: true).map { Data($0.thumbnail) } == levels.edited)
        #expect(try library.signature(of: photo).map { Data($0.thumbnail) } == levels.original)
    }

    @Test("A second edit replaces the picture of the first")
    func secondEdit() async throws {
        let photo = try #require(try await scene.store([TestPhoto.jpeg(1)], in: library).first)
        for seed in [11, 12] as [UInt64] { try edit(photo, TestPhoto.jpeg(seed)) }
        #expect(try match(copy(11)).status == .notFound)
        #expect(try match(copy(12)).localIdentifier == photo)
    }

    /// Seed 1 is that of the original, so that both pictures of the photo are similar to the asked one.
    @Test("A decision about a photo holds for its edited picture", arguments: [11, 1] as [UInt64])
    func decisionAboutEditedPhoto(seed: UInt64) async throws {
        let photo = try #require(try await scene.store([TestPhoto.jpeg(1)], in: library).first)
        try edit(photo, TestPhoto.jpeg(seed, quality: 95))
        #expect(try match(copy(seed)).localIdentifier == photo)
        try library.decide(try await Scene.identifier(of: copy(seed)), isSame: false, as: photo)
        let answer = try match(copy(seed))
        #expect(answer.status == .notFound && answer.candidates.isEmpty)
        #expect(answer.lookalikes.map(\.localIdentifier) == [photo])
        #expect(answer.lookalikes.map(\.reason) == [.decidedOther])
    }

    @Test("An imported edited picture is compared")
    func importedEdit() async throws {
        let time = "2024:06:01 10:30:00"
        try scene.add("new/IMG_0001.JPG", TestPhoto.dated(TestPhoto.jpeg(1), time))
        try scene.add("new/IMG_E0001.JPG", TestPhoto.dated(TestPhoto.jpeg(11), time))
        try await scene.importAll(library)
        let photo = try #require(try library.allLocalIdentifiers().first)
        #expect(try library.allLocalIdentifiers().count == 1)
        let answer = try match(copy(11))
        #expect(answer.localIdentifier == photo && answer.candidates.map(\.isEdited) == [true])
        // Without adjustment data the photo shows its original.
        let levels = try levels(of: photo)
        #expect(levels.gray == [levels.original] && levels.edited != nil)
    }

    @Test("Copies of both edited pictures of a photo find it")
    func importedEdits() async throws {
        let time = "2024:06:01 10:30:00"
        try scene.add("new/IMG_0001.JPG", TestPhoto.dated(TestPhoto.jpeg(1), time))
        try scene.add("new/IMG_E0001.JPG", TestPhoto.dated(TestPhoto.jpeg(11), time))
        try await scene.importAll(library)
        try scene.add("later/IMG_0001.JPG", TestPhoto.dated(TestPhoto.jpeg(1), time))
        try scene.add("later/IMG_E0001.JPG", TestPhoto.dated(TestPhoto.jpeg(12), time))
        try await scene.importAll(library)
        let photo = try #require(try library.allLocalIdentifiers().first)
        let asset = try #require(try library.catalog.assets([photo])[photo])
        try #require(asset.resources.filter { $0.kind == .fullSizePhoto }.count == 2)
        for seed in [11, 12] as [UInt64] {
            let answer = try match(copy(seed))
            #expect(answer.localIdentifier == photo && answer.candidates.map(\.isEdited) == [true], "\(seed)")
        }
        #expect(try match(copy(1)).candidates.map(\.isEdited) == [false])
        // The later edit is the one that the photo would show.
        let later = try library.catalog.signature(ofFile: try #require(asset.resources.last).sha256, of: photo)
        #expect(try later == library.signature(of: photo, isEdited: true))
    }

    @Test("A damaged edited picture is not compared")
    func damagedEdit() async throws {
        let time = "2024:06:01 10:30:00"
        try scene.add("new/IMG_0001.JPG", TestPhoto.dated(TestPhoto.jpeg(1), time))
        try scene.add("new/IMG_E0001.JPG", Array(TestPhoto.dated(TestPhoto.jpeg(11), time).dropLast(2)))
        try await scene.importAll(library)
        let photo = try #require(try library.allLocalIdentifiers().first)
        let asset = try #require(try library.catalog.assets([photo])[photo])
        #expect(asset.resources.contains { $0.kind == .fullSizePhoto })
        #expect(try levels(of: photo).edited == nil)
        #expect(try match(copy(11)).status == .notFound)
    }

    @Test("A person decides about the preview in a raw file")
    func rawPreview() async throws {
        try scene.add("DSCF0001.RAF", TestPhoto.raw(TestPhoto.jpeg(1)))
        try await scene.importAll(library)
        let raw = try #require(try library.allLocalIdentifiers().first)
        let answer = try match(copy(1))
        #expect(answer.status == .multiple)
        #expect(answer.candidates.map(\.localIdentifier) == [raw] && answer.candidates.map(\.reason) == [.rawPreview])
        // A developed picture can differ from the preview.
        #expect(try match(copy(2)).undecoded == .inLibrary(count: 1, localIdentifiers: [raw]))
        #expect(try match(TestPhoto.raw(copy(2)), "../asked.RAF").undecoded == .requested(.raw))
        // The bytes prove it.
        #expect(try match(TestPhoto.raw(TestPhoto.jpeg(1))).localIdentifier == raw)
        let identifier = try #require(library.cloudIdentifierMappings(forLocalIdentifiers: [raw])[raw]).get()
        #expect(identifier.evidence?.signature == nil)
        // It is shown to the person who decides.
        #expect(try library.signature(of: raw) != nil)
    }

    @Test("A raw file whose preview is the picture of a photo may be that photo")
    func rawOfPhoto() async throws {
        let photo = try #require(try await scene.store([TestPhoto.jpeg(1)], in: library).first)
        let answer = try match(TestPhoto.raw(copy(1)), "../asked.RAF")
        #expect(answer.status == .multiple && answer.candidates.map(\.localIdentifier) == [photo])
        #expect(answer.candidates.map(\.reason) == [.rawPreview])
    }
}
