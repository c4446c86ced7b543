import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoIngest

@Suite struct StableIDTests {
    private let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    private func stableID(of identifier: String) throws -> [UInt8]? {
        try fixture.catalog.stableIDs(of: [identifier])[identifier]
    }

    /// The expected value is that of Python's hashlib.
    @Test func itIsThatOfTheBytes() throws {
        let digest = try #require(Digest([UInt8](repeating: 0xAB, count: 32)))
        let expected: [UInt8] = [
            0x3a, 0xaa, 0xd7, 0xf7, 0x74, 0xd4, 0xe5, 0x13, 0x6f, 0x66, 0xda, 0x4f, 0x71, 0xb8, 0xb2, 0x4d,
        ]
        #expect(try StableID.ofAsset(sha256Prefix: digest.prefix128) == expected)
    }

    @Test func doublesHaveOthers() throws {
        let file = makeFile(bytes: 1)
        let doubles = (0..<3).map { number in
            fixture.insertion(file) {
                $0.copy = number
                $0.localIdentifier = "double \(number)"
                $0.path = FilePath("originals/\(number)")
            }
        }
        try fixture.catalog.perform([.ingest(IngestBatch(doubles))], run: "run")
        let found = try doubles.map { try #require(try stableID(of: $0.localIdentifier)) }
        #expect(Set(found).count == 3)
        #expect(found[0] == (try StableID.ofAsset(sha256Prefix: file.sha256.prefix128)))
        #expect(found[2] == (try StableID.ofAsset(sha256Prefix: file.sha256.prefix128, copyNumber: 2)))
    }

    @Test func thatOfAnEarlierCatalogueIsKept() throws {
        let kept = [UInt8](repeating: 9, count: 16)
        try fixture.store([fixture.insertion(makeFile(bytes: 1)) { $0.stableID = kept }])
        #expect(try stableID(of: fixture.identifier(makeFile(bytes: 1))) == kept)
    }

    /// As if another asset had had these bytes before.
    @Test func anAssetWhoseIDIsUsedGetsAnother() throws {
        let usual = try StableID.ofAsset(sha256Prefix: makeFile(bytes: 2).sha256.prefix128)
        try fixture.store([fixture.insertion(makeFile(bytes: 1)) { $0.stableID = usual }])
        try fixture.store([makeFile(bytes: 2)])
        let found = try stableID(of: fixture.identifier(makeFile(bytes: 2)))
        #expect(found?.count == 16 && found != usual)
    }

    /// Otherwise an app that adds a photo would learn whether the library has it already.
    @Test func anAppGetsNone() throws {
        try fixture.store([makeFile(bytes: 1)])
        let app = try fixture.catalog.bound(to: .full(app: "app", []))
        #expect(try app.stableIDs(of: [fixture.identifier(makeFile(bytes: 1))]).isEmpty)
    }

    @Test func thoseOfAlbumsAreThoseOfTheirIdentifiers() throws {
        try fixture.catalog.perform([
            .makeAlbum("A", title: "One", folder: nil), .makeFolder("B", title: "One", folder: nil),
        ])
        let ids = try fixture.catalog.read { database in
            try Data.fetchAll(database, sql: "SELECT stableID FROM album UNION ALL SELECT stableID FROM folder")
        }
        #expect(try ids.map(Array.init) == [StableID.ofAlbum("A"), StableID.ofFolder("B")])
    }
}
