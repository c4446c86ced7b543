import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Cloud identifiers of one device on the other one, with and without sync state.
@Suite struct SyncMappingTests {
    @Test func photosAreKnownByTheirIdentifiersAlone() async throws {
        let scene = try await SyncScene()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let identifiers = try laptop.cloudIdentifierMappings(forLocalIdentifiers: laptop.allLocalIdentifiers()).values
            .map { try $0.get() }
        let found = desktop.localIdentifierMappings(forSynced: identifiers)
        #expect(found.count == 6)
        #expect(Set(try found.values.map { try $0.get() }) == Set(try desktop.allLocalIdentifiers()))
        for answer in await desktop.resolve(identifiers) { #expect(try answer.get().evidence == .syncState) }
        // A library that left finds them by their bytes.
        try await desktop.leaveRegistry()
        for answer in desktop.localIdentifierMappings(forSynced: identifiers).values {
            #expect(throws: PhotoLibraryError(.identifierNotFound, "")) { try answer.get() }
        }
        for answer in await desktop.resolve(identifiers) { #expect(try answer.get().evidence == .bytes) }
    }

    @Test func anAlbumIsKnownAlsoIfItWasRenamedAndEmptied() async throws {
        let scene = try await SyncScene()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let photos = try ["1.jpg", "2.jpg"].map(laptop.photo)
        let album = try laptop.performChangesAndWait { changes in
            let album = try changes.createAlbum(title: "Rome").localIdentifier
            try changes.addAssets(photos, toAlbum: album)
            return album
        }
        let identifier = try #require(
            try laptop.cloudIdentifierMappings(forLocalIdentifiers: [album])[album]?.get())
        try await scene.exchange()
        let own = try ["1.jpg", "2.jpg"].map(desktop.photo)
        try desktop.performChangesAndWait { changes in
            try changes.renameAlbum(album, to: "Something else")
            try changes.removeAssets(own, fromAlbum: album)
        }
        let found = desktop.localIdentifierMappings(forSynced: [identifier])
        #expect(try found[identifier]?.get() == album)
    }

    /// An app does not learn of photos that it may not see.
    @Test func anAppLearnsNothingOfOtherPhotos() async throws {
        let scene = try await SyncScene(photos: 1...3)
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        try await scene.exchange()
        let identifiers = try laptop.cloudIdentifierMappings(forLocalIdentifiers: laptop.allLocalIdentifiers()).values
            .map { try $0.get() }
        let app = try desktop.bound(to: .limited(app: "org.example.app"))
        for answer in await app.resolve(identifiers) {
            let found = try answer.get()
            #expect(found.localIdentifier == nil && !found.mayComeLater)
        }
        #expect(app.localIdentifierMappings(forSynced: identifiers).values.allSatisfy { $0.failure != nil })
    }

    @Test func aPhotoOfAnotherDeviceMayComeLater() async throws {
        let scene = try await SyncScene(photos: 1...3)
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        try await scene.exchange()
        let photo = try laptop.photo("5.jpg")
        let identifier = try #require(
            try laptop.cloudIdentifierMappings(forLocalIdentifiers: [photo])[photo]?.get())
        let before = try #require(await desktop.resolve([identifier]).first).get()
        #expect(before.mayComeLater && before.localIdentifier == nil)
        let error = try #require(before.result.failure)
        #expect(error.code == .identifierNotFound && error.mayComeLater)
        try desktop.remember([identifier])
        try scene.desktop.add("5.jpg", TestPhoto.jpeg(5))
        try await scene.desktop.importAll(desktop)
        let after = try #require(await desktop.resolve([identifier]).first).get()
        #expect(after.evidence == .syncState && !after.mayComeLater)
        #expect(try desktop.rememberedReferences(resolved: false).isEmpty)
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
