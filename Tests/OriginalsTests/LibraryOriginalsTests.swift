import AssetLoading
import ContentDigests
import Foundation
import Originals
import PhotoModel
import Synchronization
import SystemPackage
import SystemSupport
import TestSupport
import Testing

/// Files in a library's folder, outside of it, and in a remote store.
@Suite struct LibraryOriginalsTests {
    private let folder: TemporaryFolder
    fileprivate let originals: LibraryOriginals
    private let bytes: [UInt8]
    private let digest: Digest

    init() throws {
        folder = try TemporaryFolder()
        originals = LibraryOriginals(folder: folder.filePath)
        var random = Seeded(1)
        bytes = random.bytes(2_500_000)
        try folder.write(bytes, to: "a.jpg")
        digest = try bytes.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
    }

    fileprivate func resource(_ location: AssetResource.Location) -> AssetResource {
        AssetResource(
            kind: .original, location: location, originalFilename: "A.JPG", bytes: bytes.count, sha256: digest,
            imageDataDigest: nil, format: .jpeg, orientation: .up, colorProfile: .none)
    }

    private func handle(
        _ location: AssetResource.Location, as access: LibraryAccess = .owner, _ policy: FetchPolicy = .local
    ) -> ResourceHandle {
        ResourceHandle(resource(location), in: originals.bound(to: access), policy)
    }

    private func state(_ location: AssetResource.Location) -> ResourceState { originals.state(of: resource(location)) }

    /// The error that reading the resource throws; `nil` if it does not throw.
    private func failure(_ handle: ResourceHandle) -> PhotoLibraryError? {
        do {
            _ = try ResourceData(handle, progress: nil).readAll()
            return nil
        } catch { return error as? PhotoLibraryError }
    }

    // MARK: This machine

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
        #expect(originals.bound(to: .full(app: "app")).path(of: gone) == nil)
    }

    @Test func noPathLeadsOutOfTheLibrary() throws {
        let library = LibraryOriginals(folder: folder.filePath.appending("library"))
        for path in ["../a.jpg", "originals/../../a.jpg"] as [FilePath] {
            #expect(failure(ResourceHandle(resource(.library(path)), in: library, .local))?.code == .missingResource)
            guard case .absent = library.state(of: resource(.library(path))) else {
                Issue.record("The path leads to a file.")
                return
            }
        }
    }

    @Test func theStateIsWhatTheDiskShows() throws {
        let path = folder.filePath.appending("a.jpg")
        for location in [AssetResource.Location.library("a.jpg"), .reference(path)] {
            guard case .here(path, let identity) = state(location) else {
                Issue.record("The file is here.")
                return
            }
            #expect(identity.size == bytes.count)
        }
        try folder.write(bytes + [1], to: "a.jpg")
        #expect(state(.library("a.jpg")).fault?.code == .invalidResource)
        try FileManager.default.removeItem(atPath: path.string)
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: false)
        #expect(state(.library("a.jpg")).fault?.code == .notARegularFile)
        try FileManager.default.removeItem(atPath: path.string)
        guard case .absent(let error, wasMoved: true) = state(.reference(path)) else {
            Issue.record("The file is gone, and its folder is there.")
            return
        }
        #expect(error.code == .missingResource)
        guard case .absent(_, wasMoved: false) = state(.reference("/no/such/disk/a.jpg")) else {
            Issue.record("The folder is gone too.")
            return
        }
        guard case .withheld = state(.withheld(asset: "a")) else {
            Issue.record("It is withheld.")
            return
        }
    }

    @Test func readingBackFindsAChangedByte() throws {
        let content = resource(.library("a.jpg")).resourceBytes
        guard case .here = originals.stateAfterReadingBack(content) else {
            Issue.record("The file is here.")
            return
        }
        var changed = bytes
        changed[1_000_000] ^= 1
        try folder.write(changed, to: "a.jpg")
        #expect(originals.state(of: content).fault == nil, "Its size is right.")
        #expect(originals.stateAfterReadingBack(content).fault?.code == .invalidResource)
    }

    @Test func readingBackCanBeCancelled() {
        let cancellation = Cancellation()
        cancellation.cancel()
        let state = originals.stateAfterReadingBack(
            resource(.library("a.jpg")).resourceBytes, until: cancellation)
        #expect(state.fault?.code == .cancelled)
    }

    @Test(arguments: [0..<1, 5..<5, 100_000..<1_700_003, 2_400_000..<2_500_000, 2_499_999..<9_000_000])
    func aRangeOfAFileIsThatRange(range: Range<Int64>) throws {
        let expected = Array(bytes[Int(range.lowerBound)..<min(Int(range.upperBound), bytes.count)])
        originals.connect(try StoreInMemory([bytes]), as: "cloud")
        let undescribed = originals.reading(FilesWithoutDescriptors())
        for (originals, location) in [
            (originals, AssetResource.Location.library("a.jpg")), (undescribed, .library("a.jpg")),
            (originals, .elsewhere),
        ] {
            let source = try originals.open(resource(location), range, .network).source
            #expect(source.length == expected.count)
            #expect(try source.all() == expected)
        }
    }

    // MARK: Remote stores

    @Test func elsewhereNeedsTheNetwork() async throws {
        #expect(failure(handle(.elsewhere))?.code == .networkAccessRequired)
        #expect(failure(handle(.elsewhere, .network))?.code == .networkError, "No store is connected.")
        originals.connect(try StoreInMemory([bytes]), as: "cloud")
        #expect(failure(handle(.elsewhere))?.code == .networkAccessRequired)
        guard case .elsewhere(stores: ["cloud"]) = state(.elsewhere) else {
            Issue.record("The store may have it.")
            return
        }

        let progress = Progress(totalUnitCount: 1)
        let data = ResourceData(handle(.elsewhere, .network), progress: progress)
        var received: [UInt8] = []
        for try await piece in data { received += piece }
        #expect(received == bytes)
        #expect(progress.isFinished && progress.fractionCompleted == 1)

        let copy = folder.filePath.appending("copy.jpg")
        let request = LoadRequest(handle(.elsewhere, .network), destination: copy)
        #expect(try await AssetLoader().load([request]).map { try $0.get().sha256 } == [digest])
        #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: copy.string))) == bytes)
        let modified = try #require(try FileManager.default.attributesOfItem(atPath: copy.string)[.modificationDate])
        #expect(abs(((modified as? Date) ?? .distantPast).timeIntervalSinceNow) < 600, "The store knows no date.")
        let refused = await AssetLoader().load([LoadRequest(handle(.elsewhere), destination: "/none/b.jpg")])
        #expect(throws: PhotoLibraryError(.invalidResource, "")) { try refused[0].get() }
    }

    @Test(arguments: [
        StoreInMemory.Fault.hasWrongByte(at: 1_000_000), .isLonger,
    ])
    func wrongBytesNeverCountAsTheOriginal(fault: StoreInMemory.Fault) async throws {
        originals.connect(try StoreInMemory([bytes], fault), as: "cloud")
        #expect(failure(handle(.elsewhere, .network))?.code == .invalidResource)
        let copy = folder.filePath.appending("copy.jpg")
        let results = await AssetLoader().load([LoadRequest(handle(.elsewhere, .network), destination: copy)])
        #expect(throws: PhotoLibraryError(.invalidResource, "")) { try results[0].get() }
        #expect(try folder.names == ["a.jpg"])
        #expect(try !originals.areSafeElsewhere(resource(.elsewhere).resourceBytes, until: Cancellation()))
    }

    /// A connection that ends early says nothing of the file.
    @Test(arguments: [0, 1, 2_499_999]) func bytesThatEndEarlyAreANetworkError(position: Int) throws {
        originals.connect(try StoreInMemory([bytes], .endsEarly(at: position)), as: "cloud")
        #expect(failure(handle(.elsewhere, .network))?.code == .networkError)
        let source = try originals.open(resource(.elsewhere), 2_400_000..<2_500_000, .network).source
        if position > 2_400_000 { #expect(throws: PhotoLibraryError(.networkError, "")) { try source.all() } }
        #expect(try !originals.areSafeElsewhere(resource(.elsewhere).resourceBytes, until: Cancellation()))
    }

    @Test(arguments: [0, 2_000_000]) func aStoreThatFailsIsANetworkError(position: Int) throws {
        originals.connect(try StoreInMemory([bytes], .fails(at: position)), as: "cloud")
        let error = failure(handle(.elsewhere, .network))
        #expect(error?.code == .networkError && error?.cause is StoreInMemory.Disconnected)
        #expect(try !originals.areSafeElsewhere(resource(.elsewhere).resourceBytes, until: Cancellation()))
    }

    /// An app sees no store, and so no name of one.
    @Test(arguments: [PhotoLibraryError.Code.networkError, .libraryVolumeOffline, .accessUserDenied])
    func onlyTheOwnerGetsTheMessageOfAStore(code: PhotoLibraryError.Code) throws {
        let said = PhotoLibraryError(code, "The store “nas” at 192.0.2.7 refuses.")
        originals.connect(NamedStore(error: said), as: "nas")
        #expect(failure(handle(.elsewhere, .network))?.message == said.message)
        let apps = failure(handle(.elsewhere, as: .full(app: "app"), .network))
        #expect(apps?.code == (code == .accessUserDenied ? code : .networkError))
        #expect(apps?.message.contains("nas") == false)
    }

    @Test(arguments: [StoreInMemory.Fault.neverAnswers, .isSlow(bytesPerSecond: 100_000)])
    func aLoadFromAStoreEndsWhenItIsCancelled(fault: StoreInMemory.Fault) async throws {
        let store = try StoreInMemory([bytes], fault)
        originals.connect(store, as: "cloud")
        let progress = Progress(totalUnitCount: 1)
        let copy = folder.filePath.appending("copy.jpg")
        async let results = AssetLoader().load(
            [LoadRequest(handle(.elsewhere, .network), destination: copy)], progress: progress)
        while store.waitingCount == 0 { try await Task.sleep(for: .milliseconds(2)) }
        let start = ContinuousClock.now
        progress.cancel()
        let result = try #require(await results.first)
        #expect(ContinuousClock.now - start < .milliseconds(200))
        #expect(throws: PhotoLibraryError(.cancelled, "")) { try result.get() }
        #expect(try folder.names == ["a.jpg"] && store.waitingCount == 0)

        let data = ResourceData(handle(.elsewhere, .network), progress: nil)
        let reading = Task { for try await _ in data {} }
        while store.waitingCount == 0 { try await Task.sleep(for: .milliseconds(2)) }
        let second = ContinuousClock.now
        reading.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await reading.value }
        #expect(ContinuousClock.now - second < .milliseconds(200))
    }

    @Test func progressCountsBytesAndNeverFalls() async throws {
        originals.connect(try StoreInMemory([bytes], .isSlow(bytesPerSecond: 2_500_000)), as: "cloud")
        let progress = LoadProgress()
        let copy = folder.filePath.appending("copy.jpg")
        let fractions = Task { () -> [Double] in
            var fractions: [Double] = []
            for await update in progress.updates { fractions.append(update.fractionCompleted) }
            return fractions
        }
        let results = await AssetLoader().load(
            [LoadRequest(handle(.elsewhere, .network), destination: copy)], loading: progress)
        #expect(try results[0].get().sha256 == digest)
        let seen = await fractions.value
        #expect(seen == seen.sorted() && seen.last == 1)
        #expect(seen.filter { $0 > 0 && $0 < 1 }.count >= 3, "\(seen)")
        #expect(progress.progress.totalUnitCount == bytes.count)
    }

    // MARK: Safe elsewhere

    @Test func onlyACopyThatIsReadBackIsSafe() throws {
        let content = resource(.elsewhere).resourceBytes
        #expect(try !originals.areSafeElsewhere(content, until: Cancellation()), "No store is connected.")
        originals.connect(try StoreInMemory(), as: "empty")
        #expect(try !originals.areSafeElsewhere(content, until: Cancellation()))
        originals.connect(try StoreInMemory([bytes]), as: "cloud")
        #expect(try originals.areSafeElsewhere(content, until: Cancellation()), "The second store has it.")
        #expect(try originals.open(resource(.elsewhere), nil, .network).source.all() == bytes, "It is asked too.")
    }

    /// An import that moves may remove a file of a folder that is also a store.
    @Test func theFileThatIsRemovedIsNoCopy() throws {
        let path = try folder.write(bytes, to: "source.jpg")
        let content = resource(.elsewhere).resourceBytes
        let removed = try LocalFiles().open(path, followsLinks: false).version().fileIdentity(size: content.size)
        originals.connect(StoreOfOneFile(path: path), as: "folder")
        #expect(try originals.areSafeElsewhere(content, until: Cancellation()))
        #expect(try !originals.areSafeElsewhere(content, without: removed, until: Cancellation()))
        originals.connect(try StoreInMemory([bytes]), as: "cloud")
        #expect(try originals.areSafeElsewhere(content, without: removed, until: Cancellation()))
    }

    @Test(.timeLimit(.minutes(1))) func theSearchForACopyEndsWhenItIsCancelled() async throws {
        let store = try StoreInMemory([bytes], .neverAnswers)
        originals.connect(store, as: "cloud")
        let cancellation = Cancellation()
        let content = resource(.elsewhere).resourceBytes
        let search = Task { [originals] in
            try await blocking { try originals.areSafeElsewhere(content, until: cancellation) }
        }
        while store.waitingCount == 0 { try await Task.sleep(for: .milliseconds(2)) }
        cancellation.cancel()
        // It is no answer: the store may have the bytes.
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await search.value }
    }
}

extension LibraryOriginalsTests {
    @Test(arguments: [FetchPolicy.network, .background])
    func onlyBackgroundWorkIsSaidToBeBackgroundWork(policy: FetchPolicy) throws {
        let store = NotingStore()
        originals.connect(store, as: "cloud")
        _ = try originals.openCompared(resource(.elsewhere), policy)
        #expect(store.isBackground.withLock { $0 } == [policy == .background])
    }
}

/// A store that notes who opens files.
private final class NotingStore: RemoteStore {
    let isBackground = Mutex<[Bool]>([])

    func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        isBackground.withLock { $0.append(false) }
        return BytesInMemory([], length: size)
    }

    func openInBackground(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        isBackground.withLock { $0.append(true) }
        return BytesInMemory([], length: size)
    }
}

/// A store that has one file of this machine.
private struct StoreOfOneFile: RemoteStore {
    let path: FilePath

    func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        do { return try LocalFiles().open(path, followsLinks: false) } catch { fatalError("\(error)") }
    }
}

/// Local files that have no descriptor, as files in archives.
private struct FilesWithoutDescriptors: FileSource {
    func open(_ path: FilePath, followsLinks: Bool) throws -> any ByteSource {
        Source(try LocalFiles().open(path, followsLinks: followsLinks))
    }

    private final class Source: ByteSource {
        private let source: any ByteSource
        init(_ source: any ByteSource) { self.source = source }
        var length: Int64 { source.length }
        func version() throws -> ByteVersion { try source.version() }
        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try source.read(into: buffer) }
    }
}

extension ByteSource {
    fileprivate func all() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 70_000)
        while case let count = try buffer.withUnsafeMutableBytes({ try self.read(into: $0) }), count > 0 {
            bytes += buffer.prefix(count)
        }
        return bytes
    }
}

/// A store that refuses each read with an error of its own.
private struct NamedStore: RemoteStore {
    let error: PhotoLibraryError

    func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource { Refusal(error) }
}

private final class Refusal: ByteSource {
    private let error: PhotoLibraryError
    let length: Int64 = 1

    init(_ error: PhotoLibraryError) { self.error = error }

    func version() throws -> ByteVersion { throw error }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { throw error }
}
