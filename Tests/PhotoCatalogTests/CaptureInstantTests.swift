import GRDB
import PhotoModel
import Testing

@testable import PhotoCatalog

@Suite struct CaptureInstantTests {
    private let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    /// SQLite computes the column exactly to the nanosecond, in all years and for all offsets.
    @Test func theInstantIsThatOfTheStatedOffset() throws {
        let times = [
            "2024-06-01T09:30:00+01:00", "2024-06-01T09:30:00-09:30", "2024-06-01T09:30:00",
            "0001-01-01T00:00:00+14:00",
            "9999-12-31T23:59:59.999999999-14:00", "1969-12-31T23:59:59.250", "1970-01-01T00:00:00.125+00:00",
            "2000-02-29T12:00:00.500000-00:30", "2024-12-31T23:59:59.999999999",
        ]
        try fixture.store(
            times.indices.map { makeFile(bytes: $0 + 1, time: times[$0]) } + [makeFile(bytes: 99)])
        let stored = try fixture.catalog.read { database in
            try Row.fetchAll(database, sql: "SELECT captureDate, captureInstant FROM asset ORDER BY id").map {
                ($0[0] as String?, $0[1] as Double?)
            }
        }
        #expect(stored.map(\.0) == times.map { CaptureTime($0)?.description } + [nil])
        for (text, instant) in stored { #expect(instant == text.flatMap(CaptureTime.init)?.instant, "\(text ?? "")") }
    }
}
