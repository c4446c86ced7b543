import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import Testing

/// The duplicates in the catalogue, and the execution of a plan.
@Suite("Duplicates in the catalogue")
struct DuplicateTests {
    private let fixture: CatalogFixture

    init() throws { fixture = try CatalogFixture() }

    /// Stores a file, also if the library has its bytes, and returns the asset.
    private func store(_ file: AnalysedFile, asDouble: Bool = false, named name: String? = nil) throws -> String {
        let insertion = fixture.insertion(file) {
            $0.localIdentifier = name ?? fixture.identifier(file)
            $0.path = FilePath(name ?? file.sha256.hex)
            $0.copy = asDouble ? 1 : nil
        }
        try fixture.store([insertion])
        return insertion.localIdentifier
    }

    private func equalSets(_ evidence: PhotoCatalog.ExactEvidence) throws -> [[String]] {
        var sets: [[String]] = []
        try fixture.catalog.forEachEqualSet(evidence) { sets.append($0) }
        return sets
    }

    private func plan(_ kept: String, _ deleted: [String], _ merge: DuplicatePlan.Merge = .init()) -> DuplicatePlan {
        DuplicatePlan(kept: kept, deleted: deleted, merge: merge, decisions: [], reclaimableBytes: 0, obstacles: [])
    }

    @Test func duplicatesAreSetsOfEqualOriginalsThatAreNotDeleted() throws {
        let one = try store(makeFile(bytes: 1, imageData: 1))
        let two = try store(makeFile(bytes: 1, imageData: 1), asDouble: true, named: "double")
        let three = try store(makeFile(bytes: 2, imageData: 1), asDouble: true, named: "other-bytes")
        _ = try store(makeFile(bytes: 3, imageData: 3))
        #expect(try equalSets(.bytes) == [[one, two]])
        #expect(try equalSets(.imageData) == [[one, two, three]])
        _ = try fixture.catalog.delete([two])
        #expect(try equalSets(.bytes).isEmpty)
        #expect(try equalSets(.imageData) == [[one, three]])
    }

    @Test func decisionsNameTheAssetsWithTheContents() throws {
        let file = makeFile(bytes: 1, imageData: 1)
        let one = try store(file)
        let two = try store(makeFile(bytes: 2, imageData: nil))
        func content(_ asset: String) throws -> [UInt8] {
            try #require(try fixture.catalog.assets([asset])[asset]?.original?.content)
        }
        try fixture.catalog.decide([
            Decision(content(one), content(two), isSame: false),
            Decision(content(one), Array(repeating: 7, count: 16), isSame: true),
        ])
        var pairs: [Set<String>] = []
        try fixture.catalog.forEachDecidedPair { first, second, isSame in
            #expect(!isSame)
            pairs.append([first, second])
        }
        #expect(pairs == [[one, two]])
    }

    @Test func aPlanFillsMissingValuesOnly() throws {
        let kept = try store(makeFile(bytes: 1, time: "2020-01-01T00:00:00"))
        let other = try store(makeFile(bytes: 2))
        var merge = DuplicatePlan.Merge()
        merge.captureTime = CaptureTime("1999-01-01T00:00:00")
        merge.title = "A title"
        merge.keywords = ["one", "two"]
        merge.isFavorite = true
        merge.location = ImageMetadata.Location(latitude: 1, longitude: 2, altitude: 3)
        merge.statedLocation = merge.location
        try fixture.catalog.settle(plan(kept, [other], merge), now: Date(timeIntervalSince1970: 5000))
        let assets = try fixture.catalog.assets([kept, other])
        let asset = try #require(assets[kept])
        #expect(asset.captureTime?.description == "2020-01-01T00:00:00", "Its own time stays.")
        #expect(asset.metadata.title == "A title" && asset.metadata.keywords == ["one", "two"])
        #expect(asset.isFavorite && asset.metadata.location == merge.location)
        #expect(asset.modificationDate == Date(timeIntervalSince1970: 5000))
        #expect(assets[other]?.deletedDate == Date(timeIntervalSince1970: 5000))
        #expect(assets[other]?.modificationDate == Date(timeIntervalSince1970: 1000))
    }

    /// The kept photo gets the owner's values of the deleted photo, and the values in files beside them.
    @Test func mergedDatesAndPlacesStayTheOwners() throws {
        let kept = try store(makeFile(bytes: 1))
        let other = try store(makeFile(bytes: 2))
        var merge = DuplicatePlan.Merge()
        merge.captureTime = CaptureTime("1999-01-01T00:00:00")
        merge.statedTime = CaptureTime("2020-01-01T00:00:00")
        merge.location = ImageMetadata.Location(latitude: 1, longitude: 2, altitude: 3)
        merge.statedLocation = ImageMetadata.Location(latitude: 4, longitude: 5, altitude: nil)
        try fixture.catalog.settle(plan(kept, [other], merge))
        func asset() throws -> Asset { try #require(try fixture.catalog.assets([kept])[kept]) }
        #expect(try asset().captureTime == merge.captureTime && asset().location == merge.location)
        #expect(try asset().metadata.captureTime == merge.statedTime)
        #expect(try asset().metadata.location == merge.statedLocation)
        try fixture.catalog.perform(
            [.set(.captureTime(.original), asset: kept), .set(.location(.original), asset: kept)])
        #expect(try asset().captureTime == merge.statedTime && asset().location == merge.statedLocation)
    }

    /// The owner set the date and removed the place of the kept photo.
    ///
    /// The values of another file do not replace these values.
    @Test func theOwnersValuesOfTheKeptAssetStay() throws {
        let kept = try store(makeFile(bytes: 1))
        let other = try store(makeFile(bytes: 2))
        let owners = try #require(CaptureTime("1999-01-01T00:00:00"))
        let place = ImageMetadata.Location(latitude: 4, longitude: 5, altitude: nil)
        for location in [place, nil] {
            try fixture.catalog.perform(
                [.set(.captureTime(.set(owners)), asset: kept), .set(.location(.set(location)), asset: kept)])
        }
        var merge = DuplicatePlan.Merge()
        merge.statedTime = CaptureTime("2020-01-01T00:00:00")
        merge.location = place
        merge.statedLocation = place
        try fixture.catalog.settle(plan(kept, [other], merge))
        func asset() throws -> Asset { try #require(try fixture.catalog.assets([kept])[kept]) }
        #expect(try asset().captureTime == owners && asset().location == nil)
        try fixture.catalog.perform(
            [.set(.captureTime(.original), asset: kept), .set(.location(.original), asset: kept)])
        #expect(try asset().captureTime == merge.statedTime && asset().location == place)
    }

    /// The owner's texts of the deleted photo become the owner's texts of the kept photo.
    ///
    /// Texts of files do not.
    @Test func mergedDescriptionsStayTheOwners() throws {
        let kept = try store(makeFile(bytes: 1))
        let other = try store(makeFile(bytes: 2).with { $0.caption = "The file's" })
        try fixture.catalog.perform(
            [
                .set(.title("The owner's"), asset: other),
                // The owner removed the keywords.
                .set(.keywords(["no"]), asset: kept), .set(.keywords([]), asset: kept),
            ])
        var merge = DuplicatePlan.Merge()
        (merge.title, merge.caption, merge.keywords) = ("The owner's", "The file's", ["one"])
        try fixture.catalog.settle(plan(kept, [other], merge))
        func words() throws -> [String?] {
            let metadata = try #require(try fixture.catalog.assets([kept])[kept]).metadata
            return [metadata.title, metadata.caption, metadata.keywords.first]
        }
        #expect(try words() == ["The owner's", "The file's", nil])
        let sidecar = makeFile("1.xmp", bytes: 3, format: .unknown).with {
            ($0.title, $0.caption, $0.keywords) = ("The sidecar's", "The sidecar's", ["sidecar"])
        }
        try fixture.store([fixture.insertion(sidecar) { $0.attachment = Attachment(to: kept, as: .sidecar) }])
        #expect(try words() == ["The owner's", "The sidecar's", nil])
    }

    @Test func theHistoryHasTheKeptAssetOnlyIfItChanged() throws {
        let assets = try (1...4).map { try store(makeFile(bytes: $0)) }
        var merge = DuplicatePlan.Merge()
        merge.title = "A title"
        let before = try fixture.catalog.history().count
        let now = Date(timeIntervalSince1970: 2000)
        try fixture.catalog.settle(plan(assets[0], [assets[1]], merge), now: now)
        try fixture.catalog.settle(plan(assets[2], [assets[3]]), now: now)
        let news = try fixture.catalog.history().dropFirst(before).sorted()
        #expect(
            news == [
                "5 asset delete \(assets[1])", "5 asset update \(assets[0])", "6 asset delete \(assets[3])",
            ])
    }

    @Test func aPlanThatNoLongerFitsChangesNothing() throws {
        let assets = try (1...3).map { try store(makeFile(bytes: $0)) }
        _ = try fixture.catalog.delete([assets[2]])
        var merge = DuplicatePlan.Merge()
        merge.title = "A title"
        for stale in [plan(assets[0], [assets[1], assets[2]], merge), plan(assets[2], [assets[0]], merge)] {
            #expect { try fixture.catalog.settle(stale) } throws: {
                ($0 as? PhotoLibraryError)?.code == .libraryBusy
            }
        }
        let found = try fixture.catalog.assets(assets)
        #expect(assets.map { found[$0]?.deletedDate == nil } == [true, true, false])
        #expect(found.values.allSatisfy { $0.metadata.title == nil })
    }
}
