import Foundation
import LibraryInterface
import LibraryRPC
import OpenPhotoKitOwner
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import LibraryBroker

/// An app whose connection ends learns whether its block of changes was made.
@Suite(.timeLimit(.minutes(10))) struct OutcomeTests {
    private static let photo = AssetCreationRequest(original: .data(Data(TestPhoto.jpeg(70)), filename: "a.jpg"))

    /// The connection ends while the broker still commits.
    @Test func theOutcomeOfARunningCommitIsKnownWhenItEnds() async throws {
        let served = try await ServedLibrary()
        _ = try served.connect(with: .limited())
        let connection = try CutConnection(to: served.socket)
        let changes = try connection.library.beginChanges(UUID())
        let staged = try changes.stage(Self.photo)
        // The commit waits for this lock.
        let lock = try FolderLock(served.owner.path.appending("incoming"))
        let commit = Task.detached {
            (code { _ = try changes.commit(staged.files.map { .create($0) }) }, isAfterRelease: lock.isReleased)
        }
        let isCommitting = try eventually { try lock.isWaitedFor }
        try #require(isCommitting)
        connection.cut()
        usleep(200_000)
        lock.release()
        let outcome = await commit.value
        #expect(outcome.isAfterRelease, "The answer must wait for the end of the commit.")
        #expect(outcome.0 == nil)
        #expect(try served.owner.shown.contains(staged.localIdentifier))
    }

    @Test func aBlockThatWasSaidNotToBeCommittedIsNeverCommitted() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited())
        let id = UUID()
        let changes = try app.service.beginChanges(id)
        let staged = try changes.stage(Self.photo)
        #expect(try served.connect().service.wasCommitted(id) == false)
        #expect(code { _ = try changes.commit(staged.files.map { .create($0) }) } == .changeNotSupported)
        #expect(try served.owner.shown == served.photos)
    }

    /// Names of blocks are random, but no app may depend on that.
    @Test func anAppDoesNotEndBlocksOfAnotherApp() async throws {
        let served = try await ServedLibrary()
        let app = try served.connect(with: .limited())
        try served.owner.setAccess(.full(), for: "org.example.Other")
        let other = try served.connect("org.example.Other")
        let id = UUID()
        let changes = try app.service.beginChanges(id)
        let staged = try changes.stage(Self.photo)
        #expect(try other.service.wasCommitted(id) == false)
        _ = try changes.commit(staged.files.map { .create($0) })
        #expect(try other.service.wasCommitted(id) == false)
        #expect(try app.service.wasCommitted(id))
    }

    @Test func afterALostConnectionTheOutcomeIsTheContentOfTheLibrary() async throws {
        let served = try await ServedLibrary()
        _ = try served.connect(with: .limited())
        let connection = try CutConnection(to: served.socket)
        let app = PhotoLibrary(connection.library)
        var random = Seeded(7)
        var expected = Set(served.photos)
        var made = 0
        // The connection is cut within about twice the time that an addition takes here.
        let start = ContinuousClock.now
        expected.insert(try app.add(TestPhoto.jpeg(999)))
        let usual = Int((ContinuousClock.now - start) / .microseconds(1))
        let rounds = LongTests.count(20, all: 80)
        for round in 0..<rounds {
            let delay = Duration.microseconds(Int.random(in: 0...2 * usual, using: &random))
            let cut = Task {
                try await Task.sleep(for: delay)
                connection.cut()
            }
            if let photo = try? app.add(TestPhoto.jpeg(UInt64(1_000 + round))) {
                expected.insert(photo)
                made += 1
            }
            try await cut.value
            // A block that is not made is not made later either.
            usleep(5_000)
            try #require(try Set(served.owner.shown) == expected)
        }
        #expect(1..<rounds ~= made, "Other connections end too early or too late.")
    }
}

/// The exclusive lock of a folder.
private final class FolderLock: Sendable {
    private let descriptor: FileDescriptor
    private let inode: UInt64
    private let released = Mutex(false)

    init(_ folder: FilePath) throws {
        descriptor = try FileDescriptor.open(folder, .readOnly)
        var status = stat()
        try #require(fstat(descriptor.rawValue, &status) == 0 && flock(descriptor.rawValue, LOCK_EX) == 0)
        inode = UInt64(status.st_ino)
    }

    /// Whether a thread waits for the lock (proc_locks(5)).
    var isWaitedFor: Bool {
        get throws {
            try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").contains {
                $0.contains("-> FLOCK") && $0.contains(":\(inode) ")
            }
        }
    }

    var isReleased: Bool { released.withLock { $0 } }

    func release() {
        released.withLock { $0 = true }
        flock(descriptor.rawValue, LOCK_UN)
    }

    deinit { try? descriptor.close() }
}
