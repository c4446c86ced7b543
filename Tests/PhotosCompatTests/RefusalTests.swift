import MessageSupport
import PhotosCompat
import TestSupport
import Testing

/// A block carries out all its requests exactly, or it fails and changes nothing.
@Suite("Impossible requests fail the block", .withAndWithoutMessages)
struct RefusalTests {
    private let gallery: Gallery
    init() throws { gallery = try Gallery() }

    private func code(_ block: @escaping () -> Void) -> PHPhotosError.Code? {
        do { try gallery.library.performChangesAndWait(block) } catch { return (error as? PHPhotosError)?.code }
        return nil
    }

    private func file(_ name: String, _ bytes: Data) throws -> URL {
        let url = gallery.folder.url.appendingPathComponent(name)
        try bytes.write(to: url)
        return url
    }

    private var count: Int { gallery.library.performAsShared { PHAsset.fetchAssets(with: nil).count } }

    @Test(arguments: [(200, 12), (-91, 0), (41, 180.5), (.nan, 12), (41, .infinity)] as [(Double, Double)])
    func anImpossiblePlaceLeavesTheRealOne(latitude: Double, longitude: Double) throws {
        let photo = try gallery.add([Gallery.png(1)]) { _, request in
            request.location = CLLocation(latitude: 41.9, longitude: 12.5)
        }
        let asset = try #require(gallery.assets(photo).first)
        let found = code {
            let request = PHAssetChangeRequest(for: asset)
            request.isFavorite = true
            request.location = CLLocation(latitude: latitude, longitude: longitude)
        }
        #expect(found == .changeNotSupported)
        let after = try #require(gallery.assets(photo).first)
        #expect(after.location?.coordinate.latitude == 41.9 && after.location?.coordinate.longitude == 12.5)
        #expect(!after.isFavorite, "Nothing of the block is done.")
        #expect(
            code {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: Gallery.png(2), options: nil)
                request.location = CLLocation(latitude: latitude, longitude: longitude)
            } == .changeNotSupported)
        #expect(count == 1)
    }

    @Test func noPlaceIsStillPossible() throws {
        let photo = try gallery.add([Gallery.png(1)]) { _, request in
            request.location = CLLocation(latitude: 90, longitude: -180)
        }
        let asset = try #require(gallery.assets(photo).first)
        #expect(asset.location?.coordinate.latitude == 90)
        try gallery.library.performChangesAndWait { PHAssetChangeRequest(for: asset).location = nil }
        #expect(gallery.assets(photo).first?.location == nil)
    }

    /// The catalogue stores the years 1 to 9999 only.
    @Test(arguments: [1e15, -1e15, .nan, .infinity]) func anImpossibleDateLeavesTheRealOne(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: 1_717_200_000)
        let photo = try gallery.add([Gallery.png(1)]) { _, request in request.creationDate = date }
        let asset = try #require(gallery.assets(photo).first)
        #expect(
            code { PHAssetChangeRequest(for: asset).creationDate = Date(timeIntervalSince1970: seconds) }
                == .changeNotSupported)
        #expect(gallery.assets(photo).first?.creationDate == date)
    }

    @Test func theRequestedKindIsChecked() throws {
        let picture = try file("a.png", Gallery.png(1))
        let video = try file("a.mp4", Gallery.video(seconds: 2))
        #expect(
            code { PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: picture) } == .invalidResource)
        #expect(code { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: video) } == .invalidResource)
        for (type, bytes) in [
            (.video, Gallery.png(1)), (.photo, Gallery.video(seconds: 2)), (.video, Data("GIF89a".utf8)),
        ] as [(PHAssetResourceType, Data)] {
            #expect(
                code { PHAssetCreationRequest.forAsset().addResource(with: type, data: bytes, options: nil) }
                    == .invalidResource, "\(type)")
        }
        #expect(
            code {
                PHAssetCreationRequest.forAsset().addResource(with: .video, fileURL: picture, options: nil)
            } == .invalidResource)
        #expect(count == 0)
        try gallery.library.performChangesAndWait {
            PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: video)
            PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
        }
        #expect(count == 2)
    }

    /// The first bytes of a file format are not a valid file of this format.
    @Test(
        arguments: [
            Array("GIF89a".utf8), [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
            Array("II*\0\u{8}\0".utf8), Array("FOVb\0\0".utf8), Array("\0\0\0\u{14}ftypheic".utf8),
        ] as [[UInt8]])
    func aFewBytesAreNoPhoto(bytes: [UInt8]) throws {
        let add = { PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Data(bytes), options: nil) }
        #expect(code(add) == .invalidResource)
        let url = try file("a", Data(bytes))
        #expect(code { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url) } == .invalidResource)
        #expect(count == 0)
    }

    @Test func aFewBytesAreNoVideo() throws {
        #expect(
            code {
                PHAssetCreationRequest.forAsset().addResource(
                    with: .video, data: Data("\0\0\0\u{8}wide".utf8), options: nil)
            } == .invalidResource)
        #expect(count == 0)
    }
}
