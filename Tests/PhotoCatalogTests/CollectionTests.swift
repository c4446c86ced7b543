import Foundation
import GRDB
import PhotoModel
import SystemPackage
import Testing

@testable import PhotoCatalog

@Suite struct CollectionTests {
    private let fixture: CatalogFixture
    private let catalog: PhotoCatalog

    /// Assets 1 to 6, three albums and two folders.
    ///
    /// The album A, of 3, 1, 2 and 4, which is deleted, is in the folder X, as is the folder Y. At the top are the album B, of
    /// 2, the folder X and the album C, which is empty.
    init() throws {
        fixture = try CatalogFixture()
        catalog = fixture.catalog
        try fixture.store(
            (1...6).map { makeFile("\($0).jpg", bytes: $0, time: "2024-05-1\($0)T10:00:00") })
        _ = try catalog.delete([fixture.identifier(makeFile(bytes: 4))])
        try catalog.write { database in
            try database.execute(
                sql: """
                    INSERT INTO folder VALUES (1, 'x', 'X%', NULL, 1, 5), (2, 'y', 'Y', 1, 0, 6);
                    INSERT INTO album (id, localIdentifier, title, createdDate, folderID, position) VALUES
                        (1, 'a', 'Alps', 1, 1, 0), (2, 'b', 'Beach', 2, NULL, 0), (3, 'c', 'alps again', 3, NULL, 2);
                    INSERT INTO albumAsset VALUES (1, 3, 0), (1, 1, 1), (1, 2, 2), (1, 4, 3), (2, 2, 0);
                    """)
        }
    }

    private func titles(_ change: (inout AlbumQuery) -> Void = { _ in }) throws -> [String] {
        var query = AlbumQuery()
        change(&query)
        let rows = try catalog.rows(of: query)
        let albums = try catalog.albums(rows: rows)
        return rows.compactMap { albums[$0]?.title }
    }

    @Test func albumsTellWhatAFetchOfThemFinds() throws {
        let albums = try catalog.albums(rows: [1, 2, 3, 99])
        #expect(albums.count == 3)
        let alps = try #require(albums[1])
        #expect(alps.assetCount == 3, "One is deleted.")
        #expect(alps.startTime == CaptureTime("2024-05-11T10:00:00"))
        #expect(alps.endTime == CaptureTime("2024-05-13T10:00:00"))
        #expect(alps.folderIdentifier == "x" && alps.keyAssetIdentifier == nil)
        #expect(albums[3]?.assetCount == 0 && albums[3]?.startTime == nil && albums[3]?.folderIdentifier == nil)
        try catalog.write { try $0.execute(sql: "UPDATE asset SET isHidden = 1 WHERE id = 3") }
        #expect(try catalog.albums(rows: [1])[1]?.assetCount == 2)
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
        #expect(try titles { $0.title = "ALPS" } == ["Alps", "alps again"])
        #expect(try titles { $0.title = "%" }.isEmpty)
        #expect(try titles { $0.containing = fixture.identifier(makeFile(bytes: 2)) } == ["Alps", "Beach"])
        #expect(try titles { $0.containing = "nobody" }.isEmpty)
        #expect(try titles { $0.localIdentifiers = ["c", "b", "x"] } == ["Beach", "alps again"])
        #expect(try titles { ($0.sort, $0.isAscending) = (.createdDate, false) } == ["alps again", "Beach", "Alps"])
        #expect(try titles { $0.sort = .startDate } == ["Alps", "Beach", "alps again"])
        #expect(try titles { ($0.sort, $0.isAscending) = (.endDate, false) } == ["Alps", "Beach", "alps again"])
    }

    @Test func foldersHoldAlbumsAndFoldersInOneOrder() throws {
        #expect(try catalog.collectionRows(in: nil) == [2, -1, 3])
        #expect(try catalog.collectionRows(in: "x") == [-2, 1])
        #expect(try catalog.collectionRows(in: "y").isEmpty)
        #expect(try catalog.collectionRows(in: "gone").isEmpty, "Not what lies at the top.")
        #expect(try catalog.folders(rows: [1, 2])[2]?.folderIdentifier == "x")
        #expect(try catalog.folderRows(titled: nil) == [1, 2])
        #expect(try catalog.folderRows(titled: "%") == [1])
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
        var file = makeFile("new.jpg", bytes: 50)
        file.albums = [AlbumPlace(folder: "/photos", title: "A first title")]
        try fixture.store([file])
        #expect(try catalog.collectionRows(in: nil).prefix(3) == [2, -1, 3])
        #expect(try catalog.collectionRows(in: nil).count == 4)
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
            "05-01T10:00:00 12:00:00 3", "05-01T18:00:00 19:00:00 3", "05-02T09:00:00 09:00:00 1",
        ]
        #expect(try moments() == expected, "What was captured at once stays together.")
        #expect(try moments(.captured(from: "2024-05-02", before: nil)) == [expected[2]])
        for moment in try fixture.catalog.moments(of: .all, dividedBeyond: 30_000) {
            #expect(try fixture.catalog.count(of: moment.query) == moment.assetCount)
        }
        #expect(try fixture.catalog.moments(of: .all, dividedBeyond: .infinity).map(\.assetCount) == [6, 1])
    }

    @Test func theCamerasDayCounts() throws {
        try store("2024-05-01T23:59:59+02:00")
        try store("2024-05-02T00:00:01-05:00")
        #expect(try fixture.catalog.moments(of: .all, dividedBeyond: 1).map(\.title) == ["2024-05-01", "2024-05-02"])
    }

    @Test func hiddenAndDeletedAssetsAreInNone() throws {
        try store("2024-05-01T10:00:00")
        try store("2024-05-01T11:00:00")
        try fixture.catalog.write { try $0.execute(sql: "UPDATE asset SET isHidden = 1 WHERE id = 2") }
        #expect(try moments() == ["05-01T10:00:00 10:00:00 1"])
        _ = try fixture.catalog.delete([fixture.identifier(makeFile(bytes: 1))])
        #expect(try moments().isEmpty)
    }
}
