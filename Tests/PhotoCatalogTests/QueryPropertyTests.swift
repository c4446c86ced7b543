import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// Compares the catalogue's results with those of a simple filter in memory.
@Suite struct QueryPropertyTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func randomQueriesEqualAPlainFilter(seed: UInt64) throws {
        var random = Seeded(seed)
        let scene = try RandomAssets(count: 120, &random)
        let catalog = scene.fixture.catalog
        var found = 0
        for _ in 0..<LongTests.count(40, all: 150) {
            let query = scene.query(&random)
            let expected = scene.oracle.fetch(query)
            try catalog.check(query, finds: expected)
            #expect(try catalog.fetch(query).map(\.localIdentifier) == expected, "\(query)")
            found += expected.count
        }
        #expect(found > LongTests.count(240, all: 900), "Queries that find nothing prove nothing.")
    }

    @Test func everyFilterAloneAndItsNegation() throws {
        var random = Seeded(99)
        let scene = try RandomAssets(count: 120, &random)
        for _ in 0..<5 {
            for filter in scene.simpleFilters(&random) {
                for filter in [filter, .not(filter)] {
                    var query = AssetQuery(filter)
                    query.includesHidden = true
                    query.includesAllBurstAssets = true
                    let expected = scene.oracle.fetch(query)
                    #expect(try scene.fixture.catalog.localIdentifiers(of: query) == expected, "\(filter)")
                }
            }
        }
    }

    @Test func everySortInBothDirections() throws {
        var random = Seeded(7)
        let scene = try RandomAssets(count: 120, &random)
        for key in AssetSort.Key.allCases {
            for ascending in [true, false] {
                var query = AssetQuery(sort: [AssetSort(key, ascending: ascending)])
                query.scope = .everything
                let expected = scene.oracle.fetch(query)
                #expect(try scene.fixture.catalog.localIdentifiers(of: query) == expected, "\(key), \(ascending)")
            }
        }
    }

    @Test func oneFrameRepresentsABurst() throws {
        var random = Seeded(3)
        let scene = try RandomAssets(count: 120, &random)
        let visible = try scene.fixture.catalog.fetch(AssetQuery(.isInBurst))
        #expect(visible.count == Set(visible.map(\.burstIdentifier)).count && !visible.isEmpty)
        #expect(visible.allSatisfy { $0.representsBurst })
        #expect(scene.oracle.assets.allSatisfy { !$0.representsBurst || $0.burstIdentifier != nil })
    }
}
