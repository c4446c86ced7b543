import Foundation
import LibraryInterface
import OpenPhotoKitOwner
import PhotoModel
import PhotosCompat
import TestSupport
import Testing

/// An app requests pictures through the broker.
@Suite(.timeLimit(.minutes(2))) struct RequestedPictureTests {
    private let served: ServedLibrary
    private static let cell = CGSize(width: 256, height: 256)

    private struct Answer: Sendable {
        let size: CGSize?
        let isDegraded: Bool
        let code: PHPhotosError.Code?
    }

    init() async throws { served = try await ServedLibrary() }

    private func photo(_ identifier: String, of library: PHPhotoLibrary) -> PHAsset? {
        library.performAsShared {
            PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject
        }
    }

    private func answers(_ asset: PHAsset) async -> [Answer] {
        let (stream, continuation) = AsyncStream.makeStream(of: Answer.self)
        PHImageManager.default().requestImage(
            for: asset, targetSize: Self.cell, contentMode: .aspectFill, options: nil
        ) { image, info in
            let isDegraded = info?[PHImageResultIsDegradedKey] as? Bool == true
            let error = info?[PHImageErrorKey] as? PHPhotosError
            continuation.yield(Answer(size: image?.size, isDegraded: isDegraded, code: error?.code))
            if !isDegraded { continuation.finish() }
        }
        return await stream.reduce(into: []) { $0.append($1) }
    }

    /// Adds the thumbnail of a photo to the owner's cache.
    private func cache(_ identifier: String) async throws {
        let asset = try #require(photo(identifier, of: PHPhotoLibrary(served.owner)))
        for _ in 0..<1000 where await answers(asset).count > 1 { try await Task.sleep(for: .milliseconds(10)) }
    }

    private func removeOriginal(_ identifier: String) throws {
        let asset = try #require(try served.owner.assets(withLocalIdentifiers: [identifier])[identifier])
        let original = try #require(asset.original)
        try FileManager.default.removeItem(at: #require(served.owner.localURL(of: original)))
    }

    @Test(arguments: [AccessOptions(), .withoutPlaces])
    func anAppGetsTheGrayPictureAndDecodesTheFile(options: AccessOptions) async throws {
        let photo = try served.owner.add(TestPhoto.jpeg(40, width: 1000, height: 700))
        let app = try served.connect(with: .limited(options), seeing: [photo])
        let asset = try #require(self.photo(photo, of: PHPhotoLibrary(app)))
        for _ in 0..<2 {
            let answers = await answers(asset)
            #expect(answers.map(\.size) == [CGSize(width: 64, height: 45), CGSize(width: 366, height: 256)])
            #expect(answers.map(\.isDegraded) == [true, false], "An app fills no cache.")
        }
        try removeOriginal(photo)
        #expect(await answers(asset).map(\.code) == [nil, .missingResource])
    }

    @Test(arguments: [AccessOptions(), .withoutPlaces])
    func anAppGetsTheThumbnailOfTheOwnersCache(options: AccessOptions) async throws {
        let photo = try served.owner.add(TestPhoto.jpeg(41, width: 1000, height: 700))
        try await cache(photo)
        try removeOriginal(photo)
        let app = try served.connect(with: .limited(options), seeing: [photo])
        let answers = await answers(try #require(self.photo(photo, of: PHPhotoLibrary(app))))
        #expect(answers.map(\.size) == [CGSize(width: 366, height: 256)] && answers.first?.isDegraded == false)
    }

    @Test func anAppGetsNoPictureOfAPhotoThatItDoesNotSee() async throws {
        try await cache(served.photos[0])
        let all = try served.connect(with: .full())
        let resource = try #require(
            try all.assets(withLocalIdentifiers: [served.photos[0]])[served.photos[0]]?.original)
        #expect(try all.service.pictureAtHand(of: resource, in: served.photos[0], upTo: .preview) != nil)
        let seen = try #require(photo(served.photos[0], of: PHPhotoLibrary(all)))
        let limited = try served.connect(with: .limited(), seeing: [served.photos[1]])
        // Whatever asset it names.
        for photo in served.photos.prefix(2) {
            #expect(try limited.service.pictureAtHand(of: resource, in: photo, upTo: .preview) == nil)
        }
        // Access that was taken back.
        #expect(await answers(seen).map(\.code) == [.accessUserDenied])
        try served.owner.setAccess(.denied, for: ServedLibrary.app)
        _ = eventually { limited.authorizationStatus(for: .readWrite) == .denied }
        #expect(
            code {
                _ = try limited.service.pictureAtHand(of: resource, in: served.photos[1], upTo: .thumbnail)
            } == .accessUserDenied)
    }
}
