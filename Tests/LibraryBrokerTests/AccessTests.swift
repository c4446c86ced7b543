import Foundation
import LibraryInterface
import OpenPhotoKitOwner
import Synchronization
import TestSupport
import Testing

@testable import LibraryBroker

/// An app that a broker serves sees and changes what the owner allows.
@Suite(.timeLimit(.minutes(2))) struct AccessTests {
    @Test func anAppWithoutADecisionSeesNothingAndCanAsk() async throws {
        let served = try await ServedLibrary()
        try served.owner.setAccess(nil, for: ServedLibrary.app)
        let app = try served.connect()
        #expect(app.authorizationStatus(for: .readWrite) == .notDetermined)
        #expect(code { _ = try app.shown } == .accessUserDenied)
        #expect(code { _ = try app.add(TestPhoto.jpeg(90)) } == .accessUserDenied)
        async let answer = app.requestAuthorization(for: .readWrite)
        let asks = eventually { (try? served.owner.accessRecord().first?.pendingRequest) == .readWrite }
        #expect(asks)
        try served.owner.setAccess(.limited(), for: ServedLibrary.app, selecting: [served.photos[2]])
        #expect(try await answer == .limited)
        #expect(app.authorizationStatus(for: .addOnly) == .authorized)
        #expect(try app.shown == [served.photos[2]])
    }

    @Test(arguments: [AccessLevel.readWrite, .addOnly])
    func aDismissedRequestCanBeMadeAgain(level: AccessLevel) async throws {
        let served = try await ServedLibrary()
        try served.owner.setAccess(nil, for: ServedLibrary.app)
        let app = try served.connect()
        for _ in 0..<2 {
            async let answer = app.requestAuthorization(for: level)
            let asks = eventually { (try? served.owner.accessRecord().first?.pendingRequest) != nil }
            #expect(asks)
            try served.owner.dismissRequest(of: ServedLibrary.app)
            #expect(try await answer == .notDetermined)
            #expect(try served.owner.accessRecord().first?.pendingRequest == nil)
        }
    }

    /// Neither on one connection nor on several.
    @Test func anAppCannotAskWithoutEnd() async throws {
        let served = try await ServedLibrary()
        try served.owner.setAccess(nil, for: ServedLibrary.app)
        var app = try served.connect()
        for number in 0..<RecentPages.maximum {
            if number == RecentPages.maximum / 2 { app = try served.connect() }
            try app.service.ask(for: .readWrite)
            #expect(try served.owner.accessRecord().first?.pendingRequest == .readWrite, "\(number)")
            try served.owner.dismissRequest(of: ServedLibrary.app)
            #expect(try eventually { try app.service.appState().waiting == nil })
        }
        #expect(code { try app.service.ask(for: .readWrite) } == .limitExceeded)
        #expect(try served.owner.accessRecord().first?.pendingRequest == nil)
    }

    @Test func afterAResetTheAppCanAskAgain() async throws {
        let served = try await ServedLibrary()
        try served.owner.setAccess(nil, for: ServedLibrary.app)
        let app = try served.connect()
        for _ in 0..<2 {
            let asks = try eventually {
                try app.service.ask(for: .readWrite)
                return try served.owner.accessRecord().first?.pendingRequest == .readWrite
            }
            #expect(asks)
            try served.owner.setAccess(nil, for: ServedLibrary.app)
        }
        try served.owner.forgetAccess(of: ServedLibrary.app)
        let asksAgain = try eventually {
            try app.service.ask(for: .readWrite)
            return try served.owner.accessRecord().first?.pendingRequest == .readWrite
        }
        #expect(asksAgain)
    }

    @Test func aLimitedAppSeesItsSelectionOnly() async throws {
        let served = try await ServedLibrary()
        let seen = Array(served.photos[1...3])
        let app = try served.connect(with: .limited(), seeing: seen)
        #expect(try app.shown == seen)
        #expect(try app.count(of: AssetQuery()) == 3)
        #expect(try app.assets(withLocalIdentifiers: served.photos).keys.sorted() == seen.sorted())
        #expect(try app.original(of: seen[0]) == served.owner.original(of: seen[0]))
        let unseen = served.photos[0]
        #expect(
            code { try app.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [unseen]) } }
                == .identifierNotFound)
        let mappings = served.owner.cloudIdentifierMappings(forLocalIdentifiers: served.photos)
        let identifiers = try served.photos.compactMap { try mappings[$0]?.get() }
        let found = app.service.resolve(identifiers, onlySynced: false, UncountedBatch())
        #expect(try found.map { try $0.get().status == .found } == [false, true, true, true, false, false])
    }

    /// A hostile app may describe any file.
    @Test func aFileIsOpenedOnlyAsAFileOfAVisibleAsset() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited(), seeing: [served.photos[0]])
        let unseen = try #require(try served.owner.assets(withLocalIdentifiers: [served.photos[1]])[served.photos[1]])
        let file = unseen.resources[0]
        let places: [AssetResource.Location] = [
            file.location, .withheld(asset: unseen.localIdentifier), .withheld(asset: served.photos[0]),
            .reference(try #require(served.owner.localPath(of: file))), .elsewhere,
        ]
        for place in places {
            let described = AssetResource(
                kind: file.kind, location: place, originalFilename: nil, bytes: file.bytes, sha256: file.sha256,
                imageDataDigest: nil, format: file.format, orientation: file.orientation, colorProfile: .none)
            #expect(
                code { _ = try app.data(of: described, options: ResourceRequestOptions()) } == .accessUserDenied,
                "\(place)")
        }
        let own = try #require(try app.assets(withLocalIdentifiers: [served.photos[0]])[served.photos[0]])
        #expect(own.resources[0].location == .withheld(asset: served.photos[0]), "An app gets no path.")
    }

    @Test func anAppChangesWhatItAddedAndNothingElse() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited(), seeing: [served.photos[0]])
        let added = try app.add(TestPhoto.jpeg(50))
        #expect(try app.shown.contains(added) && served.owner.shown.contains(added))
        try app.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [added]) }
        #expect(try served.owner.assets(withLocalIdentifiers: [added])[added]?.isFavorite == true)
        let refused = code {
            try app.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [served.photos[0]]) }
        }
        #expect(refused == .accessUserDenied)
        #expect(
            try served.owner.accessRecord().first?.pendingRequest == .change, "The owner sees what the app asked for.")
        try served.owner.setAccess(.limited(.mayChange), for: ServedLibrary.app)
        let isChanged = eventually {
            code { try app.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [served.photos[0]]) } } == nil
        }
        #expect(isChanged)
        #expect(try app.deleteAssets([added]) == [added])
        #expect(try !served.owner.shown.contains(added))
    }

    @Test func aLimitedAppHasItsOwnAlbums() async throws {
        let served = try await ServedLibrary()
        let owners = try served.owner.performChangesAndWait { changes in
            let album = try changes.createAlbum(title: "Owner's")
            try changes.addAssets(served.photos, toAlbum: album.localIdentifier)
            return album.localIdentifier
        }
        let app = try served.connect(with: .limited(), seeing: Array(served.photos[0...2]))
        #expect(try app.albums(CollectionQuery()).isEmpty)
        let own = try app.performChangesAndWait { changes in
            let album = try changes.createAlbum(title: "App's")
            try changes.addAssets([served.photos[1]], toAlbum: album.localIdentifier)
            return album.localIdentifier
        }
        #expect(try app.albums(CollectionQuery()).map(\.title) == ["App's"])
        for change in [
            { try $0.renameAlbum(owners, to: "Mine") }, { try $0.deleteAlbums([owners]) },
            { try $0.addAssets([served.photos[0]], toAlbum: owners) },
            { try $0.addAssets([served.photos[5]], toAlbum: own) },
        ] as [(ChangeRequests) throws -> Void] {
            #expect(code { try app.performChangesAndWait(change) } == .identifierNotFound)
        }
        // The owner adds a photo that the app does not see, before the app's own.
        try served.owner.performChangesAndWait { try $0.placeAssets([served.photos[5]], at: 0, inAlbum: own) }
        var query = AssetQuery()
        query.album = own
        #expect(try app.localIdentifiers(of: query) == [served.photos[1]])
        try app.performChangesAndWait { try $0.removeAssets(at: IndexSet(integer: 0), fromAlbum: own) }
        #expect(
            try served.owner.localIdentifiers(of: query) == [served.photos[5]], "Positions count what the app sees.")
    }

    @Test func anAppThatMayOnlyAddSeesNothing() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .addOnly)
        #expect(app.authorizationStatus(for: .addOnly) == .authorized)
        #expect(app.authorizationStatus(for: .readWrite) == .notDetermined)
        let added = try app.add(TestPhoto.jpeg(70))
        #expect(try app.add(TestPhoto.jpeg(70)) == added, "The app's own additions are not doubled.")
        #expect(code { _ = try app.shown } == .accessUserDenied)
        #expect(try served.owner.shown.contains(added))
    }

    @Test func theRecordSaysWhatAnAppDid() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited(.withoutPlaces), seeing: [served.photos[0]])
        _ = try app.add(TestPhoto.jpeg(60))
        let record = try #require(try served.owner.accessRecord().first)
        #expect(record.app == ServedLibrary.app && record.grant == .limited(.withoutPlaces))
        #expect(record.selectedAssetCount == 2 && record.addedAssetCount == 1)
        #expect(record.lastUsed != nil && record.identity == .claimed && record.containment == .uncontained)
        #expect(
            app.connectedApp?.containment == .uncontained,
            "The broker knows a plain program only by what it says of itself.")
        try served.owner.forgetAccess(of: ServedLibrary.app)
        #expect(try served.owner.accessRecord().isEmpty)
        let isGone = eventually { code { _ = try app.shown } == .accessUserDenied }
        #expect(isGone)
    }
}
