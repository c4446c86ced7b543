import Foundation
import OpenPhotoKitOwner
import Testing

@Suite("The article on the library")
struct LibraryArticleTests {
    private let samples: Samples
    private var path: FilePath { samples.path }
    private var card: FilePath { samples.card }

    init() throws { samples = try Samples() }

    @Test func opening() throws {
        let library = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        #expect(try library.assetCount() == 0)
        do {
            _ = try OwnedLibrary(at: path.appending("elsewhere"))
        } catch {
            if error.code == .libraryNotFound { print(error.message) }
        }
    }

    @Test func importing() async throws {
        let library = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        var request = ImportRequest(paths: [card])
        request.makesAlbums = true
        let progress = ByteProgress()
        let summary = try await library.importFiles(request, progress: progress) { item in
            if let error = item.error { print(item.path, error.message) }
        }
        print(summary.assets, "assets;", progress.fractionCompleted)
        #expect(summary.assets > 0 && progress.isFinished)
        #expect(try library.assetCount() == summary.assets)
        #expect(try library.fetchAlbums().count > 0)
    }

    @Test func following() async throws {
        let library = try await samples.library(of: card)
        let asset = try #require(try library.fetchAssets(AssetQuery()).firstObject)
        let resource = try #require(asset.original)
        let copy = path.appending("copy")
        let progress = ByteProgress()
        let shown = Task {
            for await change in progress.changes {
                print(change.completedUnitCount, "of", change.totalUnitCount, change.throughput ?? 0, "bytes a second")
            }
        }
        try await library.writeData(for: resource, to: copy, progress: progress)
        await shown.value
        #expect(progress.totalUnitCount == Int64(resource.bytes) && progress.isFinished)
    }

    @Test func decoding() {
        switch DecodingMode.automatic.resolved {
        case .jailed(let jail): print("Pictures are decoded by", jail.executable)
        default: print("Pictures are decoded in this process")
        }
    }

    @Test func fetching() async throws {
        let library = try await samples.library(of: card)
        var query = AssetQuery(.and([.mediaType(.image), .captured(from: "2024", before: nil), .not(.isFavorite)]))
        query.sort = [AssetSort(.captureDate, ascending: false)]
        query.limit = 50
        for asset in try library.fetchAssets(query) {
            print(asset.localIdentifier, asset.captureTime?.description ?? "undated")
        }
        let videos = try library.count(of: AssetQuery(.mediaType(.video)))
        #expect(try videos + library.count(of: AssetQuery(.not(.mediaType(.video)))) == library.count(of: AssetQuery()))
    }

    @Test func collections() async throws {
        let library = try await samples.library(of: card)
        let identifiers = Array(try library.allLocalIdentifiers().prefix(3))
        let rome = try await library.performChanges { changes in
            let travels = try changes.createFolder(title: "Travels")
            let rome = try changes.createAlbum(title: "Rome", inFolder: travels.localIdentifier)
            try changes.addAssets(identifiers, toAlbum: rome.localIdentifier)
            return rome.localIdentifier
        }
        for album in try library.fetchAlbums(withLocalIdentifiers: [rome]) {
            print(album.title, try library.fetchAssets(in: album).localIdentifiers)
        }
        for collection in try library.fetchTopLevelCollections() { print(collection.title) }
        for asset in try library.fetchAssets(in: .recents).prefix(10) { print(asset.addedDate) }
        for moment in try library.moments() { print(moment.title, moment.assetCount) }
        let album = try #require(try library.fetchAlbums(withLocalIdentifiers: [rome]).firstObject)
        #expect(album.assetCount == identifiers.count)
        let shown = try library.fetchAssets(in: album)
        try await library.performChanges { changes in
            let (last, first) = (shown[shown.count - 1].localIdentifier, shown[0].localIdentifier)
            try changes.moveAssets([last], before: first, inAlbum: album.localIdentifier)
        }
        let moved = try library.fetchAssets(in: album)
        #expect(try Array(moved.localIdentifiers.dropFirst()) == Array(shown.localIdentifiers.dropLast()))
    }

    @Test func changing() async throws {
        let library = try await samples.library(of: card)
        let identifiers = Array(try library.allLocalIdentifiers().prefix(2))
        try await library.performChanges { changes in
            try changes.set(.favorite(true), ofAssets: identifiers)
            try changes.set(.title("Forum"), ofAssets: identifiers)
        }
        #expect(try library.fetchAssets(in: .favorites).count == 2)
        try await library.performChanges { try $0.deleteAssets(identifiers) }
        let restored = try library.restoreDeletedAssets(identifiers)
        #expect(Set(restored) == Set(identifiers))
    }
}
