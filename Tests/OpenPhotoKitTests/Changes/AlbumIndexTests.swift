import Foundation
import MessageSupport
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Indexes in an album count the assets that a fetch of the album finds.
@Suite("Indexes in albums", .withAndWithoutMessages) struct AlbumIndexTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private let photos: [String]

    /// Creates twelve photos.
    ///
    /// The photos 2, 3 and 4 are a burst, and so are 7, 8 and 9. The first frame represents each burst.
    init() throws {
        scene = try Scene()
        library = try scene.open()
        var random = Seeded(3)
        let files = try (0..<12).map { number in
            AnalysedFile(
                source: FilePath("/photos/\(number).jpg"),
                identity: FileIdentity(
                    device: 1, inode: Int64(number), size: 3, modifiedNanoseconds: 4, changedNanoseconds: 5),
                sha256: try #require(Digest(random.bytes(32))), bytes: 3)
        }
        photos = files.map(\.sha256.hex)
        let frames = [2, 3, 4].map { ($0, "first") } + [7, 8, 9].map { ($0, "second") }
        let insertions = files.map {
            ResourceInsertion(
                $0, localIdentifier: $0.sha256.hex, path: FilePath("originals/\($0.sha256.hex)"), isReference: false)
        }
        let bursts = Dictionary(uniqueKeysWithValues: frames.map { (files[$0.0].sha256.hex, $0.1) })
        try library.catalog.perform([.ingest(IngestBatch(insertions, bursts: bursts))])
    }

    private func makeAlbum(_ members: [Int], hiding hidden: [Int] = []) throws -> String {
        try library.performChangesAndWait { changes in
            let album = try changes.createAlbum(title: "A").localIdentifier
            try changes.addAssets(members.map { photos[$0] }, toAlbum: album)
            try changes.set(.hidden(true), ofAssets: hidden.map { photos[$0] })
            return album
        }
    }

    private func shown(_ album: String) throws -> [Int] { try numbers(album, AssetQuery()) }
    private func all(_ album: String) throws -> [Int] { try numbers(album, AssetQuery().includingAll) }

    private func numbers(_ album: String, _ query: AssetQuery) throws -> [Int] {
        var query = query
        query.album = album
        return try library.localIdentifiers(of: query).compactMap(photos.firstIndex)
    }

    private func perform(_ body: (ChangeRequests) throws -> Void) throws { try library.performChangesAndWait(body) }

    @Test func aHiddenMemberHasNoIndex() throws {
        let album = try makeAlbum([5, 1, 0, 6, 10], hiding: [1])
        #expect(try shown(album) == [5, 0, 6, 10])
        try perform { try $0.removeAssets(at: [2], fromAlbum: album) }
        #expect(try all(album) == [5, 1, 0, 10])
        try perform { try $0.insertAssets([photos[11]], at: [1], inAlbum: album) }
        #expect(try all(album) == [5, 1, 11, 0, 10])
        try perform { try $0.moveAssets(at: [3], to: 0, inAlbum: album) }
        #expect(try all(album) == [10, 5, 1, 11, 0])
        try perform { try $0.replaceAssets(at: [1], with: [photos[6]], inAlbum: album) }
        #expect(try all(album) == [10, 6, 1, 11, 0])
        try perform { try $0.placeAssets([photos[0]], at: 2, inAlbum: album) }
        #expect(try all(album) == [10, 6, 1, 0, 11])
        #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try perform { try $0.removeAssets(at: [4], fromAlbum: album) }
        }
    }

    @Test func ofABurstOneFrameHasAnIndex() throws {
        let album = try makeAlbum([0, 2, 3, 4, 5, 6])
        #expect(try shown(album) == [0, 2, 5, 6])
        try perform { try $0.removeAssets(at: [3], fromAlbum: album) }
        #expect(try all(album) == [0, 2, 3, 4, 5])
        try perform { try $0.moveAssets(at: [2], to: 0, inAlbum: album) }
        #expect(try all(album) == [5, 0, 2, 3, 4])
        try perform { try $0.moveAssets(at: [2], to: 0, inAlbum: album) }
        #expect(try all(album) == [2, 3, 4, 5, 0], "The other frames go along.")
        try perform { try $0.insertAssets([photos[6]], at: [1], inAlbum: album) }
        #expect(try all(album) == [2, 3, 4, 6, 5, 0])
        try perform { try $0.placeAssets([photos[0]], at: 2, inAlbum: album, includingAllBurstAssets: true) }
        #expect(try all(album) == [2, 3, 0, 4, 6, 5])
    }

    @Test func anAlbumWithoutVisibleAssetsHasOneIndexToInsertAt() throws {
        let album = try makeAlbum([3, 1, 4], hiding: [1])
        #expect(try shown(album).isEmpty)
        try perform { try $0.insertAssets([photos[0]], at: [0], inAlbum: album) }
        #expect(try all(album) == [3, 1, 4, 0])
        #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try perform { try $0.insertAssets([photos[1]], at: [0], inAlbum: album) }
        }
    }

    /// Assets that an earlier request of the block hides have no index in later requests.
    @Test func indexesAreThoseAtThePointOfTheChange() throws {
        let album = try makeAlbum([0, 1, 2, 3, 5])
        try perform { changes in
            try changes.set(.hidden(true), ofAssets: [photos[0]])
            try changes.set(.favorite(true), ofAssets: [photos[3]])
            try changes.removeAssets(at: [1], fromAlbum: album)
        }
        #expect(try all(album) == [0, 1, 2, 5])
    }

    @Test func assetsAreNamedInsteadOfIndexes() throws {
        let album = try makeAlbum([0, 1, 2, 3, 5, 6], hiding: [1])
        try perform { try $0.insertAssets([photos[10], photos[11]], before: photos[5], inAlbum: album) }
        #expect(try all(album) == [0, 1, 2, 3, 10, 11, 5, 6])
        try perform { try $0.moveAssets([photos[6], photos[1]], before: photos[0], inAlbum: album) }
        #expect(try all(album) == [6, 1, 0, 2, 3, 10, 11, 5])
        try perform { try $0.moveAssets([photos[6]], before: nil, inAlbum: album) }
        #expect(try all(album) == [0, 2, 3, 10, 11, 5, 6, 1])
        try perform {
            try $0.replaceAssets([photos[5], photos[1]], with: [photos[1], photos[7]], inAlbum: album)
        }
        #expect(try all(album) == [0, 2, 3, 10, 11, 1, 6, 7])
        let before = try all(album)
        for wrong: (ChangeRequests) throws -> Void in [
            { try $0.insertAssets([photos[0]], before: nil, inAlbum: album) },
            { try $0.insertAssets([photos[8]], before: photos[9], inAlbum: album) },
            { try $0.moveAssets([photos[8]], before: nil, inAlbum: album) },
            { try $0.moveAssets([photos[0]], before: photos[0], inAlbum: album) },
            { try $0.replaceAssets([photos[8]], with: [photos[9]], inAlbum: album) },
            { try $0.replaceAssets([photos[0]], with: [photos[8], photos[9]], inAlbum: album) },
            { try $0.replaceAssets([photos[0]], with: [photos[2]], inAlbum: album) },
        ] { #expect(code { try perform(wrong) } == .changeNotSupported) }
        #expect(try all(album) == before)
    }

    /// Compares random requests with an array of the visible assets.
    ///
    /// A hidden asset stays after the visible asset that it followed.
    @Test func theOrderIsThatOfAnArrayOfVisibleAssets() throws {
        var random = Seeded(11)
        let album = try makeAlbum([0, 2, 3, 4, 5, 7, 8], hiding: [1])
        for step in 0..<LongTests.count(80, all: 300) {
            if step % 5 == 0 { try lookOtherwise(&random) }
            let (before, model) = (try all(album), try shown(album))
            let visible = Set(try library.fetchAssets().localIdentifiers.compactMap(photos.firstIndex))
            let some = IndexSet(model.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
            let chosen = some.map { model[$0] }
            let outside = photos.indices.filter { !before.contains($0) }.shuffled(using: &random)
            let others = Array(outside.prefix(Int.random(in: 0...2, using: &random)))
            let place = Int.random(in: 0...(model.count - some.count), using: &random)
            var named = Set(chosen + others)
            var expected: [Int]
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                try perform { try $0.removeAssets(at: some, fromAlbum: album) }
                expected = model.filter { !chosen.contains($0) }
            case 1:
                try perform { try $0.moveAssets(at: some, to: place, inAlbum: album) }
                expected = model.filter { !chosen.contains($0) }
                expected.insert(contentsOf: chosen, at: place)
            case 2, 3:
                let indexes = IndexSet(
                    (0..<(model.count + others.count)).shuffled(using: &random).prefix(others.count))
                try perform { try $0.insertAssets(others.map { photos[$0] }, at: indexes, inAlbum: album) }
                expected = model
                for (index, other) in zip(indexes, others) { expected.insert(other, at: index) }
            case 4:
                let count = min(others.count, some.count)
                let indexes = IndexSet(some.prefix(count))
                try perform {
                    try $0.replaceAssets(at: indexes, with: others.prefix(count).map { photos[$0] }, inAlbum: album)
                }
                expected = model
                for (index, other) in zip(indexes, others) { expected[index] = other }
            default:
                // Also assets that are in the album and not visible.
                let placed = (chosen + [Int.random(in: 0..<12, using: &random)]).reduce(into: [Int]()) {
                    if !$0.contains($1) { $0.append($1) }
                }
                named.formUnion(placed)
                expected = model.filter { !placed.contains($0) }
                let place = Int.random(in: 0...expected.count, using: &random)
                try perform { try $0.placeAssets(placed.map { photos[$0] }, at: place, inAlbum: album) }
                expected.insert(contentsOf: placed, at: place)
            }
            #expect(try shown(album) == expected.filter(visible.contains), "step \(step)")
            let after = try all(album)
            for member in before where !visible.contains(member) && !named.contains(member) {
                try #require(after.contains(member), "step \(step)")
                // The last visible asset before `member`.
                func leader(_ members: [Int]) -> Int? { members.prefix { $0 != member }.last(where: visible.contains) }
                guard let first = leader(before), after.contains(first) else { continue }
                #expect(leader(after) == first, "step \(step)")
            }
        }
    }

    /// Changes whether a random photo is hidden or a favourite, which can change the representing frame of a burst.
    private func lookOtherwise(_ random: inout Seeded) throws {
        let photo = photos[Int.random(in: 0..<12, using: &random)]
        let isSet = Int.random(in: 0..<3, using: &random) == 0
        let property: AssetProperty = Bool.random(using: &random) ? .hidden(isSet) : .favorite(isSet)
        try perform { try $0.set(property, ofAssets: [photo]) }
    }
}
