import Dispatch
import Foundation
import Glibc
import Originals
import PhotoModel
import SystemPackage
import SystemSupport
import TestSupport
import Testing

@testable import RemoteStores

@Suite struct FolderClientTests {
    private let folder: TemporaryFolder
    private let client: FolderClient
    private let key: StoreKey
    private let none = Cancellation()

    init() throws {
        folder = try TemporaryFolder()
        client = FolderClient(folder.filePath)
        key = try #require(StoreKey("originals/ab/abcdef"))
        try folder.write(Array("{}".utf8), to: "store.json")
    }

    private func upload(_ bytes: [UInt8]) -> Upload {
        Upload(length: Int64(bytes.count)) { BytesInMemory(bytes, pieceSize: 1000) }
    }

    private var whole: StoreKey { get throws { try #require(StoreKey("originals/")) } }

    private func keys(_ prefix: String = "originals/") throws -> [String] {
        var keys: [String] = []
        try client.list(try #require(StoreKey(prefix)), none) { keys.append($0.key.text) }
        return keys.sorted()
    }

    /// Error numbers of the system's calls, which no test can cause, are in ``FolderFailureTests``.
    private func code(_ body: () throws -> some Any) -> PhotoLibraryError.Code? {
        do {
            _ = try body()
            return nil
        } catch { return (error as? PhotoLibraryError)?.code }
    }

    @Test func objectsAreWrittenReadListedAndRemoved() throws {
        var random = Seeded(3)
        let bytes = random.bytes(3_000_000)
        #expect(try client.object(of: key, none) == nil)
        #expect(try client.write(key, upload(bytes), existing: .kept, none))
        let object = try #require(try client.object(of: key, none))
        #expect(object.key == key && object.size == 3_000_000)
        #expect(try client.open(key, 0..<3_000_000, version: nil).all() == bytes)
        let source = client.open(key, 2_000_000..<2_000_010, version: object.version)
        #expect(try source.all() == Array(bytes[2_000_000..<2_000_010]))
        #expect(try source.version() == object.version)
        #expect(try keys() == ["originals/ab/abcdef"])
        try client.remove(key, none)
        try client.remove(key, none)
        #expect(try client.object(of: key, none) == nil && keys().isEmpty)
        #expect(code { try client.open(key, 0..<1, version: nil).all() } == .missingResource)
    }

    @Test func anExistingObjectIsKeptOrReplaced() throws {
        #expect(try client.write(key, upload([1, 2, 3]), existing: .kept, none))
        let version = try client.object(of: key, none)?.version
        #expect(try !client.write(key, upload([4]), existing: .kept, none))
        #expect(try client.open(key, 0..<3, version: version).all() == [1, 2, 3])
        #expect(try client.write(key, upload([4]), existing: .replaced, none))
        #expect(try client.open(key, 0..<1, version: nil).all() == [4])
        #expect(code { try client.open(key, 0..<1, version: version).all() } == .sourceChanged)
        #expect(try folder.names == ["originals", "store.json"])
    }

    @Test func twoWritersOfOneKeyBothEndAndOneObjectIsThere() async throws {
        let written = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask { [client, key] in
                    try await blocking {
                        let bytes = [UInt8](repeating: UInt8(number), count: 200_000)
                        return try client.write(
                            key, Upload(length: 200_000) { BytesInMemory(bytes) }, existing: .kept, Cancellation())
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(written == 1)
        #expect(try folder.path("originals/ab").entries == ["abcdef"])
        #expect(Set(try client.open(key, 0..<200_000, version: nil).all()).count == 1)
    }

    @Test func aListHasTheObjectsOfThePrefixAndNoPart() throws {
        for name in ["a1/x", "a1/y", "b1/z"] { try folder.write([1], to: "originals/\(name)") }
        try folder.write([1], to: "originals/a1/x.0123.part")
        try folder.write([1], to: "originals/a1/not a key")
        try FileManager.default.createSymbolicLink(atPath: folder.path("originals/c1"), withDestinationPath: "/etc")
        try FileManager.default.createSymbolicLink(atPath: folder.path("originals/a1/l"), withDestinationPath: "x")
        #expect(try keys() == ["originals/a1/x", "originals/a1/y", "originals/b1/z"])
        #expect(try keys("originals/a1/") == ["originals/a1/x", "originals/a1/y"])
        #expect(try keys("originals/a1/y") == ["originals/a1/y"])
        #expect(try keys("previews/") == [])
        #expect(throws: PhotoLibraryError(.cancelled, "")) {
            let cancellation = Cancellation()
            try client.list(try whole, cancellation) { _ in cancellation.cancel() }
        }
    }

    @Test func noLinkLeadsOutOfTheStore() throws {
        let other = try TemporaryFolder()
        try other.write([9], to: "abcdef")
        try FileManager.default.createDirectory(atPath: folder.path("originals"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("originals/ab"), withDestinationPath: other.url.path)
        #expect(code { try client.write(key, upload([1]), existing: .replaced, none) } == .ioFailure)
        #expect(code { try client.open(key, 0..<1, version: nil).all() } == .ioFailure)
        #expect(code { try client.remove(key, none) } == .ioFailure)
        #expect(try other.names == ["abcdef"])
        let file = try #require(StoreKey("originals/link"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("originals/link"), withDestinationPath: other.path("abcdef"))
        #expect(code { try client.open(file, 0..<1, version: nil).all() } == .ioFailure)
        #expect(try client.object(of: file, none) == nil)
    }

    @Test func aFolderWithoutTheStoresFileIsOfflineAndNotEmpty() throws {
        #expect(try client.write(key, upload([1]), existing: .kept, none))
        let source = client.open(key, 0..<1, version: nil)
        try FileManager.default.removeItem(atPath: folder.path("store.json"))
        for _ in 0..<2 {
            #expect(code { try client.object(of: key, none) } == .networkError)
            #expect(code { try client.write(key, upload([1]), existing: .kept, none) } == .networkError)
            #expect(code { try client.list(try whole, none) { _ in } } == .networkError)
            #expect(code { try client.remove(key, none) } == .networkError)
            #expect(code { try client.removeAbandonedParts(none) } == .networkError)
            #expect(code { try source.all() } == .networkError)
            // The second time the folder itself is missing, as a disk's mount point that the system made.
            try? FileManager.default.removeItem(at: folder.url)
        }
        #expect(code { try client.object(of: .description, none) } == .networkError)
    }

    @Test func aSourceOfAnotherLengthLeavesNothing() throws {
        for count in [9, 11] {
            let upload = Upload(length: 10) { BytesInMemory([UInt8](repeating: 0, count: count)) }
            #expect(code { try client.write(key, upload, existing: .kept, none) } == .sourceChanged)
        }
        #expect(try folder.path("originals/ab").entries == [])
    }

    @Test(.timeLimit(.minutes(1))) func aWriteEndsSoonWhenItIsCancelled() async throws {
        let upload = Upload(length: 1 << 30) { SlowSource(length: 1 << 30, pause: 3) }
        let fastest = try await fastest(of: 3) {
            let cancellation = Cancellation()
            async let result = blocking { [client, key] in
                Result { try client.write(key, upload, existing: .kept, cancellation) }
            }
            try await Task.sleep(for: .milliseconds(100))
            let start = ContinuousClock.now
            cancellation.cancel()
            let outcome = await result
            #expect(throws: PhotoLibraryError(.cancelled, "")) { try outcome.get() }
            return ContinuousClock.now - start
        }
        #expect(fastest < .milliseconds(200), "\(fastest)")
        while try folder.path("originals/ab").entries != [] { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Another thread may have got its number meanwhile.
    @Test func aFileThatGotItsNameIsNotClosedTwice() throws {
        let part = try StoreFolder(folder.filePath).makePart(of: "a")
        #expect(try part.rename(to: "a", replacing: false))
        let other = try FileDescriptor.open("/dev/null", .readOnly)
        part.remove()
        #expect(fcntl(other.rawValue, F_GETFD) >= 0 && other.rawValue != part.file.rawValue)
        try other.close()
        try part.file.close()
        #expect(try folder.names.contains("a"))
    }

    /// As if the disk did not answer: all threads that wait for it are busy.
    @Test(.timeLimit(.minutes(1))) func everyCallEndsSoonWhenTheDiskDoesNotAnswer() async throws {
        #expect(try client.write(key, upload([1, 2, 3]), existing: .kept, none))
        let source = client.open(key, 0..<3, version: nil)
        let answers = DispatchSemaphore(value: 0)
        for _ in 0..<FolderClient.threadCount { client.threads.run { answers.wait() } }
        defer { for _ in 0..<FolderClient.threadCount { answers.signal() } }
        let calls: [@Sendable (FolderClient, StoreKey, Cancellation) throws -> Void] = [
            { client, key, cancellation in _ = try client.object(of: key, cancellation) },
            { client, key, cancellation in try client.list(key, cancellation) { _ in } },
            { client, key, cancellation in try client.dropCache(of: key, cancellation) },
            { client, _, cancellation in try client.removeAbandonedParts(cancellation) },
            { client, key, cancellation in
                let source = client.open(key, 0..<3, version: nil)
                _ = try cancellation.run(ending: source.cancel) { try source.all() }
            },
            { client, key, cancellation in
                let source = client.open(key, 0..<3, version: nil)
                _ = try cancellation.run(ending: source.cancel) { try source.version() }
            },
        ]
        for (number, call) in calls.enumerated() {
            let cancellation = Cancellation()
            async let result = blocking { [client, key] in Result { try call(client, key, cancellation) } }
            try await Task.sleep(for: .milliseconds(50))
            let start = ContinuousClock.now
            cancellation.cancel()
            let outcome = await result
            #expect(throws: PhotoLibraryError(.cancelled, ""), "\(number)") { try outcome.get() }
            #expect(ContinuousClock.now - start < .seconds(1), "\(number)")
        }
        source.cancel()
        #expect(code { try source.all() } == .cancelled)
    }

    @Test func aListOfManyFilesIsWhole() throws {
        for number in 0..<1200 {
            try folder.write([1], to: "originals/\(number % 3)/\(number % 7)/\(number)")
        }
        #expect(try Set(keys()).count == 1200 && keys().count == 1200)
    }

    @Test func onlyPartsOfDeadWritersAreRemoved() throws {
        let old = Date(timeIntervalSinceNow: -90_000)
        for name in ["dead", "alive", "young"] {
            try folder.write([1], to: "originals/ab/x.\(name).part")
            guard name != "young" else { continue }
            try FileManager.default.setAttributes(
                [.modificationDate: old], ofItemAtPath: folder.path("originals/ab/x.\(name).part"))
        }
        try folder.write([1], to: "originals/ab/x")
        let alive = try FileDescriptor.open(FilePath(folder.path("originals/ab/x.alive.part")), .readOnly)
        defer { try? alive.close() }
        #expect(try alive.lockIfFree())
        try client.removeAbandonedParts(none)
        #expect(try folder.path("originals/ab").entries == ["x", "x.alive.part", "x.young.part"])
    }
}

@Suite(.enabled(if: SmallDisk.isPossible, "this user may not mount file systems"), .serialized)
struct FolderFailureTests {
    private let disk: SmallDisk
    private let client: FolderClient
    private let key: StoreKey

    init() throws {
        disk = try SmallDisk(at: try TemporaryFolder())
        client = FolderClient(disk.folder.filePath)
        key = try #require(StoreKey("originals/ab/abcdef"))
        try disk.folder.write(Array("{}".utf8), to: "store.json")
    }

    private func write(_ count: Int, during: @escaping @Sendable () -> Void = {}) throws -> Bool {
        let upload = Upload(length: Int64(count)) {
            during()
            return BytesInMemory([UInt8](repeating: 5, count: count))
        }
        return try client.write(key, upload, existing: .kept, Cancellation())
    }

    @Test func aFullDiskHasItsErrorAndKeepsNoPart() throws {
        #expect(throws: PhotoLibraryError(.notEnoughSpace, "")) { try write(8 << 20) }
        #expect(try disk.folder.path("originals/ab").entries == [])
        #expect(try write(1 << 20))
    }

    @Test func aReadOnlyDiskIsReadAndNotWritten() throws {
        #expect(try write(10))
        try disk.makeReadOnly()
        #expect(try client.open(key, 0..<10, version: nil).all() == [UInt8](repeating: 5, count: 10))
        #expect(try !write(10), "The object is there.")
        #expect(throws: PhotoLibraryError(.accessRestricted, "")) { try client.remove(key, Cancellation()) }
        let other = try #require(StoreKey("originals/cd/x"))
        #expect(throws: PhotoLibraryError(.accessRestricted, "")) {
            try client.write(other, Upload(length: 0) { BytesInMemory([]) }, existing: .kept, Cancellation())
        }
    }

    @Test func aDiskThatIsUnmountedIsOffline() throws {
        #expect(try write(10))
        try disk.unmount()
        #expect(throws: PhotoLibraryError(.networkError, "")) { try client.object(of: key, Cancellation()) }
        #expect(throws: PhotoLibraryError(.networkError, "")) { try write(10) }
        #expect(try disk.folder.names.isEmpty, "Nothing was written to the mount point.")
    }

    @Test func nothingIsWrittenToTheMountPointOfADiskThatVanishesDuringAWrite() throws {
        _ = try? write(10) { [disk] in try? disk.unmount() }
        #expect(try disk.folder.names.isEmpty)
        #expect(throws: PhotoLibraryError(.networkError, "")) { try client.object(of: key, Cancellation()) }
    }
}

extension String {
    fileprivate var entries: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: self).sorted() }
    }
}
