import Foundation
import PhotoCatalog
import PhotoIngest
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Files that a killed import leaves in the library, which the tests create directly.
struct CrashedImportTests {
    private let temporary: TemporaryFolder
    private var path: FilePath { FilePath(temporary.path("library")) }

    init() throws { temporary = try TemporaryFolder() }

    private func write(_ text: String, to path: FilePath) throws {
        let folder = path.removingLastComponent().string
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path.string))
    }

    private func exists(_ path: FilePath) -> Bool { FileManager.default.fileExists(atPath: path.string) }

    private func findings(_ library: OwnedLibrary) throws -> [VerifiedFile.Status] {
        let found = Mutex<[VerifiedFile.Status]>([])
        try library.verifyAndWait { file in found.withLock { $0.append(file.status) } }
        return found.withLock { $0 }
    }

    /// The name of a run whose process has died.
    private let dead = UUID().uuidString

    @Test("A file placed but not committed is no orphan: the next import removes it")
    func placedFile() async throws {
        let library = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        let placed: FilePath = "originals/2024/05/a.jpg"
        _ = try library.catalog.plan([placed], run: dead)
        try write("placed", to: path.pushing(placed))
        try write("half", to: path.appending("incoming").appending(dead).appending("b.part"))
        #expect(try findings(library).isEmpty)

        _ = try await library.importFiles(ImportRequest(paths: []))
        #expect(!exists(path.pushing(placed)))
        #expect(!exists(path.appending("incoming").appending(dead)))
    }

    @Test("A file without a plan is an orphan, and stays")
    func orphan() async throws {
        let library = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        let stray = path.pushing("originals/2024/05/a.jpg")
        try write("stray", to: stray)
        _ = try await library.importFiles(ImportRequest(paths: []))
        #expect(try findings(library) == [.orphan])
        #expect(exists(stray))
    }

    @Test("Only the rest of an unfinished manifest is removed")
    func unfinishedManifest() throws {
        let unfinished = path.appending("\(UUID().uuidString.lowercased()).part")
        let download = path.appending("video.part")
        try write("{", to: unfinished)
        try write("someone's", to: download)
        _ = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        #expect(!exists(unfinished))
        #expect(exists(download))
    }

    @Test("The copy of a run that came second stays planned until it is removed: a crash in between leaves no orphan")
    func secondCopy() throws {
        let library = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        let digest = try #require(Digest(repeatElement(7, count: 32)))
        func batch(at path: FilePath, _ disposition: IngestDisposition) -> IngestBatch {
            let file = AnalysedFile(
                source: "/source/a.jpg",
                identity: FileIdentity(device: 1, inode: 2, size: 3, modifiedNanoseconds: 4, changedNanoseconds: 5),
                sha256: digest, bytes: 3)
            var insertion = ResourceInsertion(file, localIdentifier: "A", path: path, isReference: false)
            insertion.disposition = disposition
            return IngestBatch([insertion])
        }
        let catalog = library.catalog
        try FileManager.default.createDirectory(
            atPath: self.path.appending("originals").string, withIntermediateDirectories: true)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: self.path.appending("originals/a.jpg").string))
        _ = try catalog.plan(["originals/a.jpg"], run: "first")
        _ = try catalog.plan(["originals/a-2.jpg"], run: "second")
        try catalog.perform([.ingest(batch(at: "originals/a.jpg", .new))], run: "first")
        try catalog.perform([.ingest(batch(at: "originals/a-2.jpg", .duplicate(of: "A")))], run: "second")
        #expect(try catalog.abandonedPlacements(run: "first") == [])
        #expect(try catalog.abandonedPlacements(run: "second") == ["originals/a-2.jpg"])
    }

    @Test("Of several that make a library in the same folder at the same moment, all succeed with the same one")
    func sameTimeOpening() async throws {
        for attempt in 0..<10 {
            let path = FilePath(temporary.path("library-\(attempt)"))
            let identifiers = try await withThrowingTaskGroup(of: UUID.self) { group in
                for _ in 0..<6 {
                    group.addTask { try OwnedLibrary(at: path, opening: .creatingIfAbsent).local.libraryID }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(identifiers.count == 1)
        }
    }

    @Test("A run's folder goes when the run ends, also while files in it are being removed")
    func closing() throws {
        let library = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
        let run = try RunFolder(in: library.local.context)
        let files = (0..<2_000).map { run.path.appending("\($0).part") }
        for file in files { close(creat(file.string, 0o600)) }
        let removal = DispatchQueue(label: "removal")
        removal.async { for file in files { unlink(file.string) } }
        try run.close()
        removal.sync {}
        #expect(!exists(run.path))
    }

    @Test("Imports of the same files at the same time all succeed, and store each file once")
    func sameTime() async throws {
        let source = FilePath(temporary.path("source"))
        for number in 0..<60 { try write("photo \(number)", to: source.appending("\(number).jpg")) }
        let path = path
        let summaries = try await withThrowingTaskGroup(of: ImportSummary.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let library = try OwnedLibrary(at: path, opening: .creatingIfAbsent)
                    return try await library.importFiles(ImportRequest(paths: [source]))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(summaries.map { $0.imported + $0.duplicates } == [60, 60, 60, 60])
        #expect(summaries.map(\.imported).reduce(0, +) == 60)
        let library = try OwnedLibrary(at: path)
        #expect(try library.assetCount() == 60)
        #expect(try findings(library) == Array(repeating: .ok, count: 60))
        #expect(try FileManager.default.contentsOfDirectory(atPath: library.local.folder.incoming.string).isEmpty)
    }
}
