import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import SystemSupport

@Suite struct ScratchFolderTests {
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).sorted() }
    }

    /// Makes a folder with a file in another process, which then ends by a signal.
    private func makeInKilledProcess() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = temporary.url.path as String] in
            setenv("TMPDIR", path, 1)
            let folder = try ScratchFolder()
            try Data([1]).write(to: URL(fileURLWithPath: folder.path.appending("copy").string))
            kill(getpid(), SIGKILL)
        }
    }

    @Test func theFolderOfAKilledProcessIsRemovedByTheNext() async throws {
        try await makeInKilledProcess()
        let left = try #require(names.first)
        #expect(FileManager.default.fileExists(atPath: temporary.path(left) + "/copy"))
        await #expect(processExitsWith: .success) { [path = temporary.url.path as String] in
            setenv("TMPDIR", path, 1)
            let own = try #require(ScratchFolder().path.lastComponent?.string)
            var names: [String] = []
            for _ in 0..<2_000 {
                names = try FileManager.default.contentsOfDirectory(atPath: path)
                if names.allSatisfy({ $0 == own }) { break }
                usleep(5_000)
            }
            #expect(names.allSatisfy { $0 == own }, "\(names)")
        }
        #expect(try names.isEmpty)
    }

    @Test func nothingElseIsRemoved() async throws {
        try await makeInKilledProcess()
        let left = try #require(names.first)
        let living = Process()
        // The folder of a process that runs: flock(1) holds the lock as ``ScratchFolder`` does.
        let held = "openphotokit-scratch-held"
        for name in [held, "openphotokit-scratch", "openphotokit-\(UUID().uuidString)", "photos"] {
            try FileManager.default.createDirectory(atPath: temporary.path(name), withIntermediateDirectories: false)
        }
        try Data([1]).write(to: temporary.url.appendingPathComponent("openphotokit-scratch-file"))
        try FileManager.default.createSymbolicLink(
            atPath: temporary.path("openphotokit-scratch-link"), withDestinationPath: temporary.path("photos"))
        living.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        let ready = Pipe()
        living.arguments = [temporary.path(held), "sh", "-c", "echo; exec sleep 60"]
        living.standardOutput = ready
        try living.run()
        defer { living.terminate() }
        _ = ready.fileHandleForReading.availableData
        let before = try Set(names)
        ScratchFolder.removeUnlocked(in: FilePath(temporary.url.path))
        #expect(try before.subtracting(names) == [left])
    }

    @Test func aFolderOfThisProcessStays() throws {
        let folder = try ScratchFolder()
        ScratchFolder.removeUnlocked(in: folder.path.removingLastComponent())
        #expect(FileManager.default.fileExists(atPath: folder.path.string))
        var status = stat()
        #expect(stat(folder.path.string, &status) == 0 && status.st_mode & 0o777 == 0o700)
        folder.remove()
        #expect(!FileManager.default.fileExists(atPath: folder.path.string))
    }

    @Test func withoutAFolderForTemporaryFilesItFails() async throws {
        await #expect(processExitsWith: .success) {
            setenv("TMPDIR", "/nonexistent", 1)
            #expect(throws: PhotoLibraryError(.ioFailure, "")) { try ScratchFolder() }
        }
    }
}
