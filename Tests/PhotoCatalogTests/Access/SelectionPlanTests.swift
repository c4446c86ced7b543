import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// The time of an app's query must not depend on photos that the app does not see.
///
/// So SQLite reads the tables of all
/// photos only by the number of an asset, of an album or of a resource that it found in the selection.
@Suite struct SelectionPlanTests {
    private static let app = "org.example.app"

    @Test func queriesReadTheSelectionOnly() throws {
        var random = Seeded(1)
        let scene = try RandomAssets(count: 60, &random)
        try scene.fixture.catalog.perform([
            .access(.add, app: Self.app),
            .select(scene.oracle.assets.filter { $0.deletedDate == nil }.map(\.localIdentifier), app: Self.app),
        ])
        let app = try scene.fixture.catalog.bound(to: .limited(app: Self.app))
        var queries: [AssetQuery] = AssetSort.Key.allCases.flatMap { key in
            [true, false].map { AssetQuery(sort: [AssetSort(key, ascending: $0)]) }
        }
        for _ in 0..<LongTests.count(300, all: 3_000) { queries.append(scene.query(&random)) }
        for var query in queries {
            for limit in [nil, 100] {
                query.limit = limit
                let statements = try app.read { database in
                    let lookUps = try query.lookUps(database)
                    return [
                        try query.select("asset.id, asset.localIdentifier", by: lookUps),
                        try query.unsorted.selectCount(by: query.unsorted.lookUps(database)),
                    ]
                }
                for statement in statements {
                    let plan = try app.read { database in
                        let (sql, arguments) = try statement.build(database)
                        return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments)
                            .map { $0["detail"] as String }
                    }
                    #expect(plan.allSatisfy(Self.isOfSelection), "\(plan.joined(separator: "\n"))")
                    for (step, next) in zip(plan, plan.dropFirst()) where step.hasPrefix("CORRELATED") {
                        #expect(!next.hasSuffix("(app=?)"), "The selection is walked for each frame of a burst.")
                    }
                }
            }
        }
    }

    @Test func aPhotoIsFoundByItsIdentifier() throws {
        let fixture = try CatalogFixture()
        let app = try fixture.catalog.bound(to: .limited(app: Self.app))
        let plan = try app.read {
            let sql = "SELECT id FROM asset WHERE localIdentifier IN (SELECT value FROM json_each('[]'))"
            return try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
        }
        #expect(plan.first?.contains("(localIdentifier=? AND app=?)") == true, "\(plan)")
    }

    private static func isOfSelection(_ step: String) -> Bool {
        guard step.hasPrefix("SCAN") || step.hasPrefix("SEARCH") else { return true }
        let few = [
            "(subquery", "CONSTANT ROW", "json_each", "(app=?", "(rowid=?)", "assetID=?", "(localIdentifier=?",
            "(albumID=?", "pickedFrame_burst (burstIdentifier=?)",
        ]
        return few.contains(where: step.contains)
    }
}
