import Foundation
import MessageSupport
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

@Suite(.withAndWithoutMessages) struct LibraryFetchTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    private func library() async throws -> OwnedLibrary {
        for (number, album) in ["Rome", "Rome", "Oslo"].enumerated() {
            try scene.add(
                FilePath("\(album)/\(number).jpg"),
                TestPhoto.dated(TestPhoto.jpeg(UInt64(number + 1)), "2024:05:1\(number) 10:00:00"))
        }
        let library = try scene.open()
        try await scene.importAll(library) { $0.makesAlbums = true }
        return library
    }

    private func names(_ assets: FetchResult<Asset>) -> [String] {
        assets.map { $0.original?.originalFilename?.string ?? "" }
    }

    @Test func assetsOfTheLibraryOfAlbumsAndByIdentifier() async throws {
        let library = try await library()
        let all = try library.fetchAssets()
        #expect(names(all) == ["0.jpg", "1.jpg", "2.jpg"])
        #expect(all.first?.creationDate != nil)
        let albums = try library.fetchAlbums()
        #expect(albums.map(\.title) == ["Oslo", "Rome"])
        #expect(names(try library.fetchAssets(in: albums[1])) == ["0.jpg", "1.jpg"])
        #expect(names(try library.fetchKeyAssets(in: albums[0])) == ["2.jpg"])
        #expect(try library.fetchAlbums(containing: all[2]).map(\.title) == ["Oslo"])
        #expect(try library.fetchTopLevelCollections().map(\.title).sorted() == ["Oslo", "Rome"])
        let some = try library.fetchAssets(withLocalIdentifiers: [all[2].localIdentifier, "missing"])
        #expect(names(some) == ["2.jpg"])
        #expect(try library.count(of: AssetQuery(.captured(from: "2024-05-11", before: nil))) == 2)
        let moments = try library.moments()
        #expect(moments.map(\.title) == ["2024-05-10", "2024-05-11", "2024-05-12"])
        #expect(names(try library.fetchAssets(in: moments[1])) == ["1.jpg"])
    }

    @Test func aResultIsASnapshot() async throws {
        let library = try await library()
        let all = try library.fetchAssets()
        let first = try all.object(at: 0).localIdentifier
        _ = try library.deleteAssets([first])
        #expect(try all.objects(in: 0..<3).map { $0.deletedDate != nil } == [true, false, false])
        _ = try await library.purgeDeletedAssets([first])
        let left = try all.objects(in: 0..<3)
        #expect(left[0].localIdentifier == first && left[0].resources.isEmpty)
        #expect(try all.localIdentifiers.first == first)
        #expect(try all.fetchedAgain().count == 2)
        #expect(try library.fetchAssets(in: .recentlyDeleted).isEmpty)
    }

    /// Fetches of a library that cannot be read throw; they do not return empty results.
    @Test func aClosedCatalogueIsAnError() async throws {
        let library = try await library()
        let all = try library.fetchAssets()
        try library.catalog.close()
        #expect(throws: PhotoLibraryError.self) { try library.fetchAssets() }
        #expect(throws: PhotoLibraryError.self) { try library.count(of: AssetQuery()) }
        #expect(throws: PhotoLibraryError.self) { try library.fetchAlbums() }
        #expect(throws: PhotoLibraryError.self) { try all.object(at: 0) }
    }
}
