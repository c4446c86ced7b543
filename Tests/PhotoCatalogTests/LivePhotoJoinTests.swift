import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoIngest

/// What becomes of the video's asset when it joins its picture: nothing that a person did is lost.
@Suite struct LivePhotoJoinTests {
    private let fixture: CatalogFixture
    private var catalog: PhotoCatalog { fixture.catalog }
    private let picture: AnalysedFile
    private let video: AnalysedFile
    private static let identifier = "2DC7F7A0-0000-4000-8000-000000000001"

    init() throws {
        fixture = try CatalogFixture()
        picture = makeFile("IMG_1.JPG", bytes: 1, imageData: 1, time: "2020-05-17T10:30:00").with {
            $0.title = "Of the picture"
            $0.keywords = ["sea"]
        }
        video = makeFile("IMG_2.MOV", bytes: 2, time: "2020-05-17T08:30:02+00:00", format: .video).with {
            $0.duration = 2.5
            $0.keywords = ["waves", "sea"]
            $0.caption = "Of the video"
            $0.location = ImageMetadata.Location(latitude: 41, longitude: 12)
        }
        // Without identifiers the two are separate, as an earlier version left them.
        try fixture.store([picture, video])
        try catalog.write {
            try $0.execute(sql: "UPDATE asset SET contentIdentifier = ?", arguments: [Self.identifier])
        }
    }

    private var pictureAsset: String { fixture.identifier(picture) }
    private var videoAsset: String { fixture.identifier(video) }

    @discardableResult
    private func join() throws -> Int {
        try catalog.perform([.joinLivePhotos(catalog.splitLivePhotos())], now: Date(timeIntervalSince1970: 2000))
            .joined.count
    }

    private func joined() throws -> Asset {
        #expect(try join() == 1)
        let assets = try catalog.assets(catalog.allLocalIdentifiers())
        #expect(assets.count == 1)
        return try #require(assets[pictureAsset])
    }

    private func set(_ property: AssetProperty, of asset: String) throws {
        try catalog.perform([.request(.set(property, asset: asset))])
    }

    @Test func theValuesOfTheFilesComplementEachOther() throws {
        let asset = try joined()
        #expect(asset.resources.map(\.kind) == [.original, .pairedVideo])
        #expect(asset.mediaType == .image)
        #expect(asset.metadata.subtypes == .photoLive)
        #expect(asset.metadata.duration == 2.5)
        #expect(asset.captureTime == CaptureTime("2020-05-17T10:30:00"))
        #expect(asset.metadata.location?.latitude == 41)
        #expect(asset.metadata.title == "Of the picture")
        #expect(asset.metadata.caption == "Of the video")
        #expect(asset.metadata.keywords == ["sea", "waves"])
        #expect(try catalog.splitLivePhotos().isEmpty)
    }

    @Test func whatTheOwnerSetForTheVideoStays() throws {
        try set(.title("Mine"), of: videoAsset)
        try set(.favorite(true), of: videoAsset)
        try set(.rating(4), of: videoAsset)
        try set(.keywords(["surf"]), of: videoAsset)
        let time = try #require(CaptureTime("2019-01-01T00:00:00"))
        try set(.captureTime(.set(time)), of: videoAsset)
        try set(.location(.set(nil)), of: videoAsset)
        let asset = try joined()
        #expect(asset.metadata.title == "Mine")
        #expect(asset.isFavorite)
        #expect(asset.metadata.rating == 4)
        #expect(asset.metadata.keywords == ["sea", "surf"])
        #expect(asset.captureTime == time)
        #expect(asset.location == nil)
        #expect(asset.metadata.location?.latitude == 41, "What the files say is kept.")
        try set(.captureTime(.original), of: pictureAsset)
        try set(.location(.original), of: pictureAsset)
        let reverted = try #require(try catalog.assets([pictureAsset])[pictureAsset])
        #expect(reverted.captureTime == CaptureTime("2020-05-17T10:30:00"))
        #expect(reverted.location?.latitude == 41, "The files' place was kept.")
    }

    @Test func whatTheOwnerSetForThePictureComesFirst() throws {
        try set(.title("Mine"), of: pictureAsset)
        try set(.keywords(["mine"]), of: pictureAsset)
        try set(.title(nil), of: pictureAsset)
        try set(.caption(nil), of: pictureAsset)
        let asset = try joined()
        #expect(asset.metadata.title == nil)
        #expect(asset.metadata.caption == nil)
        #expect(asset.metadata.keywords == ["mine"])
    }

    @Test func keywordsOfBothStay() throws {
        try set(.keywords(["a", "b"]), of: pictureAsset)
        try set(.keywords(["c", "a"]), of: videoAsset)
        #expect(try joined().metadata.keywords == ["a", "b", "c"])
    }

    @Test func contradictionsOfTheOwnerKeepThemApart() throws {
        let time = try #require(CaptureTime("2019-01-01T00:00:00"))
        let later = try #require(CaptureTime("2019-01-01T00:05:00"))
        let place = ImageMetadata.Location(latitude: 10, longitude: 10)
        let pairs: [(AssetProperty, AssetProperty)] = [
            (.title("A"), .title("B")), (.caption("A"), .caption("B")), (.rating(1), .rating(2)),
            (.captureTime(.set(time)), .captureTime(.set(later))), (.location(.set(place)), .location(.set(nil))),
        ]
        for (ofPicture, ofVideo) in pairs {
            try set(ofPicture, of: pictureAsset)
            try set(ofVideo, of: videoAsset)
            #expect(try join() == 0, "\(ofPicture)")
            #expect(try catalog.assetCount() == 2)
            try set(ofPicture, of: videoAsset)
        }
        #expect(try join() == 1, "Equal values are no contradiction.")
    }

    @Test func aPlaceRemovedFromBothIsNoContradiction() throws {
        for asset in [pictureAsset, videoAsset] { try set(.location(.set(nil)), of: asset) }
        #expect(try join() == 1)
    }

    @Test func deletedOnesStayApart() throws {
        for asset in [pictureAsset, videoAsset] {
            try catalog.delete([asset])
            #expect(try join() == 0)
            try catalog.restore([asset])
        }
        #expect(try join() == 1)
    }

    @Test func hiddenStaysHidden() throws {
        try set(.hidden(true), of: videoAsset)
        #expect(try join() == 1)
        #expect(try catalog.assets([pictureAsset])[pictureAsset]?.isHidden == true)
    }

    @Test func albumsKeyPhotosAndPendingIdentifiersFollow() throws {
        let places = [DestinationAlbum(folder: nil, title: "Both"), DestinationAlbum(folder: nil, title: "Video")]
        try catalog.perform([
            .ingest(
                IngestBatch([
                    fixture.duplicate(
                        at: "/a.mov", makeIdentity(8), video.sha256, of: videoAsset, albums: places),
                    fixture.duplicate(
                        at: "/a.jpg", makeIdentity(9), picture.sha256, of: pictureAsset, albums: [places[0]]),
                ])), .remember(["cloud"]),
        ])
        try catalog.record(.answers([("cloud", videoAsset, true)]))
        let albums = try catalog.albums()
        #expect(try join() == 1)
        for album in albums {
            #expect(try catalog.localIdentifiers(of: AssetQuery(.album(album.localIdentifier))) == [pictureAsset])
        }
        #expect(try catalog.rememberedReferences(resolved: true).map(\.localIdentifier) == [pictureAsset])
        let history = try Set(catalog.history().filter { $0.contains("asset") || $0.contains("album") }.suffix(4))
        #expect(history.contains { $0.hasSuffix("asset delete \(videoAsset)") })
        #expect(history.contains { $0.hasSuffix("asset update \(pictureAsset)") })
        for album in albums { #expect(history.contains { $0.hasSuffix("album update \(album.localIdentifier)") }) }
    }

    @Test func anAppThatSeesOneOfThemKeepsThemApart() throws {
        for asset in [pictureAsset, videoAsset] {
            try catalog.perform([.select([asset], app: "app")])
            #expect(try join() == 0)
            try catalog.perform([.deselect([asset], app: "app")])
        }
        try catalog.perform([.select([pictureAsset, videoAsset], app: "app")])
        #expect(try join() == 1)
    }

    @Test func filesOfTheVideoGetTheKindsOfALivePhoto() throws {
        let edit = fixture.insertion(makeFile("IMG_E2.MOV", bytes: 4, format: .video)) {
            $0.attachment = Attachment(to: videoAsset, as: .fullSizePhoto)
        }
        let adjustments = fixture.insertion(makeFile("IMG_2.AAE", bytes: 5, format: .unknown)) {
            $0.attachment = Attachment(to: videoAsset, as: .adjustmentData)
        }
        try fixture.store([edit, adjustments])
        let kinds = try joined().resources.map(\.kind)
        #expect(
            kinds.sorted { $0.rawValue < $1.rawValue } == [.original, .pairedVideo, .fullSizePairedVideo, .sidecar])
    }

    @Test func anAlternateBringsTheIdentifierThatTheOriginalLost() throws {
        let stripped = makeFile("x.jpg", bytes: 21, imageData: 20)
        let whole = makeFile("y.jpg", bytes: 22, imageData: 20).with { $0.contentIdentifier = "live" }
        let video = makeFile("z.mov", bytes: 23, format: .video).with { $0.contentIdentifier = "live" }
        try fixture.store([video, stripped, whole])
        let asset = try #require(try catalog.assets([fixture.identifier(stripped)])[fixture.identifier(stripped)])
        #expect(asset.resources.map(\.kind) == [.original, .alternate, .pairedVideo])
    }
}

/// The choice among several pictures and videos of one identifier.
@Suite struct LivePhotoPairingTests {
    private func part(
        _ path: FilePath, isVideo: Bool = false, duration: Double? = nil, hasVideo: Bool = false
    ) -> LivePhotoPart {
        LivePhotoPart(
            asset: path.string, isVideo: isVideo, duration: duration, hasVideo: hasVideo, paths: [path])
    }

    private func pairs(_ parts: [LivePhotoPart]) -> [String] {
        LivePhotoPairing.pairs(parts).map { "\($0.video) \($0.picture)" }
    }

    @Test func nearestPictureWithoutVideo() {
        let video = part("/b/IMG_1.MOV", isVideo: true)
        #expect(
            pairs([part("/a/x.jpg"), part("/b/y.jpg"), part("/b/IMG_1.HEIC"), video]) == ["/b/IMG_1.MOV /b/IMG_1.HEIC"])
        #expect(pairs([video, part("/a/x.jpg"), part("/b/y.jpg")]) == ["/b/IMG_1.MOV /b/y.jpg"])
        #expect(pairs([video, part("/a/x.jpg"), part("/a/y.jpg")]) == ["/b/IMG_1.MOV /a/x.jpg"], "The first.")
        #expect(pairs([part("/b/IMG_1.HEIC", hasVideo: true), part("/a/x.jpg"), video]) == ["/b/IMG_1.MOV /a/x.jpg"])
        #expect(pairs([video]).isEmpty)
    }

    @Test func aFurtherVideoIsShort() {
        let picture = part("/IMG_1.HEIC")
        func video(_ name: FilePath, _ duration: Double?) -> LivePhotoPart {
            part(name, isVideo: true, duration: duration)
        }
        #expect(pairs([picture, video("/a.mov", 90)]).count == 1, "The identifier is sufficient.")
        #expect(pairs([picture, video("/a.mov", 2), video("/b.mov", 2.9)]).count == 2, "Another size of the video.")
        #expect(pairs([picture, video("/a.mov", 2), video("/b.mov", 90)]) == ["/a.mov /IMG_1.HEIC"])
    }

    @Test func zerosAreNoIdentifier() {
        for text in ["", "0", "00000000-0000-0000-0000-000000000000", " - "] {
            #expect(!LivePhotoPairing.isIdentifier(text))
        }
        #expect(LivePhotoPairing.isIdentifier("00000000-0000-0000-0000-00000000000A"))
    }
}
