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

    /// Does the first steps of ``LogWriter``, as a process that is killed after them.
    private func publish(steps: Int) throws {
        let catalog = try PhotoCatalog(folder: scene.path)
        let folder = LibraryFolder(path: scene.path)
        defer { try? catalog.close() }
        try folder.makeFolder("registry")
        var writer = try folder.writer(catalog.unpublishedRegisters().record)
        guard steps > 0 else { return }
        if try catalog.unpublishedRegisters().record?.writer != writer.id {
            try catalog.record(.registers(.writer(writer.id, published: 0)))
        }
        guard steps > 1 else { return }
        try catalog.record(.registers(.issue(limit: 100)))
        guard steps > 2, let (registers, range) = try catalog.issuedRegisters() else { return }
        try writer.issue(through: range.upperBound)
        guard steps > 3 else { return }
        try scene.log.append(registers, covering: range, signedBy: writer.key)
        guard steps > 4 else { return }
        try catalog.record(.registers(.published(through: range.upperBound)))
    }

    /// A process is killed between any two steps, twice, with a change of the same value between.
    @Test(arguments: 0...5, 0...5) func aKilledProcessIsMadeUpFor(first: Int, second: Int) throws {
        let photos = try scene.photos()
        try change([.set(.title("one"), asset: photos[0]), .set(.rating(3), asset: photos[1])])
        try publish(steps: first)
        try change([.set(.title("two"), asset: photos[0]), .set(.favorite(true), asset: photos[2])])
        try publish(steps: second)
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
        #expect(contents.faults.isEmpty && !contents.hasGaps && contents.registers.count == 4)
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
        // Marks of a deletion that was taken back before are not known any more.
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

    @Test func aDiskThatIsFullStopsNoChange() throws {
        let photos = try scene.photos()
        // The folder of the log cannot be made.
        try scene.path.appending("registry").write([1])
        let library = try scene.open()
        try library.performChangesAndWait { try $0.set(.title("Now"), ofAssets: [photos[0]]) }
        #expect(throws: PhotoLibraryError.self) { try library.finishLog() }
        try FileManager.default.removeItem(atPath: scene.path.appending("registry").string)
        try library.finishLog()
        #expect(try scene.log.contents().registers.count == 1)
    }
}
