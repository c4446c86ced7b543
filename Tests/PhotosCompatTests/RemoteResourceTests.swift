import OpenPhotoKitOwner
import Originals
import Synchronization
import TestSupport
import Testing

@testable import PhotosCompat

@Suite("Resources that are not on this machine need the network")
struct RemoteResourceTests {
    private let gallery: Gallery
    private let asset: PHAsset
    private let resource: PHAssetResource
    private let bytes = Gallery.png(1, width: 800, height: 700)
    private let manager = PHAssetResourceManager.default()

    /// Creates an asset whose original is in a remote store.
    init() throws {
        gallery = try Gallery()
        try gallery.add([bytes])
        let local = try #require(gallery.library.performAsShared { PHAsset.fetchAssets(with: nil).firstObject })
        asset = try gallery.elsewhere(local)
        resource = try #require(PHAssetResource.assetResources(for: asset).first)
    }

    private func connect(_ bytes: Data, failing: Bool = false) throws {
        try connect(StoreInMemory([[UInt8](bytes)], failing ? .fails(at: 0) : nil))
    }

    private func connect(_ store: StoreInMemory) throws {
        let originals = try #require(try gallery.library.photoLibrary.originals as? LibraryOriginals)
        originals.connect(store, as: "cloud")
    }

    @Test func dataNeedTheNetwork() async throws {
        try connect(bytes)
        #expect(await failure(of: resource) == .networkAccessRequired)
        let allowed = PHAssetResourceRequestOptions()
        allowed.isNetworkAccessAllowed = true
        let received = Mutex(Data())
        let fractions = Mutex<[Double]>([])
        allowed.progressHandler = { part in fractions.withLock { $0.append(part) } }
        let error = await withCheckedContinuation { continuation in
            _ = manager.requestData(for: resource, options: allowed) { data in
                received.withLock { $0 += data }
            } completionHandler: {
                continuation.resume(returning: $0)
            }
        }
        #expect(error == nil && received.withLock { $0 } == bytes)
        #expect(fractions.withLock { $0.last } == 1)
    }

    @Test func filesNeedTheNetwork() async throws {
        try connect(bytes)
        let file = gallery.folder.url.appendingPathComponent("copy.png")
        let options = PHAssetResourceRequestOptions()
        let fractions = Mutex<[Double]>([])
        options.progressHandler = { part in fractions.withLock { $0.append(part) } }
        let error = await #expect(throws: PHPhotosError.self) {
            try await manager.writeData(for: resource, toFile: file, options: options)
        }
        #expect(error?.code == .networkAccessRequired && !FileManager.default.fileExists(atPath: file.path))
        #expect(fractions.withLock { $0.allSatisfy { $0 < 1 } })
        options.isNetworkAccessAllowed = true
        try await manager.writeData(for: resource, toFile: file, options: options)
        #expect(fractions.withLock { $0.last } == 1)
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func bytesOfTheStoreAreCompared() async throws {
        let allowed = PHAssetResourceRequestOptions()
        allowed.isNetworkAccessAllowed = true
        let original = [UInt8](bytes)
        let store = try StoreInMemory([original], .hasWrongByte(at: original.count - 1))
        try connect(store)
        #expect(await failure(of: resource, options: allowed) == .invalidResource)
        try connect(bytes, failing: true)
        #expect(await failure(of: resource, options: allowed) == .networkError)
    }

    @Test(arguments: [true, false]) func picturesNeedTheNetwork(isSynchronous: Bool) async throws {
        try connect(bytes)
        let options = PHImageRequestOptions()
        options.isSynchronous = isSynchronous
        let refused = await picture(options)
        #expect(refused.data == nil && refused.isInCloud && refused.code == .networkAccessRequired)
        options.isNetworkAccessAllowed = true
        let fractions = Mutex<[Double]>([])
        options.progressHandler = { part, _, _, _ in fractions.withLock { $0.append(part) } }
        let allowed = await picture(options)
        #expect(allowed.data == bytes && !allowed.isInCloud && allowed.code == nil)
        #expect(fractions.withLock { $0.last } == (isSynchronous ? nil : 1))
    }

    private func picture(
        _ options: PHImageRequestOptions
    ) async -> (data: Data?, isInCloud: Bool, code: PHPhotosError.Code?) {
        await withCheckedContinuation { continuation in
            PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { data, _, _, info in
                continuation.resume(
                    returning: (
                        data, info?[PHImageResultIsInCloudKey] as? Bool ?? false,
                        (info?[PHImageErrorKey] as? PHPhotosError)?.code
                    ))
            }
        }
    }

    @Test func aPhotoThatIsElsewhereIsNotEdited() throws {
        let info = Mutex<(hasInput: Bool, isInCloud: Bool)>((true, false))
        asset.requestContentEditingInput(with: nil) { input, given in
            info.withLock {
                $0 = (input != nil, given[PHContentEditingInputResultIsInCloudKey] as? Bool ?? false)
            }
        }
        #expect(info.withLock { !$0.hasInput && $0.isInCloud })
    }
}
