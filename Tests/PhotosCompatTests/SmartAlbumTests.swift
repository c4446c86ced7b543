import MessageSupport
import PhotosCompat
import TestSupport
import Testing

/// The kinds of photos that PhotoKit shows as smart albums, subtypes and playback styles.
@Suite("Smart albums of kinds", .withAndWithoutMessages)
struct SmartAlbumTests {
    private let gallery: Gallery
    private let assets: [PHAsset]

    /// A plain photo, an animated picture, a selfie, a portrait, a raw photo, a slow-motion video, a time lapse and a
    /// plain video.
    init() throws {
        gallery = try Gallery()
        let front = TIFFBuilder(exif: [.text(0xA434, "iPhone 8 front camera 2.87mm f/2.2")])
        let portrait = TIFFBuilder(main: [.text(0x010F, "Apple")], exif: [.short(0xA401, 8)])
        let raw = TIFFBuilder(main: [
            .short(0x0100, 60), .short(0x0101, 40), .text(0x010F, "Pentax"), .short(0x0106, 32_803),
        ])
        let identifiers = try gallery.add([
            Gallery.png(1), Data(Self.animation), Gallery.png(2, exif: front), Gallery.png(3, exif: portrait),
            Data(raw.bytes), Gallery.video(seconds: 1, frames: 240),
            Gallery.video(seconds: 2, items: [("com.apple.photos.captureMode", "Time-lapse")]),
            Gallery.video(seconds: 3),
        ])
        let found = Dictionary(
            uniqueKeysWithValues: gallery.assets(identifiers).map { ($0.localIdentifier, $0) })
        assets = identifiers.compactMap { found[$0] }
        try #require(assets.count == 8)
    }

    /// A GIF of two frames.
    private static let animation: [UInt8] = {
        let head = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 3, 0x44, 0x34, 0x05, 0]
        return head + picture + picture + [0x3B]
    }()

    @Test(
        arguments: [
            (.smartAlbumAnimated, "Animated", [1]), (.smartAlbumSelfPortraits, "Selfies", [2]),
            (.smartAlbumDepthEffect, "Portrait", [3]), (.smartAlbumRAW, "RAW", [4]),
            (.smartAlbumSlomoVideos, "Slo-mo", [5]), (.smartAlbumTimelapses, "Time-lapse", [6]),
            (.smartAlbumVideos, "Videos", [5, 6, 7]), (.smartAlbumUserLibrary, "Recents", Array(0..<8)),
        ] as [(PHAssetCollectionSubtype, String, [Int])])
    func eachAlbumHasItsAssets(subtype: PHAssetCollectionSubtype, title: String, members: [Int]) throws {
        try gallery.library.performAsShared {
            let found = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, options: nil)
            let album = try #require(found.firstObject)
            #expect(found.count == 1 && album.localizedTitle == title && album.assetCollectionSubtype == subtype)
            #expect(album.estimatedAssetCount == members.count)
            let fetched = PHAsset.fetchAssets(in: album, options: nil)
            #expect(Set(fetched) == Set(members.map { assets[$0] }))
        }
    }

    @Test func rawValuesAreApples() {
        let subtypes: [PHAssetCollectionSubtype] = [
            .smartAlbumTimelapses, .smartAlbumSlomoVideos, .smartAlbumSelfPortraits, .smartAlbumDepthEffect,
            .smartAlbumAnimated, .smartAlbumRAW,
        ]
        #expect(subtypes.map(\.rawValue) == [204, 208, 210, 212, 214, 217])
        #expect(PHAssetMediaType.allCases.map(\.rawValue) == [0, 1, 2, 3])
    }

    @Test func subtypesAndStylesAreThoseOfThePictures() {
        #expect(
            assets.map(\.playbackStyle) == [.image, .imageAnimated, .image, .image, .image, .video, .video, .video])
        let subtypes: [PHAssetMediaSubtype] = [
            [], [], [], .photoDepthEffect, [], .videoHighFrameRate, .videoTimelapse, [],
        ]
        #expect(assets.map(\.mediaSubtypes) == subtypes)
    }

    /// Kinds without a bit in PhotoKit do not change what a predicate finds.
    @Test func predicatesKnowPhotoKitsBitsOnly() {
        gallery.library.performAsShared {
            func count(_ predicate: NSPredicate) -> Int {
                let options = PHFetchOptions()
                options.predicate = predicate
                return PHAsset.fetchAssets(with: options).count
            }
            #expect(count(NSPredicate(format: "mediaSubtypes == 0")) == 5)
            #expect(
                count(NSPredicate(format: "mediaSubtypes == %d", PHAssetMediaSubtype.photoDepthEffect.rawValue)) == 1)
            #expect(
                count(
                    NSPredicate(format: "(mediaSubtypes & %d) != 0", PHAssetMediaSubtype.videoHighFrameRate.rawValue))
                    == 1)
            #expect(count(NSPredicate(format: "mediaType == %d", PHAssetMediaType.audio.rawValue)) == 0)
            #expect(count(NSPredicate(format: "mediaType != %d", PHAssetMediaType.audio.rawValue)) == 8)
        }
    }

    @Test func noAssetIsAudio() {
        gallery.library.performAsShared {
            #expect(PHAsset.fetchAssets(with: .audio, options: nil).count == 0)
            #expect(PHAsset.fetchAssets(with: nil).countOfAssets(with: .audio) == 0)
            #expect(PHAsset.fetchAssets(with: .video, options: nil).countOfAssets(with: .audio) == 0)
        }
        #expect(
            !PHAssetCreationRequest.supportsAssetResourceTypes([NSNumber(value: PHAssetResourceType.audio.rawValue)]))
    }
}
