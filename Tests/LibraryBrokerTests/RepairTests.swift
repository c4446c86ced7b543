import Foundation
import LibraryStorage
import OpenPhotoKitOwner
import SystemPackage
import TestSupport
import Testing

/// A library is repaired while a broker serves it.
@Suite(.timeLimit(.minutes(2))) struct RepairTests {
    @Test func theLibraryIsRepairedWhileAppsAreConnected() async throws {
        let broker = try await BrokerProcess(grant: .limited())
        let app = try broker.connect()
        let photo = try app.add(TestPhoto.jpeg(50))
        let repaired = try PhotosProcess.run(arguments: ["repair", "--library", broker.library.string])
        #expect(repaired.exitCode == 0, "\(repaired.standardError)")
        #expect(try app.shown == [photo])
        let other = try app.add(TestPhoto.jpeg(51))
        #expect(try Set(app.shown) == [photo, other])
    }

    /// A new catalogue has no decisions about apps.
    @Test func afterARestorationAppsAskAgain() async throws {
        let broker = try await BrokerProcess(grant: .limited())
        let app = try broker.connect()
        let photo = try app.add(TestPhoto.jpeg(50))
        let repaired = try PhotosProcess.run(
            arguments: ["repair", "--rebuild", "--library", broker.library.string])
        #expect(repaired.exitCode == 0, "\(repaired.standardError)")
        let isForgotten = eventually { app.authorizationStatus(for: .readWrite) == .notDetermined }
        #expect(isForgotten)
        #expect(code { _ = try app.shown } == .accessUserDenied)
        async let answer = app.requestAuthorization(for: .readWrite)
        let owner = try OwnedLibrary(at: broker.library)
        let asks = eventually { (try? owner.accessRecord().first?.pendingRequest) == .readWrite }
        #expect(asks)
        try owner.setAccess(.limited(), for: BrokerProcess.app, selecting: [photo])
        #expect(try await answer == .limited)
        #expect(try app.shown == [photo])
    }

    /// The owner deleted the same pictures before the copy of the catalogue was made.
    @Test func afterARestorationPhotosThatAnAppAddedAgainAreThere() async throws {
        let broker = try await BrokerProcess(grant: .limited())
        var owner: OwnedLibrary? = try OwnedLibrary(at: broker.library)
        let photos = try #require(try owner?.shown)
        let files = try photos.prefix(2).map { try #require(try owner?.original(of: $0)) }
        _ = try owner?.deleteAssets(Array(photos.prefix(2)))
        _ = try await owner?.purgeDeletedAssets([photos[1]])
        owner = nil
        let copied = try PhotosProcess.run(arguments: ["copy-catalog", "--library", broker.library.string])
        #expect(copied.exitCode == 0, "\(copied.standardError)")
        let app = try broker.connect()
        for file in files { _ = try app.add(file) }
        broker.kill()
        for name in ["catalog.sqlite-wal", "catalog.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: broker.library.appending(name).string)
        }
        try Data(repeating: 7, count: 5_000).write(
            to: URL(fileURLWithPath: broker.library.appending("catalog.sqlite").string))
        let repaired = try PhotosProcess.run(arguments: ["repair", "--library", broker.library.string])
        #expect(repaired.exitCode == 0, "\(repaired.standardError)")
        let restored = try OwnedLibrary(at: broker.library)
        let shown = try Set(restored.shown.map { try restored.original(of: $0) })
        #expect(try shown == Set(files + [restored.original(of: photos[2])]))
    }

    @Test func duringTheRepairTheLibraryIsUnavailable() async throws {
        let broker = try await BrokerProcess(grant: .full())
        let app = try broker.connect()
        let photos = try app.shown
        var repair: RepairLock? = try RepairLock(LibraryFolder(path: broker.library))
        #expect(code { _ = try app.add(TestPhoto.jpeg(50)) } == .libraryUnavailable)
        #expect(code { _ = try broker.connectOnce() } == .libraryUnavailable)
        withExtendedLifetime(repair) {}
        repair = nil
        #expect(try app.shown == photos)
        _ = try app.add(TestPhoto.jpeg(50))
    }

    @Test func aBrokerThatIsStartedDuringARepairServesAfterwards() async throws {
        let broker = try await BrokerProcess(grant: .full())
        let photos = try broker.connect().shown
        broker.kill()
        var repair: RepairLock? = try RepairLock(LibraryFolder(path: broker.library))
        try broker.start()
        // The broker has made the shared socket, and refuses apps.
        let refuses = eventually { broker.refusal?.message.contains("is being repaired") == true }
        #expect(refuses)
        withExtendedLifetime(repair) {}
        repair = nil
        #expect(try broker.connect().shown == photos)
    }

    /// A program of the owner does not close the library.
    @Test func theBrokerServesAgainIfTheRepairGivesUp() async throws {
        let broker = try await BrokerProcess(grant: .full())
        let app = try broker.connect()
        let owner = try OwnedLibrary(at: broker.library)
        let repaired = try PhotosProcess.run(arguments: ["repair", "--library", broker.library.string])
        #expect(repaired.exitCode == 75)
        #expect(try app.shown == owner.shown)
    }
}
