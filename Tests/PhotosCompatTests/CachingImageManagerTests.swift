import MessageSupport
import OpenPhotoKitOwner
import PhotoModel
import TestSupport
import Testing

@testable import PhotosCompat

@Suite("Pictures that are prepared for requests", .withAndWithoutMessages)
struct CachingImageManagerTests {
    private let gallery: Gallery
    private let manager = PHCachingImageManager()
    private static let target = CGSize(width: 400, height: 400)

    init() throws { gallery = try Gallery() }

    private func photos(_ count: Int) throws -> [PHAsset] {
        try gallery.assets(gallery.add((0..<count).map { Data(TestPhoto.jpeg(UInt64($0), width: 1600, height: 1200)) }))
    }

    private func start(_ assets: [PHAsset], _ options: PHImageRequestOptions? = nil) {
        manager.startCachingImages(for: assets, targetSize: Self.target, contentMode: .aspectFit, options: options)
    }

    /// The answer that is given before the request returns; `nil` if none is.
    private func immediate(
        _ asset: PHAsset, _ size: CGSize = target, of manager: PHImageManager? = nil
    ) -> ImageAnswer? {
        nonisolated(unsafe) var answer: ImageAnswer?
        let manager = manager ?? self.manager
        let number = manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFit, options: nil) {
            answer = ImageAnswer($0, $1)
        }
        manager.cancelImageRequest(number)
        return answer
    }

    @Test @MainActor func preparedPicturesAreGivenAtOnce() async throws {
        let assets = try photos(3)
        start(assets)
        try await eventually { assets.allSatisfy { immediate($0) != nil } }
        let answer = try #require(immediate(assets[0]))
        #expect(answer.number ?? PHInvalidImageRequestID != PHInvalidImageRequestID)
        #expect(answer.isDegraded == false && answer.size == CGSize(width: 400, height: 300))
        #expect(manager.preparedBytes == 3 * 400 * 300 * 3)
        // Other sizes, and other managers, have not prepared them.
        #expect(immediate(assets[0], CGSize(width: 410, height: 410)) == nil)
        #expect(immediate(assets[0], of: PHImageManager.default()) == nil)
        #expect(immediate(assets[0], of: PHCachingImageManager()) == nil)
        // Other modes give them on the main queue.
        let best = await manager.answers(for: assets[1], Self.target) { $0.deliveryMode = .highQualityFormat }
        #expect(best.map(\.isDegraded) == [false] && best.first?.isOnMainQueue == true)

        manager.stopCachingImages(
            for: [assets[0]], targetSize: Self.target, contentMode: .aspectFit, options: nil)
        #expect(immediate(assets[0]) == nil && immediate(assets[1]) != nil)
        manager.stopCachingImagesForAllAssets()
        #expect(manager.preparedBytes == 0 && immediate(assets[1]) == nil)
    }

    @Test @MainActor func picturesWaitForRoom() async throws {
        // 9 pictures of 5.8 MB, of which 5 have room.
        let assets = try photos(9)
        let room = PHCachingImageManager.maximumBytes / (1600 * 1200 * 3)
        func has(_ asset: PHAsset) -> Bool { immediate(asset, PHImageManagerMaximumSize) != nil }
        func stop(_ assets: [PHAsset]) {
            manager.stopCachingImages(
                for: assets, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: nil)
        }
        manager.startCachingImages(
            for: assets, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: nil)
        try await eventually { assets.prefix(room).allSatisfy(has) }
        try await Task.sleep(for: .milliseconds(100))
        #expect(assets.count(where: has) == room && manager.preparedBytes == room * 1600 * 1200 * 3)
        stop(Array(assets.prefix(2)))
        try await eventually { assets.dropFirst(2).prefix(room).allSatisfy(has) }
        #expect(manager.preparedBytes == room * 1600 * 1200 * 3 && !has(assets[0]))
    }

    @Test @MainActor func aPictureThatIsLargerThanAllIsNotPrepared() async throws {
        let (first, small) = (try photos(2)[0], try photos(2)[1])
        let large = try gallery.stating(PixelSize(width: 6000, height: 4000), of: first)
        manager.startCachingImages(
            for: [large, small], targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: nil)
        try await eventually { immediate(small, PHImageManagerMaximumSize) != nil }
        #expect(immediate(large, PHImageManagerMaximumSize) == nil)
        #expect(manager.preparedBytes == 1600 * 1200 * 3)
    }

    /// Those of two starts have the thumbnail in common.
    @Test @MainActor func picturesOfAnotherStartStay() async throws {
        let asset = try #require(photos(1).first)
        let cell = CGSize(width: 256, height: 256)
        manager.startCachingImages(for: [asset], targetSize: cell, contentMode: .aspectFill, options: nil)
        start([asset])
        try await eventually { manager.preparedBytes > 400 * 300 * 3 && immediate(asset)?.isDegraded == false }
        let bytes = manager.preparedBytes
        manager.stopCachingImages(for: [asset], targetSize: Self.target, contentMode: .aspectFit, options: nil)
        #expect(manager.preparedBytes == bytes - 400 * 300 * 3 && manager.preparedBytes > 0)
        manager.stopCachingImages(for: [asset], targetSize: cell, contentMode: .aspectFill, options: nil)
        #expect(manager.preparedBytes == 0)
    }

    /// A key can be stopped and started again while it waits.
    @Test @MainActor func theQueueDoesNotGrow() async throws {
        let assets = try photos(9)
        for _ in 0..<500 {
            manager.startCachingImages(
                for: assets, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: nil)
            manager.stopCachingImages(
                for: assets.reversed(), targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: nil)
        }
        #expect(manager.preparedQueueCount <= 2 * assets.count + 65)
        manager.stopCachingImagesForAllAssets()
        try await Task.sleep(for: .milliseconds(300))
        #expect(manager.preparedBytes == 0)
    }

    @Test @MainActor func stoppedPicturesAreNotPrepared() async throws {
        let assets = try photos(12)
        start(assets)
        manager.stopCachingImagesForAllAssets()
        try await Task.sleep(for: .milliseconds(300))
        #expect(manager.preparedBytes == 0)
        start(assets)
        manager.stopCachingImages(
            for: Array(assets.dropFirst(2)), targetSize: Self.target, contentMode: .aspectFit, options: nil)
        try await eventually { immediate(assets[0]) != nil && immediate(assets[1]) != nil }
        try await Task.sleep(for: .milliseconds(100))
        #expect(manager.preparedBytes == 2 * 400 * 300 * 3)
    }

    @Test @MainActor func fastPicturesAreThumbnails() async throws {
        let asset = try #require(photos(1).first)
        #expect(manager.allowsCachingHighQualityImages)
        manager.allowsCachingHighQualityImages = false
        start([asset])
        let thumbnail = CGSize(width: 341, height: 256)
        try await eventually { manager.preparedBytes > 0 }
        // It precedes the picture that is asked for.
        let answer = try #require(immediate(asset))
        #expect(answer.isDegraded == true && answer.size == thumbnail)
        let answers = await manager.answers(for: asset, Self.target)
        #expect(answers.map(\.isDegraded) == [true, false])
        #expect(answers.map(\.size) == [thumbnail, CGSize(width: 400, height: 300)])
        manager.stopCachingImages(
            for: [asset], targetSize: Self.target, contentMode: .aspectFit, options: nil)
        #expect(manager.preparedBytes == 0)
    }
}
