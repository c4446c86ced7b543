import Foundation
import OpenPhotoKitOwner
import Originals
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotosCompat

/// Requests for the pictures of files that a remote store has.
@Suite("Pictures that are fetched over the network")
struct DownloadTests {
    private let gallery: Gallery
    private let manager = PHImageManager.default()
    /// About 2 MB.
    private let bytes = [UInt8](Gallery.png(1, width: 1000, height: 700))
    private let asset: PHAsset
    private static let target = CGSize(width: 900, height: 900)

    init() throws {
        gallery = try Gallery()
        let own = try #require(gallery.assets(gallery.add([Data(bytes)])).first)
        asset = try gallery.elsewhere(own)
    }

    /// What a progress handler got.
    private final class Reports: Sendable {
        struct Report: @unchecked Sendable {
            let fraction: Double
            let error: PHPhotosError?
            let number: PHImageRequestID?
        }

        private let reports = Mutex<[Report]>([])
        private let isCalled = Mutex(false)
        /// The fraction from which on the request is stopped.
        let stop: Double

        init(stopAt stop: Double = 2) { self.stop = stop }

        var all: [Report] { reports.withLock { $0 } }
        var fractions: [Double] { all.map(\.fraction) }

        var handler: PHAssetImageProgressHandler {
            { [self] fraction, error, stopped, info in
                // A serial queue calls it, so no call begins during another one.
                #expect(
                    !isCalled.withLock { called in
                        defer { called = true }
                        return called
                    })
                let number = info?[PHImageResultRequestIDKey] as? PHImageRequestID
                reports.withLock {
                    $0.append(Report(fraction: fraction, error: error as? PHPhotosError, number: number))
                }
                if fraction >= stop { stopped.pointee = true }
                isCalled.withLock { $0 = false }
            }
        }
    }

    private func connect(_ fault: StoreInMemory.Fault? = nil) throws -> StoreInMemory {
        let store = try StoreInMemory([bytes], fault)
        try #require(try gallery.library.photoLibrary.originals as? LibraryOriginals).connect(store, as: "cloud")
        return store
    }

    private enum Kind: CaseIterable { case image, data, livePhoto }

    /// The end of a request of this kind with the network allowed.
    private func end(
        _ kind: Kind, _ asset: PHAsset, _ reports: Reports, _ target: CGSize = target
    ) async -> ImageAnswer {
        let options = PHImageRequestOptions()
        (options.deliveryMode, options.isNetworkAccessAllowed) = (.highQualityFormat, true)
        options.progressHandler = reports.handler
        let liveOptions = PHLivePhotoRequestOptions()
        (liveOptions.deliveryMode, liveOptions.isNetworkAccessAllowed) = (.highQualityFormat, true)
        liveOptions.progressHandler = reports.handler
        return await withCheckedContinuation { ended in
            switch kind {
            case .image:
                manager.requestImage(for: asset, targetSize: target, contentMode: .aspectFit, options: options) {
                    ended.resume(returning: ImageAnswer($0, $1))
                }
            case .data:
                manager.requestImageDataAndOrientation(for: asset, options: options) { data, _, _, info in
                    ended.resume(returning: ImageAnswer(data.flatMap { UIImage(data: $0) }, info))
                }
            case .livePhoto:
                manager.requestLivePhoto(
                    for: asset, targetSize: Self.target, contentMode: .aspectFit, options: liveOptions
                ) { ended.resume(returning: ImageAnswer($0?.image, $1)) }
            }
        }
    }

    @Test(arguments: [Kind.image, .data]) private func fractionsRiseToOne(kind: Kind) async throws {
        _ = try connect(.isSlow(bytesPerSecond: 4_000_000))
        let reports = Reports()
        let answer = await end(kind, asset, reports)
        #expect(answer.image != nil && answer.error == nil)
        let fractions = reports.fractions
        #expect(fractions.first == 0 && fractions.last == 1 && fractions.contains { 0 < $0 && $0 < 1 }, "\(fractions)")
        #expect(fractions == fractions.sorted() && Set(fractions).count == fractions.count)
        #expect(Set(reports.all.map(\.number)) == [answer.number] && reports.all.allSatisfy { $0.error == nil })
        try await Task.sleep(for: .milliseconds(300))
        #expect(reports.fractions == fractions, "Nothing is reported after the result.")
    }

    /// A store that gives its bytes at once, and a picture whose decoding takes longer.
    private func assetThatDecodesSlowly() throws -> PHAsset {
        let large = TestPhoto.jpeg(7, width: 6000, height: 4000)
        let own = try #require(gallery.assets(gallery.add([Data(large)])).first)
        try connect().put(large)
        return try gallery.elsewhere(own)
    }

    @Test func theDecodingIsTheLastFifth() async throws {
        let large = try assetThatDecodesSlowly()
        let reports = Reports()
        #expect(await end(.image, large, reports, PHImageManagerMaximumSize).image != nil)
        let fractions = reports.fractions
        #expect(fractions.last == 1 && fractions.contains { 0.8 <= $0 && $0 < 1 }, "\(fractions)")
        #expect(fractions == fractions.sorted())
    }

    @Test func theHandlerStopsTheDecoding() async throws {
        let large = try assetThatDecodesSlowly()
        let reports = Reports(stopAt: 0.8)
        let answer = await end(.image, large, reports, PHImageManagerMaximumSize)
        #expect(answer.image == nil && answer.isCancelled && answer.error == nil)
        #expect(await end(.image, large, Reports(), PHImageManagerMaximumSize).image != nil)
    }

    @Test(arguments: [Kind.image, .data]) private func theHandlerGetsTheError(kind: Kind) async throws {
        _ = try connect(.fails(at: bytes.count / 2))
        let reports = Reports()
        let answer = await end(kind, asset, reports)
        #expect(answer.image == nil && answer.error?.code == .networkError)
        #expect(reports.all.last?.error?.code == .networkError && reports.all.count { $0.error != nil } == 1)
        #expect(reports.fractions == reports.fractions.sorted() && reports.fractions.allSatisfy { $0 < 1 })
    }

    @Test(arguments: [Kind.image, .data], [0, 0.2]) private func theHandlerStops(kind: Kind, fraction: Double)
        async throws
    {
        let store = try connect(.isSlow(bytesPerSecond: 2_000_000))
        let reports = Reports(stopAt: fraction)
        let answer = await end(kind, asset, reports)
        #expect(answer.image == nil && answer.isCancelled && answer.error == nil)
        #expect(reports.all.allSatisfy { $0.error == nil } && reports.fractions.allSatisfy { $0 < 1 })
        try await eventually { store.waitingCount == 0 }
        let sent = store.bytesSent
        #expect(sent < bytes.count)
        try await Task.sleep(for: .milliseconds(300))
        #expect(store.bytesSent == sent, "The fetch has ended.")
    }

    @Test(.enabled(if: FormatCorpus.isPresent, FormatCorpus.absence))
    func livePhotos() async throws {
        let original = "apple/Test-Media-Types-15.7.2.photoslibrary/originals/D/D562F353-7A22-4367-9A7F-153A4D9F149C"
        let (photo, video) = (
            try FormatCorpus.bytes(of: original + ".heic"), try FormatCorpus.bytes(of: original + "_3.mov")
        )
        let identifiers = try gallery.add([Data(photo)]) { _, request in
            request.addResource(with: .pairedVideo, data: Data(video), options: nil)
        }
        let asset = try gallery.elsewhere(#require(gallery.assets(identifiers).first))
        try connect(.isSlow(bytesPerSecond: 5_000_000)).put(photo)
        let reports = Reports()
        let answer = await end(.livePhoto, asset, reports)
        #expect(answer.image != nil)
        #expect(reports.fractions.first == 0 && reports.fractions.last == 1)
        #expect(reports.fractions == reports.fractions.sorted())
    }

    @Test func aLocalFileHasNoProgress() async throws {
        let own = try #require(gallery.assets([asset.localIdentifier]).first)
        for kind in [Kind.image, .data] {
            let reports = Reports()
            #expect(await end(kind, own, reports).image != nil)
            #expect(reports.all.isEmpty)
        }
    }

    @Test func aPictureOfTheCacheHasNoProgress() async throws {
        let store = try connect()
        let own = try #require(gallery.assets([asset.localIdentifier]).first)
        let cell = CGSize(width: 256, height: 256)
        _ = await manager.answers(for: own, cell)
        try await eventually { await manager.answers(for: own, cell).map(\.isDegraded) == [false] }
        let reports = Reports()
        let answers = await manager.answers(for: asset, cell) {
            ($0.isNetworkAccessAllowed, $0.progressHandler) = (true, reports.handler)
        }
        #expect(answers.map(\.isDegraded) == [false] && reports.all.isEmpty && store.openings.isEmpty)
    }

    // MARK: Cancelling

    /// The store would never answer.
    @Test(arguments: [Kind.image, .data]) private func aCancelledRequestEndsTheFetch(kind: Kind) async throws {
        let store = try connect(.neverAnswers)
        let reports = Reports()
        async let end = end(kind, asset, reports)
        try await eventually { store.waitingCount == 1 && reports.all.first?.number != nil }
        manager.cancelImageRequest(try #require(reports.all.first?.number))
        #expect(await end.isCancelled)
        try await eventually { store.waitingCount == 0 }
        // Another request for the same picture is not cancelled with it.
        store.fault = nil
        #expect(await self.end(kind, asset, Reports()).image != nil)
    }

    @Test func aFetchGoesOnForAnotherRequest() async throws {
        let store = try connect(.isSlow(bytesPerSecond: 4_000_000))
        let (cancelled, other) = (Reports(stopAt: 0.1), Reports())
        async let first = end(.image, asset, cancelled)
        async let second = end(.image, asset, other)
        let answers = await [first, second]
        #expect(answers[0].isCancelled && answers[1].image != nil && other.fractions.last == 1)
        #expect(store.openings.count <= 2)
    }

    // MARK: Without the network

    @Test func thePictureAtHandPrecedesTheError() async throws {
        let store = try connect()
        let gray = await manager.answers(for: asset, Self.target)
        #expect(gray.map(\.isDegraded) == [true, nil] && gray.first?.size == CGSize(width: 64, height: 45))
        // The thumbnail was made before the file went to the store.
        let own = try #require(gallery.assets([asset.localIdentifier]).first)
        let cell = CGSize(width: 256, height: 256)
        _ = await manager.answers(for: own, cell)
        try await eventually { await manager.answers(for: asset, cell).map(\.isDegraded) == [false] }
        let colored = await manager.answers(for: asset, CGSize(width: 480, height: 480)) { $0.resizeMode = .exact }
        #expect(colored.map(\.size) == [CGSize(width: 366, height: 256), nil])
        for answers in [gray, colored] {
            #expect(answers.first?.error == nil && answers.first?.info[PHImageResultIsInCloudKey] == nil)
            #expect(answers.last?.image == nil && answers.last?.error?.code == .networkAccessRequired)
            #expect(answers.last?.info[PHImageResultIsInCloudKey] as? Bool == true)
        }
        #expect(store.openings.isEmpty)
    }

    /// The preview of the cache is the best picture at hand for a picture at its own size.
    @Test func thePreviewPrecedesAPictureAtItsOwnSize() async throws {
        let large = [UInt8](TestPhoto.jpeg(3, width: 2400, height: 1800))
        let own = try #require(gallery.assets(gallery.add([Data(large)])).first)
        let screen = CGSize(width: 1600, height: 1200)
        _ = await manager.answers(for: own, screen)
        try await eventually { await manager.answers(for: own, screen).map(\.isDegraded) == [false] }
        let away = await manager.answers(for: try gallery.elsewhere(own), PHImageManagerMaximumSize)
        #expect(away.map(\.size) == [screen, nil] && away.last?.error?.code == .networkAccessRequired)
        let here = await manager.answers(for: own, PHImageManagerMaximumSize)
        #expect(here.map(\.size) == [screen, CGSize(width: 2400, height: 1800)])
    }

    /// A photo that was offloaded has a small preview in the library's folder.
    @Test func theStoredPreviewIsNeverTheLargerPicture() async throws {
        let identifiers = try gallery.add([Data(TestPhoto.jpeg(4, width: 2400, height: 1800))])
        let own = try #require(gallery.assets(identifiers).first)
        let sha256 = try #require(own.asset.original).sha256
        let preview = gallery.url.appendingPathComponent(sha256.previewPath.string)
        try FileManager.default.createDirectory(
            at: preview.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(TestPhoto.jpeg(4, width: 1024, height: 768)).write(to: preview)
        try FilePath(gallery.url.path).moveElsewhere([sha256])
        let away = try #require(gallery.assets(identifiers).first)
        for size in [PHImageManagerMaximumSize, CGSize(width: 1600, height: 1200)] {
            let answers = await manager.answers(for: away, size)
            #expect(answers.map(\.size) == [CGSize(width: 1024, height: 768), nil])
            #expect(answers.first?.isDegraded == true && answers.last?.error?.code == .networkAccessRequired)
            #expect(answers.last?.info[PHImageResultIsInCloudKey] as? Bool == true)
            let best = await manager.answers(for: away, size) { $0.deliveryMode = .highQualityFormat }
            let now = manager.answerNow(for: away, size)
            for answers in [best, now] {
                #expect(answers.count == 1 && answers.first?.error?.code == .networkAccessRequired)
            }
        }
        let small = await manager.answers(for: away, CGSize(width: 512, height: 384)) { $0.resizeMode = .exact }
        #expect(small.last?.size == CGSize(width: 512, height: 384) && small.last?.isDegraded == false)
    }

    // MARK: A second degraded picture

    @Test func aThumbnailIsTheSecondDegradedPicture() async throws {
        let own = try #require(gallery.assets([asset.localIdentifier]).first)
        let sizes = [CGSize(width: 64, height: 45), CGSize(width: 366, height: 256), CGSize(width: 900, height: 630)]
        func answers(_ asset: PHAsset, _ mode: PHImageRequestOptionsDeliveryMode) async -> [ImageAnswer] {
            await manager.answers(for: asset, Self.target) {
                ($0.allowSecondaryDegradedImage, $0.deliveryMode, $0.resizeMode) = (true, mode, .exact)
                $0.isNetworkAccessAllowed = true
            }
        }
        // The file would be fetched twice.
        let store = try connect()
        #expect(await answers(asset, .opportunistic).map(\.size) == [sizes[0], sizes[2]])
        #expect(store.openings.count == 1)
        let all = await answers(own, .opportunistic)
        #expect(all.map(\.size) == sizes && all.map(\.isDegraded) == [true, true, false])
        #expect(all.allSatisfy { $0.isOnMainQueue && $0.error == nil } && Set(all.map(\.number)).count == 1)
        // Then the thumbnail of the cache is the first one.
        try await eventually { await answers(own, .opportunistic).map(\.size) == Array(sizes[1...]) }
        #expect(await answers(own, .highQualityFormat).map(\.size) == [sizes[2]])
        #expect(await answers(own, .fastFormat).map(\.size) == [sizes[1]])
    }
}
