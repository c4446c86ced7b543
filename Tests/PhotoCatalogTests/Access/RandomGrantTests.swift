import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// While the owner changes photos, selections and access at random, every answer of an app equals the owner's answer
/// without what the app does not see, and the app's history tells exactly what it sees come and go.
@Suite struct RandomGrantTests {
    private static let app = "org.example.app"

    /// The owner's library and decision, as plain values.
    private struct Owner {
        let scene: RandomAssets
        let names: [String]
        var selected: Set<String> = []
        var access = LibraryAccess.limited(app: RandomGrantTests.app)

        init(_ random: inout Seeded) throws {
            scene = try RandomAssets(count: 100, &random)
            names = scene.oracle.assets.map(\.localIdentifier)
            try scene.fixture.catalog.belong(to: UUID())
            try scene.fixture.catalog.perform([.access(.add, app: RandomGrantTests.app)])
        }

        var catalog: PhotoCatalog { scene.fixture.catalog }

        mutating func selectHalf(_ random: inout Seeded) throws {
            let assets = try catalog.assets(names)
            let half = names.filter { assets[$0]?.deletedDate == nil && Bool.random(using: &random) }
            try catalog.perform([.select(half, app: RandomGrantTests.app)])
            selected.formUnion(half)
        }

        /// Makes some changes, several in one transaction.
        mutating func change(_ random: inout Seeded) throws {
            let assets = try catalog.assets(names)
            var deleted = Set(assets.values.filter { $0.deletedDate != nil }.map(\.localIdentifier))
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                var changes: [CatalogChange] = []
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    guard let name = names.randomElement(using: &random) else { continue }
                    let isDeleted = deleted.contains(name)
                    switch Int.random(in: 0..<9, using: &random) {
                    case 0...2 where !isDeleted:
                        changes.append(.select([name], app: RandomGrantTests.app))
                        selected.insert(name)
                    case 3, 4:
                        changes.append(.deselect([name], app: RandomGrantTests.app))
                        selected.remove(name)
                    case 5 where !isDeleted, 6 where !isDeleted:
                        changes.append(.request(.set(.hidden(.random(using: &random)), asset: name)))
                    case 7 where !isDeleted:
                        changes.append(.request(.set(.favorite(.random(using: &random)), asset: name)))
                    case 8:
                        changes.append(.request(isDeleted ? .restore(asset: name) : .delete(asset: name)))
                        deleted.formSymmetricDifference([name])
                    default: break
                    }
                }
                try catalog.perform(changes)
            }
        }

        /// What the app must see.
        func oracle() throws -> FilterOracle {
            let assets = try catalog.assets(names)
            let visible = names.compactMap { assets[$0] }.filter { asset in
                guard asset.deletedDate == nil, !asset.isHidden else { return false }
                if case .limited = access { return selected.contains(asset.localIdentifier) }
                return true
            }
            var albums = Set(scene.oracle.albums.keys)
            if case .limited = access { albums = ["album 0"] }
            return scene.oracle.restricted(
                to: access.hidesPlaces ? visible.map(\.withoutPlace) : visible, albums: albums)
        }
    }

    @Test(arguments: LongTests.every(4, of: 1...8 as ClosedRange<UInt64>))
    func answersEqualTheOwnersWithoutWhatIsUnseen(seed: UInt64) throws {
        try compare(seed, rounds: LongTests.count(4, all: 16), queries: LongTests.count(20, all: 40))
    }

    private func compare(_ seed: UInt64, rounds: Int, queries: Int) throws {
        var random = Seeded(seed)
        var owner = try Owner(&random)
        try owner.catalog.write { database in
            // Simulates that the app made the first album.
            try database.execute(sql: "INSERT INTO appAlbum VALUES (?, 1, 'album 0')", arguments: [Self.app])
        }
        try owner.selectHalf(&random)
        var found = 0
        for _ in 0..<rounds {
            owner.access =
                [
                    LibraryAccess.limited(app: Self.app), .limited(app: Self.app, .withoutPlaces), .full(app: Self.app),
                    .full(app: Self.app, .withoutPlaces),
                ].randomElement(using: &random) ?? owner.access
            let app = try owner.catalog.bound(to: owner.access)
            let before = Set(try owner.oracle().assets.map(\.localIdentifier))
            let token = try app.currentChangeToken()
            try owner.change(&random)
            let oracle = try owner.oracle()
            try check(app, since: token, from: before, to: Set(oracle.assets.map(\.localIdentifier)))
            for _ in 0..<queries {
                let query = owner.scene.query(&random)
                let expected = oracle.fetch(query)
                try app.check(query, finds: expected)
                found += expected.count
            }
            #expect(try Set(app.allLocalIdentifiers()) == Set(oracle.assets.map(\.localIdentifier)))
        }
        #expect(found > rounds * queries, "Queries that find nothing prove nothing.")
    }

    private func check(
        _ app: PhotoCatalog, since token: PersistentChangeToken, from before: Set<String>, to after: Set<String>
    ) throws {
        let last = try app.changes(since: token).last
        let details = try app.changeDetails(after: token, through: last, for: .asset)
        #expect(Set(details.insertedLocalIdentifiers) == after.subtracting(before))
        #expect(Set(details.deletedLocalIdentifiers) == before.subtracting(after))
        #expect(Set(details.updatedLocalIdentifiers).isSubset(of: after.intersection(before)))
    }
}

extension Asset {
    fileprivate var withoutPlace: Asset {
        Asset(
            localIdentifier: localIdentifier, mediaType: mediaType, size: size, captureTime: captureTime, location: nil,
            addedDate: addedDate, modificationDate: modificationDate, deletedDate: deletedDate, isFavorite: isFavorite,
            isHidden: isHidden, representsBurst: representsBurst, metadata: metadata, condition: condition,
            resources: resources)
    }
}
