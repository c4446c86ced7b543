import Foundation
import LibraryStorage
import PhotoCatalog
import PhotoIngest
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// What the next run finds of an offload whose process ended.
@Suite(disks) struct InterruptedOffloadTests {
    private let scene: StoreScene
    private var context: LibraryContext { scene.library.local.context }
    private let run = UUID().uuidString

    init() async throws {
        scene = try await StoreScene()
        try await scene.library.mirror()
        try makeRunFolder()
    }

    private func makeRunFolder() throws {
        try FileManager.default.createDirectory(
            atPath: context.folder.incoming.appending(run).string, withIntermediateDirectories: true)
    }

    /// Records that a photo was offloaded, and removes no file; returns the place of its original.
    private func recordOffload(of name: String) throws -> FilePath {
        let leaving = try scene.leaving(name)
        let file = try #require(leaving.files.first)
        _ = try context.catalog.plan([file.stub], run: run)
        try context.folder.path.pushing(file.stub).write([1])
        #expect(try context.catalog.record(.store(.offloaded([leaving], run: run))).isEmpty)
        return context.folder.path.pushing(file.path)
    }

    /// The stores may have been lost since they were asked.
    @Test func theNextRunKeepsTheOriginal() async throws {
        let place = try recordOffload(of: "1.jpg")
        for disk in scene.disks { try disk.unmount() }
        try RunFolder.clearAbandoned(in: context)
        #expect(try place.contents() == scene.bytes("1.jpg"))
        #expect(try scene.library.place(of: scene.original("1.jpg")) == place)
        #expect(!FileManager.default.fileExists(atPath: place.string + ".elsewhere"))
        #expect(!FileManager.default.fileExists(atPath: context.folder.incoming.appending(run).string))
        #expect(try await scene.library.verify { _ in }.counts == [.ok: 3])
    }

    /// Two originals were at one path: the file is the one that it is by its bytes.
    @Test func theFileIsThatOfTheLastOriginalAtItsPath() async throws {
        let place = try scene.library.place(of: scene.original("1.jpg"))
        try await scene.offload(["1.jpg"])
        let second = TestPhoto.jpeg(78, width: 320, height: 240)
        let first = try scene.photo("1.jpg")
        try await scene.scene.importAll(scene.library, [try scene.scene.add("../other/second.jpg", second)])
        try await scene.library.mirror()
        let file = try #require(scene.leaving("second.jpg").files.first)
        // An import removes the folders of ended runs.
        try makeRunFolder()
        // The second one gets the path that the first one had.
        let moved = LeavingAsset.File(row: file.row, path: "originals/undated/1.jpg", stub: file.stub)
        _ = try context.catalog.plan([file.stub], run: run)
        let photo = try scene.photo("second.jpg")
        let former = try scene.library.place(of: scene.original("second.jpg"))
        try FileManager.default.moveItem(atPath: former.string, toPath: place.string)
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                database.execute("UPDATE resource SET path = ? WHERE id = ?", (sys.argv[2].encode(), int(sys.argv[3])))
                database.commit()
                """,
            [context.folder.path.appending("catalog.sqlite").string, moved.path.string, "\(moved.row)"])
        try #require(outcome.exit == 0 && place.string.hasSuffix(moved.path.string), "\(outcome.output)")
        let leaving = LeavingAsset(localIdentifier: photo, files: [moved], copies: [])
        #expect(try context.catalog.record(.store(.offloaded([leaving], run: run))).isEmpty)
        try RunFolder.clearAbandoned(in: context)
        #expect(try scene.library.place(of: scene.original("second.jpg")) == place)
        #expect(try context.catalog.storedResources(of: first).allSatisfy { $0.content.location == .elsewhere })
    }

    @Test func aFileThatTookItsPlaceStays() throws {
        let place = try recordOffload(of: "1.jpg")
        try place.write([1, 2, 3])
        try RunFolder.clearAbandoned(in: context)
        #expect(try place.contents() == [1, 2, 3])
        #expect(!FileManager.default.fileExists(atPath: context.folder.incoming.appending(run).string))
    }

    @Test func theNextRunRemovesStubsOfPhotosThatStay() async throws {
        let place = try scene.library.place(of: scene.original("2.jpg"))
        let stub = FilePath(place.string + ".elsewhere")
        var relative = stub
        let isInside = relative.removePrefix(context.folder.path)
        try #require(isInside)
        _ = try context.catalog.plan([relative], run: run)
        try stub.write([1])
        try RunFolder.clearAbandoned(in: context)
        #expect(!FileManager.default.fileExists(atPath: stub.string))
        #expect(try place.contents() == scene.bytes("2.jpg"))
        #expect(try await scene.library.verify { _ in }.faults == 0)
    }
}
