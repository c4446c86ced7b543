import Foundation
import LibraryInterface
import LibraryRPC
import MessageTransport
import OpenPhotoKitOwner
import Originals
import SystemPackage
import TestSupport
import Testing

@testable import LibraryBroker

/// What the owner takes back ends at once; what fails, fails for the app alone.
@Suite(.timeLimit(.minutes(2))) struct RevocationTests {
    @Test func aRunningTransferEnds() async throws {
        let served = try await ServedLibrary()
        // Larger than what a client reads ahead.
        let large = served.folder.filePath.appending("large.jpg")
        try Data(TestPhoto.jpeg(30) + [UInt8](repeating: 7, count: 64 << 20)).write(
            to: URL(fileURLWithPath: large.string))
        try await served.owner.importFiles(ImportRequest(paths: [large])) { _ in }
        let photo = try #require(try served.owner.shown.last { !served.photos.contains($0) })
        let app = try served.connect(with: .limited(), seeing: [photo])
        let asset = try #require(try app.assets(withLocalIdentifiers: [photo])[photo])
        let source = try app.originals.openCompared(asset.resources[0], .local)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        _ = try bytes.withUnsafeMutableBytes { try source.read(into: $0) }
        try served.owner.changeSelection(for: ServedLibrary.app, removing: [photo])
        let ends = eventually {
            code { _ = try bytes.withUnsafeMutableBytes { try source.read(into: $0) } } == .accessUserDenied
        }
        #expect(ends)
        #expect(
            code { _ = try app.data(of: asset.resources[0], options: ResourceRequestOptions()) } == .accessUserDenied)
    }

    /// The owner denies access between the requests and the commit of a block.
    @Test func aRunningChangeIsNotMade() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited(), seeing: [served.photos[0]])
        let refused = code {
            try app.performChangesAndWait { changes in
                _ = try changes.createAsset(
                    AssetCreationRequest(original: .data(Data(TestPhoto.jpeg(80)), filename: "a.jpg")))
                try served.owner.setAccess(.denied, for: ServedLibrary.app)
            }
        }
        #expect(refused == .accessUserDenied)
        #expect(try served.owner.shown == served.photos)
    }

    @Test func aNameCannotBeBorrowed() async throws {
        let served = try await ServedLibrary()
        try served.owner.setAccess(.full(), for: "org.example.Other")
        try served.owner.setAccess(nil, for: ServedLibrary.app)
        #expect(code { _ = try served.connect(as: "org.example.Other") } == .accessUserDenied)
        let shared = served.sockets.appending("socket")
        #expect(code { _ = try PhotoLibrary.connectAndWait(to: shared) } == .accessUserDenied, "It needs a name.")
        #expect(code { _ = try PhotoLibrary.connectAndWait(as: "../x", to: shared) } == .accessRestricted)
        let claimed = try PhotoLibrary.connectAndWait(as: "org.example.Other", to: shared)
        #expect(claimed.connectedApp?.identity == .claimed)
    }

    /// A connection that claimed a name ends when the name's own app connects.
    @Test func aClaimedConnectionEndsWhenTheAppItselfConnects() async throws {
        let served = try await ServedLibrary()
        let app = try BrokeredApp(ServedLibrary.app, served.owner)
        let folder = served.folder.filePath.appending("t")
        let listeners = try AppSockets(in: folder).open(for: [ServedLibrary.app], except: []).map { socket in
            let identity: AppAccess.Identity = socket.app == nil ? .claimed : .socket
            return try MessageListener(socket: socket.descriptor) { _, _, sender throws(PhotoLibraryError) in
                (
                    app.connect(.init(identity: identity, containment: .contained), sender, isRefused: false),
                    welcome: BrokerWelcome(
                        app: app.name, identity: identity, containment: .contained, hasDesktop: true
                    ).bytes
                )
            }
        }
        defer { for listener in listeners { listener.stop() } }
        let paths = [["socket"], ["apps", ServedLibrary.app, "socket"]].map {
            folder.appending($0.compactMap { FilePath.Component($0) })
        }
        let claimed = try PhotoLibrary.connectAndWait(to: paths[0])
        #expect(claimed.authorizationStatus(for: .readWrite) == .notDetermined)
        #expect(listeners.map(\.connectionCount).reduce(0, +) == 1)
        let own = try PhotoLibrary.connectAndWait(to: paths[1])
        #expect(own.connectedApp?.identity == .socket)
        let isAlone = eventually { listeners.map(\.connectionCount).reduce(0, +) == 1 }
        #expect(isAlone)
        #expect(own.authorizationStatus(for: .readWrite) == .notDetermined)
    }

    @Test func onlyContainedAppsAreServedIfTheOwnerSaysSo() async throws {
        let served = try await ServedLibrary(containedOnly: true)
        try served.owner.setAccess(.full(), for: ServedLibrary.app)
        let app = try served.connect()
        #expect(app.authorizationStatus(for: .readWrite) == .restricted)
        #expect(code { _ = try app.shown } == .accessRestricted)
        #expect(try await app.requestAuthorization(for: .readWrite) == .restricted)
    }

    @Test func readsWaitForABrokerThatIsStartedAgain() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited(), seeing: [served.photos[3]])
        served.stop()
        let restart = Task {
            try await Task.sleep(for: .milliseconds(300))
            try served.start()
        }
        #expect(try app.shown == [served.photos[3]])
        try await restart.value
        _ = try app.add(TestPhoto.jpeg(40))
        #expect(try app.shown.count == 2)
    }

    @Test func withoutABrokerTheErrorSaysWhatIsMissing() async throws {
        let served = try await ServedLibrary()
        served.stop()
        do {
            _ = try PhotoLibrary.connectAndWait(as: "org.example.A", to: served.sockets.appending("socket"))
            Issue.record("No broker answers.")
        } catch {
            #expect(error.code == .libraryUnavailable && error.message.contains("The owner of the library starts it"))
        }
    }
}
