import AssetLoading
import ContentDigests
import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Resources in a library's folder, outside of it, in a remote store, and absent resources.
@Suite struct ResourceStoreTests {
    private let folder: TemporaryFolder
    private let store: ResourceStore
    private let bytes: [UInt8]
    private let digest: Digest

    init() throws {
        folder = try TemporaryFolder()
        store = ResourceStore(folder: folder.filePath)
        let noise = try folder.writeNoise(count: 2_500_000, to: "a.jpg")
        bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: noise.string)))
        digest = try bytes.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
    }

    private func resource(_ location: AssetResource.Location) -> AssetResource {
        AssetResource(
            kind: .original, location: location, originalFilename: "A.JPG", bytes: bytes.count, sha256: digest,
            imageDataDigest: nil, format: .jpeg, orientation: .up, colorProfile: .none)
    }

    private func handle(
        _ location: AssetResource.Location, as access: LibraryAccess = .owner, allowingNetwork: Bool = false
    ) -> ResourceHandle {
        ResourceHandle(resource(location), in: store, as: access, allowingNetwork: allowingNetwork)
    }

    /// The error that reading the resource throws; `nil` if it does not throw.
    private func failure(_ handle: ResourceHandle) -> PhotoLibraryError? {
        do {
            _ = try ResourceData(handle, progress: nil).readAll()
            return nil
        } catch { return error as? PhotoLibraryError }
    }

    @Test func readingNeedsAccessToAssets() throws {
        let outside = try folder.write(bytes, to: "outside.jpg")
        for location in [AssetResource.Location.library("a.jpg"), .reference(outside)] {
            for access in [LibraryAccess.owner, .full(app: "app"), .limited(app: "app")] {
                #expect(try [UInt8](ResourceData(handle(location, as: access), progress: nil).readAll()) == bytes)
            }
            for access in [LibraryAccess.addOnly(app: "app"), .none(app: "app")] {
                #expect(failure(handle(location, as: access))?.code == .accessUserDenied)
            }
        }
    }

    @Test func onlyTheOwnerGetsPaths() throws {
        let gone = AssetResource.Location.library("gone.jpg")
        #expect(failure(handle(gone))?.path == folder.filePath.appending("gone.jpg").string)
        let apps = failure(handle(gone, as: .full(app: "app")))
        #expect(apps?.code == .missingResource && apps?.path == nil)
        #expect(handle(gone, as: .full(app: "app")).name == "A.JPG")
        #expect(store.localPath(of: resource(gone), as: .full(app: "app")) == nil)
    }

    @Test func noPathLeadsOutOfTheLibrary() throws {
        let library = ResourceStore(folder: folder.filePath.appending("library"))
        for path in ["../a.jpg", "originals/../../a.jpg"] as [FilePath] {
            let handle = ResourceHandle(resource(.library(path)), in: library, as: .owner, allowingNetwork: false)
            #expect(failure(handle)?.code == .missingResource)
        }
    }

    @Test func anAbsentResourceIsMissing() {
        #expect(failure(handle(.absent, allowingNetwork: true))?.code == .missingResource)
    }

    @Test func aRemoteResourceNeedsTheNetwork() async throws {
        let remote = AssetResource.Location.remote(store: "cloud", key: "1")
        #expect(failure(handle(remote))?.code == .networkAccessRequired)
        #expect(failure(handle(remote, allowingNetwork: true))?.code == .missingResource, "No such store.")
        store.connect(StoreInMemory(bytes: bytes), as: "cloud")
        #expect(failure(handle(remote))?.code == .networkAccessRequired)

        let progress = Progress(totalUnitCount: 1)
        let data = ResourceData(handle(remote, allowingNetwork: true), progress: progress)
        var received: [UInt8] = []
        for try await piece in data { received += piece }
        #expect(received == bytes)
        #expect(progress.isFinished && progress.fractionCompleted == 1)

        let copy = folder.filePath.appending("copy.jpg")
        let request = LoadRequest(handle(remote, allowingNetwork: true), destination: copy)
        #expect(try await AssetLoader().load([request]).map { try $0.get().sha256 } == [digest])
        #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: copy.string))) == bytes)
        let refused = await AssetLoader().load([LoadRequest(handle(remote), destination: "/none/b.jpg")])
        #expect(throws: PhotoLibraryError(.invalidResource, "")) { try refused[0].get() }
    }

    @Test func remoteBytesAreComparedToo() async throws {
        let remote = AssetResource.Location.remote(store: "cloud", key: "1")
        var other = bytes
        other[1_000_000] ^= 1
        for changed in [other, bytes.dropLast(), bytes + [1]] {
            store.connect(StoreInMemory(bytes: changed), as: "cloud")
            #expect(failure(handle(remote, allowingNetwork: true))?.code == .invalidResource)
            let copy = folder.filePath.appending("copy.jpg")
            let request = LoadRequest(handle(remote, allowingNetwork: true), destination: copy)
            let results = await AssetLoader().load([request])
            #expect(throws: PhotoLibraryError(.invalidResource, "")) { try results[0].get() }
            #expect(try folder.names == ["a.jpg"])
        }
    }

    @Test func aStoreThatFailsIsANetworkError() {
        let remote = AssetResource.Location.remote(store: "cloud", key: "1")
        for offset in [0, 2_000_000] {
            store.connect(StoreInMemory(bytes: bytes, failingAt: offset), as: "cloud")
            let error = failure(handle(remote, allowingNetwork: true))
            #expect(error?.code == .networkError && error?.cause is StoreInMemory.Disconnected)
        }
    }
}
