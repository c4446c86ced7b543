import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// Reads without a query, of an app that may see one photo of three.
///
/// The other two photos would change each result.
@Suite struct SelectionTests {
    private let fixture: CatalogFixture
    private let owner: PhotoCatalog
    private let app: PhotoCatalog
    private let seen: String
    private let unseen: [String]
    private let files = [
        makeFile("a.jpg", bytes: 1, imageData: 1, time: "2024-05-01T10:00:00", signature: makeSignature(1)),
        makeFile("b.jpg", bytes: 2, imageData: 2, time: "2024-05-01T09:00:00", signature: makeSignature(2)),
        makeFile("c.jpg", bytes: 3, imageData: 3, time: "2024-05-01T11:00:00", signature: makeSignature(3)),
    ]

    init() throws {
        fixture = try CatalogFixture()
        owner = fixture.catalog
        try owner.belong(to: UUID())
        try fixture.store(files)
        let fixture = fixture
        let names = files.map { fixture.identifier($0) }
        (seen, unseen) = (names[0], Array(names.dropFirst()))
        try owner.perform([
            .makeAlbum("album", title: "Harbour", folder: nil), .album("album", .add(names)),
            .makeFolder("folder", title: "Trips", folder: nil),
        ])
        try owner.perform([
            .decide([Decision(Self.content(2), Self.content(3), isSame: true)]),
            .remember(["opk1_x"]), .select([seen], app: "app"),
        ])
        try owner.record(
            .similarPictures([
                (1, .all([SimilarPicture(signatureID: 2, score: 0.9)])),
                (3, .all([SimilarPicture(signatureID: 2, score: 0.9)])),
            ]))
        app = try owner.bound(to: .limited(app: "app"))
    }

    private static func content(_ number: Int) -> [UInt8] { makeDigest(number + 1_000_000).prefix128 }

    @Test func assets() throws {
        #expect(try app.assetCount() == 1)
        #expect(try app.allLocalIdentifiers() == [seen])
        #expect(try Set(app.assets([seen] + unseen).keys) == [seen])
        #expect(try app.row(of: unseen[0], .asset) == nil)
        #expect(try app.rows(of: AssetQuery()).count == 1)
        var all: [String] = []
        try app.forEachAsset(after: 0) {
            all.append($0.localIdentifier)
            return true
        }
        #expect(all == [seen])
    }

    @Test func momentsAndAlbums() throws {
        #expect(try app.moments(of: .all, dividedBeyond: 1000).map(\.assetCount) == [1])
        #expect(try app.moments(of: .all, dividedBeyond: 1000).first?.startTime.description == "2024-05-01T10:00:00")
        #expect(try app.albums(of: CollectionQuery()).isEmpty)
        #expect(try app.folders(of: CollectionQuery()).isEmpty)
        #expect(try app.count(of: CollectionQuery(), .all) == 0)
        #expect(try app.keyAssetRow(ofAlbum: "album") == nil)
        #expect(try app.memberships(of: [seen])[seen]?.isEmpty == true)
        #expect(try app.members(of: .album).isEmpty)
    }

    @Test func resolution() throws {
        #expect(try app.assets(with: .bytes, prefix: files[0].sha256.bytes).map(\.localIdentifier) == [seen])
        #expect(try app.assets(with: .bytes, prefix: files[1].sha256.bytes).isEmpty)
        #expect(try app.assets(with: .imageData, prefix: Self.content(2)).isEmpty)
        #expect(try app.asset(withSHA256: files[1].sha256) == nil)
        #expect(try app.signedAsset(1)?.localIdentifier == seen)
        #expect(try app.signedAsset(2) == nil)
        #expect(try app.signedAsset(withLocalIdentifier: unseen[0]) == nil)
        var hashes = 0
        try app.forEachHash { _, _ in hashes += 1 }
        #expect(hashes == 1)
        #expect(try app.decisions().isEmpty)
        #expect(try owner.decisions().count == 1)
        #expect(try app.rememberedReferences(resolved: false).isEmpty)
        _ = try owner.delete([unseen[0]])
        #expect(try !app.wasDeleted(with: .bytes, prefix: files[1].sha256.bytes))
        #expect(try app.recentlyDeletedAsset(with: .bytes, prefix: files[1].sha256.bytes) == nil)
        #expect(try app.deletedAssets(before: .distantFuture).isEmpty)
    }

    @Test func duplicates() throws {
        var pairs = 0
        try app.forEachSimilarPair(score: 0) { _, _, _, _ in pairs += 1 }
        #expect(pairs == 0)
        #expect(try app.possibleCopies([seen] + unseen).keys.sorted() == [seen])
        #expect(try app.uncomparedCount() == 0)
    }

    /// An app gets the decisions about its visible photos, because they are needed to resolve identifiers.
    @Test func aDecisionAboutASeenPhotoIsSeen() throws {
        try owner.decide([Decision(Self.content(1), [UInt8](repeating: 7, count: 16), isSame: true)])
        #expect(try app.decisions().count == 1)
    }

    /// A look-up by words takes longer the more photos have the words.
    @Test func unseenPhotosAreNotLookedUp() throws {
        let query = AssetQuery(.search("photo"))
        #expect(try owner.read { try query.lookUps($0).filters } == [.search("photo")])
        #expect(try app.read { try query.lookUps($0).filters.isEmpty })
    }

    // MARK: History

    /// The history of an app has the tokens of visible changes only.
    ///
    /// An asset that is added to the selection is inserted, and an asset that is removed from the selection is deleted.
    @Test func theHistoryIsLimitedToTheSelection() throws {
        let start = try app.oldestChangeToken()
        func details() throws -> [[String]] {
            let last = try app.changes(since: start).last
            let details = try app.changeDetails(after: start, through: last, for: .asset)
            return [details.insertedLocalIdentifiers, details.updatedLocalIdentifiers, details.deletedLocalIdentifiers]
                .map { $0.sorted() }
        }
        #expect(try details() == [[seen], [], []])
        let token = try app.currentChangeToken()
        try owner.perform([.set(.favorite(true), asset: unseen[0])])
        #expect(try app.currentChangeToken() == token, "An unseen change moves nothing.")
        #expect(try app.changes(since: token).count == 0)
        try owner.perform([.set(.favorite(true), asset: seen)])
        #expect(try app.changes(since: token).count == 1)
        try owner.perform([.select(unseen, app: "app")])
        #expect(try details() == [([seen] + unseen).sorted(), [], []])
        let all = try app.currentChangeToken()
        try owner.perform([.deselect([seen], app: "app")])
        let net = try app.changeDetails(after: all, through: app.currentChangeToken(), for: .asset)
        #expect(net.deletedLocalIdentifiers == [seen])
        #expect(try app.allLocalIdentifiers().sorted() == unseen.sorted())
        try owner.perform([.set(.favorite(false), asset: seen)])
        #expect(try app.changes(since: all).count == 1, "What left the selection is not told of any more.")
        #expect(try app.localIdentifiers(rows: [1], of: .asset) == [1: seen], "A fetch result may still name it.")
    }

    @Test func theHistoryNamesItsOrigin() throws {
        let full = try owner.bound(to: .full(app: "editor", .mayChange))
        try full.perform([.set(.favorite(true), asset: seen)])
        try owner.perform([.set(.favorite(false), asset: seen)], by: .device("tablet"))
        let last = try owner.currentChangeToken()
        let changes = try owner.changes(after: owner.oldestChangeToken(), through: last, limit: 100)
        #expect(changes.suffix(2).map(\.origin) == [.app("editor"), .device("tablet")])
        #expect(changes.first?.origin == .thisDevice)
    }

    @Test func decisionsAreInTheHistory() throws {
        let token = try owner.currentChangeToken()
        let decision = Decision(Self.content(1), Self.content(2), isSame: true, date: Date(timeIntervalSince1970: 1))
        try owner.decide([decision])
        func details() throws -> PersistentObjectChangeDetails {
            try owner.changeDetails(after: token, through: owner.currentChangeToken(), for: .decision)
        }
        #expect(try details().insertedLocalIdentifiers == [decision.identifier])
        try owner.perform([.forgetDecision(Self.content(2), Self.content(1))])
        #expect(try details().isEmpty)
    }

    // MARK: Changes

    @Test func anAppChangesOnlyWhatItSees() throws {
        let app = try owner.bound(to: .limited(app: "app", .mayChange))
        try app.perform([.set(.favorite(true), asset: seen)])
        #expect(try owner.assets([seen])[seen]?.isFavorite == true)
        #expect(throws: PhotoLibraryError(.identifierNotFound, "")) {
            try app.perform([.set(.favorite(true), asset: unseen[0])])
        }
        #expect(throws: PhotoLibraryError(.identifierNotFound, "")) { try app.perform([.delete(asset: unseen[0])]) }
        #expect(try app.perform([.delete(asset: unseen[0], mayBeMissing: true)]).assets.isEmpty)
        #expect(try owner.assets([unseen[0]])[unseen[0]]?.deletedDate == nil, "Missing means missing to the app.")
        #expect(throws: PhotoLibraryError(.accessUserDenied, "")) { try app.perform([.setHistoryRetention(1)]) }
        #expect(throws: PhotoLibraryError(.accessUserDenied, "")) {
            try app.perform([.select(unseen, app: "app")])
        }
        let none = try owner.bound(to: .none(app: "app"))
        #expect(throws: PhotoLibraryError(.accessUserDenied, "")) {
            try none.perform([.set(.favorite(true), asset: seen)])
        }
    }

    @Test func anAppWithFullAccessSeesNeitherHiddenNorDeletedPhotos() throws {
        let full = try owner.bound(to: .full(app: "editor"))
        #expect(try full.assetCount() == 3)
        try owner.perform([.set(.hidden(true), asset: unseen[0]), .delete(asset: unseen[1])])
        #expect(try full.allLocalIdentifiers() == [seen])
        var everything = AssetQuery()
        everything.scope = .everything
        everything.includesHidden = true
        #expect(try full.localIdentifiers(of: everything) == [seen])
        #expect(throws: PhotoLibraryError(.identifierNotFound, "")) {
            try full.perform([.set(.favorite(true), asset: unseen[0])])
        }
        #expect(try full.albums(of: CollectionQuery()).first?.assetCount == 1)
    }
}
