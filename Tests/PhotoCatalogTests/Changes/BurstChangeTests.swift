import GRDB
import PhotoModel
import Synchronization
import Testing

@testable import PhotoCatalog

/// The time of a change of a frame does not depend on the size of its burst.
@Suite struct BurstChangeTests {
    /// A catalogue with a burst of frames 1 to `frames`, all of them in an album.
    private func makeCatalog(frames: Int) throws -> CatalogFixture {
        let fixture = try CatalogFixture()
        try fixture.catalog.write {
            try $0.execute(
                sql: """
                    INSERT INTO album (id, localIdentifier, title, createdDate, stableID, rank)
                        VALUES (1, 'album', 'A', 0, randomblob(16), zeroblob(10));
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(frames))
                        INSERT INTO asset (id, localIdentifier, stableID, mediaType, captureDate, addedDate, modificationDate,
                            condition, burstIdentifier)
                        SELECT n, 'frame ' || n, randomblob(16), 'image', printf('2024-05-17T10:30:00.%03d', n), n, n, 'ok', 'burst'
                        FROM number;
                    INSERT INTO albumAsset SELECT 1, id, CAST(printf('%010d', id) AS BLOB) FROM asset;
                    """)
        }
        return fixture
    }

    @Test func theStepsDoNotGrowWithTheBurst() throws {
        let time = try #require(CaptureTime("2024-05-17T10:00:00"))
        // Each change makes another frame represent the burst, which changes the album.
        let changes: [LibraryChange] = [
            .set(.favorite(true), asset: "frame 5"), .set(.favorite(false), asset: "frame 5"),
            .set(.captureTime(.set(time)), asset: "frame 6"), .set(.captureTime(.original), asset: "frame 6"),
            .set(.hidden(true), asset: "frame 1"), .delete(asset: "frame 2"), .restore(asset: "frame 2"),
        ]
        let small = try makeCatalog(frames: 10).catalog, large = try makeCatalog(frames: 400).catalog
        for change in changes {
            func steps(_ catalog: PhotoCatalog) throws -> Int {
                let before = try catalog.history().count
                let steps = try catalog.steps { try catalog.perform([change]) }
                #expect(
                    try catalog.history().dropFirst(before).contains { $0.hasSuffix("album update album") }, "\(change)"
                )
                return steps
            }
            let (few, many) = (try steps(small), try steps(large))
            #expect(many < few * 2, "\(change)")
        }
    }

    @Test func theStepsOfAFetchGrowLinearlyWithTheBurst() throws {
        func steps(_ frames: Int) throws -> Int {
            let catalog = try makeCatalog(frames: frames).catalog
            return try catalog.steps {
                try catalog.write { database in
                    let query = AssetQuery()
                    let request = try SQLRequest<Int64>(literal: query.select("asset.id", by: query.lookUps(database)))
                    #expect(try request.fetchAll(database) == [1])
                }
            }
        }
        #expect(try steps(400) < steps(100) * 5)
    }

    /// These changes do not change the representing frame.
    @Test(arguments: [.title("T"), .caption("C"), .keywords(["K"]), .location(.set(nil))] as [AssetProperty])
    func descriptionsAndPlacesDoNotComputeTheRepresentingFrame(property: AssetProperty) throws {
        let catalog = try makeCatalog(frames: 10).catalog
        func trace(_ property: AssetProperty) throws -> [String] {
            let statements = Mutex<[String]>([])
            catalog.pool.writeWithoutTransaction { database in
                database.trace { event in statements.withLock { $0.append("\(event)") } }
            }
            defer { catalog.pool.writeWithoutTransaction { $0.trace(options: []) } }
            try catalog.perform([.set(property, asset: "frame 1")])
            return statements.withLock { $0 }
        }
        #expect(try !trace(property).contains { $0.contains("frame.burstIdentifier") })
        #expect(try trace(.favorite(true)).contains { $0.contains("frame.burstIdentifier") })
    }
}
