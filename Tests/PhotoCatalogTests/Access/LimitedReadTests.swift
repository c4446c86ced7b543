import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// An app with limited access gets the results that the owner would get in a library with only the selected photos.
@Suite struct LimitedReadTests {
    private static let name = "org.example.app's"
    private static let app = LibraryAccess.limited(app: name)

    /// Selects some of the assets for the app, and returns the expected visible assets.
    private func select(
        from scene: RandomAssets, _ random: inout Seeded, ofAll: Bool
    ) throws -> (catalog: PhotoCatalog, oracle: FilterOracle) {
        let catalog = scene.fixture.catalog
        let chosen = scene.oracle.assets.filter { _ in ofAll || Bool.random(using: &random) }
        try catalog.write { database in
            for asset in chosen {
                let row = try #require(try database.rowID(of: asset.localIdentifier))
                try database.select(asset.localIdentifier, row, for: Self.name)
            }
            // Simulates that the app created the first album.
            try database.execute(sql: "INSERT INTO appAlbum VALUES (?, 1, 'album 0')", arguments: [Self.name])
        }
        let visible = chosen.filter { $0.deletedDate == nil && !$0.isHidden }
        let app = try catalog.bound(to: Self.app)
        return (app, scene.oracle.restricted(to: visible, albums: ["album 0"]))
    }

    @Test(arguments: LongTests.every(2, of: 1...4 as ClosedRange<UInt64>))
    func randomQueriesEqualAPlainFilterOfTheSelection(seed: UInt64) throws {
        var random = Seeded(seed)
        let scene = try RandomAssets(count: 120, &random)
        let (catalog, oracle) = try select(from: scene, &random, ofAll: seed == 4)
        var found = 0
        for _ in 0..<150 {
            let query = scene.query(&random)
            let expected = oracle.fetch(query)
            try catalog.check(query, finds: expected)
            found += expected.count
        }
        #expect(found > 200, "Queries that find nothing prove nothing.")
    }

    /// A fetch reads the selected assets once, and by an index over the selection if there is one for the order.
    @Test(arguments: AssetSort.Key.allCases)
    func aSelectionIsReadOnce(key: AssetSort.Key) throws {
        let fixture = try CatalogFixture()
        let catalog = try fixture.catalog.bound(to: Self.app)
        let plan = try catalog.read { database in
            let query = AssetQuery(sort: [AssetSort(key)])
            let sql: SQL = "EXPLAIN QUERY PLAN \(try query.select("asset.id", by: query.lookUps(database)))"
            return try SQLRequest<Row>(literal: sql).fetchAll(database).map { $0["detail"] as String }
        }
        let index =
            switch key {
            case .captureDate, .captureInstant: "INDEX appAsset_\(key.rawValue)"
            default: ""
            }
        let first = plan.first { $0.contains("USING") } ?? ""
        #expect(first.hasPrefix("SEARCH chosen USING \(index)") && first.hasSuffix(" (app=?)"), "\(plan)")
        #expect(!plan.contains { $0.contains("LIST SUBQUERY") }, "\(plan)")
    }

    /// The app's connection refuses every SQL statement that writes.
    @Test func theAppsConnectionOnlyReads() throws {
        let fixture = try CatalogFixture()
        let catalog = try fixture.catalog.bound(to: Self.app)
        #expect(throws: PhotoLibraryError(.libraryReadOnly, "")) {
            try catalog.read { try $0.execute(sql: "DELETE FROM main.asset") }
        }
    }

    @Test(arguments: [LibraryAccess.addOnly(app: "a"), .none(app: "a")])
    func anAppWithoutAccessReadsNothing(access: LibraryAccess) throws {
        let fixture = try CatalogFixture()
        let catalog = try fixture.catalog.bound(to: access)
        #expect(throws: PhotoLibraryError(.accessUserDenied, "")) { try catalog.assetCount() }
        #expect(throws: PhotoLibraryError(.accessUserDenied, "")) { try catalog.localIdentifiers(of: AssetQuery()) }
    }
}
