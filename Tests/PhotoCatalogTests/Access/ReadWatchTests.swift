import Foundation
import GRDB
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import PhotoCatalog

/// Reads end when their watch says so.
@Suite(.timeLimit(.minutes(1))) struct ReadWatchTests {
    /// A statement that counts to a number, or without end.
    private static func count(to end: Int? = nil) -> String {
        """
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number \(end.map { "WHERE n < \($0)" } ?? ""))
        SELECT COUNT(*) FROM number
        """
    }

    @Test func aReadThatIsNoLongerNeededThrows() throws {
        let catalog = try CatalogFixture().catalog
        let questions = Mutex(0)
        let watch = ReadWatch {
            questions.withLock {
                $0 += 1
                return $0 < 20
            }
        }
        ReadWatch.$current.withValue(watch) {
            for _ in 0..<2 {
                #expect(throws: PhotoLibraryError(.cancelled, "")) {
                    try catalog.read { _ = try Int.fetchOne($0, sql: Self.count()) }
                }
            }
        }
        // The connection can be used again.
        #expect(try catalog.assetCount() == 0)
    }

    /// A connection is used by several requests in turn.
    @Test func theNextReadHasItsOwnWatch() throws {
        let catalog = try CatalogFixture().catalog
        ReadWatch.$current.withValue(ReadWatch { false }) {
            #expect(throws: PhotoLibraryError(.cancelled, "")) {
                try catalog.read { _ = try Int.fetchOne($0, sql: Self.count()) }
            }
        }
        let asked = Mutex(0)
        let watch = ReadWatch {
            asked.withLock { $0 += 1 }
            return true
        }
        for watch in [watch, nil] {
            try ReadWatch.$current.withValue(watch) {
                let count = try catalog.read { try Int.fetchOne($0, sql: Self.count(to: 1_000_000)) }
                #expect(count == 1_000_000)
            }
        }
        #expect(100...10_000 ~= asked.withLock { $0 })
    }
}
