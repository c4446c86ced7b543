import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// The order of a large album in the tables.
@Suite struct AlbumRankTests {
    private static let count = 100_000
    private let fixture: CatalogFixture

    init() throws {
        fixture = try CatalogFixture()
        try fixture.catalog.write {
            try $0.execute(
                sql: """
                    INSERT INTO album (id, localIdentifier, title, createdDate, stableID, rank)
                        VALUES (1, 'album', 'A', 0, randomblob(16), zeroblob(10));
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(Self.count))
                        INSERT INTO asset (id, localIdentifier, stableID, mediaType, addedDate, modificationDate, condition)
                        SELECT n, 'asset ' || n, randomblob(16), 'image', n, n, 'ok' FROM number;
                    INSERT INTO albumAsset SELECT 1, id, CAST(printf('%010d', id) AS BLOB) FROM asset;
                    """)
        }
    }

    private func ranks() throws -> [Int64: Data] {
        try fixture.catalog.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT assetID, rank FROM albumAsset")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    @Test func movingOnePhotoWritesOneRow() throws {
        var before = try ranks()
        for (change, moved) in [
            (AlbumChange.move(at: Indexes([70_000]), to: 0), 70_001), (.moveBefore(["asset 5"], "asset 60000"), 5),
            (.place(["asset 9"], at: Self.count - 1, includingAllBurstAssets: false), 9),
        ] {
            try fixture.catalog.perform([.album("album", change)])
            let after = try ranks()
            #expect(after.filter { before[$0.key] != $0.value }.map(\.key) == [Int64(moved)], "\(moved)")
            before = after
        }
        var query = AssetQuery()
        query.album = "album"
        let rows = try fixture.catalog.rows(of: query)
        #expect(rows.first == 70_001 && rows.last == 9 && rows.count == Self.count)
        #expect(rows.firstIndex(of: 5).map { rows[$0 + 1] } == 60_000)
    }
}
