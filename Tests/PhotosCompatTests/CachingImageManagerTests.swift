import MessageSupport
import OpenPhotoKitOwner
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

    @Test @MainActor func theOldestPicturesAreForgotten() async throws {
        // 9 pictures of 5.8 MB.
        let assets = try photos(9)
        manager.startCachingImages(
            for: assets, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: nil)
        func has(_ asset: PHAsset) -> Bool { immediate(asset, PHImageManagerMaximumSize) != nil }
        try await eventually { has(assets[8]) && has(assets[7]) }
        #expect(manager.preparedBytes <= PHCachingImageManager.maximumBytes)
        #expect(assets.count(where: has) == PHCachingImageManager.maximumBytes / (1600 * 1200 * 3))
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

    @MainActor private func eventually(_ condition: () -> Bool) async throws {
        for _ in 0..<1000 {
            if condition() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("The condition did not come true within 10 s.")
    }
}
