import Foundation
import Glibc
import OpenPhotoKitOwner
import SystemPackage
import TestSupport
import Testing

/// A separate file system in memory, which is unmounted when this object is released.
private final class SmallVolume {
    let folder: TemporaryFolder

    init(megabytes: Int) throws {
        folder = try TemporaryFolder()
        guard Glibc.mount("tmpfs", folder.url.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
            throw Errno(rawValue: errno)
        }
    }

    deinit { umount2(folder.url.path, 0) }

    /// Whether this process may mount.
    static let isPossible: Bool = (try? SmallVolume(megabytes: 1)) != nil
}

@Suite(.enabled(if: SmallVolume.isPossible, "mounting a small file system needs privileges")) struct SpaceTests {
    @Test func tooLittleSpaceIsReportedBeforeAnythingIsStored() async throws {
        let volume = try SmallVolume(megabytes: 100)
        let scene = try Scene()
        // 45 MB and the 64 MiB that must stay free are more than 100 MiB.
        for number in 0..<3 {
            try scene.add(
                FilePath("it's \(number).jpg"),
                TestPhoto.jpeg(UInt64(number)) + [UInt8](repeating: 0, count: 15_000_000))
        }
        let library = try OwnedLibrary(at: FilePath(volume.folder.path("Photos.library")), opening: .creatingIfAbsent)
        do {
            _ = try await scene.importAll(library)
            Issue.record("The import must not begin.")
        } catch let error as PhotoLibraryError {
            #expect(error.code == .notEnoughSpace)
            // In MB of 1,000,000 bytes: the required space, the available space without the reserve, and the reserve of
            // 64 MiB.
            let numbers = error.message.matches(of: /([0-9.]+) MB/).compactMap { Double($0.output.1) }
            try #require(numbers.count == 3)
            #expect(30...46 ~= numbers[0] && 36...38 ~= numbers[1] && numbers[2] == 67.1, "\(error.message)")
            #expect(!error.message.contains("photos import"))
        }
        #expect(try library.assetCount() == 0)
        #expect(tree(library.path.appending("originals")).isEmpty)
        #expect(tree(library.path.appending("incoming")).isEmpty)
        // The import by reference that the message suggests succeeds.
        #expect(try await scene.importAll(library, mode: .reference).summary.imported == 3)
    }

    /// The suggested command line is quoted for the shell.
    @Test func theLineToTypeIsQuoted() throws {
        let volume = try SmallVolume(megabytes: 70)
        let scene = try Scene()
        let source = try scene.add("it's $HOME/a.jpg", TestPhoto.jpeg(1) + [UInt8](repeating: 0, count: 15_000_000))
            .removingLastComponent()
        let library = volume.folder.path("Photos.library")
        let refused = try PhotosProcess.run(arguments: ["import", "--library", library, source.string])
        #expect(refused.exitCode == 1)
        let message = refused.standardError
        #expect(message.contains("photos import --library '\(library)' --reference '"))
        let line = try #require(message.range(of: "photos import")).lowerBound
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "photos() { for last; do :; done; printf %s \"$last\"; }; \(message[line...])"]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let typed = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(String(decoding: typed, as: UTF8.self) == source.string)
    }

    @Test func filesThatFitAreImported() async throws {
        let volume = try SmallVolume(megabytes: 100)
        let scene = try Scene()
        for number in 0..<2 {
            try scene.add(
                FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number)) + [UInt8](repeating: 0, count: 15_000_000))
        }
        let library = try OwnedLibrary(at: FilePath(volume.folder.path("Photos.library")), opening: .creatingIfAbsent)
        #expect(try await scene.importAll(library).summary.imported == 2)
    }

    /// Other programs may fill the disk while the import runs.
    @Test func aDiskThatFillsUpOnTheWayEndsTheImportAndLosesNothing() async throws {
        let volume = try SmallVolume(megabytes: 110)
        let scene = try Scene()
        for number in 0..<40 {
            try scene.add(
                FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number)) + [UInt8](repeating: 0, count: 1_000_000))
        }
        let library = try OwnedLibrary(at: FilePath(volume.folder.path("Photos.library")), opening: .creatingIfAbsent)
        let filler = FilePath(volume.folder.path("filler"))
        let reported = Gathered<ImportItem>()
        await #expect(throws: PhotoLibraryError(.notEnoughSpace, "")) {
            // One file at a time, so that not all files are read before the disk is full.
            var request = ImportRequest(paths: [scene.source])
            (request.ioJobs, request.jobs) = (1, 1)
            return try await library.importFiles(request) { item in
                if reported.all.isEmpty { try? filler.write([UInt8](repeating: 7, count: 90_000_000)) }
                reported.append(item)
            }
        }
        #expect(!reported.all.isEmpty && reported.all.allSatisfy { $0.status == .imported })
        #expect(tree(library.path.appending("incoming")).isEmpty)
        try FileManager.default.removeItem(atPath: filler.string)
        let faults = Gathered<VerifiedFile>()
        try library.verifyAndWait { if $0.status != .ok { faults.append($0) } }
        #expect(faults.all.isEmpty)
        let summary = try await scene.importAll(library).summary
        #expect(summary.imported + summary.resumed == 40)
        #expect(try library.assetCount() == 40)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
