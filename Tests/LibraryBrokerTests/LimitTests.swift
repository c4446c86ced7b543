import AssetLoading
import Foundation
import LibraryInterface
import MessageTransport
import OpenPhotoKitOwner
import Originals
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import LibraryBroker
@testable import LibraryRPC

/// What one app may use is limited, on all its connections together.
@Suite(.timeLimit(.minutes(2))) struct LimitTests {
    /// Clients of one app, which share its quotas.
    private func clients(_ count: Int, of served: ServedLibrary, _ quotas: ClientQuotas) throws -> [LibraryClient] {
        try served.owner.setAccess(.full(), for: ServedLibrary.app)
        let app = try served.owner.bound(to: .full(app: ServedLibrary.app))
        return (0..<count).map { _ in
            let server = LibraryServer(app.service, quotas: quotas)
            return LibraryClient { request, _ in server.answer(request) }
        }
    }

    @Test func blocksOfAllConnectionsShareTheSentBytes() async throws {
        let served = try await ServedLibrary()
        let quotas = ClientQuotas(sentBytes: 5 << 20)
        let apps = try clients(2, of: served, quotas)
        let blocks = try apps.map { try $0.beginChanges(UUID()) }
        let uploads = try blocks.map { try $0.beginUpload() }
        let bytes = Data(count: 2 << 20)
        try blocks[0].append(bytes, toUpload: uploads[0])
        try blocks[1].append(bytes, toUpload: uploads[1])
        #expect(code { try blocks[1].append(bytes, toUpload: uploads[1]) } == .limitExceeded)
        blocks[0].discard()
        #expect(quotas.sentBytes.count == 2 << 20)
        try blocks[1].append(bytes, toUpload: uploads[1])
        blocks[1].discard()
        #expect(quotas.sentBytes.count == 0 && quotas.blocks.count == 0)
    }

    @Test func filesAndBlocksAreCounted() async throws {
        let served = try await ServedLibrary()
        let quotas = ClientQuotas(files: 3, blocks: 2)
        let apps = try clients(2, of: served, quotas)
        let blocks = try apps.map { try $0.beginChanges(UUID()) }
        #expect(code { _ = try apps[0].beginChanges(UUID()) } == .limitExceeded)
        _ = try blocks[0].commit([])
        try apps[1].beginChanges(UUID()).discard()
        let asset = try #require(try apps[0].assets([served.photos[0]])[served.photos[0]])
        let files = try (0..<3).map {
            try apps[$0 % 2].originals.open(asset.resources[0], nil, .local)
        }
        let tooMany = code {
            _ = try apps[0].originals.open(asset.resources[0], nil, .local)
        }
        #expect(tooMany == .limitExceeded)
        withExtendedLifetime(files) {}
    }

    @Test func sentFilesNeedNoDescriptors() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .full())
        let block = try app.service.beginChanges(UUID())
        _ = try block.beginUpload()
        for _ in 0..<300 { try block.append(Data([1]), toUpload: try block.beginUpload()) }
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(!files.contains { $0.hasPrefix(served.owner.path.string) && $0.contains("upload-") })
        block.discard()
    }

    @Test func aSentFileIsRemovedWhenItIsCopied() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .full())
        let block = try app.service.beginChanges(UUID())
        let upload = try block.beginUpload()
        try block.append(Data(TestPhoto.jpeg(40)), toUpload: upload)
        func sent() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: served.owner.path.string).filter {
                $0.contains("upload-")
            }
        }
        #expect(try sent().count == 1)
        let staged = try block.stage([UploadedFile(upload: upload, kind: .original, name: nil, mediaType: nil)])
        #expect(try sent().isEmpty)
        _ = try block.commit(staged.files.map { .create($0) })
        #expect(try app.assets(withLocalIdentifiers: [staged.localIdentifier]).count == 1)
    }

    @Test func requestsOfUnlimitedWorkAreRefused() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .full())
        let many = AssetFilter.or(Array(repeating: .search("a"), count: 501))
        #expect(code { _ = try app.count(of: AssetQuery(many)) } == .limitExceeded)
        #expect(code { _ = try app.moments(of: .not(many)) } == .limitExceeded)
        let names = AssetFilter.localIdentifiers(Array(repeating: served.photos[0], count: 30_000))
        #expect(code { _ = try app.count(of: AssetQuery(names)) } == .limitExceeded)
        let words = (0..<50).map { AssetFilter.search("word\($0)") }
        #expect(code { _ = try app.count(of: AssetQuery(.or(words))) } == .limitExceeded)
        #expect(try app.count(of: AssetQuery(.or(Array(words.dropLast())))) == 0)
        #expect(try app.shown == served.photos, "The broker still answers.")
    }

    /// An app may claim any number of names, and the owner looks at the record.
    @Test func namesAloneDoNotFillTheRecord() async throws {
        let served = try await ServedLibrary()
        let shared = served.sockets.appending("socket")
        for number in 0..<130 {
            let app = try PhotoLibrary.connectAndWait(as: "org.example.name\(number)", to: shared)
            let answer = code { try app.service.ask(for: .readWrite) }
            #expect(answer == (number < 100 ? nil : .limitExceeded))
            #expect(try served.owner.accessRecord().count == min(number + 1, 100))
        }
        let quiet = try PhotoLibrary.connectAndWait(as: "org.example.quiet", to: shared)
        #expect(quiet.authorizationStatus(for: .readWrite) == .notDetermined)
        #expect(try served.owner.accessRecord(of: "org.example.quiet") == nil)
        #expect(try served.owner.accessRecord(of: "org.example.name1")?.identity == .claimed)
    }

    /// The owner decides while the app reads.
    @Test func anAnswerIsOneOfThePresentAccess() async throws {
        let served = try await ServedLibrary()
        let all = try served.owner.bound(to: .full(app: ServedLibrary.app)).service
        let none = try served.owner.bound(to: .none(app: ServedLibrary.app)).service
        let service = DecidedService(before: all, after: none)
        let server = LibraryServer(service)
        service.onFirstRead = { server.accessHasChanged() }
        let app = LibraryClient { request, _ in server.answer(request) }
        #expect(code { _ = try app.count(of: AssetQuery()) } == .accessUserDenied)
        #expect(service.reads >= 2)
    }

    @Test func whatIsOpenedWhileTheOwnerDecidesIsNotKept() async throws {
        let served = try await ServedLibrary()
        let all = try served.owner.bound(to: .full(app: ServedLibrary.app)).service
        let none = try served.owner.bound(to: .none(app: ServedLibrary.app)).service
        let asset = try #require(try all.reader.assets([served.photos[0]])[served.photos[0]])
        for request in [
            LibraryRequest.openResource(asset.resources[0], nil, .local), .beginChanges(UUID()),
        ] {
            let service = DecidedService(before: all, after: none)
            let quotas = ClientQuotas()
            let server = LibraryServer(service, quotas: quotas)
            service.onFirstRead = { server.accessHasChanged() }
            let answer = server.answer(Message(content: try MessageCoding.encode(request)))
            let outcome = try MessageCoding.decode(Outcome<OpenedResource>.self, from: answer.content)
            #expect(throws: PhotoLibraryError(.accessUserDenied, "")) { try outcome.result.get() }
            #expect(quotas.files.count == 0 && quotas.blocks.count == 0)
        }
    }
}

/// A library whose owner decides during the first read.
private final class DecidedService: LibraryService {
    private let before: any LibraryService
    private let after: any LibraryService
    private let state = Mutex<(reads: Int, onFirstRead: @Sendable () -> Void)>((0, {}))

    init(before: any LibraryService, after: any LibraryService) { (self.before, self.after) = (before, after) }

    var reads: Int { state.withLock { $0.reads } }

    var onFirstRead: @Sendable () -> Void {
        get { state.withLock { $0.onFirstRead } }
        set { state.withLock { $0.onFirstRead = newValue } }
    }

    var reader: any LibraryReader {
        let (reads, onFirstRead) = state.withLock { state in
            state.reads += 1
            return state
        }
        if reads == 1 { onFirstRead() }
        return reads == 1 ? before.reader : after.reader
    }

    var originals: any Originals {
        _ = reader
        return before.originals
    }
    func pictureAtHand(
        of resource: AssetResource, in asset: String, upTo best: KeptRendition
    ) throws(PhotoLibraryError) -> PictureAtHand? { try before.pictureAtHand(of: resource, in: asset, upTo: best) }
    func watch() throws(PhotoLibraryError) -> any LibraryWatch { try before.watch() }
    func appState() throws(PhotoLibraryError) -> AppState { try before.appState() }
    func ask(for request: AppAccess.Request) throws(PhotoLibraryError) { try before.ask(for: request) }
    func beginChanges(_ id: UUID) throws(PhotoLibraryError) -> any ChangeSession {
        _ = reader
        return try before.beginChanges(id)
    }
    func beginPick(
        _ configuration: PickerConfiguration, onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) -> any PickSession { try before.beginPick(configuration, onChange: onChange) }
    func wasCommitted(_ id: UUID) throws(PhotoLibraryError) -> Bool { try before.wasCommitted(id) }
    func cloudIdentifiers(
        of localIdentifiers: [String], _ batch: any BatchFollower
    ) -> [String: Result<CloudIdentifier, any Error>] { before.cloudIdentifiers(of: localIdentifiers, batch) }
    func resolve(
        _ identifiers: [CloudIdentifier], onlySynced: Bool, _ batch: any BatchFollower
    ) -> [Result<Resolution, any Error>] {
        before.resolve(identifiers, onlySynced: onlySynced, batch)
    }
}
