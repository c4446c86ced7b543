import MessageSupport
import OpenPhotoKitOwner
import PhotosCompat
import Synchronization
import TestSupport
import Testing

@Suite("Requests for pictures", .withAndWithoutMessages)
struct ImageRequestTests {
    private let gallery: Gallery
    private let manager = PHImageManager.default()
    private static let cell = CGSize(width: 256, height: 256)
    private static let screen = CGSize(width: 700, height: 700)

    init() throws { gallery = try Gallery() }

    /// A photo of 1000 × 700 pixels, of which the library has a gray picture.
    private func photo(_ seed: UInt64 = 1) throws -> PHAsset {
        try #require(gallery.assets(gallery.add([Data(TestPhoto.jpeg(seed, width: 1000, height: 700))])).first)
    }

    // MARK: Delivery

    @Test func anOpportunisticRequestGivesTheGrayPictureFirst() async throws {
        let asset = try photo()
        let answers = await manager.answers(for: asset, Self.cell)
        #expect(answers.map(\.isDegraded) == [true, false] && answers.allSatisfy { $0.error == nil })
        #expect(answers.map(\.size) == [CGSize(width: 64, height: 45), CGSize(width: 366, height: 256)])
        #expect(try answers.map { try $0.image?.pixels().channels } == [1, 3])
        let numbers = Set(answers.map(\.number))
        #expect(numbers.count == 1 && numbers.first != nil && numbers.first != PHInvalidImageRequestID)
    }

    @Test func thePictureOfTheCacheIsGivenAtOnceAndPrecedesALargerOne() async throws {
        // Only the process that has the library fills the cache.
        guard !Messages.areUsed else { return }
        let asset = try photo()
        _ = await manager.answers(for: asset, Self.cell)
        try await eventually { await manager.answers(for: asset, Self.cell).map(\.isDegraded) == [false] }
        let larger = await manager.answers(for: asset, Self.screen)
        #expect(larger.map(\.isDegraded) == [true, false])
        #expect(larger.map(\.size) == [CGSize(width: 366, height: 256), CGSize(width: 1000, height: 700)])
        #expect(try larger.map { try $0.image?.pixels().channels } == [3, 3])
    }

    /// The thumbnail that the cache has shows all of the photo.
    @Test(arguments: [PHImageRequestOptionsDeliveryMode.opportunistic, .fastFormat])
    func noWholePictureIsGivenForAPart(mode: PHImageRequestOptionsDeliveryMode) async throws {
        let asset = try photo()
        // In a process that does not have the library, only the gray picture is at hand.
        if !Messages.areUsed {
            _ = await manager.answers(for: asset, Self.cell)
            try await eventually { await manager.answers(for: asset, Self.cell).map(\.isDegraded) == [false] }
        }
        let part = await manager.answers(for: asset, CGSize(width: 100, height: 100)) {
            ($0.resizeMode, $0.deliveryMode) = (.exact, mode)
            $0.normalizedCropRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
        }
        #expect(part.map(\.size) == [CGSize(width: 100, height: 70)] && part.map(\.isDegraded) == [false])
    }

    @Test func aThumbnailDoesNotAnswerARequestForASmallerPicture() async throws {
        guard !Messages.areUsed else { return }
        let asset = try photo()
        _ = await manager.answers(for: asset, Self.cell)
        try await eventually { await manager.answers(for: asset, Self.cell).map(\.isDegraded) == [false] }
        let exact = await manager.answers(for: asset, CGSize(width: 50, height: 50)) {
            ($0.resizeMode, $0.deliveryMode) = (.exact, .fastFormat)
        }
        #expect(exact.map(\.size) == [CGSize(width: 50, height: 35)] && exact.map(\.isDegraded) == [false])
        let fast = await manager.answers(for: asset, CGSize(width: 50, height: 50)) { $0.deliveryMode = .fastFormat }
        #expect(fast.map(\.size) == [CGSize(width: 366, height: 256)])
    }

    @Test func otherModesGiveOnePicture() async throws {
        let asset = try photo()
        let best = await manager.answers(for: asset, Self.screen) { $0.deliveryMode = .highQualityFormat }
        #expect(best.map(\.isDegraded) == [false] && best.first?.size == CGSize(width: 1000, height: 700))
        let other = try photo(2)
        let fast = await manager.answers(for: other, Self.screen) { $0.deliveryMode = .fastFormat }
        #expect(fast.map(\.isDegraded) == [true] && fast.first?.size == CGSize(width: 366, height: 256))
        let small = await manager.answers(for: other, Self.cell) { $0.deliveryMode = .fastFormat }
        #expect(small.map(\.isDegraded) == [false] && small.first?.size == CGSize(width: 366, height: 256))
    }

    @Test(arguments: [PHImageRequestOptionsDeliveryMode.opportunistic, .highQualityFormat, .fastFormat])
    func handlersAreCalledOnTheMainQueue(mode: PHImageRequestOptionsDeliveryMode) async throws {
        let asset = try photo()
        for _ in 0..<2 {
            let answers = await manager.answers(for: asset, Self.screen) { $0.deliveryMode = mode }
            #expect(!answers.isEmpty && answers.allSatisfy(\.isOnMainQueue))
        }
    }

    @Test(arguments: [PHImageRequestOptionsDeliveryMode.opportunistic, .highQualityFormat, .fastFormat])
    func aSynchronousRequestGivesOneWholePicture(mode: PHImageRequestOptionsDeliveryMode) async throws {
        let asset = try photo()
        let isOnCallingThread = await withCheckedContinuation { continuation in
            // A thread that may wait.
            Thread.detachNewThread { [manager] in
                let thread = Thread.current
                nonisolated(unsafe) var threads: [Thread] = []
                let options = PHImageRequestOptions()
                (options.isSynchronous, options.deliveryMode) = (true, mode)
                let number = manager.requestImage(
                    for: asset, targetSize: Self.screen, contentMode: .aspectFit, options: options
                ) { image, info in
                    if image?.size == CGSize(width: 1000, height: 700),
                        info?[PHImageResultIsDegradedKey] as? Bool == false
                    {
                        threads.append(Thread.current)
                    }
                }
                continuation.resume(returning: threads == [thread] && number == PHInvalidImageRequestID)
            }
        }
        #expect(isOnCallingThread)
    }

    // MARK: Cancelling

    @MainActor @Test func noPictureComesAfterACancellation() async throws {
        let assets = try gallery.assets(
            gallery.add((0..<40).map { Data(TestPhoto.jpeg(100 + $0, width: 800, height: 600)) }))
        let answers = Mutex<[Int: [ImageAnswer]]>([:])
        let isCancelled = Mutex(Set<Int>())
        for (index, asset) in assets.enumerated() {
            let number = manager.requestImage(
                for: asset, targetSize: Self.cell, contentMode: .aspectFill, options: nil
            ) { image, info in
                #expect(image == nil || !isCancelled.withLock { $0.contains(index) })
                answers.withLock { $0[index, default: []].append(ImageAnswer(image, info)) }
            }
            // Some at once, some while others are being made.
            if index.isMultiple(of: 3) { try await Task.sleep(for: .milliseconds(2)) }
            manager.cancelImageRequest(number)
            isCancelled.withLock { _ = $0.insert(index) }
        }
        try await eventually {
            answers.withLock { answers in
                answers.count == assets.count
                    && answers.values.allSatisfy { $0.last?.isCancelled == true || $0.last?.isDegraded == false }
            }
        }
        try await Task.sleep(for: .milliseconds(100))
        for answers in answers.withLock({ $0.values }) {
            #expect(answers.count(where: { $0.isCancelled || $0.isDegraded == false }) == 1)
            #expect(answers.allSatisfy { !$0.isCancelled || ($0.image == nil && $0.error == nil) })
        }
    }

    @Test func aCompletedRequestIsNotCancelled() async throws {
        let asset = try photo()
        let answers = ImageAnswers()
        let number = manager.requestImage(for: asset, targetSize: Self.cell, contentMode: .aspectFit, options: nil) {
            answers.add(ImageAnswer($0, $1))
        }
        try await eventually { answers.all.last?.isDegraded == false }
        let count = answers.all.count
        manager.cancelImageRequest(number)
        manager.cancelImageRequest(PHInvalidImageRequestID)
        #expect(await manager.answers(for: asset, Self.cell).last?.isDegraded == false)
        #expect(answers.all.count == count && answers.all.allSatisfy { !$0.isCancelled })
    }

    /// The picture is made while the main queue is busy, and the request is cancelled before it gets there.
    @MainActor @Test func aPictureThatIsAlreadyMadeIsCancelled() async throws {
        let asset = try photo()
        let answers = ImageAnswers()
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        let number = manager.requestImage(
            for: asset, targetSize: Self.cell, contentMode: .aspectFit, options: options
        ) { answers.add(ImageAnswer($0, $1)) }
        let later = manager.answerNow(for: asset, Self.screen)
        manager.cancelImageRequest(number)
        try await eventually { !answers.all.isEmpty }
        await MainQueue.turn()
        #expect(later.map(\.isDegraded) == [false])
        #expect(answers.all.map(\.isCancelled) == [true] && answers.all.allSatisfy { $0.image == nil })
    }

    // MARK: Versions

    @Test func theEditedPictureAndTheOriginal() async throws {
        let identifier = try #require(gallery.add([Data(TestPhoto.jpeg(5, width: 300, height: 200))]).first)
        let asset = try #require(gallery.assets([identifier]).first)
        try gallery.library.performChangesAndWait {
            asset.requestContentEditingInput(with: nil) { input, _ in
                guard let input else { return }
                let output = PHContentEditingOutput(contentEditingInput: input)
                output.adjustmentData = PHAdjustmentData(
                    formatIdentifier: "org.example", formatVersion: "1", data: Data([1]))
                try? Gallery.png(2, width: 120, height: 160).write(to: output.renderedContentURL)
                PHAssetChangeRequest(for: asset).contentEditingOutput = output
            }
        }
        let edited = try #require(gallery.assets([identifier]).first)
        let whole = PHImageManagerMaximumSize
        #expect(await manager.answers(for: edited, whole).last?.size == CGSize(width: 120, height: 160))
        for version in [PHImageRequestOptionsVersion.unadjusted, .original] {
            let answers = await manager.answers(for: edited, whole) { $0.version = version }
            #expect(answers.last?.size == CGSize(width: 300, height: 200))
        }
    }

    @Test func assetsWithoutAPictureAreRefused() async throws {
        let asset = try gallery.copy(of: photo(), mediaType: .unknown)
        for mode in [PHImageRequestOptionsDeliveryMode.opportunistic, .highQualityFormat, .fastFormat] {
            let answers = await manager.answers(for: asset, Self.cell) { $0.deliveryMode = mode }
            #expect(answers.map(\.error?.code) == [.requestNotSupportedForAsset])
            #expect(answers.allSatisfy { $0.image == nil && $0.isOnMainQueue })
            #expect(answers.first?.number ?? PHInvalidImageRequestID != PHInvalidImageRequestID)
        }
        #expect(manager.answerNow(for: asset, Self.cell).map(\.error?.code) == [.requestNotSupportedForAsset])
    }

    @Test func aVideoWithoutFramesHasNoPicture() async throws {
        let video = try #require(gallery.assets(gallery.add([Gallery.video(seconds: 1)])).first)
        let answers = await manager.answers(for: video, Self.cell)
        #expect(answers.map(\.error?.code) == [.invalidResource], "The video has no frames.")
        #expect(answers.first?.image == nil)
    }
}
