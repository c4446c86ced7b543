import Foundation
import PhotoModel
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import RemoteStores

extension DownloadSuites {
    /// Which store is asked when another one does not have the right bytes.
    @Suite(.timeLimit(.minutes(1))) struct NextStoreTests {
        private let fixture: DownloadFixture
        private let file: TestFile

        init() throws {
            fixture = try DownloadFixture(stores: 2)
            file = try fixture.file(100_000)
        }

        @Test func aStoreThatIsConnectedLaterIsAskedIfTheFirstDoesNotHaveTheFile() async throws {
            try fixture.stores[0].remove(file.sha256, Cancellation())
            let downloads = fixture.downloads()
            downloads.connect([fixture.stores[0]])
            let stores = fixture.stores
            downloads.whenNoStoreIsLeft { [unowned downloads] _ in downloads.connect(stores) }
            #expect(try await downloads.read(file))
            #expect(fixture.requests(1).count == 1)
        }

        @Test func aStoreThatIsConnectedLaterIsNotAskedIfTheFirstHasTheFile() async throws {
            let downloads = fixture.downloads()
            let calls = Mutex(0)
            downloads.whenNoStoreIsLeft { _ in calls.withLock { $0 += 1 } }
            #expect(try await downloads.read(file))
            #expect(calls.withLock { $0 } == 0 && fixture.requests(1).isEmpty)
        }

        @Test func aStoreThatGaveWrongBytesBeforeIsAskedLast() async throws {
            fixture.clients[0].faults.withLock { $0.readsWrongly = true }
            let suspect = fixture.stores[0].id
            let downloads = Downloads(folder: fixture.folder.filePath, suspectStores: { _ in [suspect] }) { _, _ in }
            downloads.connect(fixture.stores)
            #expect(try await downloads.read(file))
            #expect(fixture.requests(0).isEmpty)
            // It is asked if no other store has the file.
            fixture.clients[0].faults.withLock { $0.readsWrongly = false }
            try fixture.stores[1].remove(file.sha256, Cancellation())
            #expect(try await downloads.read(file))
            #expect(fixture.requests(0).count == 1)
        }
    }
}
