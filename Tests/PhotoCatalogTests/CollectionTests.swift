import Foundation
import GRDB
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

@Suite struct CollectionTests {
    private let fixture: CatalogFixture
    private let catalog: PhotoCatalog

    /// Creates the assets 1 to 6, three albums and two folders.
    ///
    /// The album A has the assets 3, 1, 2 and the deleted asset 4. The album B has the asset 2, and the album C is
    /// empty. The folder X has the album A and the folder Y. The album B, the folder X and the album C are at the top
    /// level.
    init() throws {
        fixture = try CatalogFixture()
        catalog = fixture.catalog
        try fixture.store(
            (1...6).map { makeFile("\($0).jpg", bytes: $0, time: "2024-05-1\($0)T10:00:00") })
        _ = try catalog.delete([fixture.identifier(makeFile(bytes: 4))])
        try catalog.write { database in
            try database.execute(
                sql: """
                    INSERT INTO folder (id, localIdentifier, title, parentID, rank, createdDate, stableID) VALUES
                        (1, 'x', 'X%', NULL, X'01', 5, randomblob(16)), (2, 'y', 'Y', 1, X'00', 6, randomblob(16));
                    INSERT INTO album (id, localIdentifier, title, createdDate, folderID, rank, stableID) VALUES
                        (1, 'a', 'Alps', 1, 1, X'02', randomblob(16)), (2, 'b', 'Beach', 2, NULL, X'00', randomblob(16)),
                        (3, 'c', 'alps again', 3, NULL, X'02', randomblob(16));
                    INSERT INTO albumAsset VALUES
                        (1, 3, X'00'), (1, 1, X'01'), (1, 2, X'02'), (1, 4, X'03'), (2, 2, X'00');
                    """)
        }
    }

    private func titles(
        _ filter: CollectionFilter = .all, by sort: CollectionSort.Key? = nil, ascending: Bool = true
    ) throws -> [String] {
        let query = CollectionQuery(filter, sort: sort.map { [CollectionSort($0, ascending: ascending)] } ?? [])
        let rows = try catalog.rows(of: query, .albums)
        #expect(try catalog.count(of: query, .albums) == rows.count)
        let albums = try catalog.albums(rows: rows, includingAllBurstAssets: false)
        return rows.compactMap { albums[$0]?.title }
    }

    private func rows(_ filter: CollectionFilter, _ kind: CollectionKind = .all) throws -> [Int64] {
        try catalog.rows(of: CollectionQuery(filter), kind)
    }

    @Test func albumsCountTheAssetsThatAFetchFinds() throws {
        let albums = try catalog.albums(rows: [1, 2, 3, 99], includingAllBurstAssets: false)
        #expect(albums.count == 3)
        let alps = try #require(albums[1])
        #expect(alps.assetCount == 3, "One is deleted.")
        #expect(alps.startTime == CaptureTime("2024-05-11T10:00:00"))
        #expect(alps.endTime == CaptureTime("2024-05-13T10:00:00"))
        #expect(alps.folderIdentifier == "x" && alps.keyAssetIdentifier == nil)
        #expect(albums[3]?.assetCount == 0 && albums[3]?.startTime == nil && albums[3]?.folderIdentifier == nil)
        try catalog.write { try $0.execute(sql: "UPDATE asset SET isHidden = 1 WHERE id = 3") }
        #expect(try catalog.albums(rows: [1], includingAllBurstAssets: false)[1]?.assetCount == 2)
    }

    /// If the query includes all burst assets, the numbers in albums, filters and sort keys count every frame.
    @Test func framesOfABurstCountIfTheQueryIncludesThem() throws {
        try catalog.write { try $0.execute(sql: "UPDATE asset SET burstIdentifier = 'burst' WHERE id IN (1, 2, 3)") }
        var query = CollectionQuery(.assetCount(1...9), sort: [CollectionSort(.assetCount)])
        #expect(try catalog.albums(of: query).map { "\($0.title) \($0.assetCount)" } == ["Alps 1"])
        #expect(try catalog.albums(of: query).first?.endTime == CaptureTime("2024-05-11T10:00:00"))
        query.includesAllBurstAssets = true
        let albums = try catalog.albums(of: query)
        #expect(albums.map { "\($0.title) \($0.assetCount)" } == ["Beach 1", "Alps 3"])
        #expect(albums.last?.endTime == CaptureTime("2024-05-13T10:00:00"))
        for album in albums {
            var assets = AssetQuery()
            (assets.album, assets.includesAllBurstAssets) = (album.localIdentifier, true)
            #expect(try catalog.count(of: assets) == album.assetCount)
        }
        query.filter = .endDate(from: CaptureTime("2024-05-13T00:00:00")?.date(in: .current), before: nil)
        #expect(try catalog.count(of: query, .albums) == 1)
        query.includesAllBurstAssets = false
        #expect(try catalog.count(of: query, .albums) == 0)
    }

    @Test func collectionsAreReadInTheOrderOfTheirPositions() throws {
        #expect(try catalog.albums(of: CollectionQuery()).map(\.title) == ["Alps", "Beach", "alps again"])
        #expect(try catalog.folders(of: CollectionQuery()).map(\.title) == ["X%", "Y"])
        #expect(
            try catalog.collections(of: CollectionQuery(.inFolder(nil))).map(\.title) == ["Beach", "X%", "alps again"])
        #expect(try catalog.collections(of: CollectionQuery(.inFolder("x"))).map(\.title) == ["Y", "Alps"])
    }

    /// Albums and folders that are deleted between two statements of a fetch are read as they were before.
    @Test func collectionsAreReadAsASnapshot() throws {
        let catalog = catalog
        let deletions = Mutex(0)
        // After the reading connection has the row numbers, another connection deletes the rows.
        try catalog.pool.read { database in
            database.trace(options: .profile) { event in
                guard case .profile(let statement, _) = event, statement.sql.contains("SELECT collection.number") else {
                    return
                }
                deletions.withLock { $0 += 1 }
                try? catalog.write { try $0.execute(sql: "DELETE FROM album; DELETE FROM folder") }
            }
        }
        let titles = try catalog.collections(of: CollectionQuery(.inFolder(nil))).map(\.title)
        #expect(titles == ["Beach", "X%", "alps again"] && deletions.withLock { $0 } == 1)
        #expect(try catalog.albums(of: CollectionQuery()).isEmpty && catalog.folders(of: CollectionQuery()).isEmpty)
    }

    @Test func anAlbumHasItsOrder() throws {
        var query = AssetQuery()
        query.album = "a"
        #expect(try catalog.rows(of: query) == [3, 1, 2])
        query.offset = 1
        query.limit = 1
        #expect(try catalog.rows(of: query) == [1])
        #expect(try catalog.count(of: query) == 1)
    }

    @Test func albumsAreFoundByTitleMemberAndIdentifier() throws {
        #expect(try titles() == ["Alps", "Beach", "alps again"], "Capitals come first.")
        #expect(try titles(.title(TextMatch(.contains, "ALPS", ignoringCase: true))) == ["Alps", "alps again"])
        #expect(try titles(.title(TextMatch(.contains, "ALPS"))).isEmpty)
        #expect(
            try titles(.title(TextMatch(.beginsWith, "bé", ignoringCase: true, ignoringDiacritics: true))) == ["Beach"])
        #expect(try titles(.title(TextMatch(.endsWith, "again"))) == ["alps again"])
        #expect(try titles(.title(TextMatch(.equals, "Alps"))) == ["Alps"])
        #expect(try titles(.title(TextMatch(.precedes, "Beach"))) == ["Alps"])
        #expect(try titles(.title(TextMatch(.follows, "Beach"))) == ["alps again"])
        #expect(try titles(.title(TextMatch(.contains, "%"))).isEmpty)
        for comparison in [.contains, .beginsWith, .endsWith] as [TextMatch.Comparison] {
            #expect(try titles(.title(TextMatch(comparison, "", ignoringCase: true))) == titles())
        }
        #expect(try titles(.containingAsset(fixture.identifier(makeFile(bytes: 2)))) == ["Alps", "Beach"])
        #expect(try titles(.containingAsset("missing")).isEmpty)
        #expect(try titles(.localIdentifiers(["c", "b", "x"])) == ["Beach", "alps again"])
        #expect(try titles(.inFolder("x")) == ["Alps"])
        #expect(try titles(.not(.or([.inFolder("x"), .localIdentifiers(["c"])]))) == ["Beach"])
        #expect(try titles(.and([])) == titles() && titles(.or([])).isEmpty)
    }

    /// SQLite permits no expression with a depth of more than 1000.
    @Test(.long) func thousandsOfConditionsAreAnswered() throws {
        let others = (0..<1500).map { CollectionFilter.title(TextMatch(.equals, "\($0)")) }
        #expect(try titles(.or(others + [.title(TextMatch(.equals, "Alps"))])) == ["Alps"])
        #expect(try titles(.and(others.map { .not($0) } + [.inFolder("x")])) == ["Alps"])
        // More conditions than SQLite permits arguments, with different kinds of comparisons.
        let many = (0..<40_000).map {
            CollectionFilter.title(TextMatch(.equals, "\($0)", ignoringCase: $0.isMultiple(of: 2)))
        }
        let asked = many + [.title(TextMatch(.beginsWith, "al", ignoringCase: true)), .localIdentifiers(["b"])]
        #expect(try titles(.or(asked)) == titles())
        #expect(try titles(.not(.or(many))) == titles() && titles(.or(many)).isEmpty)
        let bursts = (0..<1500).map { AssetFilter.burst("\($0)") }
        let days = (1...1500).map {
            AssetFilter.added(from: nil, before: Date(timeIntervalSince1970: 2000 + Double($0)))
        }
        #expect(try catalog.count(of: AssetQuery(.or(bursts + [.localIdentifiers(["missing"])]))) == 0)
        #expect(try catalog.count(of: AssetQuery(.and(days))) == 5, "One of six is deleted.")
        #expect(try catalog.count(of: AssetQuery(.or(days))) == 5)
    }

    /// The members of other albums and folders are not read.
    @Test(arguments: [CollectionMembers.Kind.album, .folder])
    func theMembersOfOneAreReadAlone(kind: CollectionMembers.Kind) throws {
        let identifier = kind == .album ? "a" : "x"
        func steps(_ identifiers: [String]?, count: Int) throws -> Int {
            try catalog.steps {
                let members = try catalog.write { try $0.members(of: kind, identifiers) }
                #expect(members.count == count && (count == 0 || members[0].contents.count == 3))
            }
        }
        let (one, none) = try (steps([identifier, "missing"], count: 1), steps(["missing"], count: 0))
        try catalog.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM number WHERE n < 400)
                        INSERT INTO folder (id, localIdentifier, title, rank, createdDate, stableID)
                        SELECT n, 'folder ' || n, 'F', zeroblob(10), 0, randomblob(16) FROM number;
                    INSERT INTO album (id, localIdentifier, title, createdDate, folderID, rank, stableID)
                        SELECT id, 'album ' || id, 'A', 0, id, zeroblob(10), randomblob(16) FROM folder WHERE id >= 100;
                    INSERT INTO albumAsset SELECT id, 1, zeroblob(10) FROM folder WHERE id >= 100;
                    """)
        }
        #expect(try steps([identifier, "missing"], count: 1) < one * 2)
        #expect(try steps(["missing"], count: 0) < none * 2)
    }

    @Test func albumsAreSortedAndLimited() throws {
        #expect(try titles(by: .createdDate, ascending: false) == ["alps again", "Beach", "Alps"])
        #expect(try titles(by: .startDate) == ["Alps", "Beach", "alps again"])
        #expect(try titles(by: .endDate, ascending: false) == ["Alps", "Beach", "alps again"])
        #expect(try titles(by: .assetCount) == ["alps again", "Beach", "Alps"])
        #expect(try titles(by: .localIdentifier, ascending: false) == ["alps again", "Beach", "Alps"])
        var query = CollectionQuery()
        (query.limit, query.offset) = (1, 1)
        #expect(try catalog.rows(of: query, .albums) == [2] && catalog.count(of: query, .albums) == 1)
    }

    /// The filters use the assets that a fetch of the album finds.
    @Test func albumsAreFoundByTheirAssets() throws {
        #expect(try titles(.assetCount(1...3)) == ["Alps", "Beach"])
        #expect(try titles(.assetCount(4...4)).isEmpty, "One is deleted.")
        #expect(try titles(.startDate(from: nil, before: nil)) == ["Alps", "Beach"])
        let second = try #require(CaptureTime("2024-05-12T10:00:00")).date(in: .current)
        #expect(try titles(.startDate(from: second, before: nil)) == ["Beach"])
        #expect(try titles(.startDate(from: nil, before: second)) == ["Alps"])
        #expect(try titles(.endDate(from: second, before: second + 1)) == ["Beach"])
    }

    @Test func foldersHoldAlbumsAndFoldersInOneOrder() throws {
        #expect(try rows(.inFolder(nil)) == [2, -1, 3])
        #expect(try rows(.inFolder("x")) == [-2, 1])
        #expect(try rows(.inFolder("y")).isEmpty)
        #expect(try rows(.inFolder("gone")).isEmpty, "Not what lies at the top.")
        #expect(try catalog.folders(rows: [1, 2])[2]?.folderIdentifier == "x")
        #expect(try rows(.all, .folders) == [1, 2])
        #expect(try rows(.title(TextMatch(.contains, "%")), .folders) == [1])
        #expect(try rows(.containingCollection("a"), .folders) == [1] && rows(.containingCollection("y")) == [-1])
        #expect(try rows(.containingCollection("b"), .folders).isEmpty && rows(.containingCollection("x")).isEmpty)
        #expect(try rows(.assetCount(0...0)).sorted() == [-2, -1, 3], "Folders have none of their own.")
        #expect(try rows(.startDate(from: nil, before: nil)).sorted() == [1, 2])
        let sorted = CollectionQuery(.all, sort: [CollectionSort(.startDate), CollectionSort(.title)])
        #expect(try catalog.rows(of: sorted, .all) == [1, 2, -1, -2, 3], "What has no date comes last.")
    }

    /// The filters for browsing a large library use indexes.
    @Test func queriesUseTheIndexes() throws {
        let some: [CollectionFilter] = [.inFolder(nil), .inFolder("x"), .localIdentifiers(["a"])]
        let asked = [CollectionKind.albums, .folders, .all].flatMap { kind in some.map { (kind, $0) } }
        for (kind, filter) in asked + [(.folders, .containingCollection("a"))] {
            let plan = try catalog.read { database in
                let request: SQLRequest<Row> = "EXPLAIN QUERY PLAN \(try CollectionQuery(filter).select(kind))"
                return try request.fetchAll(database).map { $0["detail"] as String }
            }
            #expect(!plan.contains { $0.hasPrefix("SCAN album") || $0.hasPrefix("SCAN folder") }, "\(plan)")
        }
    }

    @Test func theKeyAssetIsTheChosenOneElseTheFirst() throws {
        #expect(try catalog.keyAssetRow(ofAlbum: "a") == 3)
        #expect(try catalog.keyAssetRow(ofAlbum: "c") == nil)
        try catalog.write { try $0.execute(sql: "UPDATE album SET keyAssetID = 2 WHERE id = 1") }
        #expect(try catalog.keyAssetRow(ofAlbum: "a") == 2)
        _ = try catalog.delete([fixture.identifier(makeFile(bytes: 2))])
        #expect(try catalog.keyAssetRow(ofAlbum: "a") == 3)
    }

    @Test func newAlbumsComeLast() throws {
        let place = DestinationAlbum(folder: "/photos", title: "A first title")
        try fixture.store([fixture.insertion(makeFile("new.jpg", bytes: 50)) { $0.albums = [place] }])
        #expect(try rows(.inFolder(nil)).prefix(3) == [2, -1, 3])
        #expect(try rows(.inFolder(nil)).count == 4)
    }
}

@Suite struct MomentTests {
    private let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    private func store(_ time: String?, _ latitude: Double? = nil, _ longitude: Double? = nil) throws {
        let count = try fixture.catalog.assetCount() + 1
        try fixture.store([makeFile("\(count)", bytes: count, time: time)])
        try fixture.catalog.write {
            try $0.execute(
                sql: "UPDATE asset SET latitude = ?, longitude = ? WHERE id = ?",
                arguments: [latitude, longitude, count])
        }
    }

    private func moments(_ filter: AssetFilter = .all) throws -> [String] {
        try fixture.catalog.moments(of: filter, dividedBeyond: 30_000).map {
            "\($0.startTime.description.dropFirst(5)) \($0.endTime.description.dropFirst(11)) \($0.assetCount)"
        }
    }

    @Test func aDayIsDividedWhereTheNextPlaceIsFar() throws {
        try store("2024-05-02T09:00:00", 48.2, 16.4)
        try store("2024-05-01T10:00:00", 41.89, 12.49)
        try store("2024-05-01T11:00:00")
        try store("2024-05-01T12:00:00", 41.90, 12.50)
        try store("2024-05-01T18:00:00", 48.85, 2.35)
        try store("2024-05-01T18:00:00", 41.89, 12.49)
        try store("2024-05-01T19:00:00")
        try store(nil, 41.89, 12.49)
        let expected = [
            "05-01T10:00:00 12:00:00 3", "05-01T18:00:00 18:00:00 1", "05-01T18:00:00 19:00:00 2",
            "05-02T09:00:00 09:00:00 1",
        ]
        #expect(try moments() == expected, "What was captured at once, too.")
        #expect(try moments(.captured(from: "2024-05-02", before: nil)) == [expected[3]])
        #expect(try fetched() == [[2, 3, 4], [5], [6, 7], [1]])
        #expect(try fixture.catalog.moments(of: .all, dividedBeyond: .infinity).map(\.assetCount) == [6, 1])
    }

    /// The row numbers that a fetch of each moment finds, which must be as many as the moment states.
    private func fetched(_ filter: AssetFilter = .all) throws -> [[Int64]] {
        try fixture.catalog.moments(of: filter, dividedBeyond: 30_000).map { moment in
            let moment = moment.matching(filter)
            let rows = try fixture.catalog.rows(of: moment.query)
            #expect(try fixture.catalog.count(of: moment.query) == moment.assetCount)
            #expect(rows.count == moment.assetCount)
            return rows
        }
    }

    /// A moment may begin or end between captures with the same time.
    @Test func capturesOfOneInstantAreDividedInTheOrderInWhichTheyCame() throws {
        let time = "2020-01-01T10:00:00"
        for latitude in [10, 10, 60, nil, 60, 10] as [Double?] { try store(time, latitude, latitude) }
        try store("2020-01-01T10:00:01", 10, 10)
        #expect(try fetched() == [[1, 2], [3, 4, 5], [6, 7]])
        #expect(try fetched(.hasLocation) == [[1, 2], [3, 5], [6, 7]])
        try store(time, 60, 60)
        #expect(try fetched() == [[1, 2], [3, 4, 5], [6], [8], [7]])
    }

    @Test func aFilteredMomentHasTheMatchingAssets() throws {
        for second in 0..<3 { try store("2020-01-01T10:00:0\(second)") }
        try fixture.catalog.write { try $0.execute(sql: "UPDATE asset SET isFavorite = 1 WHERE id <> 2") }
        #expect(try fetched(.isFavorite) == [[1, 3]])
        #expect(try fetched(.not(.isFavorite)) == [[2]])
    }

    @Test func theCamerasDayCounts() throws {
        try store("2024-05-01T23:59:59+02:00")
        try store("2024-05-02T00:00:01-05:00")
        #expect(try fixture.catalog.moments(of: .all, dividedBeyond: 1).map(\.title) == ["2024-05-01", "2024-05-02"])
    }

    @Test func hiddenAndDeletedAssetsAreInNoMoment() throws {
        try store("2024-05-01T10:00:00")
        try store("2024-05-01T11:00:00")
        try fixture.catalog.write { try $0.execute(sql: "UPDATE asset SET isHidden = 1 WHERE id = 2") }
        #expect(try moments() == ["05-01T10:00:00 10:00:00 1"])
        _ = try fixture.catalog.delete([fixture.identifier(makeFile(bytes: 1))])
        #expect(try moments().isEmpty)
    }
}
