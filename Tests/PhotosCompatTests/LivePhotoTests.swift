import OpenPhotoKitOwner
import PhotosCompat
import Synchronization
import TestSupport
import Testing

@Suite("Live Photos", .enabled(if: FormatCorpus.isPresent, FormatCorpus.absence))
struct LivePhotoTests {
    private let gallery: Gallery
    private let manager = PHImageManager.default()
    private static let originals = "apple/Test-Media-Types-15.7.2.photoslibrary/originals/"
    private let photo: Data
    private let video: Data

    init() throws {
        gallery = try Gallery()
        photo = Data(try FormatCorpus.bytes(of: Self.originals + "D/D562F353-7A22-4367-9A7F-153A4D9F149C.heic"))
        video = Data(try FormatCorpus.bytes(of: Self.originals + "D/D562F353-7A22-4367-9A7F-153A4D9F149C_3.mov"))
    }

    private struct Answer: @unchecked Sendable {
        let livePhoto: PHLivePhoto?
        let info: [AnyHashable: Any]
        let isOnMainQueue = MainQueue.isCurrent
    }

    private func asset(withVideo hasVideo: Bool) throws -> PHAsset {
        nonisolated(unsafe) var identifier = ""
        try gallery.library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: photo, options: nil)
            if hasVideo { request.addResource(with: .pairedVideo, data: video, options: nil) }
            identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        return try #require(gallery.assets([identifier]).first)
    }

    private func answers(_ asset: PHAsset, _ size: CGSize) async -> [Answer] {
        let (stream, continuation) = AsyncStream.makeStream(of: Answer.self)
        manager.requestLivePhoto(for: asset, targetSize: size, contentMode: .aspectFit, options: nil) { found, info in
            continuation.yield(Answer(livePhoto: found, info: info ?? [:]))
            if info?[PHImageResultIsDegradedKey] as? Bool != true { continuation.finish() }
        }
        return await stream.reduce(into: []) { $0.append($1) }
    }

    @Test func livePhotosOfTheLibrary() async throws {
        let asset = try asset(withVideo: true)
        try #require(asset.mediaSubtypes.contains(.photoLive))
        let answers = await answers(asset, CGSize(width: 300, height: 300))
        #expect(answers.map { $0.info[PHImageResultIsDegradedKey] as? Bool } == [true, false])
        #expect(answers.allSatisfy { $0.isOnMainQueue })
        let livePhoto = try #require(answers.last?.livePhoto)
        #expect(livePhoto.size == livePhoto.image.size && livePhoto.size.height >= 300)
        let resources = PHAssetResource.assetResources(for: livePhoto)
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        let copy = gallery.folder.url.appendingPathComponent("copy.mov")
        try await PHAssetResourceManager.default().writeData(for: resources[1], toFile: copy, options: nil)
        #expect(try Data(contentsOf: copy) == video)
    }

    @Test func otherAssetsAreRefused() async throws {
        let asset = try asset(withVideo: false)
        let answers = await answers(asset, CGSize(width: 300, height: 300))
        #expect(answers.map { ($0.info[PHImageErrorKey] as? PHPhotosError)?.code } == [.requestNotSupportedForAsset])
        #expect(answers.allSatisfy { $0.isOnMainQueue && $0.info[PHImageResultRequestIDKey] != nil })
    }

    // MARK: Files of an app

    private func answers(_ files: [URL], placeholder: UIImage? = nil) async -> [Answer] {
        let (stream, continuation) = AsyncStream.makeStream(of: Answer.self)
        PHLivePhoto.request(
            withResourceFileURLs: files, placeholderImage: placeholder, targetSize: CGSize(width: 300, height: 300),
            contentMode: .aspectFit
        ) { found, info in
            continuation.yield(Answer(livePhoto: found, info: info))
            if info[PHLivePhotoInfoIsDegradedKey] as? Bool != true { continuation.finish() }
        }
        return await stream.reduce(into: []) { $0.append($1) }
    }

    private func file(_ bytes: Data, _ name: String) throws -> URL {
        let file = gallery.folder.url.appendingPathComponent(name)
        try bytes.write(to: file)
        return file
    }

    @Test func livePhotosOfFiles() async throws {
        let files = [try file(video, "a.mov"), try file(photo, "a.heic")]
        // Sizes are in pixels, not in points.
        let placeholder = try #require(UIImage(data: Gallery.png(1), scale: 2))
        let answers = await answers(files, placeholder: placeholder)
        #expect(answers.map { $0.livePhoto?.size } == [CGSize(width: 96, height: 64), CGSize(width: 225, height: 300)])
        #expect(answers.allSatisfy { $0.isOnMainQueue })
        #expect(answers.first?.livePhoto.map { PHAssetResource.assetResources(for: $0).isEmpty } == true)
    }

    @Test func resourcesOfLivePhotosOfFiles() async throws {
        let files = [try file(video, "a.mov"), try file(photo, "b.heic")]
        let livePhoto = try #require(await answers(files).last?.livePhoto)
        let resources = PHAssetResource.assetResources(for: livePhoto)
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        #expect(resources.map(\.originalFilename) == ["b.heic", "a.mov"])
        #expect(resources.map(\.uniformTypeIdentifier) == ["public.heic", "com.apple.quicktime-movie"])
        #expect(resources.map(\.dataSize) == [photo.count, video.count])
        #expect(resources.allSatisfy { $0.assetLocalIdentifier.isEmpty })
        #expect(resources[0].pixelHeight * 3 == resources[0].pixelWidth * 4 && resources[1].pixelWidth == 1440)
        let manager = PHAssetResourceManager.default()
        let copy = gallery.folder.url.appendingPathComponent("copy.mov")
        try await manager.writeData(for: resources[1], toFile: copy, options: nil)
        #expect(try Data(contentsOf: copy) == video)
        let received = Mutex(Data())
        let error = await withCheckedContinuation { ended in
            _ = manager.requestData(for: resources[0], options: nil) { piece in
                received.withLock { $0 += piece }
            } completionHandler: {
                ended.resume(returning: $0)
            }
        }
        #expect(error == nil && received.withLock { $0 } == photo)
        // The files are the app's, and the app can change them.
        var other = video
        other[video.count / 2] ^= 1
        try other.write(to: files[0])
        #expect(await failure(of: resources[1]) == .invalidResource)
        try video.dropLast().write(to: files[0])
        #expect(await failure(of: resources[1]) == .invalidResource)
        try FileManager.default.removeItem(at: files[0])
        #expect(await failure(of: resources[1]) == .missingResource)
    }

    @Test func filesThatAreNoLivePhoto() async throws {
        let (still, movie) = (try file(photo, "a.heic"), try file(video, "a.mov"))
        let other = try file(
            Data(try FormatCorpus.bytes(of: Self.originals + "E/EC19EA1A-FC91-449C-8925-B13D863E2EDB_3.mov")), "b.mov")
        let cases: [([URL], PHPhotosError.Code)] = [
            ([still, other], .invalidResource), ([still], .invalidResource), ([], .invalidResource),
            ([still, still], .invalidResource),
            ([still, gallery.folder.url.appendingPathComponent("none.mov")], .missingResource),
            ([gallery.folder.url, movie], .invalidResource),
        ]
        for (files, code) in cases {
            let answers = await answers(files)
            #expect(answers.map { ($0.info[PHLivePhotoInfoErrorKey] as? PHPhotosError)?.code } == [code])
        }
    }

    @MainActor @Test func aRequestForFilesIsCancelled() async throws {
        let files = [try file(video, "a.mov"), try file(photo, "a.heic")]
        let answers = Mutex<[Bool]>([])
        let number = PHLivePhoto.request(
            withResourceFileURLs: files, placeholderImage: nil, targetSize: .zero, contentMode: .aspectFit
        ) { found, info in
            answers.withLock { $0.append(found == nil && info[PHLivePhotoInfoCancelledKey] as? Bool == true) }
        }
        PHLivePhoto.cancelRequest(withRequestID: number)
        for _ in 0..<1000 where answers.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
        try await Task.sleep(for: .milliseconds(50))
        #expect(answers.withLock { $0 } == [true])
    }
}
