import AgeEncryption
import Foundation
import Originals
import PhotoModel
import Synchronization
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import RemoteStores

/// Stores whose services fail, and the folder of the downloads.
final class DownloadFixture: Sendable {
    let clients: [UnreliableClient]
    let stores: [OriginalStore]
    let folder: TemporaryFolder
    let suspects = Mutex<[String]>([])
    private let storeFolders: [TemporaryFolder]

    static let timing: DownloadTiming = {
        var timing = DownloadTiming()
        timing.firstPause = .milliseconds(5)
        timing.offlineTime = .seconds(2)
        timing.durableSize = 256 << 10
        timing.largeSize = 1 << 20
        return timing
    }()

    convenience init(stores count: Int = 1, encrypted: Bool = false) throws {
        let folders = try (0..<count).map { _ in try TemporaryFolder() }
        try self.init(
            folders.map { FolderClient($0.filePath) }, encrypted: encrypted ? Set(0..<count) : [], in: folders)
    }

    /// - Parameters:
    ///   - encrypted: The numbers of the encrypted stores.
    ///   - folders: The folders of the stores.
    init(_ services: [any StoreClient], encrypted: Set<Int>, in folders: [TemporaryFolder] = []) throws {
        let clients = services.map { UnreliableClient($0) }
        stores = try clients.enumerated().map { number, client in
            try OriginalStore.create(
                client, name: "store \(number)", identity: encrypted.contains(number) ? .generate() : nil,
                Cancellation())
        }
        (storeFolders, self.clients) = (folders, clients)
        folder = try TemporaryFolder()
    }

    func downloads(_ timing: DownloadTiming = timing, in folder: FilePath? = nil) -> Downloads {
        let downloads = Downloads(folder: folder ?? self.folder.filePath, timing: timing) { [weak self] _, store in
            self?.suspects.withLock { $0.append(store.name) }
        }
        downloads.connect(stores)
        return downloads
    }

    /// Puts a file of random bytes into all stores.
    func file(_ size: Int, seed: UInt64 = 1) throws -> TestFile {
        let bytes = [UInt8](seed: seed, count: size)
        let file = TestFile(bytes: bytes, sha256: try bytes.sha256)
        for store in stores { try file.put(in: store) }
        for client in clients { client.requests.withLock { $0 = [] } }
        return file
    }

    /// The ranges that a store was asked for, of its objects as they are stored.
    func requests(_ store: Int = 0) -> [Range<Int64>] { clients[store].requests.withLock { $0.map(\.range) } }

    func slowDown(_ store: Int = 0, pause: Double = 0.005, size: Int = 32 << 10) {
        clients[store].faults.withLock { $0.pace = (pause, size) }
    }

    func waitUntilNoReadingIsOpen() async throws {
        while clients.contains(where: { $0.open.withLock { $0.now } > 0 }) {
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}

struct TestFile: Sendable {
    let bytes: [UInt8]
    let sha256: Digest
    var size: Int64 { Int64(bytes.count) }

    func put(in store: OriginalStore) throws {
        _ = try store.put(sha256, Upload(length: size) { [bytes] in BytesInMemory(bytes) }, Cancellation()) { _ in }
    }
}

extension Downloads {
    func whole(_ file: TestFile, _ priority: DownloadPriority = .person) -> any ByteSource {
        open(file.sha256, 0..<file.size, size: file.size, priority)
    }

    /// Reads a whole file on a thread of its own, and returns whether it has the right bytes.
    func read(_ file: TestFile, _ priority: DownloadPriority = .person) async throws -> Bool {
        try await blocking { [self] in try whole(file, priority).all().isEqual(file.bytes) }
    }
}

/// One after the other, because times are measured.
@Suite(.serialized) enum DownloadSuites {}

extension DownloadSuites {
    @Suite(.timeLimit(.minutes(2))) struct DownloadTests {
        @Test(arguments: [false, true], [0, 1, 100_000, 3_000_000])
        func readersShareOneTransferAndNothingIsLeft(isEncrypted: Bool, size: Int) async throws {
            let fixture = try DownloadFixture(encrypted: isEncrypted)
            let file = try fixture.file(size)
            let downloads = fixture.downloads()
            fixture.slowDown()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask { () async throws -> Void in #expect(try await downloads.read(file)) } }
                try await group.waitForAll()
            }
            let stored = isEncrypted ? AgeFile.size(of: file.size) : file.size
            #expect(fixture.requests() == (size == 0 ? [] : [0..<stored]))
            #expect(try fixture.folder.names == [])
            #expect(fixture.suspects.withLock { $0 } == [])
        }

        @Test func bytesAreGivenAsTheyArriveAndPartsOfThemWithoutAnotherRequest() async throws {
            let fixture = try DownloadFixture()
            let file = try fixture.file(2_000_000)
            let downloads = fixture.downloads()
            fixture.slowDown(pause: 0.02)
            let source = downloads.whole(file)
            var buffer = [UInt8](repeating: 0, count: 200_000)
            let count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
            #expect((1...65_536).contains(count) && Array(buffer[..<count]) == Array(file.bytes[..<count]))
            let part = downloads.open(file.sha256, 10..<Int64(count) + 10, size: file.size)
            #expect(try part.all() == Array(file.bytes[10..<count + 10]))
            #expect(fixture.requests() == [0..<file.size])
            // A part that is far ahead is asked for.
            let ahead = downloads.open(file.sha256, 1_900_000..<1_900_010, size: file.size)
            #expect(try ahead.all() == Array(file.bytes[1_900_000..<1_900_010]))
            #expect(fixture.requests() == [0..<file.size, 1_900_000..<1_900_010])
            fixture.clients[0].faults.withLock { $0.pace = nil }
            let isRight = try Array(buffer[..<count]) + source.all() == file.bytes
            #expect(isRight)
        }

        @Test func cancellingOneReaderEndsThatOneAndCancellingTheLastTheTransfer() async throws {
            let fixture = try DownloadFixture()
            let file = try fixture.file(4_000_000)
            let downloads = fixture.downloads()
            fixture.slowDown(pause: 0.02)
            let readers = Cancels()
            let results = (0..<2).map { _ in
                Task {
                    try await blocking {
                        let source = downloads.whole(file)
                        readers.all.withLock { $0.append(source.cancel) }
                        return try source.all()
                    }
                }
            }
            while readers.all.withLock({ $0.count }) < 2 || fixture.requests().isEmpty {
                try await Task.sleep(for: .milliseconds(1))
            }
            while try fixture.folder.names.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
            let start = ContinuousClock.now
            readers.all.withLock { $0 }[0]()
            // One of the two, whichever came first.
            while fixture.clients[0].open.withLock({ $0.now }) > 0, ContinuousClock.now - start < .milliseconds(100) {
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(fixture.clients[0].open.withLock { $0.now } == 1, "The transfer goes on for the other reader.")
            let second = ContinuousClock.now
            readers.all.withLock { $0 }[1]()
            for result in results {
                await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await result.value }
            }
            try await fixture.waitUntilNoReadingIsOpen()
            #expect(ContinuousClock.now - second < .seconds(1))
            #expect(try fixture.folder.names == ["\(file.sha256.hex).json", "\(file.sha256.hex).part"])

            fixture.clients[0].faults.withLock { $0.pace = nil }
            #expect(try await downloads.read(file))
            #expect(fixture.requests().count == 2 && (fixture.requests().last?.lowerBound ?? 0) >= 256 << 10)
            #expect(try fixture.folder.names == [])
        }

        /// The files as another process would find them after this one was killed at that moment.
        @Test(arguments: [false, true]) func aTransferGoesOnAfterAKill(isEncrypted: Bool) async throws {
            let fixture = try DownloadFixture(encrypted: isEncrypted)
            let file = try fixture.file(3_000_000)
            fixture.slowDown(pause: 0.05)
            let killed = fixture.downloads()
            let source = killed.whole(file)
            var buffer = [UInt8](repeating: 0, count: 1000)
            _ = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
            while try fixture.folder.names.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
            let folders = try (0..<3).map { _ in try TemporaryFolder() }
            for folder in folders {
                for name in try fixture.folder.names where name.contains("json") || name.hasSuffix(".part") {
                    try FileManager.default.copyItem(atPath: fixture.folder.path(name), toPath: folder.path(name))
                }
            }
            source.cancel()
            _ = try? source.all()
            try await fixture.waitUntilNoReadingIsOpen()
            fixture.clients[0].faults.withLock { $0.pace = nil }
            fixture.clients[0].requests.withLock { $0 = [] }
            #expect(try await fixture.downloads(in: folders[0].filePath).read(file))
            let first = try #require(fixture.requests().last)
            #expect(first.lowerBound >= 256 << 10 - 65_552, "\(fixture.requests())")

            // Somebody changed the bytes: they are fetched once more, and no store is blamed. A reader that has read a
            // wrong byte does not get the end.
            let part = folders[1].path("\(file.sha256.hex).part")
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: part))
            try handle.write(contentsOf: [file.bytes[0] ^ 1])
            try handle.close()
            let changed = fixture.downloads(in: folders[1].filePath)
            do { #expect(try await changed.read(file)) } catch let error as PhotoLibraryError {
                #expect(error.code == .sourceChanged)
            }
            #expect(try await changed.read(file))
            #expect(fixture.suspects.withLock { $0 } == [])

            // Another device replaced the object: the transfer begins again.
            fixture.clients[0].requests.withLock { $0 = [] }
            try fixture.stores[0].remove(file.sha256, Cancellation())
            try file.put(in: fixture.stores[0])
            #expect(try await fixture.downloads(in: folders[2].filePath).read(file))
            #expect(fixture.requests().contains { $0.lowerBound == 0 })
            for folder in folders { #expect(try folder.names == []) }
        }

        @Test func anotherProcessThatFetchesTheSameOriginalIsNotDisturbed() async throws {
            let fixture = try DownloadFixture()
            let file = try fixture.file(2_000_000)
            fixture.slowDown(pause: 0.001)
            let downloads = (0..<3).map { _ in fixture.downloads() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for downloads in downloads {
                    group.addTask { () async throws -> Void in #expect(try await downloads.read(file)) }
                }
                try await group.waitForAll()
            }
            #expect(try fixture.folder.names == [])
        }

        @Test func cancellingAtAnyMomentIsFastAndLeavesOnlyWhatIsDurable() async throws {
            let fixture = try DownloadFixture(encrypted: true)
            let file = try fixture.file(3_000_000)
            let downloads = fixture.downloads()
            fixture.slowDown(pause: 0.0005)
            var times: [Duration] = []
            var random = Seeded(4)
            for _ in 0..<LongTests.count(30, all: 200) {
                let source = Cancels()
                let task = Task {
                    try await blocking {
                        let whole = downloads.whole(file)
                        source.all.withLock { $0 = [whole.cancel] }
                        return try whole.all(bufferSize: 20_000).isEqual(file.bytes)
                    }
                }
                while source.all.withLock({ $0.isEmpty }) { try await Task.sleep(for: .microseconds(100)) }
                try await Task.sleep(for: .microseconds(Int.random(in: 0..<60_000, using: &random)))
                let start = ContinuousClock.now
                source.all.withLock { $0.first }?()
                if let isRight = try? await task.value { #expect(isRight) }
                times.append(ContinuousClock.now - start)
                let names = try fixture.folder.names
                #expect(Set(names).isSubset(of: ["\(file.sha256.hex).json", "\(file.sha256.hex).part"]))
            }
            // Other work on the machine delays single ones.
            let most = times.sorted()[times.count * 8 / 10]
            #expect(most < .milliseconds(200), "\(times)")
            fixture.clients[0].faults.withLock { $0.pace = nil }
            #expect(try await downloads.read(file))
            #expect(fixture.suspects.withLock { $0 } == [])
        }

        @Test func filesThatNobodyWentOnWithAreRemoved() throws {
            let fixture = try DownloadFixture()
            for name in ["old.part", "old.json", "new.part"] { try fixture.folder.write([1], to: name) }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100_000)],
                ofItemAtPath: fixture.folder.path("old.part"))
            fixture.downloads().removeAbandoned(olderThan: .seconds(86_400))
            #expect(try fixture.folder.names == ["new.part"])
        }
    }
}

/// What ends the readings of other threads.
private final class Cancels: Sendable {
    let all = Mutex<[@Sendable () -> Void]>([])
}
