import Foundation
import GRDB
import PhotoCatalog
import PhotoModel
import TestSupport
import Testing

@testable import PhotoCatalog

/// Compares the order of an album, and of the top level, with an array.
@Suite struct AlbumOrderTests {
    private let fixture: CatalogFixture
    private let assets: [String]

    init() throws {
        fixture = try CatalogFixture()
        let files = (0..<12).map { makeFile("\($0).jpg", bytes: $0) }
        try fixture.store(files)
        assets = files.map(fixture.identifier)
        try perform(.makeAlbum("album", title: "Album", folder: nil))
    }

    private func perform(_ changes: LibraryChange...) throws {
        try fixture.catalog.perform(changes, now: Date(timeIntervalSince1970: 2000))
    }

    private var members: [String] {
        get throws {
            try fixture.catalog.read {
                try String.fetchAll(
                    $0,
                    sql: """
                        SELECT localIdentifier FROM albumAsset JOIN asset ON asset.id = assetID
                        WHERE deletedDate IS NULL ORDER BY rank
                        """)
            }
        }
    }

    private func indexes(below count: Int, _ random: inout Seeded) -> IndexSet {
        IndexSet((0..<count).filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
    }

    /// Makes a thousand random changes.
    ///
    /// Changes with indexes that do not exist must have no effect.
    @Test func theOrderIsThatOfAnArray() throws {
        var random = Seeded(7)
        var model: [String] = []
        for step in 0..<1000 {
            var others = assets.filter { !model.contains($0) }.shuffled(using: &random)
            others = Array(others.prefix(Int.random(in: 0...4, using: &random)))
            let some = indexes(below: model.count, &random)
            let chosen = some.map { model[$0] }
            let change: AlbumChange
            var expected: [String]?
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                change = .add(others + chosen)
                expected = model + others
            case 1:
                let places = IndexSet(
                    (0..<(model.count + others.count)).shuffled(using: &random).prefix(others.count))
                change = .insert(others, at: Indexes(places))
                expected = model
                for (place, other) in zip(places, others) { expected?.insert(other, at: place) }
            case 2:
                change = .remove(chosen)
                expected = model.filter { !chosen.contains($0) }
            case 3:
                change = .removeAt(Indexes(some))
                expected = model
                for index in some.reversed() { expected?.remove(at: index) }
            case 4:
                let count = min(some.count, others.count)
                let places = IndexSet(some.prefix(count))
                change = .replace(at: Indexes(places), with: Array(others.prefix(count)))
                expected = model
                for (place, other) in zip(places, others) { expected?[place] = other }
            case 5, 6:
                let rest = model.enumerated().filter { !some.contains($0.offset) }.map(\.element)
                let index = Int.random(in: 0...rest.count, using: &random)
                change = .move(at: Indexes(some), to: index)
                expected = Array(rest[..<index]) + chosen + Array(rest[index...])
            default:
                change = .move(at: [model.count + 1], to: 0)
            }
            do {
                try perform(.album("album", change))
                model = try #require(expected, "step \(step): \(change)")
            } catch let error as PhotoLibraryError {
                #expect(expected == nil && error.code == .changeNotSupported, "step \(step): \(error)")
            }
            #expect(try members == model, "step \(step): \(change)")
        }
    }

    @Test func aDeletedMemberComesBackBehindTheOneItFollowed() throws {
        try perform(.album("album", .add(Array(assets[0..<5]))))
        try perform(.delete(asset: assets[2]))
        #expect(try members == [0, 1, 3, 4].map { assets[$0] })
        // Indexes count the visible assets.
        try perform(.album("album", .move(at: [3], to: 0)))
        try perform(.album("album", .move(at: [2], to: 0)))
        #expect(try members == [1, 4, 0, 3].map { assets[$0] })
        try perform(.restore(asset: assets[2]))
        #expect(try members == [1, 2, 4, 0, 3].map { assets[$0] })
    }

    @Test func aMemberIsMovedAndNotInsertedTwice() throws {
        try perform(.album("album", .add(Array(assets[0..<4]))))
        #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try perform(.album("album", .insert([assets[1]], at: [0])))
        }
        try perform(.album("album", .place([assets[3], assets[5]], at: 1)))
        #expect(try members == [0, 3, 5, 1, 2].map { assets[$0] })
        for index in [-1, 6, .max] {
            #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
                try perform(.album("album", .place([assets[0]], at: index)))
            }
        }
    }

    @Test func aDeletedMemberIsNotTakenOut() throws {
        try perform(.album("album", .add(Array(assets[0..<2]))), .delete(asset: assets[0]))
        #expect(throws: PhotoLibraryError(.requestNotSupportedForAsset, "")) {
            try perform(.album("album", .remove([assets[0]])))
        }
        try perform(.restore(asset: assets[0]))
        #expect(try members == [assets[0], assets[1]])
    }

    @Test func theKeyAssetIsAMemberAndGoesWithIt() throws {
        func key() throws -> String? {
            try fixture.catalog.read {
                try String.fetchOne(
                    $0, sql: "SELECT asset.localIdentifier FROM album JOIN asset ON asset.id = keyAssetID")
            }
        }
        #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try perform(.album("album", .setKeyAsset(assets[0])))
        }
        try perform(.album("album", .add(Array(assets[0..<3]))), .album("album", .setKeyAsset(assets[1])))
        #expect(try key() == assets[1])
        try perform(.album("album", .remove([assets[0]])))
        #expect(try key() == assets[1])
        try perform(.album("album", .remove([assets[1]])))
        #expect(try key() == nil)
    }
}
