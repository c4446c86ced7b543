import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Photos whose digests are in the catalogue, but whose files are not in the library.
@Suite struct RestoringTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private let photo = TestPhoto.jpeg(1)

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func only() throws -> (asset: Asset, resource: AssetResource, path: String, place: FilePath) {
        try #require(try library.storedFiles().first)
    }

    private func faults() throws -> [VerifiedFile.Status] {
        let files = Gathered<VerifiedFile>()
        try library.verifyAndWait { files.append($0) }
        return files.all.map(\.status).filter { $0 != .ok }
    }

    /// An import that copies stores the file of a referenced photo in the library, for example before a disk is
    /// removed.
    @Test func aCopyOfAReferencedPhotoIsStored() async throws {
        try scene.add("a.jpg", photo)
        try await scene.importAll(library, mode: .reference)
        let before = try only()
        let (items, _) = try await scene.importAll(library)
        #expect(items.map(\.status) == [.duplicate])
        #expect(items.first?.warnings.map(\.code) == ["restored"])
        let after = try only()
        #expect(after.asset.localIdentifier == before.asset.localIdentifier)
        #expect(!after.resource.isReference && after.path.hasPrefix("originals/"))
        #expect(try after.place.contents() == photo)
        try FileManager.default.removeItem(atPath: scene.source.string)
        #expect(try faults().isEmpty)
    }

    @Test func aLostOriginalGoesBackToWhereItWas() async throws {
        try scene.add("a.jpg", photo)
        try await scene.importAll(library)
        let before = try only()
        try FileManager.default.removeItem(atPath: before.place.string)
        #expect(try faults() == [.missing])
        // A source with another name. The path in the library stays the same.
        let again = try scene.add("../again/b.jpg", photo)
        try await scene.importAll(library, [again])
        #expect(try only().path == before.path)
        #expect(try faults().isEmpty)
        #expect(try library.assetCount() == 1)
    }

    @Test func aReferencedPhotoThatWasMovedIsFollowed() async throws {
        let old = try scene.add("a.jpg", photo)
        try await scene.importAll(library, mode: .reference)
        let new = try scene.add("moved/a.jpg", photo)
        try FileManager.default.removeItem(atPath: old.string)
        try await scene.importAll(library, mode: .reference)
        #expect(try only().place == new)
        #expect(try faults().isEmpty)
    }

    /// The disk of the reference may only be unmounted, so another copy must not replace the reference.
    @Test func aReferencedPhotoWhoseFolderIsGoneStaysWhereItWas() async throws {
        let old = try scene.add("nas/a.jpg", photo)
        try await scene.importAll(library, mode: .reference)
        let aside = scene.source.removingLastComponent().appending("unmounted")
        try FileManager.default.moveItem(atPath: old.removingLastComponent().string, toPath: aside.string)
        try scene.add("card/a.jpg", photo)
        let (items, _) = try await scene.importAll(library, mode: .reference)
        #expect(items.map(\.status) == [.duplicate])
        #expect(try only().place == old)
    }

    @Test func anAssetTakesItsDateFromAnAlternateThatStatesOne() async throws {
        try scene.add("1.jpg", photo)
        try scene.add("2.jpg", TestPhoto.dated(photo, "2017:08:01 10:00:00"))
        let (items, _) = try await scene.importAll(library)
        #expect(items.map(\.match) == [nil, .imageData])
        #expect(try only().asset.captureTime?.description == "2017-08-01T10:00:00")
    }
}
