import Foundation
import Glibc
import OpenPhotoKitOwner
import SystemPackage
import TestSupport
import Testing

@Suite struct ResumeTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    @Test func aSecondRunReadsNothing() async throws {
        let photo = TestPhoto.jpeg(1)
        try scene.add("1.jpg", photo)
        try scene.add("2.jpg", photo)
        try scene.add("3.jpg", TestPhoto.commented(photo, "x"))
        try scene.add("4.jpg", TestPhoto.jpeg(2))
        let first = try await scene.importAll(library)
        #expect(first.summary.resumed == 0)
        let before = tree(scene.libraryPath.appending("originals"))

        let second = try await scene.importAll(library)
        #expect(second.summary.files == 4 && second.summary.resumed == 4 && second.summary.duplicates == 4)
        #expect(second.summary.bytes == 0)
        #expect(second.items.allSatisfy { $0.isResumed && $0.status == .duplicate })
        #expect(second.items.map(\.localIdentifier) == first.items.map(\.localIdentifier))
        #expect(tree(scene.libraryPath.appending("originals")) == before)
        #expect(try library.assetCount() == 2)
    }

    @Test(.enabled(if: AccessTime.areRecorded, "The file system of temporary files does not record access times."))
    func aSecondRunDoesNotOpenTheFiles() async throws {
        let paths = try (1...4).map { try scene.add(FilePath("\($0).jpg"), TestPhoto.jpeg(UInt64($0))) }
        for path in paths { try AccessTime.forget(path) }
        try await scene.importAll(library)
        #expect(paths.allSatisfy(AccessTime.wasRead))
        // Setting an access time changes the inode's change time, so the next run reads the files again.
        for path in paths { try AccessTime.forget(path) }
        try await scene.importAll(library)
        let times = paths.map(AccessTime.of)
        usleep(20_000)
        try await scene.importAll(library)
        #expect(paths.map(AccessTime.of) == times)
    }

    @Test func aChangedSourceIsReadAgain() async throws {
        let path = try scene.add("a.jpg", TestPhoto.jpeg(1))
        let first = try await scene.importAll(library)
        try path.write(TestPhoto.jpeg(2))
        let second = try await scene.importAll(library)
        #expect(second.summary.imported == 1 && second.summary.resumed == 0)
        #expect(second.items.first?.localIdentifier != first.items.first?.localIdentifier)
        #expect(try library.assetCount() == 2)
    }

    /// A program can restore the modification time of a changed file, but not its change time, so the change is
    /// detected.
    @Test func otherContentOfTheSameSizeAndModificationTimeIsNoticed() async throws {
        let photo = TestPhoto.jpeg(1)
        let path = try scene.add("a.jpg", TestPhoto.commented(photo, "one"))
        var status = stat()
        #expect(stat(path.string, &status) == 0)
        try await scene.importAll(library)
        usleep(20_000)
        try path.write(TestPhoto.commented(photo, "two"))
        var times = [status.st_atim, status.st_mtim]
        #expect(utimensat(AT_FDCWD, path.string, &times, 0) == 0)
        let (items, _) = try await scene.importAll(library)
        #expect(items.map(\.isResumed) == [false])
        #expect(items.map(\.match) == [.imageData])
    }

    @Test func aRenamedSourceIsReadAgainAndKnown() async throws {
        let path = try scene.add("a.jpg", TestPhoto.jpeg(1))
        try await scene.importAll(library)
        try FileManager.default.moveItem(atPath: path.string, toPath: scene.source.appending("b.jpg").string)
        let (items, _) = try await scene.importAll(library)
        #expect(items.map(\.match) == [.bytes])
        #expect(items.map(\.isResumed) == [false])
    }

    // MARK: Interrupted

    /// Adds files that are large enough for a cancellation during reading.
    private func addPhotos(_ count: Int, extraBytes: Int = 150_000) throws {
        for number in 0..<count {
            let photo = TestPhoto.dated(TestPhoto.jpeg(UInt64(number), width: 64, height: 64), "2021:07:01 10:00:00")
            try scene.add(FilePath("\(number).jpg"), photo + [UInt8](repeating: 1, count: extraBytes))
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: LongTests.every(2, of: [1, 0, 20, 5]))
    func aCancelledImportLeavesNothingHalfDoneAndGoesOn(
        after count: Int
    ) async throws {
        // More than a batch, the files that wait behind it, and those that are read.
        let all = 700
        try addPhotos(all, extraBytes: 20_000)
        let reported = Gathered<ImportItem>()
        let progress = Progress(totalUnitCount: 1)
        if count == 0 { progress.cancel() }
        await #expect(throws: PhotoLibraryError(.cancelled, "")) {
            try await library.importFiles(ImportRequest(paths: [scene.source]), progress: progress) { item in
                reported.append(item)
                if reported.all.count == count { progress.cancel() }
            }
        }
        #expect(scene.leftovers.isEmpty)
        #expect(reported.all.count < all)
        // All reported photos are in the library, and all files of the library are intact.
        let stored = Set(try library.allLocalIdentifiers())
        #expect(Set(reported.all.compactMap(\.localIdentifier)).isSubset(of: stored))
        let faults = Gathered<VerifiedFile>()
        try library.verifyAndWait { if $0.status != .ok { faults.append($0) } }
        #expect(faults.all.isEmpty)

        let (items, summary) = try await scene.importAll(library)
        #expect(summary.files == all)
        #expect(summary.resumed == stored.count)
        #expect(summary.imported == all - stored.count)
        #expect(items.allSatisfy { $0.error == nil })
        #expect(try library.assetCount() == all)
        #expect(tree(scene.libraryPath.appending("originals")).filter { $0.key.hasSuffix(".jpg") }.count == all)
    }

    @Test func cancellingTheAwaitingTaskCancelsTheImport() async throws {
        try addPhotos(60)
        let library = library
        let source = scene.source
        let task = Task { try await library.importFiles(ImportRequest(paths: [source])) }
        task.cancel()
        let result = await task.result
        #expect((result.error as? PhotoLibraryError)?.code == .cancelled)
        #expect(scene.leftovers.isEmpty)
    }

    /// A file like those that a power loss leaves between the renames and the commit.
    @Test func filesOfAnEndedRunAreRemoved() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let dead = scene.libraryPath.appending("incoming").appending(UUID().uuidString)
        try FileManager.default.createDirectory(atPath: dead.string, withIntermediateDirectories: true)
        try dead.appending("half.part").write([1, 2, 3])
        try await scene.importAll(library)
        #expect(scene.leftovers.isEmpty)
    }

    /// The folder of an active run, in this or another process, is locked and must stay.
    @Test func filesOfARunningImportStay() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let living = scene.libraryPath.appending("incoming").appending(UUID().uuidString)
        try FileManager.default.createDirectory(atPath: living.string, withIntermediateDirectories: true)
        try living.appending("half.part").write([1, 2, 3])
        let lock = open(living.string, O_RDONLY)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        try await scene.importAll(library)
        #expect(try living.appending("half.part").contents() == [1, 2, 3])
    }
}

/// Access times of files.
private enum AccessTime {
    /// Whether the file system of temporary files updates an access time in the past when the file is read.
    static let areRecorded: Bool = {
        guard let folder = try? TemporaryFolder(), let path = try? folder.write([1], to: "read") else { return false }
        try? forget(path)
        _ = try? path.contents()
        return wasRead(path)
    }()

    /// Sets the access time to 2001, which is before the modification time, so that `relatime` updates it at the next
    /// read.
    static func forget(_ path: FilePath) throws {
        // UTIME_OMIT of utimensat(2), a macro that Swift does not import.
        let omitted = (1 << 30) - 2
        var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: omitted)]
        #expect(utimensat(AT_FDCWD, path.string, &times, 0) == 0)
    }

    static func wasRead(_ path: FilePath) -> Bool { of(path)?.first != 1_000_000_000 }

    /// The access time of a file in seconds and nanoseconds; `nil` if the file does not exist.
    static func of(_ path: FilePath) -> [Int]? {
        var status = stat()
        return stat(path.string, &status) == 0 ? [status.st_atim.tv_sec, status.st_atim.tv_nsec] : nil
    }
}
