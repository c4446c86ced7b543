import AssetLoading
import ContentDigests
import Originals
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Remote stores have lanes of their own.
@Suite struct StoreLaneTests {
    /// More files of a store that does not answer are requested than all lanes hold, before a file of the disk.
    @Test(.timeLimit(.minutes(1))) func aStoreThatDoesNotAnswerHoldsUpNoFileOfTheDisk() async throws {
        let folder = try TemporaryFolder()
        var random = Seeded(1)
        let bytes = random.bytes(1000)
        try folder.write(bytes, to: "a.jpg")
        let digest = try bytes.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
        let originals = LibraryOriginals(folder: folder.filePath)
        let store = try StoreInMemory([bytes], .neverAnswers)
        originals.connect(store, as: "cloud")
        func handle(_ location: AssetResource.Location) -> ResourceHandle {
            let resource = AssetResource(
                kind: .original, location: location, originalFilename: "A.JPG", bytes: bytes.count, sha256: digest,
                imageDataDigest: nil, format: .jpeg, orientation: .up, colorProfile: .none)
            return ResourceHandle(resource, in: originals, .network)
        }
        let loader = AssetLoader(ioJobs: 1, jobs: 1)
        let slow = LoadProgress()
        let requests = (0..<40).map { number in
            LoadRequest(handle(.elsewhere), destination: folder.filePath.appending("slow\(number).jpg"))
        }
        async let slowResults = loader.load(requests, loading: slow)
        while store.waitingCount < 2 { try await Task.sleep(for: .milliseconds(2)) }
        let copy = folder.filePath.appending("copy.jpg")
        let results = await loader.load([LoadRequest(handle(.library("a.jpg")), destination: copy)])
        #expect(try results[0].get().sha256 == digest)
        slow.cancel()
        for result in await slowResults {
            #expect(throws: PhotoLibraryError(.cancelled, "")) { try result.get() }
        }
        #expect(try folder.names == ["a.jpg", "copy.jpg"])
    }
}
