import Foundation
import PhotoModel
import SystemPackage
import Testing

@testable import LibraryRPC

/// Requests and answers are equal after they are encoded to bytes and decoded.
@Suite struct MessageTests {
    private func crossed<Value: Codable>(_ value: Value) throws -> Value {
        try MessageCoding.decode(Value.self, from: MessageCoding.encode(value))
    }

    @Test func everyFilterCrosses() throws {
        let time = try #require(CaptureTime("2024-05-17T10:30:00.5+02:00"))
        let place = try #require(ImageMetadata.Location(latitude: 1.1, longitude: -2.2, altitude: nil))
        let date = Date(timeIntervalSince1970: 0.1)
        let filters: [AssetFilter] = [
            .all, .mediaType(.video), .subtypes(anyOf: [.photoLive, .photoHDR]), .isFavorite, .isHidden,
            .captured(from: "2024", before: nil), .capturedWithin(time, time), .created(from: nil, before: date),
            .added(from: date, before: .distantFuture), .modified(from: .distantPast, before: nil), .duration(0.1...9),
            .duration(1 ... .infinity),
            .width(1...2), .height(3...4), .hasLocation, .near(place, metres: 0.3), .near(place, metres: .infinity),
            .isInBurst, .burst("b"),
            .album("a"), .search("é\0"), .localIdentifiers(["x", "ü"]), .hasAdjustments,
            .rating(-1...5), .condition([.ok, .damaged]), .or([]), .not(.isFavorite),
        ]
        for filter in filters { #expect(try crossed(filter) == filter) }
        var query = AssetQuery(.and(filters), sort: AssetSort.Key.allCases.map { AssetSort($0, ascending: false) })
        (query.scope, query.album, query.limit, query.offset) = (.recentlyDeleted, "album", 7, 8)
        (query.includesHidden, query.includesAllBurstAssets) = (true, true)
        query.division = CaptureDivision(
            first: CaptureDivision.Bound(time: time, localIdentifier: "first"), last: nil)
        #expect(try crossed(query) == query)
    }

    @Test func everyCollectionFilterCrosses() throws {
        let date = Date(timeIntervalSince1970: 1e9)
        let filter = CollectionFilter.and([
            .all, .localIdentifiers(["x"]), .title(TextMatch(.beginsWith, "A", ignoringCase: true)), .inFolder(nil),
            .inFolder("f"), .containingCollection("c"), .containingAsset("a"), .startDate(from: date, before: nil),
            .endDate(from: nil, before: date), .assetCount(0...3), .or([]), .not(.all),
        ])
        var query = CollectionQuery(filter, sort: CollectionSort.Key.allCases.map { CollectionSort($0) })
        (query.limit, query.offset, query.includesAllBurstAssets) = (1, 2, true)
        #expect(try crossed(query) == query)
    }

    /// Names of files are bytes, not necessarily UTF-8.
    @Test func anAssetCrosses() throws {
        let digest = try #require(Digest(Array(repeating: 7, count: 32)))
        let bytes: [UInt8] = [0x2F, 0xFF, 0x20, 0x0A, 0x61]
        let path = try #require(FilePath(bytes: bytes))
        let locations: [AssetResource.Location] = [
            .library("originals/a.jpg"), .reference(path), .elsewhere,
        ]
        let resources = locations.map {
            AssetResource(
                kind: .original, location: $0, originalFilename: path.lastComponent, bytes: .max, sha256: digest,
                imageDataDigest: nil, format: .raw, orientation: .left, colorProfile: .embedded(digest, .converted),
                size: PixelSize(width: 1, height: 2))
        }
        let asset = Asset(
            localIdentifier: "a", mediaType: .image, size: nil, captureTime: nil, addedDate: .distantPast,
            modificationDate: Date(timeIntervalSince1970: 1_700_000_000.123456), isFavorite: true,
            metadata: ImageMetadata(), condition: .limited, resources: resources)
        #expect(try crossed(asset) == asset)
        #expect(
            try crossed(UserCollection.folder(Folder(localIdentifier: "f", title: "", createdDate: .now))).title == "")
    }

    @Test(arguments: [
        #"{"kind":0,"location":{},"bytes":-1,"sha256":"x","format":"jpeg","orientation":1,"colorProfile":{"none":{}}}"#,
        #"{"kind":0,"location":{"library":"AA=="},"bytes":1}"#,
    ]) func anImpossibleResourceIsRefused(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(AssetResource.self, from: Data(text.utf8)) }
    }

    @Test func everyPropertyCrosses() throws {
        let time = try #require(CaptureTime("2024-05-17T10:30:00"))
        let place = try #require(ImageMetadata.Location(latitude: 1, longitude: 2, altitude: 3))
        let properties: [AssetProperty] = [
            .favorite(true), .hidden(false), .captureTime(.original), .captureTime(.set(time)),
            .location(.set(nil)), .location(.set(place)), .location(.original), .title(nil), .caption("c"),
            .keywords([]),
        ]
        for property in properties { #expect(try crossed(property) == property) }
    }
}
