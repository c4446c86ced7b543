import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKit

/// The index on disk follows the catalogue, whatever happened to it.
@Suite struct SignatureIndexTests {
    private let scene: Scene
    private let library: PhotoLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private var file: FilePath { scene.libraryPath.appending("index").appending("hashes") }

    private func isFound(_ seed: UInt64, in library: PhotoLibrary) async throws -> Bool {
        let asked = try await Scene.identifier(of: TestPhoto.jpeg(seed, quality: 70))
        return try library.resolve([asked])[0].get().status == .found
    }

    @Test func photosOfALaterImportAndOfAnotherProcessAreFound() async throws {
        _ = try await scene.store([TestPhoto.jpeg(1)], in: library)
        #expect(try await isFound(1, in: library))
        let other = try scene.open()
        try scene.add("later.jpg", TestPhoto.jpeg(2))
        try await scene.importAll(other)
        for library in [library, other, try scene.open()] {
            #expect(try await isFound(2, in: library))
            #expect(try await isFound(1, in: library))
        }
    }

    @Test func aLostOrDamagedIndexIsMadeAnew() async throws {
        _ = try await scene.store([TestPhoto.jpeg(1), TestPhoto.jpeg(2)], in: library)
        let whole = try file.contents()
        for damaged in [[], Array(whole.prefix(100)), Array(repeating: 0, count: whole.count), whole.map { ~$0 }] {
            try file.write(damaged)
            #expect(try await isFound(2, in: try scene.open()))
        }
        #expect(try library.signatures.verify())
    }

    @Test func aFlippedBitIsNoticedByVerifying() async throws {
        _ = try await scene.store((1...3).map { TestPhoto.jpeg($0) }, in: library)
        var bytes = try file.contents()
        // Behind the header's page.
        let place = try #require(bytes.indices.last { $0 > 4096 && bytes[$0] != 0 } ?? bytes.indices.last)
        bytes[place] ^= 1
        try file.write(bytes)
        let sound = try library.signatures.verify()
        #expect(try await isFound(2, in: try scene.open()))
        #expect(try library.signatures.verify())
        // In a file of few hashes all may be updates: those check themselves.
        #expect(!sound || bytes.count > 4096)
    }

    /// Where nothing can be written everything is compared from the catalogue.
    @Test func anIndexThatCannotBeWrittenChangesNoAnswer() async throws {
        _ = try await scene.store([TestPhoto.jpeg(1)], in: library)
        let folder = file.removingLastComponent()
        try FileManager.default.removeItem(atPath: folder.string)
        try folder.write([])
        #expect(try await isFound(1, in: try scene.open()))
    }
}
