import Foundation
import MessageSupport
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// The changes of fetch results by index.
@Suite(.withAndWithoutMessages, .timeLimit(.minutes(2))) struct FetchResultChangesTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private let photos: [String]

    init() async throws {
        scene = try Scene()
        for number in 0..<6 {
            try scene.add(
                FilePath("\(number).jpg"),
                TestPhoto.dated(TestPhoto.jpeg(UInt64(number), width: 64, height: 64), "2024:05:17 10:30:0\(number)"))
        }
        library = try scene.open()
        try await scene.importAll(library)
        photos = try library.fetchAssets(AssetQuery()).localIdentifiers
    }

    @Test func everyKindOfChangeHasItsIndex() async throws {
        let result = try library.fetchAssets(AssetQuery())
        let token = try library.currentChangeToken
        let photos = photos
        let later = try #require(CaptureTime("2030-01-01T00:00:00"))
        try await library.performChanges { changes in
            try changes.deleteAssets([photos[1]])
            try changes.set(.favorite(true), ofAssets: [photos[2]])
            try changes.set(.captureTime(.set(later)), ofAssets: [photos[0]])
        }
        let changes = try library.fetchPersistentChanges(since: token)
        let difference = try #require(try changes.changes(in: result))
        #expect(try difference.before.localIdentifiers == photos)
        #expect(try difference.after.localIdentifiers == [2, 3, 4, 5, 0].map { photos[$0] })
        #expect(difference.indexes.removed == [1] && difference.indexes.inserted.isEmpty)
        #expect(difference.indexes.changed == [0, 4])
        #expect(difference.indexes.moves.map { [$0.from, $0.to] } == [[0, 4]])
        #expect(try difference.after.object(at: 0).isFavorite)
    }

    @Test func changesOfOtherObjectsAreNoChange() async throws {
        let favorites = try library.fetchAssets(AssetQuery(.isFavorite))
        let albums = try library.fetchAlbums()
        let token = try library.currentChangeToken
        let photos = photos
        try await library.performChanges { try $0.set(.title("A"), ofAssets: [photos[3]]) }
        let changes = try library.fetchPersistentChanges(since: token)
        #expect(try changes.changes(in: favorites) == nil && changes.changes(in: albums) == nil)
        #expect(try changes.changes(in: library.fetchAssets(AssetQuery()))?.indexes.changed == [3])
    }

    @Test func changesOfAnotherProcessUpdateTheResult() async throws {
        let favorites = try library.fetchAssets(AssetQuery(.isFavorite))
        var following = try library.changes().makeAsyncIterator()
        let outcome = try PhotosProcess.run(
            arguments: ["edit", "--quiet", "--library", scene.libraryPath.string, photos[4], "--favorite"])
        #expect(outcome.exitCode == 0)
        let changes = try #require(try await following.next())
        let difference = try #require(try changes.changes(in: favorites))
        #expect(difference.indexes.inserted == [0])
        #expect(try difference.after.localIdentifiers == [photos[4]])
    }
}
