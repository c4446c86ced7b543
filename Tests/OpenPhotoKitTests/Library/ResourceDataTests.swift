import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKit

/// Resources piece by piece, and as files.
@Suite struct ResourceDataTests {
    private let scene: Scene
    private let library: PhotoLibrary
    private let resource: AssetResource
    private let bytes: [UInt8]

    init() async throws {
        scene = try Scene()
        // Some pieces of a megabyte and a rest: what is behind the picture belongs to the file.
        var random = Seeded(3)
        bytes = TestPhoto.jpeg(1) + random.bytes(3_300_000)
        try scene.add("1.jpg", bytes)
        library = try scene.open()
        try await scene.importAll(library)
        let photo = try #require(try library.allLocalIdentifiers().first)
        resource = try #require(try library.assets(withLocalIdentifiers: [photo])[photo]?.original)
    }

    @Test func thePiecesAreTheFile() async throws {
        let data = library.requestData(for: resource)
        var pieces: [Data] = []
        for try await piece in data { pieces.append(piece) }
        #expect(pieces.count > 3 && pieces.allSatisfy { $0.count <= 1 << 20 })
        #expect(pieces.flatMap { $0 } == bytes)
        #expect(data.progress.completedUnitCount == Int64(bytes.count) && data.progress.isFinished)
        var after = data.makeAsyncIterator()
        #expect(try await after.next() == nil)
    }

    @Test func bytesThatAreNotAsStoredEndInAnError() async throws {
        var bad = bytes
        bad[bad.count - 1] ^= 1
        try resource.path.write(bad)
        await #expect(throws: PhotoLibraryError(.libraryDamaged, "")) {
            for try await _ in library.requestData(for: resource) {}
        }
        let copy = FilePath(scene.folder.path("copy.jpg"))
        await #expect(throws: PhotoLibraryError(.libraryDamaged, "")) {
            _ = try await library.writeData(for: resource, to: copy).result()
        }
        #expect(!FileManager.default.fileExists(atPath: copy.string))
        unlink(resource.path.string)
        await #expect(throws: PhotoLibraryError(.unreadable, "")) {
            for try await _ in library.requestData(for: resource) {}
        }
    }

    @Test func cancellingEndsIt() async throws {
        let data = library.requestData(for: resource)
        var iterator = data.makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        data.progress.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { _ = try await iterator.next() }
        let (library, resource) = (library, resource)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            for try await _ in library.requestData(for: resource) {}
        }
        task.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await task.value }
    }

    @Test func aResourceBecomesAFile() async throws {
        let copy = FilePath(scene.folder.path("copy.jpg"))
        let load = library.writeData(for: resource, to: copy)
        #expect(try await load.result().map(\.path) == [copy])
        #expect(try copy.contents() == bytes)
        #expect(load.progress.isFinished)
        let again = await library.writeData(for: resource, to: copy).outcomes()
        #expect((again.first?.error as? PhotoLibraryError)?.code == .ioFailure, "Nothing is replaced.")
    }
}
