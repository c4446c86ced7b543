import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// The photos that the app does not see are those that determine the answers for all photos: the first and last of each
/// order, the representing frames of bursts, the key photos of albums, and the only hit of a search.
@Suite struct UnseenExtremesTests {
    private static let app = "org.example.app"

    @Test(arguments: LongTests.every(3, of: 1...6 as ClosedRange<UInt64>))
    func answersAreThoseOfTheSelection(seed: UInt64) throws {
        var random = Seeded(seed)
        let scene = try RandomAssets(count: 120, &random)
        let owner = scene.fixture.catalog
        let names = scene.oracle.assets.map(\.localIdentifier)
        try owner.belong(to: UUID())
        var unseen = extremes(scene.oracle)
        let hit = try #require(names.first { !unseen.contains($0) && scene.oracle.isShown($0) })
        unseen.insert(hit)
        let selected = names.filter { !unseen.contains($0) && scene.oracle.isShown($0) }
        #expect(selected.count > 10, "A selection without photos proves nothing.")
        try owner.perform([
            .request(.set(.title("Solitaire"), asset: hit)), .access(.add, app: Self.app),
            .select(selected, app: Self.app),
        ])
        try owner.write { database in
            // Simulates that the app made the albums.
            try database.execute(sql: "INSERT INTO appAlbum SELECT '\(Self.app)', id, localIdentifier FROM album")
        }
        let app = try owner.bound(to: .limited(app: Self.app))
        let visible = try owner.assets(selected)
        let oracle = scene.oracle.restricted(
            to: selected.compactMap { visible[$0] }, albums: Set(scene.oracle.albums.keys))

        for key in AssetSort.Key.allCases {
            for isAscending in [true, false] {
                try app.check(AssetQuery(sort: [AssetSort(key, ascending: isAscending)]), finds: oracle)
            }
        }
        for _ in 0..<LongTests.count(100, all: 1_000) { try app.check(scene.query(&random), finds: oracle) }
        #expect(try owner.count(of: AssetQuery(.search("solitaire")).includingAll) == 1)
        #expect(try app.count(of: AssetQuery(.search("solitaire")).includingAll) == 0)
        for album in oracle.albums.keys {
            var query = AssetQuery()
            query.album = album
            let key = try app.keyAssetRow(ofAlbum: album).flatMap { try app.assets(rows: [$0])[$0]?.localIdentifier }
            #expect(key == oracle.fetch(query).first)
        }
        let captured = oracle.fetch(AssetQuery(.captured(from: "", before: nil), sort: [AssetSort(.captureDate)]))
        let moments = try app.moments(of: .all, dividedBeyond: .infinity)
        #expect(moments.first?.startTime == captured.first.flatMap { visible[$0]?.captureTime })
        #expect(moments.reduce(0) { $0 + $1.assetCount } == captured.count)
    }

    private func extremes(_ oracle: FilterOracle) -> Set<String> {
        var unseen: Set<String> = []
        for key in AssetSort.Key.allCases {
            let found = oracle.fetch(AssetQuery(sort: [AssetSort(key)]))
            unseen.formUnion([found.first, found.last].compactMap { $0 })
        }
        for album in oracle.albums.keys {
            var query = AssetQuery()
            query.album = album
            unseen.formUnion(oracle.fetch(query).prefix(1))
        }
        // A fetch without all frames finds the representing frame of each burst.
        return unseen.union(oracle.fetch(AssetQuery(.isInBurst)))
    }
}

extension FilterOracle {
    fileprivate func isShown(_ localIdentifier: String) -> Bool {
        assets.contains { $0.localIdentifier == localIdentifier && $0.deletedDate == nil && !$0.isHidden }
    }
}

extension PhotoCatalog {
    fileprivate func check(_ query: AssetQuery, finds oracle: FilterOracle) throws {
        try check(query, finds: oracle.fetch(query))
    }
}
