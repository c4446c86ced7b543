import Synchronization
import TestSupport
import Testing

@testable import PhotosCompat

@Suite("The bytes of pictures")
struct ImageTests {
    private struct Answer: @unchecked Sendable {
        let data: Data?
        let type: String?
        let orientation: CGImagePropertyOrientation
        let info: [AnyHashable: Any]
    }

    private let gallery: Gallery
    private let manager = PHImageManager.default()

    init() throws { gallery = try Gallery() }

    private func request(_ asset: PHAsset, _ options: PHImageRequestOptions? = nil) async -> Answer {
        await withCheckedContinuation { continuation in
            manager.requestImageDataAndOrientation(for: asset, options: options) { data, type, orientation, info in
                continuation.resume(
                    returning: Answer(data: data, type: type, orientation: orientation, info: info ?? [:]))
            }
        }
    }

    private func options(_ version: PHImageRequestOptionsVersion, isSynchronous: Bool = false) -> PHImageRequestOptions
    {
        let options = PHImageRequestOptions()
        options.version = version
        options.isSynchronous = isSynchronous
        options.isNetworkAccessAllowed = true
        return options.copy() as? PHImageRequestOptions ?? PHImageRequestOptions()
    }

    @Test(arguments: [true, false])
    func theEditedPictureAndTheOriginal(isSynchronous: Bool) async throws {
        let turned = Gallery.png(1, exif: TIFFBuilder(main: [.short(0x0112, 6)]))
        let identifier = try #require(gallery.add([turned]).first)
        let asset = try #require(gallery.assets([identifier]).first)
        let plain = await request(asset, options(.current, isSynchronous: isSynchronous))
        #expect(plain.data == turned && plain.type == "public.png" && plain.orientation == .right)
        #expect(plain.info[PHImageErrorKey] == nil && plain.info[PHImageCancelledKey] == nil)
        if !isSynchronous { #expect(plain.info[PHImageResultRequestIDKey] as? PHImageRequestID != nil) }

        try gallery.library.performChangesAndWait {
            asset.requestContentEditingInput(with: nil) { input, _ in
                guard let input else { return }
                let output = PHContentEditingOutput(contentEditingInput: input)
                output.adjustmentData = PHAdjustmentData(
                    formatIdentifier: "org.example", formatVersion: "1", data: Data([1]))
                try? Gallery.png(2).write(to: output.renderedContentURL)
                PHAssetChangeRequest(for: asset).contentEditingOutput = output
            }
        }
        let edited = try #require(gallery.assets([identifier]).first)
        let shown = await request(edited, options(.current, isSynchronous: isSynchronous))
        #expect(shown.data == Gallery.png(2) && shown.orientation == .up)
        for version in [PHImageRequestOptionsVersion.unadjusted, .original] {
            #expect(await request(edited, options(version, isSynchronous: isSynchronous)).data == turned)
        }
    }

    @Test func aSynchronousRequestReturnsWhenTheHandlerHas() throws {
        let asset = try #require(gallery.assets(gallery.addPhotos(0..<1)).first)
        nonisolated(unsafe) var received: Data?
        let number = manager.requestImageDataAndOrientation(
            for: asset, options: options(.current, isSynchronous: true)
        ) { data, _, _, _ in received = data }
        #expect(number == PHInvalidImageRequestID && received == Gallery.png(0))
    }

    @Test(arguments: [true, false])
    func damagedPhotosAndVideosAreReported(isSynchronous: Bool) async throws {
        let video = try #require(gallery.assets(gallery.add([Gallery.video(seconds: 2)])).first)
        let refused = await request(video, options(.current, isSynchronous: isSynchronous))
        #expect(refused.data == nil)
        #expect((refused.info[PHImageErrorKey] as? PHPhotosError)?.code == .requestNotSupportedForAsset)
        #expect((refused.info[PHImageResultRequestIDKey] as? PHImageRequestID == nil) == isSynchronous)

        let photo = try #require(gallery.assets(gallery.addPhotos(0..<1)).first)
        let input = Mutex<URL?>(nil)
        photo.requestContentEditingInput(with: nil) { found, _ in input.withLock { $0 = found?.fullSizeImageURL } }
        let file = try #require(input.withLock { $0 })
        var bytes = Gallery.png(0)
        bytes[bytes.count / 2] ^= 1
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try bytes.write(to: file)
        let damaged = await request(photo, options(.current, isSynchronous: isSynchronous))
        #expect(damaged.data == nil && damaged.type == nil)
        #expect((damaged.info[PHImageErrorKey] as? PHPhotosError)?.code == .invalidResource)
    }

    /// A request that is cancelled when its last byte was read is cancelled.
    @Test func aCancelledRequestHasNotEnded() {
        let requests = ImageRequests.shared
        let (first, second) = (requests.next(), requests.next())
        let cancels = Mutex(0)
        for number in [first, second] { requests.begin(number) { { cancels.withLock { $0 += 1 } } } }
        requests.cancel(first)
        requests.cancel(first)
        #expect(first != second && cancels.withLock { $0 } == 1)
        #expect(!requests.end(first) && requests.end(second) && !requests.end(second))
    }

    @Test func aRequestIsCancelled() async throws {
        // A file of several pieces, so that the request is cancelled before the last piece.
        let asset = try #require(gallery.assets(gallery.add([Gallery.png(3, width: 3000, height: 2500)])).first)
        let answer: Answer = await withCheckedContinuation { continuation in
            let number = manager.requestImageDataAndOrientation(for: asset, options: nil) {
                continuation.resume(returning: Answer(data: $0, type: $1, orientation: $2, info: $3 ?? [:]))
            }
            manager.cancelImageRequest(number)
        }
        #expect(answer.data == nil && answer.info[PHImageErrorKey] == nil)
        #expect(answer.info[PHImageCancelledKey] as? Bool == true)
    }
}
