import Foundation
import OpenPhotoKitOwner
import Synchronization
import TestSupport
import Testing

@testable import LibraryBroker

/// An app learns nothing of photos that it does not see.
@Suite(.timeLimit(.minutes(2))) struct ExistenceTests {
    /// The owner has the photo of `bytes`, hidden from the app in different ways.
    enum Unseen: CaseIterable { case notSelected, hidden, deleted, purged }

    @Test(arguments: Unseen.allCases)
    func addingAnUnseenPhotoMakesTheAppsOwnAsset(unseen: Unseen) async throws {
        let served = try await ServedLibrary()
        let owners = served.photos[4]
        let bytes = try served.owner.original(of: owners)
        switch unseen {
        case .notSelected: break
        case .hidden: try served.owner.performChangesAndWait { try $0.set(.hidden(true), ofAssets: [owners]) }
        case .deleted, .purged: _ = try served.owner.deleteAssets([owners])
        }
        if unseen == .purged { _ = try await served.owner.purgeDeletedAssets([owners]) }
        let grant: AppAccess.Grant = unseen == .notSelected ? .limited() : .full()
        let app = try served.connect(with: grant, seeing: [served.photos[0]])
        let added = try app.add(bytes)
        #expect(added != owners)
        #expect(try app.original(of: added) == bytes)
        let asset = try #require(try app.assets(withLocalIdentifiers: [added])[added])
        #expect(asset.resources.count == 1 && asset.captureTime?.description == "2024-05-05T10:00:00")
        #expect(try served.owner.assets(withLocalIdentifiers: [added])[added] != nil)
        // The same photo again is the app's own asset.
        #expect(try app.add(bytes) == added)
        if unseen == .purged {
            #expect(try app.shown.count == 6)
        } else {
            #expect(try served.owner.assets(withLocalIdentifiers: [owners])[owners] != nil, "The owner's photo stays.")
        }
    }

    @Test func aPhotoOfTheSamePictureIsNotMerged() async throws {
        let served = try await ServedLibrary()
        let bytes = TestPhoto.commented(try served.owner.original(of: served.photos[1]), "other bytes")
        let app = try served.connect(with: .full())
        let added = try app.add(bytes)
        #expect(added != served.photos[1])
        let owners = try #require(try served.owner.assets(withLocalIdentifiers: [served.photos[1]])[served.photos[1]])
        #expect(owners.resources.count == 1, "An app adds no files to photos of others.")
    }

    @Test func unseenChangesMoveNothing() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited(), seeing: [served.photos[0]])
        let token = try app.currentChangeToken
        let events = Mutex(0)
        let changes = try app.changes()
        let following = Task { for try await _ in changes { events.withLock { $0 += 1 } } }
        defer { following.cancel() }
        for index in 1...5 {
            try served.owner.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [served.photos[index]]) }
        }
        try served.owner.setAccess(.denied, for: "org.example.Other")
        #expect(try app.currentChangeToken == token)
        try served.owner.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [served.photos[0]]) }
        let isChanged = eventually { events.withLock { $0 } == 1 }
        #expect(isChanged, "One visible change is one event.")
        #expect(try app.currentChangeToken != token)
    }

    /// Equal numbers of changes between tokens would count the unseen ones.
    @Test func tokensTellNothing() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited(), seeing: [served.photos[0]])
        let first = try app.currentChangeToken
        try served.owner.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [served.photos[0]]) }
        let second = try eventuallyChanged(first, app)
        #expect(first.archivalStringValue != second.archivalStringValue)
        #expect(first.number == 0 && second.number == 0 && first.generation != second.generation)
        // The library was made today.
        let beginning = try served.owner.oldestChangeToken.date
        #expect(try app.oldestChangeToken.date == beginning, "The date may be that of an unseen change.")
        #expect(try app.fetchPersistentChanges(since: first).changeCount == 1)
        #expect(
            code { _ = try app.fetchPersistentChanges(since: served.owner.currentChangeToken) }
                == .persistentChangeTokenExpired)
        // With another access, the old token does not tell what changed.
        try served.owner.setAccess(.full(), for: ServedLibrary.app)
        let isWider = eventually { (try? app.shown.count) == 6 }
        #expect(isWider)
        #expect(code { _ = try app.fetchPersistentChanges(since: second) } == .persistentChangeTokenExpired)
    }

    private func eventuallyChanged(
        _ token: PersistentChangeToken, _ app: PhotoLibrary
    ) throws -> PersistentChangeToken {
        let isChanged = try eventually { try app.currentChangeToken != token }
        #expect(isChanged)
        return try app.currentChangeToken
    }

    @Test func photosThatAreHiddenOrLeaveTheSelectionAreDeletionsForTheApp() async throws {
        let served = try await ServedLibrary()
        let seen = Array(served.photos[0...2])
        let app = try served.connect(with: .limited(), seeing: seen)
        func details(since token: PersistentChangeToken) throws -> [Set<String>] {
            let details = try app.fetchPersistentChanges(since: token).netDetails(for: .asset)
            return [details.insertedLocalIdentifiers, details.updatedLocalIdentifiers, details.deletedLocalIdentifiers]
                .map { Set($0) }
        }
        let start = try app.currentChangeToken
        try served.owner.performChangesAndWait { try $0.set(.hidden(true), ofAssets: [seen[0]]) }
        try served.owner.changeSelection(for: ServedLibrary.app, removing: [seen[1]])
        #expect(try details(since: start) == [[], [], [seen[0], seen[1]]])
        let middle = try eventuallyChanged(start, app)
        // Changes of photos that the app no longer sees are not told.
        try served.owner.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [seen[0], seen[1]]) }
        #expect(try details(since: middle) == [[], [], []])
        try served.owner.performChangesAndWait { try $0.set(.hidden(false), ofAssets: [seen[0]]) }
        try served.owner.changeSelection(for: ServedLibrary.app, adding: [seen[1], served.photos[4]])
        #expect(try details(since: middle) == [[seen[0], seen[1], served.photos[4]], [], []])
    }

    @Test func errorsNameNoPath() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .full())
        let asset = try #require(try app.assets(withLocalIdentifiers: [served.photos[0]])[served.photos[0]])
        let owners = try #require(try served.owner.assets(withLocalIdentifiers: [served.photos[0]])[served.photos[0]])
        try FileManager.default.removeItem(atPath: try #require(served.owner.localPath(of: owners.resources[0])).string)
        do {
            _ = try app.data(of: asset.resources[0], options: ResourceRequestOptions())
            Issue.record("The file is gone.")
        } catch {
            #expect((error as? PhotoLibraryError)?.code == .missingResource)
            #expect(!"\(error)".contains(served.folder.url.path), "\(error)")
        }
    }
}
