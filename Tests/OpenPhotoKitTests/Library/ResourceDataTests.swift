import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Resources in pieces and as files.
@Suite struct ResourceDataTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private let resource: AssetResource
    private let bytes: [UInt8]

    init() async throws {
        scene = try Scene()
        // Several pieces of a megabyte and a remainder. The bytes after the picture belong to the file.
        var random = Seeded(3)
        bytes = TestPhoto.jpeg(1) + random.bytes(3_300_000)
        try scene.add("1.jpg", bytes)
        library = try scene.open()
        try await scene.importAll(library)
        let photo = try #require(try library.allLocalIdentifiers().first)
        resource = try #require(try library.assets(withLocalIdentifiers: [photo])[photo]?.original)
    }

    @Test func thePiecesAreTheFile() async throws {
        let progress = Progress(totalUnitCount: 1)
        let data = library.requestData(for: resource, progress: progress)
        var pieces: [Data] = []
        for try await piece in data { pieces.append(piece) }
        #expect(pieces.count > 3 && pieces.allSatisfy { $0.count <= 1 << 20 })
        #expect(pieces.flatMap { $0 } == bytes)
        #expect(progress.fractionCompleted == 1 && progress.isFinished)
        var after = data.makeAsyncIterator()
        #expect(try await after.next() == nil)
    }

    @Test func bytesThatAreNotThoseImportedEndInAnError() async throws {
        let place = try library.place(of: resource)
        var bad = bytes
        bad[bad.count - 1] ^= 1
        for changed in [bad, bytes + [0], bytes.dropLast(), []] {
            try place.write(changed)
            let data = library.requestData(for: resource)
            // A second iteration throws again, so that the error is not mistaken for the end of the file.
            for _ in 0..<2 {
                let error = await #expect(throws: PhotoLibraryError(.invalidResource, "")) {
                    for try await _ in data {}
                }
                #expect(error?.path == place.string)
            }
            let copy = FilePath(scene.folder.path("copy.jpg"))
            await #expect(throws: PhotoLibraryError(.invalidResource, "")) {
                _ = try await library.writeData(for: resource, to: copy)
            }
            #expect(!FileManager.default.fileExists(atPath: copy.string))
        }
    }

    @Test func aFileThatIsGoneOrReplacedEndsInAnError() async throws {
        let place = try library.place(of: resource)
        let elsewhere = FilePath(scene.folder.path("elsewhere.jpg"))
        try FileManager.default.moveItem(atPath: place.string, toPath: elsewhere.string)
        await #expect(throws: PhotoLibraryError(.missingResource, "")) {
            for try await _ in library.requestData(for: resource) {}
        }
        let copy = FilePath(scene.folder.path("copy.jpg"))
        await #expect(throws: PhotoLibraryError(.missingResource, "")) {
            _ = try await library.writeData(for: resource, to: copy)
        }
        // A link is refused even if its target has the same bytes, because the library creates no links.
        #expect(symlink(elsewhere.string, place.string) == 0)
        await #expect(throws: PhotoLibraryError(.notARegularFile, "")) {
            for try await _ in library.requestData(for: resource) {}
        }
        await #expect(throws: PhotoLibraryError(.notARegularFile, "")) {
            _ = try await library.writeData(for: resource, to: copy)
        }
        #expect(!FileManager.default.fileExists(atPath: copy.string))
    }

    @Test func onlyFilesOfThisMachineHaveAURL() async throws {
        let url = try #require(library.localURL(of: resource))
        #expect(try [UInt8](Data(contentsOf: url)) == bytes)
        #expect(library.localURL(of: resource.moved(to: .elsewhere)) == nil)
        // The name of a reference is not necessarily UTF-8.
        let name = try #require(FilePath(bytes: Array("/photos/".utf8) + [0xE9, 0x20, 0x25]))
        #expect(
            library.localURL(of: resource.moved(to: .reference(name)))?.absoluteString == "file:///photos/%E9%20%25")
        // A path that leads out of the library's folder is refused.
        #expect(library.localURL(of: resource.moved(to: .library("../1.jpg"))) == nil)
    }

    @Test func cancellingEndsIt() async throws {
        let progress = Progress(totalUnitCount: 1)
        let data = library.requestData(for: resource, progress: progress)
        var iterator = data.makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        progress.cancel()
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
        let progress = Progress(totalUnitCount: 1)
        #expect(try await library.writeData(for: resource, to: copy, progress: progress).path == copy)
        #expect(try copy.contents() == bytes)
        #expect(progress.isFinished)
        await #expect(throws: PhotoLibraryError(.invalidResource, ""), "Nothing is replaced.") {
            try await library.writeData(for: resource, to: copy)
        }
    }
}

extension AssetResource {
    /// The same resource at another location.
    fileprivate func moved(to location: Location) -> AssetResource {
        AssetResource(
            kind: kind, location: location, originalFilename: originalFilename, bytes: bytes, sha256: sha256,
            imageDataDigest: imageDataDigest, format: format, orientation: orientation, colorProfile: colorProfile)
    }
}
