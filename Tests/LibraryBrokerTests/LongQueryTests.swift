import Foundation
import GRDB
import LibraryInterface
import LibraryRPC
import LibraryStorage
import MessageTransport
import OpenPhotoKitOwner
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryBroker

/// Queries that take many minutes end when their answers are no longer needed.
///
/// A query that does not end exceeds the time limit of the suite.
@Suite(.timeLimit(.minutes(2))) struct LongQueryTests {
    /// Counts photos with conditions against which each photo is tested.
    private static let query = AssetQuery(.or((0..<49).map { .search("no photo has this \($0)") }))

    /// Adds photos, so that ``query`` takes long.
    private func addPhotos(to library: FilePath) throws {
        let database = try DatabaseQueue(path: library.appending("catalog.sqlite").string)
        try database.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 200000)
                    INSERT INTO asset (localIdentifier, stableID, mediaType, addedDate, modificationDate, condition, title)
                    SELECT printf('%08X-0000-8000-8000-000000000000', n), randomblob(16), 'image', n, n, 'ok', printf('%0300d', n) FROM number
                    """)
        }
    }

    /// Starts as many queries as run at a time for an app.
    ///
    /// - Returns: The codes of the errors that they throw.
    private func startQueries(_ reader: any LibraryReader) async throws -> [Task<PhotoLibraryError.Code?, Never>] {
        let queries = (0..<4).map { _ in
            Task {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        continuation.resume(returning: code { _ = try reader.count(of: Self.query) })
                    }
                }
            }
        }
        try await Task.sleep(for: .milliseconds(500))
        return queries
    }

    @Test func theyEndWithTheAccess() async throws {
        let served = try await ServedLibrary()
        try addPhotos(to: served.owner.path)
        let queries = try await startQueries(served.connect(with: .full()).service.reader)
        try served.owner.setAccess(.denied, for: ServedLibrary.app)
        for query in queries { #expect(await query.value == .accessUserDenied) }
    }

    @Test func theyEndWithTheConnection() async throws {
        let served = try await ServedLibrary()
        try addPhotos(to: served.owner.path)
        let other = try served.connect(with: .full())
        let client = try MessageClient(
            to: served.socket, hello: BrokerHello(app: nil).bytes, onEvent: { _ in }, onEnd: {})
        let queries = try await startQueries(LibraryClient { request, _ in try client.send(request) })
        client.close()
        for query in queries { #expect(await query.value == .libraryUnavailable) }
        #expect(try other.count(of: AssetQuery(.isFavorite)) == 0)
    }

    @Test func aRepairDoesNotWaitForThem() async throws {
        let broker = try await BrokerProcess(grant: .full())
        try addPhotos(to: broker.library)
        _ = try await startQueries(broker.connect().service.reader)
        let repair = try RepairLock(LibraryFolder(path: broker.library))
        withExtendedLifetime(repair) {}
    }
}
