import MessageSupport
import OpenPhotoKitOwner
import PhotosCompat
import Synchronization
import TestSupport
import Testing

@Suite("Resources are read and written", .withAndWithoutMessages)
struct ResourceTests {
    private let gallery: Gallery
    private let resource: PHAssetResource
    private let bytes = Gallery.png(1, width: 800, height: 700)
    private let manager = PHAssetResourceManager.default()

    init() throws {
        gallery = try Gallery()
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = "A.png"
        try gallery.library.performChangesAndWait { [bytes] in
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: bytes, options: options)
        }
        let asset = try #require(gallery.library.performAsShared { PHAsset.fetchAssets(with: nil).firstObject })
        resource = try #require(PHAssetResource.assetResources(for: asset).first)
    }

    @Test func resourceHasTypeNameAndSize() {
        #expect(resource.type == .photo && resource.originalFilename == "A.png")
        #expect(resource.uniformTypeIdentifier == "public.png" && resource.dataSize == bytes.count)
        #expect(resource.pixelWidth == 800 && resource.pixelHeight == 700)
        #expect(PHAssetCreationRequest.supportsAssetResourceTypes([1, 9]))
        #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([9]))
        #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([1, 77]))
    }

    @Test func dataComeInPieces() async {
        let received = Mutex(Data())
        let fractions = Mutex<[Double]>([])
        let options = PHAssetResourceRequestOptions()
        options.progressHandler = { part in fractions.withLock { $0.append(part) } }
        let error = await withCheckedContinuation { continuation in
            _ = manager.requestData(for: resource, options: options) { data in
                received.withLock { $0 += data }
            } completionHandler: {
                continuation.resume(returning: $0)
            }
        }
        #expect(error == nil)
        #expect(received.withLock { $0 } == bytes)
        #expect(fractions.withLock { $0.last } == 1)
    }

    @Test func aRequestIsCancelled() async {
        let hasNumber = DispatchSemaphore(value: 0)
        let number = Mutex(PHInvalidAssetResourceDataRequestID)
        let error = await withCheckedContinuation { continuation in
            let request = manager.requestData(for: resource, options: nil) { [manager] _ in
                hasNumber.wait()
                manager.cancelDataRequest(number.withLock { $0 })
            } completionHandler: {
                continuation.resume(returning: $0)
            }
            number.withLock { $0 = request }
            for _ in 0..<8 { hasNumber.signal() }
        }
        #expect((error as? PHPhotosError)?.code == .userCancelled)
    }

    @Test func filesAreWritten() async throws {
        let file = gallery.folder.url.appendingPathComponent("copy.png")
        let fractions = Mutex<[Double]>([])
        let options = PHAssetResourceRequestOptions()
        options.progressHandler = { part in fractions.withLock { $0.append(part) } }
        try await manager.writeData(for: resource, toFile: file, options: options)
        #expect(try Data(contentsOf: file) == bytes)
        #expect(fractions.withLock { $0.last } == 1)
        // Existing files and folders are not replaced, and at the other destinations no file can be created.
        let places = [
            file, gallery.folder.url, gallery.folder.url.appendingPathComponent("none/copy.png"),
            file.appendingPathComponent("copy.png"), try #require(URL(string: "https://example.org/copy.png")),
        ]
        for place in places {
            fractions.withLock { $0 = [] }
            let error = await #expect(throws: PHPhotosError.self) {
                try await manager.writeData(for: resource, toFile: place, options: options)
            }
            #expect(fractions.withLock { $0.allSatisfy { $0 < 1 } }, "\(place)")
            #expect(error?.code == .invalidResource, "\(place)")
            let path = error?.userInfo[NSFilePathErrorKey] as? String
            #expect(path == (place.isFileURL ? place.path : place.absoluteString))
        }
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func aChangedOrMissingFileHasACode() async throws {
        let owned = gallery.owned
        let original = try #require(try owned.fetchAssets()[0].original)
        let place = try #require(owned.localURL(of: original))
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        try changed.write(to: place)
        #expect(await failure(of: resource) == .invalidResource)
        try FileManager.default.removeItem(at: place)
        #expect(await failure(of: resource) == .missingResource)
        let error = await #expect(throws: PHPhotosError.self) {
            try await manager.writeData(
                for: resource, toFile: gallery.folder.url.appendingPathComponent("copy.png"), options: nil)
        }
        #expect(error?.code == .missingResource)
        #expect(error?.userInfo[NSFilePathErrorKey] as? String == place.path)
    }
}

/// The code of the error that ends a request for data; `nil` if all bytes were received.
func failure(
    of resource: PHAssetResource, options: PHAssetResourceRequestOptions? = nil
) async -> PHPhotosError.Code? {
    await withCheckedContinuation { continuation in
        _ = PHAssetResourceManager.default().requestData(for: resource, options: options) { _ in
        } completionHandler: { error in
            continuation.resume(returning: error.map { ($0 as? PHPhotosError)?.code ?? .internalError })
        }
    }
}
