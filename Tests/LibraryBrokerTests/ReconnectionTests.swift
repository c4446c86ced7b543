import Foundation
import OpenPhotoKitOwner
import SystemSupport
import TestSupport
import Testing

@testable import LibraryBroker

/// What an app's requests do while no broker answers.
@Suite struct ReconnectionTests {
    /// More requests wait than the pool for work that waits has threads.
    @Test(.timeLimit(.minutes(1))) func requestsThatWaitForABrokerOccupyNoThread() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited(), seeing: Array(served.photos.prefix(2)))
        let changes = try app.changes(since: app.oldestChangeToken)
        served.stop()
        let requests = (0..<100).map { _ in
            Task {
                for try await new in changes { return new.changeCount }
                return 0
            }
        }
        // Until the requests have noticed that the broker is gone.
        try await Task.sleep(for: .milliseconds(500))
        let start = ContinuousClock.now
        await blocking {}
        #expect(ContinuousClock.now - start < .seconds(1))
        try served.start()
        for request in requests { #expect(try await request.value > 0) }
    }

    @Test(.timeLimit(.minutes(1))) func aRequestWithoutABrokerFailsAfterFiveSeconds() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited(), seeing: Array(served.photos.prefix(2)))
        served.stop()
        let start = ContinuousClock.now
        await #expect(throws: PhotoLibraryError(.libraryUnavailable, "")) { _ = try await app.chooseLimitedSelection() }
        let duration = ContinuousClock.now - start
        #expect(duration > .seconds(4) && duration < .seconds(15))
    }
}
