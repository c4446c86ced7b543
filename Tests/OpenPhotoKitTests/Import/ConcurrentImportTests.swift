import Foundation
import PhotoIngest
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Several imports into one library at the same time: no photo is lost or duplicated, and no import fails.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ConcurrentImportTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    /// Adds 24 photos to two folders.
    ///
    /// Both folders have all photos and equal names.
    private func addOverlappingFolders() throws -> [FilePath] {
        for number in 0..<24 {
            let photo = TestPhoto.dated(TestPhoto.jpeg(UInt64(number), width: 64, height: 64), "2021:07:01 10:00:00")
            try scene.add(FilePath("a/IMG_\(number % 12)_\(number / 12).jpg"), photo)
            try scene.add(FilePath("b/\(number / 12)/IMG_\(number % 12).jpg"), photo)
            if number % 4 == 0 { try scene.add(FilePath("b/other \(number).jpg"), TestPhoto.commented(photo, "b")) }
        }
        return [scene.source.appending("a"), scene.source.appending("b")]
    }

    private func expectSound(assets: Int, files: Int) throws {
        let library = try scene.open()
        #expect(try library.assetCount() == assets)
        let found = Gathered<VerifiedFile>()
        try library.verifyAndWait { found.append($0) }
        #expect(found.all.filter { $0.status != .ok }.isEmpty)
        #expect(found.all.count == files)
        #expect(scene.leftovers.isEmpty)
    }

    @Test(arguments: 1...2) func importsInOneProcess(round: Int) async throws {
        let folders = try addOverlappingFolders()
        let scene = scene
        // Three imports of both folders, in different orders, each with its own library object.
        let errors = try await withThrowingTaskGroup(of: [String].self) { group in
            for paths in [folders, folders.reversed(), folders] {
                group.addTask {
                    let (items, summary) = try await scene.importAll(scene.open(), paths, ioJobs: 1 + round % 3)
                    #expect(summary.imported + summary.duplicates == 54)
                    return items.compactMap { $0.error?.description }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(errors.isEmpty)
        try expectSound(assets: 24, files: 30)
    }

    /// Different photos with the same name must get different paths.
    @Test(arguments: 1...2) func equalNamesAtTheSameMoment(round: Int) async throws {
        let count = 6
        for person in 0..<count {
            for number in 0..<6 {
                try scene.add(
                    FilePath("\(person)/IMG_\(number).jpg"),
                    TestPhoto.jpeg(UInt64(100 * person + number), width: 64, height: 64))
            }
        }
        let scene = scene
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in 0..<count {
                group.addTask {
                    let (_, summary) = try await scene.importAll(scene.open(), [scene.source.appending("\(person)")])
                    #expect(summary.imported == 6)
                }
            }
            try await group.waitForAll()
        }
        try expectSound(assets: 6 * count, files: 6 * count)
    }

    /// Runs begin and end while other runs search for the files of ended runs.
    @Test func runsComeAndGo() throws {
        let library = try scene.open()
        let failures = Gathered<String>()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<30 {
                do {
                    try RunFolder.clearAbandoned(in: library.local.context)
                    let run = try RunFolder(in: library.local.context)
                    try run.path.appending("file").write([1])
                    try run.close()
                } catch { failures.append("\(error)") }
            }
        }
        #expect(failures.all.isEmpty)
        #expect(scene.leftovers.isEmpty)
    }

    @Test(.enabled(if: PhotosCommand.isBuilt, "the command photos is not built"), arguments: 1...2)
    func importsInTwoProcesses(round: Int) throws {
        let folders = try addOverlappingFolders()
        let processes = try [folders, folders.reversed(), folders].map { paths in
            try PhotosCommand.start(
                ["import", "--library", scene.libraryPath.string, "--json", "--progress", "none"] + paths.map(\.string))
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        try expectSound(assets: 24, files: 30)
    }

    /// After an import is killed and started again, no photo is lost or duplicated.
    @Test(.enabled(if: PhotosCommand.isBuilt, "the command photos is not built"), arguments: [1, 9])
    func aKilledImportContinues(after files: Int) async throws {
        let folders = try addOverlappingFolders()
        let outcome = try PhotosProcess.run(
            arguments: ["import", "--library", scene.libraryPath.string, "--json", "--progress", "none"]
                + folders.map(\.string), sending: SIGKILL
        ) { lines in lines >= files }
        #expect(outcome.exitCode == 128 + SIGKILL)
        #expect(try scene.open().assetCount() > 0)
        let (items, summary) = try await scene.importAll(scene.open(), folders)
        #expect(items.allSatisfy { $0.error == nil })
        #expect(summary.files == 54)
        try expectSound(assets: 24, files: 30)
    }
}

/// The command that was built with the tests.
enum PhotosCommand {
    private static let url = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("photos")

    static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: url.path) }

    static func start(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
