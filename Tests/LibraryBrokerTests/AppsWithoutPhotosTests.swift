import Foundation
import Glibc
import OpenPhotoKitOwner
import PhotosCompat
import TestSupport
import Testing

/// An app that sees no photos learns the reason, with PhotoKit's functions too.
///
/// After an expired token, an app does what Apple's talk says (WWDC22, session 10132): it fetches everything again, and
/// forgets what it does not find.
@Suite struct AppsWithoutPhotosTests {
    private func code(_ body: () throws -> Void) -> PHPhotosError.Code? {
        do {
            try body()
            return nil
        } catch { return (error as? PHPhotosError)?.code }
    }

    @Test(arguments: [AppAccess.Grant?.none, .denied, .addOnly])
    func theHistoryOfAnAppWithoutPhotosIsDenied(grant: AppAccess.Grant?) async throws {
        let broker = try await BrokerProcess(grant: grant)
        let library = PHPhotoLibrary(try broker.connect())
        let token = library.currentChangeToken
        #expect(code { _ = try library.fetchPersistentChanges(since: token) } == .accessUserDenied)
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let archived = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data))
        #expect(code { _ = try library.fetchPersistentChanges(since: archived) } == .accessUserDenied)

        let owner = try OwnedLibrary(at: broker.library)
        let photo = try #require(owner.shown.first)
        let cloud = PHCloudIdentifier(
            stringValue: try #require(
                owner.cloudIdentifierMappings(forLocalIdentifiers: [photo])[photo]?.get().stringValue))
        try expectNothing(photo, cloud, in: library)

        // The app has seen nothing of what it sees now.
        try owner.setAccess(.full(), for: BrokerProcess.app)
        #expect(eventually { library.localIdentifierMappings(for: [cloud])[cloud]?.localIdentifier == photo })
        #expect(code { _ = try library.fetchPersistentChanges(since: token) } == .persistentChangeTokenExpired)
    }

    /// No object has an identifier for an app without access, as in Apple's talk (WWDC21, session 10046).
    private func expectNothing(_ photo: String, _ cloud: PHCloudIdentifier, in library: PHPhotoLibrary) throws {
        func isNotFound(_ error: (any Error)?) -> Bool { (error as? PHPhotosError)?.code == .identifierNotFound }
        let clouds = library.cloudIdentifierMappings(forLocalIdentifiers: [photo, "none"])
        #expect(clouds.count == 2 && clouds.values.allSatisfy { isNotFound($0.error) })
        let locals = library.localIdentifierMappings(for: [cloud])
        #expect(locals.count == 1 && isNotFound(locals[cloud]?.error))
        let synced = library.localIdentifierMappings(forSynced: [cloud])
        #expect(synced.count == 1 && isNotFound(synced[cloud]?.error))
    }

    @Test func aWithdrawnAccessIsNoExpiredToken() async throws {
        let broker = try await BrokerProcess(grant: .full())
        let owner = try OwnedLibrary(at: broker.library)
        let app = try broker.connect()
        let library = PHPhotoLibrary(app)
        let token = library.currentChangeToken
        try owner.performChangesAndWait { try $0.set(.favorite(true), ofAssets: owner.shown) }
        let changes = try library.fetchPersistentChanges(since: token)
        #expect(try changes.map { try $0.changeDetails(for: .asset).updatedLocalIdentifiers.count } == [3])

        try owner.setAccess(.denied, for: BrokerProcess.app)
        #expect(eventually { app.authorizationStatus(for: .readWrite) == .denied })
        #expect(code { _ = try library.fetchPersistentChanges(since: token) } == .accessUserDenied)
        // Also if the changes were fetched before.
        let late = Array(changes)
        #expect(late.count == 1)
        #expect(code { for change in late { _ = try change.changeDetails(for: .asset) } } == .accessUserDenied)
    }

    @Test func withoutABrokerTheHistoryIsUnavailable() async throws {
        await #expect(processExitsWith: .success) {
            setenv("PHOTOS_SOCKET", "/nonexistent/socket", 1)
            try AppsWithoutPhotosTests().readWithoutBroker()
        }
    }

    private func readWithoutBroker() throws {
        let library = PHPhotoLibrary.shared()
        let token = library.currentChangeToken
        #expect(
            code { _ = try library.fetchPersistentChanges(since: token) } == .relinquishingLibraryBundleToWriter)
        try expectNothing("a", PHCloudIdentifier(stringValue: "b"), in: library)
    }

    // MARK: Standard error

    @Test func anAppThatWaitsForACommandSaysSo() async throws {
        let broker = try await BrokerProcess(grant: nil, environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
        _ = try broker.connect()
        let owner = try OwnedLibrary(at: broker.library)
        // A thread and not a task, because the test below blocks two of Swift's threads until its process ends.
        Thread.detachNewThread {
            let isAsked = eventually {
                (try? owner.accessRecord().first?.pendingRequest) == .readWrite
            }
            #expect(isAsked)
            // The app asks whether it waits after it has asked for access.
            Thread.sleep(forTimeInterval: 1)
            #expect(throws: Never.self) { try owner.setAccess(.denied, for: BrokerProcess.app) }
        }
        let socket = broker.socket.string
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [socket = socket as String] in
            setenv("PHOTOS_SOCKET", socket, 1)
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .denied)
        }
        let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(errors.contains("OpenPhotoKit: The request waits") && errors.contains("photos access pending"))
    }

    @Test func anAppWithoutABrokerSaysSo() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            setenv("PHOTOS_SOCKET", "/nonexistent/socket", 1)
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .restricted)
        }
        let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(errors.contains("OpenPhotoKit: Access cannot be requested. "))
    }
}
