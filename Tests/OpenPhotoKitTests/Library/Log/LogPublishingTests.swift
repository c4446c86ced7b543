import DeviceRegistry
import Foundation
import LibraryStorage
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryMaintenance
@testable import OpenPhotoKitOwner

/// How what persons set comes into the log: in time, and whatever ends the process.
@Suite struct LogPublishingTests {
    private let scene: LogScene

    init() async throws { scene = try await LogScene() }

    /// Changes a closed library without its publisher, as a process that is killed at once.
    private func change(_ requests: [LibraryChange]) throws {
        try scene.scene.waitUntilClosed()
        let catalog = try PhotoCatalog(folder: scene.path)
        try catalog.perform(requests)
        try catalog.close()
    }

    private struct Killed: Error {}

    /// Writes the log as a process that is killed after a step, or before the first one.
    private func publish(through last: LogWriter.Step?) throws {
        let catalog = try PhotoCatalog(folder: scene.path)
        defer { try? catalog.close() }
        guard let last else { return }
        #expect(throws: Killed.self) {
            try scene.writer(of: catalog).publish { if $0 == last { throw Killed() } }
        }
    }

    private static let steps: [LogWriter.Step?] = [nil] + LogWriter.Step.allCases

    /// A process is killed between any two steps, twice, with a change of the same value between.
    @Test(arguments: steps, steps) func aKilledProcessIsMadeUpFor(first: LogWriter.Step?, second: LogWriter.Step?)
        throws
    {
        let photos = try scene.photos()
        try change([.set(.title("one"), asset: photos[0]), .set(.rating(3), asset: photos[1])])
        try publish(through: first)
        try change([.set(.title("two"), asset: photos[0]), .set(.favorite(true), asset: photos[2])])
        try publish(through: second)
        // The next opening writes what is missing.
        try scene.open().finishLog()
        let before = try scene.values()
        let catalog = try PhotoCatalog(folder: scene.path)
        #expect(try catalog.unpublishedRegisters().isAnyWaiting == false)
        try catalog.close()
        try scene.loseCatalog(andCopies: true)
        #expect(try scene.repair().log?.isComplete == true)
        #expect(try scene.values().difference(from: before) == [])
    }

    @Test func aChangeIsInTheLogWithinSeconds() throws {
        let photos = try scene.photos()
        let library = try scene.open()
        try library.performChangesAndWait { try $0.set(.title("Now"), ofAssets: [photos[0]]) }
        let end = Date() + 20
        while try scene.log.isEmpty, Date() < end { usleep(50_000) }
        #expect(try scene.log.contents().registers.count == 1)
        _ = library
    }

    @Test func anOlderCatalogueThatIsPutBackGetsANewWriter() throws {
        let photos = try scene.photos()
        try change([.set(.title("one"), asset: photos[0])])
        try scene.open().finishLog()
        try scene.scene.waitUntilClosed()
        let catalog = URL(fileURLWithPath: scene.path.appending("catalog.sqlite").string)
        let older = try Data(contentsOf: catalog)
        try change([.set(.title("two"), asset: photos[0]), .set(.caption("two"), asset: photos[0])])
        try scene.open().finishLog()
        try scene.loseCatalog(andCopies: false)
        try older.write(to: catalog)
        try change([.set(.rating(5), asset: photos[1]), .set(.rating(4), asset: photos[2])])
        try scene.open().finishLog()
        #expect(try scene.log.writers().count == 2)
        let contents = try scene.log.contents()
        #expect(contents.faults.isEmpty && contents.covered.values.allSatisfy { $0.count == 1 })
        #expect(contents.registers.count == 4)
        // The log has what the older catalogue had not, and what was set in it.
        try scene.loseCatalog(andCopies: true)
        _ = try scene.repair()
        let assets = try scene.open().assets(withLocalIdentifiers: photos)
        #expect(assets[photos[0]]?.metadata.title == "two" && assets[photos[0]]?.metadata.caption == "two")
        #expect(assets[photos[1]]?.metadata.rating == 5)
    }

    @Test func aCopiedLibraryGetsANewWriter() throws {
        let photos = try scene.photos()
        try change([.set(.title("one"), asset: photos[0])])
        try scene.open().finishLog()
        try scene.scene.waitUntilClosed()
        let copy = FilePath(scene.scene.folder.path("Copy.library"))
        try FileManager.default.copyItem(atPath: scene.path.string, toPath: copy.string)
        let library = try OwnedLibrary(at: copy)
        try library.performChangesAndWait { try $0.set(.title("copy"), ofAssets: [photos[0]]) }
        try library.finishLog()
        let log = library.local.folder.log(of: library.local.libraryID)
        #expect(try log.writers().count == 2)
        #expect(try log.contents().registers.sorted.map(\.value) == [Array("copy".utf8)])
    }

    /// A library that was made before it had a log, or whose log a person removed.
    @Test func whatWasSetBeforeTheLogIsWritten() async throws {
        _ = try await scene.setEverything()
        let before = try scene.values()
        for name in ["registry", "writer.json"] {
            try FileManager.default.removeItem(atPath: scene.path.appending(name).string)
        }
        try scene.open().finishLog()
        #expect(try scene.log.contents().registers.count > 40)
        try scene.loseCatalog(andCopies: true)
        #expect(try scene.repair().log?.isComplete == true)
        #expect(try scene.values().difference(from: before) == [])
    }

    @Test func manyChangesLeaveFewFiles() throws {
        let photos = try scene.photos()
        let library = try scene.open()
        for number in 0..<40 {
            try library.performChangesAndWait { try $0.set(.title("\(number)"), ofAssets: photos) }
            try library.finishLog()
        }
        let writer = try #require(scene.log.writers().first)
        #expect(try scene.log.segments(of: writer).count < 8)
        #expect(try scene.log.contents().registers.count == photos.count)
    }

    @Test func aLogThatCannotBeWrittenStopsNoChange() throws {
        let photos = try scene.photos()
        // The folder of the log cannot be made.
        try scene.path.appending("registry").write([1])
        let library = try scene.open()
        #expect(library.logFailure == nil)
        try library.performChangesAndWait { try $0.set(.title("Now"), ofAssets: [photos[0]]) }
        #expect(throws: PhotoLibraryError.self) { try library.finishLog() }
        #expect(library.logFailure != nil)
        try FileManager.default.removeItem(atPath: scene.path.appending("registry").string)
        try library.finishLog()
        #expect(library.logFailure == nil)
        #expect(try scene.log.contents().registers.count == 1)
    }

    @Test func aLogThatCouldNotBeWrittenIsTriedAgain() throws {
        let photos = try scene.photos()
        try change([.set(.title("Now"), asset: photos[0])])
        try scene.path.appending("registry").write([1])
        let catalog = try PhotoCatalog(folder: scene.path)
        let publisher = LogPublisher(scene.context(of: catalog), retryingAfter: 0.2)
        #expect(throws: PhotoLibraryError.self) { try publisher.finish() }
        try FileManager.default.removeItem(atPath: scene.path.appending("registry").string)
        // Sooner than the first writing after the opening.
        let end = Date() + 2
        while publisher.failure != nil, Date() < end { usleep(50_000) }
        #expect(publisher.failure == nil)
        #expect(try scene.log.contents().registers.count == 1)
        publisher.close()
        try catalog.close()
    }

    /// A backup is copied over the library, and files that are newer stay.
    @Test func anOlderLibraryThatIsPutBackGetsANewWriter() throws {
        let photos = try scene.photos()
        try change([.set(.title("one"), asset: photos[0])])
        try scene.open().finishLog()
        try scene.scene.waitUntilClosed()
        let files = ["catalog.sqlite", "writer.json"].map { URL(fileURLWithPath: scene.path.appending($0).string) }
        let backup = try files.map { try Data(contentsOf: $0) }
        for number in 0..<10 {
            try change([.set(.caption("\(number)"), asset: photos[1])])
            try scene.open().finishLog()
        }
        try scene.loseCatalog(andCopies: false)
        for (file, bytes) in zip(files, backup) { try bytes.write(to: file) }
        for number in 0..<10 {
            try change([.set(.rating(number % 5), asset: photos[2]), .set(.title("\(number)"), asset: photos[2])])
            try scene.open().finishLog()
        }
        let contents = try scene.log.contents()
        #expect(try scene.log.writers().count == 2)
        #expect(contents.faults.isEmpty && contents.covered.values.allSatisfy { $0.count == 1 })
        #expect(contents.registers.count == 4)
    }

    /// Two processes open one library, change it, and write its log at the same time.
    @Test func twoWritersOfOneLibraryLoseNothing() throws {
        let photos = try scene.photos()
        try scene.scene.waitUntilClosed()
        let catalogs = try (0..<2).map { _ in try PhotoCatalog(folder: scene.path) }
        let failures = Gathered<String>()
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            do {
                for round in 0..<20 {
                    try catalogs[number].perform([.set(.title("\(number) \(round)"), asset: photos[number])])
                    try scene.writer(of: catalogs[number]).publish()
                }
            } catch { failures.append("\(error)") }
        }
        #expect(failures.all == [])
        for catalog in catalogs { try catalog.close() }
        let contents = try scene.log.contents()
        #expect(contents.faults.isEmpty && contents.covered.values.map { Array($0) } == [[1...40]])
        #expect(
            Set(contents.registers.sorted.map { String(decoding: $0.value, as: UTF8.self) }) == ["0 19", "1 19"])
    }

    @Test func anImportIntoAlbumsWritesFewFiles() async throws {
        for seed in 10...29 as ClosedRange<UInt64> {
            try scene.scene.add(FilePath("Rome/\(seed).jpg"), TestPhoto.jpeg(seed))
        }
        let library = try scene.open()
        try await scene.scene.importAll(library) { $0.makesAlbums = true }
        try library.finishLog()
        let writer = try #require(scene.log.writers().first)
        #expect(try scene.log.segments(of: writer).count <= 2)
        #expect(try scene.log.contents().registers.count > 20)
    }
}
