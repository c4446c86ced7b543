import Foundation
import OpenPhotoKitOwner
import Synchronization
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
        let ended = Counter()
        let requests = (0..<100).map { _ in
            Task {
                defer { ended.value.add(1, ordering: .relaxed) }
                for try await new in changes { return new.changeCount }
                return 0
            }
        }
        // Until the requests have noticed that the broker is gone.
        try await Task.sleep(for: .milliseconds(500))
        // If the requests occupied the threads, this work would begin when the first of them ends.
        await blocking {}
        #expect(ended.value.load(ordering: .relaxed) == 0)
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

private final class Counter: Sendable {
    let value = Atomic(0)
}
