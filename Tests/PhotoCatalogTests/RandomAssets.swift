import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// A catalogue of assets with random values, which are often equal or missing, and the expected results.
struct RandomAssets {
    let fixture: CatalogFixture
    let oracle: FilterOracle
    private static let albumNames = ["album 0", "album 1", "album 2"]

    init(count: Int, _ random: inout Seeded) throws {
        fixture = try CatalogFixture()
        let catalog = fixture.catalog
        let rows = (1...count).map { Self.values($0, &random) }
        let members = Self.albumNames.map { _ in (1...count).filter { _ in .random(in: 0..<4, using: &random) == 0 } }
            .map { $0.shuffled(using: &random) }
        try catalog.write { (database) throws in
            for (number, row) in rows.enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO asset (stableID, localIdentifier, mediaType, width, height, captureDate, addedDate,
                            modificationDate, isFavorite, condition, make, latitude, longitude, duration, subtypes,
                            burstIdentifier, title, keywords, deletedDate, isHidden, rating)
                        VALUES (randomblob(16), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """, arguments: row.asset)
                for (kind, name) in row.files {
                    try database.execute(
                        sql: """
                            INSERT INTO resource (assetID, kind, location, path, originalFilename, bytes, sha256, copyNumber,
                                format, orientation) VALUES (?, ?, 0, ?, ?, ?, ?, 0, ?, 1)
                            """,
                        arguments: [
                            number + 1, kind, Data("\(number)-\(kind)".utf8), Data(name.utf8),
                            Int.random(in: 1...9, using: &random), Data(random.bytes(32)),
                            ["jpeg", "jpeg", "raw", "gif"].randomElement(using: &random),
                        ])
                }
            }
            for (album, name) in Self.albumNames.enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO album (localIdentifier, title, createdDate, stableID, rank)
                        VALUES (?, ?, 0, randomblob(16), zeroblob(10))
                        """,
                    arguments: [name, name])
                for (position, member) in members[album].enumerated() {
                    try database.execute(
                        sql: "INSERT INTO albumAsset VALUES (?, ?, CAST(printf('%010d', ?) AS BLOB))",
                        arguments: [album + 1, member, position])
                }
            }
        }
        let assets = try catalog.assets(rows: (1...count).map(Int64.init))
        let ordered = (1...count).compactMap { assets[Int64($0)] }
        let albums = zip(Self.albumNames, members.map { $0.map { ordered[$0 - 1].localIdentifier } })
        oracle = FilterOracle(assets: ordered, albums: Dictionary(uniqueKeysWithValues: albums))
    }

    private static func values(
        _ number: Int, _ random: inout Seeded
    ) -> (asset: StatementArguments, files: [(kind: Int, name: String)]) {
        func chance(_ one: Int) -> Bool { .random(in: 0..<one, using: &random) == 0 }
        func some<Value>(_ value: Value) -> Value? { chance(3) ? nil : value }
        func small() -> Int { .random(in: 1...5, using: &random) }
        let zone = chance(3) ? "+0\(small()):00" : ""
        let captured = some("202\(small())-0\(small())-1\(small())T10:00:0\(small())\(zone)")
        let place = some((Double(small() - 3) * 40, Double(small() - 3) * 89.9))
        let size = some((small(), small()))
        let asset: StatementArguments = [
            "asset \(Int.random(in: 0..<1_000_000, using: &random)) \(number)",
            ["image", "video", "unknown"].randomElement(using: &random), size?.0, size?.1, captured,
            Double(small()), Double(small()), chance(4),
            PictureCondition.allCases.map(\.rawValue).randomElement(using: &random),
            some(["Canon", "Nikon", "100%_"].randomElement(using: &random) ?? ""), place?.0, place?.1,
            some(Double(small()) / 2), [0, 0, 1, 4, 5, 8, 1 << 21].randomElement(using: &random),
            chance(2) ? "burst \(small())" : nil, some("Title \(small())"), some("[\"sea\",\"key\(small())\"]"),
            chance(4) ? Double(small()) : nil, chance(4), some(Int.random(in: -1...5, using: &random)),
        ]
        let attached =
            [(5, chance(3)), (7, chance(3)), (100, chance(5))].filter(\.1).map { ($0.0, "x") }
            + [1, 4].filter { _ in chance(6) }.map { ($0, "Éa\(small()).jpg") }
        return (asset, [(0, "\(["a", "B", "é"].randomElement(using: &random) ?? "")\(small()).jpg")] + attached)
    }

    // MARK: Random queries

    func query(_ random: inout Seeded) -> AssetQuery {
        func chance(_ one: Int) -> Bool { .random(in: 0..<one, using: &random) == 0 }
        var query = AssetQuery(filter(depth: 3, &random))
        query.scope = AssetQuery.Scope.allCases.randomElement(using: &random) ?? .library
        query.album = chance(4) ? Self.albumNames.randomElement(using: &random) : chance(20) ? "no album" : nil
        query.includesHidden = chance(2)
        query.includesAllBurstAssets = chance(2)
        query.sort = AssetSort.Key.allCases.shuffled(using: &random).prefix(.random(in: 0...3, using: &random)).map {
            AssetSort($0, ascending: .random(using: &random))
        }
        query.limit = chance(3) ? .random(in: -1...20, using: &random) : nil
        query.offset = chance(3) ? .random(in: 0...10, using: &random) : 0
        return query
    }

    private func filter(depth: Int, _ random: inout Seeded) -> AssetFilter {
        if depth > 0, Bool.random(using: &random) {
            let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in filter(depth: depth - 1, &random) }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return .and(parts)
            case 1: return .or(parts)
            default: return .not(filter(depth: depth - 1, &random))
            }
        }
        return simpleFilters(&random).randomElement(using: &random) ?? .all
    }

    /// One filter of each kind.
    func simpleFilters(_ random: inout Seeded) -> [AssetFilter] {
        func some<Value>(_ value: Value) -> Value? { .random(in: 0..<4, using: &random) == 0 ? nil : value }
        func small() -> Int { .random(in: 1...5, using: &random) }
        func range() -> ClosedRange<Int> {
            let first = small()
            return first...(first + small() / 2)
        }
        func date() -> Date? { some(Date(timeIntervalSince1970: Double(small()))) }
        let times = [small(), small()].sorted().map { CaptureTime("202\($0)-03-12T10:00:02") }
        /// A random instant near the capture times, some of which are stated in UTC+1 to UTC+5.
        func instant() -> Date? {
            some(CaptureTime("202\(small())-0\(small())-1\(small())T0\(small() + 4):00:03+00:00")?.date(in: .current))
                .flatMap { $0 }
        }
        let durations = range()
        let place = ImageMetadata.Location(latitude: Double(small() - 3) * 44, longitude: Double(small() - 3) * 89)
        let identifiers = oracle.assets.shuffled(using: &random).prefix(20).map(\.localIdentifier) + ["missing"]
        return [
            .all, .mediaType(Asset.MediaType.allCases.randomElement(using: &random) ?? .image),
            .subtypes(anyOf: MediaSubtypes(rawValue: [1, 4, 5, 8, 1 << 21, 0].randomElement(using: &random) ?? 0)),
            .hasFormat([.jpeg, .raw, .gif, .png].randomElement(using: &random) ?? .raw),
            .isFavorite, .isHidden, .captured(from: some("202\(small())-0\(small())"), before: some("202\(small())")),
            times[0].flatMap { first in times[1].map { .capturedWithin(first, $0) } } ?? .all,
            .created(from: instant(), before: instant()), .added(from: date(), before: date()),
            .modified(from: date(), before: date()),
            .duration((Double(durations.lowerBound) / 2)...(Double(durations.upperBound) / 2)), .width(range()),
            .height(range()), .hasLocation,
            place.map { .near($0, metres: [0, 100_000, 3e6, 1e7, 3e7, .infinity].randomElement(using: &random) ?? 0) }
                ?? .all,
            .isInBurst, .burst("burst \(small())"), .album(Self.albumNames.randomElement(using: &random) ?? ""),
            .search(
                ["", "CAN", "%", "key3", "é", "ÉA3", "title 2", "B1", "100%_", "B1.jpg", "Title"].randomElement(
                    using: &random)
                    ?? ""),
            .localIdentifiers(identifiers), .hasAdjustments, .rating((small() - 2)...5), .rating(-1...(small() - 2)),
            .condition(Set(PictureCondition.allCases.shuffled(using: &random).prefix(small() - 1))),
        ]
    }
}

extension PhotoCatalog {
    /// Checks that a query finds and counts these assets in this order, with and without an index.
    func check(_ query: AssetQuery, finds expected: [String]) throws {
        try #require(try localIdentifiers(of: query) == expected, "\(query)")
        for isWalked in [true, false] {
            let found = try read { database in
                let sql = try query.select(
                    "asset.localIdentifier", by: isWalked ? AssetLookUps(filters: []) : query.lookUps(database))
                return try SQLRequest<String>(literal: sql).fetchAll(database)
            }
            #expect(found == expected, "\(isWalked) \(query)")
        }
        #expect(try count(of: query) == expected.count, "\(query)")
    }
}
