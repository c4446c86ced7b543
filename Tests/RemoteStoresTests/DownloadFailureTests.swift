import AgeEncryption
import Foundation
import Originals
import PhotoModel
import Synchronization
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import RemoteStores

extension DownloadSuites {
    @Suite(.timeLimit(.minutes(2))) struct DownloadFailureTests {
        private static func service(_ status: Int, retryAfter: Duration? = nil, isTransient: Bool = true)
            -> PhotoLibraryError
        {
            PhotoLibraryError(
                .networkError, "The service failed.",
                cause: HTTPFailure(status: status, retryAfter: retryAfter, isTransient: isTransient, reason: ""))
        }

        @Test func aStoreThatFailsIsAskedAgainAndThenTheNextOne() async throws {
            let fixture = try DownloadFixture(stores: 2)
            let file = try fixture.file(100_000)
            var timing = DownloadFixture.timing
            timing.failuresUntilOffline = 100
            let downloads = fixture.downloads(timing)
            fixture.clients[0].faults.withLock { $0.failures = (4, Self.service(503)) }
            #expect(try await downloads.read(file))
            #expect(fixture.requests(0).count == 5 && fixture.requests(1).isEmpty)
            fixture.clients[0].faults.withLock { $0.failures = (5, Self.service(503)) }
            #expect(try await downloads.read(file))
            #expect(fixture.requests(0).count == 10 && fixture.requests(1).count == 1)
            // What will not succeed later is not tried again.
            fixture.clients[0].faults.withLock { $0.failures = (1, Self.service(403, isTransient: false)) }
            #expect(try await downloads.read(file))
            #expect(fixture.requests(0).count == 11 && fixture.requests(1).count == 2)
            // Nor is a store whose answers make no sense.
            let senseless = PhotoLibraryError(.sourceChanged, "The service sent another part of the object.")
            fixture.clients[0].faults.withLock { $0.failures = (1, senseless) }
            #expect(try await downloads.read(file))
            #expect(fixture.requests(0).count == 12 && fixture.requests(1).count == 3)
            // A store without the file.
            try fixture.stores[0].remove(file.sha256, Cancellation())
            #expect(try await downloads.read(file))
            try fixture.stores[1].remove(file.sha256, Cancellation())
            await #expect(throws: PhotoLibraryError(.missingResource, "")) { try await downloads.read(file) }
        }

        @Test func theServiceSaysWhenItIsAskedAgain() async throws {
            let fixture = try DownloadFixture(stores: 2)
            let file = try fixture.file(1000)
            let downloads = fixture.downloads()
            fixture.clients[0].faults.withLock { $0.failures = (1, Self.service(429, retryAfter: .milliseconds(300))) }
            let start = ContinuousClock.now
            #expect(try await downloads.read(file))
            #expect(ContinuousClock.now - start >= .milliseconds(300) && fixture.requests(1).isEmpty)
            // Nobody waits for an hour if another store has the file.
            fixture.clients[0].faults.withLock { $0.failures = (1, Self.service(429, retryAfter: .seconds(3600))) }
            #expect(try await downloads.read(file))
            #expect(fixture.requests(1).count == 1)
        }

        @Test(arguments: [false, true], [false, true])
        func aConnectionThatEndsGoesOnWhereItEnded(isSilent: Bool, isEncrypted: Bool) async throws {
            let fixture = try DownloadFixture(encrypted: isEncrypted)
            let file = try fixture.file(900_000)
            fixture.clients[0].faults.withLock { $0.cuts = (4, 200_000, isSilent) }
            #expect(try await fixture.downloads().read(file))
            let starts = fixture.requests().map(\.lowerBound).filter { $0 > 0 }
            #expect(starts.count >= 2 && starts == starts.sorted(), "\(starts)")
            #expect(fixture.suspects.withLock { $0 } == [])
        }

        @Test func aStoreThatCannotBeReachedIsLeftAloneForAWhile() async throws {
            let fixture = try DownloadFixture()
            let file = try fixture.file(1000)
            let downloads = fixture.downloads()
            fixture.clients[0].faults.withLock { $0.failures = (3, Self.service(500)) }
            await #expect(throws: PhotoLibraryError(.networkError, "")) { try await downloads.read(file) }
            #expect(fixture.requests().count == 3)
            #expect(try fixture.folder.names == [])
            let start = ContinuousClock.now
            do {
                _ = try await downloads.read(file)
                Issue.record("The store is offline.")
            } catch let error as PhotoLibraryError {
                #expect(error.code == .networkError)
                #expect(
                    error.message.contains("The store is asked again at") && error.message.contains(":"),
                    "\(error.message)")
            }
            #expect(ContinuousClock.now - start < .seconds(1) && fixture.requests().count == 3)
            try await Task.sleep(for: .milliseconds(2100))
            #expect(try await downloads.read(file))
        }

        @Test(arguments: [false, true])
        func wrongBytesAreNeverGivenAsTheOriginal(isEncrypted: Bool) async throws {
            let fixture = try DownloadFixture(stores: 2, encrypted: isEncrypted)
            let file = try fixture.file(500_000)
            let downloads = fixture.downloads()
            fixture.clients[0].faults.withLock { $0.readsWrongly = true }
            // A reader that has read the wrong byte must begin again; one that has not gets the right ones.
            let source = downloads.whole(file)
            var buffer = [UInt8](repeating: 0, count: 1000)
            let count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
            while fixture.suspects.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
            let isRight = try Array(buffer[..<count]) + source.all() == file.bytes
            #expect(isRight)
            #expect(fixture.suspects.withLock { $0 } == ["store 0"])
            // A reader that was faster than the comparison must begin again, and comes to the end soon.
            for _ in 0..<10 {
                var isRead = false
                for _ in 0..<100 where !isRead {
                    do {
                        #expect(try await downloads.read(file))
                        isRead = true
                    } catch let error as PhotoLibraryError { #expect(error.code == .sourceChanged) }
                }
                #expect(isRead)
            }
            fixture.clients[1].faults.withLock { $0.readsWrongly = true }
            let empty = try TemporaryFolder()
            let error = await #expect(throws: PhotoLibraryError.self) {
                try await fixture.downloads(in: empty.filePath).read(file)
            }
            #expect(
                error?.storeFailure == .wrongBytes || error?.cause is AgeFailure || error?.code == .sourceChanged,
                "\(String(describing: error))")
            // The chunks before the damaged one are right, and stay.
            #expect(try isEncrypted || empty.names == [])
            #expect(Set(fixture.suspects.withLock { $0 }) == ["store 0", "store 1"])
        }

        @Test func storesAreReadByFewAtATime() async throws {
            let fixture = try DownloadFixture()
            for (size, limit) in [(1 << 20, 2), (10_000, 8)] {
                let files = try (0..<10).map { try fixture.file(size, seed: UInt64(size + $0)) }
                let downloads = fixture.downloads()
                fixture.slowDown(pause: 0.1, size: size / 4)
                fixture.clients[0].open.withLock { $0 = (0, 0) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for file in files {
                        group.addTask { () async throws -> Void in #expect(try await downloads.read(file)) }
                    }
                    try await group.waitForAll()
                }
                #expect(fixture.clients[0].open.withLock { $0.most } == limit)
            }
        }

        @Test func whatAPersonWaitsForGoesFirst() async throws {
            let fixture = try DownloadFixture()
            let files = try (0..<8).map { try fixture.file(20_000, seed: UInt64($0)) }
            var timing = DownloadFixture.timing
            timing.smallFiles = 1
            let downloads = fixture.downloads(timing)
            fixture.slowDown(pause: 0.15, size: 5000)
            let background = files.dropLast().map { file in Task { try await downloads.read(file, .background) } }
            while fixture.requests().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            try await Task.sleep(for: .milliseconds(20))
            let wanted = try #require(files.last)
            let before = fixture.requests().count
            #expect(try await downloads.read(wanted))
            #expect(fixture.requests().count <= before + 2, "Its own, and the one after it.")
            fixture.clients[0].faults.withLock { $0.pace = nil }
            for task in background { _ = try await task.value }
        }

        @Test func anErrorOfAllStoresReachesAllReaders() async throws {
            let fixture = try DownloadFixture()
            let file = try fixture.file(300_000)
            let downloads = fixture.downloads()
            fixture.clients[0].faults.withLock {
                $0.pace = (0.01, 30_000)
                $0.cuts = (100, 100_000, false)
            }
            let tasks = (0..<4).map { _ in Task { try await downloads.read(file) } }
            try await Task.sleep(for: .milliseconds(20))
            try FileManager.default.removeItem(atPath: fixture.stores[0].folderPath + "/store.json")
            for task in tasks {
                await #expect(throws: PhotoLibraryError(.networkError, "")) { try await task.value }
            }
        }

        @Test(.enabled(if: SmallDisk.isPossible, "this user may not mount file systems"))
        func aFullDiskHereHasItsErrorAndKeepsNothing() async throws {
            let fixture = try DownloadFixture()
            let file = try fixture.file(3_000_000)
            let disk = try SmallDisk(at: try TemporaryFolder(), size: "1m")
            let downloads = fixture.downloads(in: disk.folder.filePath)
            await #expect(throws: PhotoLibraryError(.notEnoughSpace, "")) { try await downloads.read(file) }
            #expect(try disk.folder.names == [])
        }
    }
}

extension OriginalStore {
    fileprivate var folderPath: String { (client as? UnreliableClient)?.folder?.path.string ?? "" }
}
