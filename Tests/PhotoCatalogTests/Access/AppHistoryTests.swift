import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// What the tokens of an app tell it about changes that it does not see.
@Suite struct AppHistoryTests {
    private static let day = 86_400.0
    private let fixture: CatalogFixture
    private let owner: PhotoCatalog
    private let app: PhotoCatalog
    private let seen: String
    private let unseen: [String]

    init() throws {
        fixture = try CatalogFixture()
        owner = fixture.catalog
        try owner.belong(to: UUID())
        let files = (1...4).map { makeFile("\($0).jpg", bytes: $0, imageData: $0) }
        let start = Date() - 600 * Self.day
        try fixture.store(files, now: start)
        let fixture = fixture
        let names = files.map { fixture.identifier($0) }
        (seen, unseen) = (names[0], Array(names.dropFirst()))
        try owner.perform(
            [.request(.makeAlbum("album", title: "Harbour", folder: nil)), .select([seen], app: "app")], now: start)
        try owner.write { database in
            // Simulates that the app made the album.
            try database.execute(sql: "INSERT INTO appAlbum SELECT 'app', id, localIdentifier FROM album")
            // The library and the selection are old.
            try database.execute(sql: "UPDATE history SET date = ?", arguments: [start.timeIntervalSince1970])
        }
        app = try owner.bound(to: .limited(app: "app"))
    }

    private func setFavorite(_ asset: String, _ isFavorite: Bool = true, daysAgo days: Double = 0) throws {
        try owner.perform([.set(.favorite(isFavorite), asset: asset)], now: Date() - days * Self.day)
    }

    /// An app's position in the history and what it sees of the album.
    private func state(of app: PhotoCatalog) throws -> [String] {
        let album = try #require(try app.albums(of: CollectionQuery()).first)
        let (current, oldest) = (try app.currentChangeToken(), try app.oldestChangeToken())
        return [
            current.archivalStringValue, oldest.archivalStringValue, "\(String(describing: album.modificationDate))",
            "\(album)",
        ]
    }

    @Test func unseenMembersOfItsAlbumDoNotChangeTheAlbum() throws {
        try owner.perform([.album("album", .add([seen]))])
        let before = try state(of: app)
        try owner.perform([.album("album", .add([unseen[0], unseen[1]]))])
        #expect(try state(of: app) == before)
        try owner.perform([.album("album", .moveBefore([unseen[1]], seen))])
        #expect(try state(of: app) == before)
        try owner.perform([.album("album", .setKeyAsset(unseen[0]))])
        #expect(try state(of: app) == before)
        try owner.perform([.delete(asset: unseen[0])])
        #expect(try state(of: app) == before)
        try owner.perform([.album("album", .remove([unseen[1]]))])
        #expect(try state(of: app) == before)
        let token = try app.currentChangeToken()
        try owner.perform([.album("album", .add([unseen[2]])), .album("album", .rename("Port"))])
        let range = try app.changes(since: token)
        #expect(range.count == 1)
        let details = try app.changeDetails(after: token, through: range.last, for: .album)
        #expect(details.updatedLocalIdentifiers == ["album"])
    }

    /// An app that sees all photos sees no hidden ones.
    @Test func hiddenMembersDoNotChangeAnAlbum() throws {
        let app = try owner.bound(to: .full(app: "other"))
        for asset in unseen { try owner.perform([.set(.hidden(true), asset: asset)]) }
        try owner.perform([.album("album", .add([seen]))])
        let before = try state(of: app)
        for change in [
            AlbumChange.add([seen, unseen[0], unseen[1]]), .moveBefore([unseen[1]], seen), .setKeyAsset(unseen[0]),
            .setKeyAsset(nil), .remove([unseen[1]]), .insert([unseen[1]], at: Indexes([0])),
            .replaceAssets([unseen[1]], with: [unseen[2]]),
        ] {
            try owner.perform([.album("album", change)])
            #expect(try state(of: app) == before, "\(change)")
        }
    }

    @Test func visibleMembersChangeAnAlbum() throws {
        let app = try owner.bound(to: .full(app: "other"))
        try owner.perform([.set(.hidden(true), asset: unseen[0])])
        for change in [
            AlbumChange.add([unseen[0], seen]), .setKeyAsset(seen), .setKeyAsset(unseen[0]), .setKeyAsset(seen),
            .replaceAssets([unseen[0]], with: [unseen[1]]), .remove([seen]), .rename("Port"),
        ] {
            let before = try app.currentChangeToken()
            try owner.perform([.album("album", change)])
            let range = try app.changes(since: before)
            #expect(range.count == 1, "\(change)")
            let details = try app.changeDetails(after: before, through: range.last, for: .album)
            #expect(details.updatedLocalIdentifiers == ["album"], "\(change)")
        }
    }

    @Test func theRemovalOfOldUnseenChangesIsNotSeen() throws {
        for days in [590.0, 500, 450] { try setFavorite(unseen[0], days == 500, daysAgo: days) }
        let before = try state(of: app)
        // A change removes others that are older than 400 days.
        try setFavorite(unseen[0])
        #expect(try owner.oldestChangeToken().date > Date() - 460 * Self.day)
        #expect(try state(of: app) == before)
    }

    @Test func aTokenExpiresWithTheClock() throws {
        try setFavorite(seen, daysAgo: 401)
        let app = try owner.bound(to: .limited(app: "app"))
        let current = try app.currentChangeToken()
        #expect(try app.changes(since: current).count == 0)
        #expect(current == (try app.oldestChangeToken()))
        try setFavorite(seen, false, daysAgo: 399)
        let last = try app.currentChangeToken()
        #expect(try app.changes(since: current).count == 1)
        #expect(try app.changes(since: last).count == 0)
        try owner.perform([.setHistoryRetention(100)])
        #expect(throws: PhotoLibraryError(.persistentChangeTokenExpired, "")) { try app.changes(since: last) }
        #expect(try app.changes(since: app.currentChangeToken()).count == 0)
    }

    @Test func forgottenChangesAreNotKnown() throws {
        let before = try app.currentChangeToken()
        try setFavorite(seen)
        let after = try app.currentChangeToken()
        try owner.write { try $0.forgetHistory() }
        for token in [before, after] {
            #expect(throws: PhotoLibraryError(.persistentChangeTokenExpired, "")) { try app.changes(since: token) }
        }
        let current = try app.currentChangeToken()
        try setFavorite(seen, false)
        #expect(try app.changes(since: current).count == 1)
    }
}
