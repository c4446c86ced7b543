import DecoderProcess
import Foundation
import ImageDecoding
import Originals
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Thumbnails

@Suite struct ThumbnailLoaderTests {
    /// The error that a request throws; `nil` if it does not throw.
    private func failure(_ photos: Photos, _ resource: AssetResource) async -> PhotoLibraryError? {
        do {
            _ = try await photos.loader.thumbnail(for: resource)
            return nil
        } catch { return error as? PhotoLibraryError }
    }

    @Test("A picture is rendered once, and then comes from the cache", arguments: [false, true])
    func rendering(isJailed: Bool) async throws {
        let jail = JailConfiguration(executable: FilePath(PhotosProcess.path()))
        let photos = try Photos(decoding: isJailed ? .jailed(jail) : .inProcess)
        let bytes = TestPhoto.jpeg(1, width: 1000, height: 700)
        let photo = try photos.add(bytes, "a.jpg")
        let expected = Data(try ImageDecoder().render(.bytes(bytes), as: .thumbnail))
        #expect(!photos.loader.hasThumbnail(for: photo, as: .thumbnail))
        for _ in 0..<3 { #expect(try await photos.loader.thumbnail(for: photo) == expected) }
        #expect(photos.opened == ["a.jpg"] && photos.loader.hasThumbnail(for: photo, as: .thumbnail))
        let preview = Data(try ImageDecoder().render(.bytes(bytes), as: .preview))
        #expect(try await photos.loader.thumbnail(for: photo, as: .preview) == preview)
        #expect(photos.opened.count == 2 && photos.loader.cacheFailure == nil)
    }

    @Test("Pixels are given before they are encoded, and then the JPEG comes from the cache", arguments: [false, true])
    func pixels(isJailed: Bool) async throws {
        let jail = JailConfiguration(executable: FilePath(PhotosProcess.path()))
        let photos = try Photos(decoding: isJailed ? .jailed(jail) : .inProcess)
        let bytes = TestPhoto.jpeg(3, width: 1000, height: 700)
        let photo = try photos.add(bytes, "a.jpg")
        func pixels(_ picture: RenderedPicture) -> PixelBuffer? {
            if case .pixels(let pixels) = picture { pixels } else { nil }
        }
        func jpeg(_ picture: RenderedPicture) -> Data? { if case .jpeg(let jpeg) = picture { jpeg } else { nil } }
        let first = try await photos.loader.picture(of: photo, as: .thumbnail, .local)
        #expect(try pixels(first) == ImageDecoder().pixels(.bytes(bytes), as: .thumbnail))
        for _ in 0..<1000 where !photos.loader.hasThumbnail(for: photo, as: .thumbnail) {
            try await Task.sleep(for: .milliseconds(10))
        }
        // The JPEG is the one that a worker would have encoded.
        let expected = Data(try ImageDecoder().render(.bytes(bytes), as: .thumbnail))
        #expect(jpeg(try await photos.loader.picture(of: photo, as: .thumbnail, .local)) == expected)
        #expect(jpeg(try photos.loader.pictureNow(of: photo, as: .thumbnail, .local)) == expected)
        #expect(photos.opened.count == 1)
        // The cache has one rendition of 256 pixels, and keeps no others.
        let other = Rendition(side: .long, pixels: 256, quality: 70)
        for _ in 0..<2 {
            let picture = try await photos.loader.picture(of: photo, as: other, .local)
            #expect(pixels(picture)?.size == PixelSize(width: 256, height: 179))
        }
        #expect(photos.opened.count == 3)
    }

    @Test("A part of a picture is rendered", arguments: 1...8)
    func parts(orientation: Int) async throws {
        let photos = try Photos()
        let bytes = TestPhoto.dated(
            TestPhoto.jpeg(4, width: 400, height: 300), "2024:05:01 10:00:00", orientation: orientation)
        let photo = try photos.add(bytes, "a.jpg")
        let whole = try ImageDecoder().pixels(.bytes(bytes), as: Rendition(side: .long, pixels: 200, quality: 90))
        let crop = PixelRectangle(x: 30, y: 20, size: PixelSize(width: 90, height: 70))
        let (width, height) = (Double(whole.size.width), Double(whole.size.height))
        let fractions = PicturePart(
            columns: 30 / width...120 / width, rows: 20 / height...90 / height, target: crop.size, covers: false,
            maxPixelCount: 1 << 20)
        let part = try await photos.loader.picture(of: photo, as: Rendition(part: fractions, quality: 90), .local)
        guard case .pixels(let pixels) = part else {
            Issue.record("The part is not in the cache.")
            return
        }
        #expect(pixels.size == crop.size)
        for y in 0..<70 {
            let start = ((20 + y) * whole.size.width + 30) * 3
            #expect(pixels.samples[y * 270..<(y + 1) * 270] == whole.samples[start..<start + 270])
        }
    }

    @Test("Equal requests at a time share one rendition")
    func sharing() async throws {
        let photos = try Photos(jobs: 4)
        let photo = try photos.add(TestPhoto.jpeg(2), "a.jpg")
        photos.hold()
        let results = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<20 { group.addTask { try await photos.loader.thumbnail(for: photo) } }
            try await photos.requests(1)
            try await Task.sleep(for: .milliseconds(50))
            photos.release()
            return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
        }
        #expect(results.count == 1 && photos.opened == ["a.jpg"])
    }

    @Test("Visible pictures come first, of these the last requested one; a second request can raise a picture")
    func order() async throws {
        let photos = try Photos()
        let names = ["held", "background", "raised", "a", "b", "c"]
        let resources = try names.enumerated().map { index, name in
            try photos.add(TestPhoto.jpeg(UInt64(10 + index)), name)
        }
        photos.hold()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, resource) in resources.enumerated() {
                let priority: ThumbnailLoader.Priority = 1...2 ~= index ? .background : .visible
                group.addTask { _ = try await photos.loader.thumbnail(for: resource, priority: priority) }
                try await photos.requests(index + 1)
            }
            group.addTask { _ = try await photos.loader.thumbnail(for: resources[2], priority: .visible) }
            try await photos.waiters(7)
            photos.release()
            try await group.waitForAll()
        }
        #expect(photos.opened == ["held", "raised", "c", "b", "a", "background"])
    }

    @Test("No more pictures than jobs are rendered at a time")
    func width() async throws {
        let photos = try Photos(jobs: 2)
        let resources = try (0..<5).map { try photos.add(TestPhoto.jpeg(UInt64(20 + $0)), "\($0)") }
        photos.hold()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for resource in resources { group.addTask { _ = try await photos.loader.thumbnail(for: resource) } }
            try await photos.requests(5)
            try await Task.sleep(for: .milliseconds(50))
            #expect(photos.opened.count == 2)
            photos.release()
            try await group.waitForAll()
        }
        #expect(photos.opened.count == 5 && photos.loader.requestCount == 0)
    }

    @Test("A cancelled request costs nothing unless another waits for the same picture")
    func cancelling() async throws {
        let photos = try Photos()
        let names = ["held", "cancelled", "shared"]
        let resources = try names.enumerated().map { index, name in
            try photos.add(TestPhoto.jpeg(UInt64(30 + index)), name)
        }
        photos.hold()
        var tasks: [Task<Data, any Error>] = []
        for resource in resources {
            tasks.append(Task { try await photos.loader.thumbnail(for: resource) })
            // The first one is being made.
            try await photos.requests(tasks.count)
        }
        let sharing = Task { try await photos.loader.thumbnail(for: resources[2]) }
        try await photos.waiters(4)
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await task.value }
        }
        // The rendition that is being made, and the one for which another task waits.
        #expect(photos.loader.requestCount == 2)
        photos.release()
        _ = try await sharing.value
        try await photos.requests(0)
        #expect(photos.opened.sorted() == ["held", "shared"])
        #expect(photos.loader.hasThumbnail(for: resources[0], as: .thumbnail))
        #expect(!photos.loader.hasThumbnail(for: resources[1], as: .thumbnail))
    }

    @Test("A task that is cancelled before it asks gets no picture")
    func cancelledBefore() async throws {
        let photos = try Photos()
        let photo = try photos.add(TestPhoto.jpeg(40), "a.jpg")
        photos.hold()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await photos.loader.thumbnail(for: photo)
        }
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await task.value }
        photos.release()
        #expect(photos.loader.requestCount == 0)
    }

    @Test(
        "A store that never answers holds up no file of this machine; cancelling ends the fetches",
        .timeLimit(.minutes(1)))
    func slowStore() async throws {
        let photos = try Photos(jobs: 1)
        let store = try StoreInMemory([], .neverAnswers)
        photos.connect(store)
        let remote = try (0..<3).map { number in
            let bytes = TestPhoto.jpeg(UInt64(70 + number))
            try store.put(bytes)
            return try photos.add(bytes, "\(number)", isElsewhere: true)
        }
        let tasks = remote.map { photo in
            Task { try await photos.loader.picture(of: photo, as: .thumbnail, .network) }
        }
        while store.waitingCount < 3 { try await Task.sleep(for: .milliseconds(2)) }
        let local = try photos.add(TestPhoto.jpeg(80), "local")
        #expect(await failure(photos, local) == nil)
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: PhotoLibraryError(.cancelled, "")) { _ = try await task.value }
        }
        try await photos.requests(0)
        while store.waitingCount > 0 { try await Task.sleep(for: .milliseconds(2)) }
        store.fault = nil
        _ = try await photos.loader.picture(of: remote[0], as: .thumbnail, .network)
    }

    @Test("Of a video only the key frame is read, and its size is compared with the imported one")
    func videos() async throws {
        let photos = try Photos()
        let bytes = SmallVideo(.h264).bytes
        let video = try photos.add(bytes, "a.mp4", format: .video)
        let expected = Data(try ImageDecoder().render(.bytes(bytes), as: .thumbnail))
        for _ in 0..<2 { #expect(try await photos.loader.thumbnail(for: video) == expected) }
        #expect(photos.opened == ["a.mp4"])
        // The last byte belongs to the second frame.
        try photos.folder.write(bytes.dropLast() + [0], to: "a.mp4")
        #expect(isWholeJPEG(try await photos.loader.thumbnail(for: video, as: .preview)))
        try photos.folder.write(bytes + [0], to: "a.mp4")
        await #expect(throws: PhotoLibraryError(.invalidResource, "")) {
            try await photos.loader.thumbnail(for: video, as: .copy)
        }
    }

    // MARK: failures

    @Test("What cannot be decoded is remembered, with the decoder's message and the file")
    func undecodable() async throws {
        let photos = try Photos()
        let noise = try photos.add([0xFF, 0xD8, 0xFF, 1, 2, 3], "noise.jpg")
        for _ in 0..<3 {
            let failure = await failure(photos, noise)
            #expect(failure?.code == .unsupportedFile && failure?.message.isEmpty == false)
            #expect(failure?.path == photos.folder.path("noise.jpg"))
        }
        #expect(photos.opened == ["noise.jpg"])
        let other = try photos.add([1], "other", format: .unknown)
        #expect(await failure(photos, other)?.message == "This kind of file is kept, but not decoded.")
        #expect(photos.opened == ["noise.jpg"])
    }

    @Test("A file that cannot be read is read again at the next request")
    func unreadable() async throws {
        let photos = try Photos()
        let bytes = TestPhoto.jpeg(50)
        let photo = try photos.add(bytes, "a.jpg")
        try photos.folder.write(bytes.dropLast() + [0], to: "a.jpg")
        #expect(await failure(photos, photo)?.code == .invalidResource)
        #expect(!photos.loader.hasThumbnail(for: photo, as: .thumbnail))
        try FileManager.default.removeItem(atPath: photos.folder.path("a.jpg"))
        #expect(await failure(photos, photo)?.code == .missingResource)
        try photos.folder.write(bytes, to: "a.jpg")
        #expect(await failure(photos, photo) == nil)
    }

    @Test("A file that the system does not permit to open is restricted, and not remembered")
    func restricted() async throws {
        let photos = try Photos()
        let photo = try photos.add(TestPhoto.jpeg(51), "a.jpg")
        photos.next(.isNotPermitted)
        #expect(await failure(photos, photo)?.code == .accessRestricted)
        #expect(await failure(photos, photo) == nil)
    }

    /// The source is read again, and has other bytes then.
    @Test("A photo that changes while it is read gives no picture, and nothing is added to the cache")
    func changingPhoto() async throws {
        let photos = try Photos()
        let photo = try photos.add(TestPhoto.jpeg(52), "a.jpg")
        photos.next(.changes(afterVersions: 1))
        #expect(await failure(photos, photo)?.code == .invalidResource)
        #expect(photos.opened == ["a.jpg", "a.jpg"] && !photos.loader.hasThumbnail(for: photo, as: .thumbnail))
    }

    /// Only some bytes of a video are read, so only a change meanwhile is noticed.
    @Test("A video that changes while its key frame is decoded gives no picture")
    func changingVideo() async throws {
        let photos = try Photos()
        let video = try photos.add(SmallVideo(.h264).bytes, "a.mp4", format: .video)
        photos.next(.changes(afterVersions: 1))
        #expect(await failure(photos, video)?.code == .sourceChanged)
        #expect(photos.opened == ["a.mp4"] && !photos.loader.hasThumbnail(for: video, as: .thumbnail))
        #expect(await failure(photos, video) == nil)
    }

    @Test("A full or unusable cache hides no picture")
    func uselessCache() async throws {
        let photos = try Photos()
        let photo = try photos.add(TestPhoto.jpeg(60), "a.jpg")
        try FileManager.default.removeItem(atPath: photos.folder.path("cache"))
        try photos.folder.write([1], to: "cache")
        #expect(await failure(photos, photo) == nil)
        #expect(photos.loader.cacheFailure?.code == .ioFailure)
    }
}
