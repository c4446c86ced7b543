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
        try FileManager.default.createDirectory(
            atPath: context.folder.incoming.appending(run).string, withIntermediateDirectories: true)
    }

    /// Records that a photo was offloaded, and removes no file; returns the place of its original.
    private func recordOffload(of name: String) throws -> FilePath {
        let file = try #require(context.catalog.storedResources(of: scene.photo(name)).first)
        guard case .library(let path) = file.content.location else { throw PhotoLibraryError(.internalError, name) }
        let stub = LibraryFolder.stub(of: path, file.content.sha256)
        _ = try context.catalog.plan([stub], run: run)
        try context.catalog.record(.store(.offloaded([(file.row, path, stub)], run: run)))
        return context.folder.path.pushing(path)
    }

    @Test func theNextRunRemovesTheOriginal() throws {
        let place = try recordOffload(of: "1.jpg")
        try RunFolder.clearAbandoned(in: context)
        #expect(!FileManager.default.fileExists(atPath: place.string))
        #expect(try scene.original("1.jpg").location == .elsewhere)
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
