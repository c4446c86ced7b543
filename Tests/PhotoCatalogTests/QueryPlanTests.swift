import Foundation
import GRDB
import PhotoModel
import Testing

@testable import PhotoCatalog

/// A page of a large library is fetched quickly, because SQLite reads an index in its order and does not sort.
@Suite struct QueryPlanTests {
    private let catalog: PhotoCatalog
    private let fixture: CatalogFixture

    init() throws {
        fixture = try CatalogFixture()
        catalog = fixture.catalog
    }

    /// SQLite's query plan, one line for each step.
    private func plan(_ query: AssetQuery, by lookUps: [AssetFilter]? = nil) throws -> [String] {
        try catalog.read { database in
            let select = try query.select(
                "asset.id", by: lookUps.map { AssetLookUps(filters: $0) } ?? query.lookUps(database))
            let sql: SQL = "EXPLAIN QUERY PLAN \(select)"
            return try SQLRequest<Row>(literal: sql).fetchAll(database).map { $0["detail"] }
        }
    }

    /// Checks that SQLite reads the index and sorts neither the assets nor the frames of bursts.
    private func expect(_ query: AssetQuery, uses index: String, _ location: SourceLocation = #_sourceLocation) throws {
        var query = query
        let usual = try plan(query)
        #expect(!usual.contains { $0.contains("TEMP B-TREE") }, "\(usual)", sourceLocation: location)
        query.includesAllBurstAssets = true
        let plan = try plan(query)
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)", sourceLocation: location)
        #expect(plan.contains { $0.hasSuffix(index) || $0.contains("\(index) ") }, "\(plan)", sourceLocation: location)
    }

    /// All sort keys except those with only two or three values, for which SQLite sorts.
    @Test(arguments: AssetSort.Key.allCases.filter { ![.isFavorite, .mediaType].contains($0) }, [true, false])
    func everySortWalksItsIndex(key: AssetSort.Key, ascending: Bool) throws {
        let index =
            switch key {
            case .captureDate, .captureInstant, .addedDate, .modificationDate, .deletedDate, .duration, .width,
                .height, .isFavorite, .mediaType:
                "asset_\(key.rawValue)"
            case .filename: "resource_originalFilename"
            case .size: "resource_originalSize"
            case .localIdentifier: "sqlite_autoindex_asset_1"
            }
        var query = AssetQuery(sort: [AssetSort(key, ascending: ascending)])
        if key == .deletedDate { query.scope = .recentlyDeleted }
        try expect(query, uses: index)
        if key != .deletedDate {
            query.filter = .and([.not(.mediaType(.unknown)), .search("x")])
            try expect(query, uses: index)
        }
    }

    @Test(
        arguments: [
            (.userLibrary, "asset_captureDate"), (.recents, "asset_addedDate"), (.favorites, "asset_favorite"),
            (.hidden, "asset_hidden"), (.screenshots, "asset_rareKind"), (.panoramas, "asset_rareKind"),
            (.bursts, "asset_burstFrame"), (.livePhotos, "asset_captureDate"), (.videos, "asset_video"),
            (.cinematic, "asset_rareKind"), (.sloMo, "asset_rareKind"), (.timeLapses, "asset_rareKind"),
            (.selfies, "asset_captureDate"), (.depthEffect, "asset_captureDate"), (.animated, "asset_captureDate"),
            (.raw, "asset_captureDate"), (.recentlyDeleted, "asset_deletedDate"), (.unableToRead, "asset_condition"),
        ] as [(SmartAlbum, String)])
    func everySmartAlbumHasAnIndex(album: SmartAlbum, index: String) throws {
        try expect(album.query, uses: index)
        let count = try catalog.read { database in
            let query = album.query.unsorted
            let sql: SQL = "EXPLAIN QUERY PLAN \(try query.selectCount(by: query.lookUps(database)))"
            return try SQLRequest<Row>(literal: sql).fetchAll(database).map { $0["detail"] as String }
        }
        #expect(count.contains { $0.contains("INDEX asset_") }, "\(count)")
    }

    @Test func rareConditionsAreLookedUp() throws {
        try expect(AssetQuery(.captured(from: "2020", before: "2021")), uses: "asset_captureDate")
        try expect(AssetQuery(.rating(4...5)), uses: "asset_rated")
        try expect(AssetQuery(.rating(-1...(-1))), uses: "asset_rated")
        var query = AssetQuery()
        query.album = "album"
        try expect(query, uses: "albumAsset_rank (albumID=?)")
        let place = try #require(ImageMetadata.Location(latitude: 41, longitude: 12))
        for (filter, index) in [
            (.near(place, metres: 1000), "asset_place"), (.burst("b"), "asset_burst"),
            (.localIdentifiers(["a"]), "sqlite_autoindex_asset_1"), (.hasAdjustments, "resource_adjustment"),
            (.album("album"), "albumAsset"), (.search("canon"), "assetText VIRTUAL TABLE"),
            (.search("canon"), "fileNameText VIRTUAL TABLE"),
        ] as [(AssetFilter, String)] {
            let plan = try plan(AssetQuery(filter))
            #expect(plan.contains { $0.contains(index) }, "\(filter): \(plan)")
            #expect(!plan.contains { "\($0) ".hasPrefix("SCAN asset ") }, "\(filter): \(plan)")
        }
    }

    /// For filters with many matches, SQLite reads the index of the order, so that the first page needs no sort.
    @Test func commonConditionsWalkTheIndexOfTheOrder() throws {
        let place = try #require(ImageMetadata.Location(latitude: 41, longitude: 12))
        let filters: [AssetFilter] = [
            .album("album"), .near(place, metres: 1e6), .captured(from: "2020", before: nil), .width(1...9000),
            .search("canon"),
        ]
        for filter in filters {
            var query = AssetQuery(filter, sort: [AssetSort(.size, ascending: false)])
            query.includesAllBurstAssets = true
            let originals = try plan(query, by: [])
            #expect(originals.contains { $0.contains("resource_originalSize") }, "\(originals)")
            #expect(!originals.contains { $0.contains("TEMP B-TREE") }, "\(originals)")
            query.sort = [AssetSort(.addedDate)]
            let assets = try plan(query, by: [])
            #expect(assets.contains { $0.contains("asset_addedDate") }, "\(assets)")
            #expect(!assets.contains { $0.contains("TEMP B-TREE") }, "\(assets)")
        }
    }

    @Test func aPageIsReadInOrderIfManyAssetsMatch() throws {
        var query = AssetQuery(.album("large"))
        func isWalked() throws -> Bool { try catalog.read { try query.lookUps($0).filters.isEmpty } }
        query.limit = 100
        #expect(try !isWalked())
        try catalog.write {
            try $0.execute(
                sql: """
                    INSERT INTO album (id, localIdentifier, title, createdDate, stableID, rank)
                        VALUES (1, 'large', 'L', 0, randomblob(16), zeroblob(10));
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10000)
                        INSERT INTO asset (id, localIdentifier, stableID, mediaType, addedDate, modificationDate, condition)
                        SELECT n, 'asset ' || n, randomblob(16), 'image', n, n, 'ok' FROM number;
                    INSERT INTO albumAsset SELECT 1, id, CAST(printf('%010d', id) AS BLOB) FROM asset;
                    """)
        }
        #expect(try isWalked())
        #expect(try catalog.rows(of: query) == Array(1...100))
        query.filter = .and([query.filter, .localIdentifiers(["asset 7"])])
        #expect(try !isWalked(), "One of the conditions leaves few.")
        #expect(try catalog.rows(of: query) == [7])
        query = AssetQuery(.album("large"))
        #expect(try !isWalked(), "All of them are wanted.")
    }
}
