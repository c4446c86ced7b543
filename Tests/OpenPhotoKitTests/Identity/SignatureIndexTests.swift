import CandidateIndex
import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoMatching

/// The search index agrees with the catalogue, also after damage.
@Suite struct SignatureIndexTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private var file: FilePath { scene.libraryPath.appending("index").appending("hashes") }

    private func isFound(_ seed: UInt64, in library: OwnedLibrary) async throws -> Bool {
        let asked = try await Scene.identifier(of: TestPhoto.jpeg(seed, quality: 70))
        return try library.resolveAndWait([asked])[0].get().status == .found
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
        #expect(try CandidateIndex.condition(inFolder: library.local.folder.searchIndex) == .sound)
    }

    @Test func aMissingIndexIsReportedAndTheNextSearchMakesIt() async throws {
        #expect(try await library.verifySearchIndex() == .missing, "Nothing was ever searched.")
        _ = try await scene.store([TestPhoto.jpeg(1)], in: library)
        #expect(try await isFound(1, in: library))
        #expect(try await library.verifySearchIndex() == .sound)
        try FileManager.default.removeItem(atPath: file.removingLastComponent().string)
        #expect(try await library.verifySearchIndex() == .missing)
        #expect(!FileManager.default.fileExists(atPath: file.string), "Verifying writes nothing.")
        #expect(try await isFound(1, in: scene.open()))
        #expect(try await library.verifySearchIndex() == .sound)
    }

    @Test func damageInTheLastBytesIsReportedAndTheNextSearchRepairsIt() async throws {
        _ = try await scene.store([TestPhoto.jpeg(1)], in: library)
        #expect(try await isFound(1, in: library))
        _ = try await scene.store([TestPhoto.jpeg(2)], in: library)
        #expect(try await isFound(2, in: library))
        let whole = try file.contents()
        var bytes = whole
        bytes[bytes.count - 1] ^= 1
        try file.write(bytes)
        #expect(try await library.verifySearchIndex() == .damaged)
        #expect(try await isFound(2, in: scene.open()))
        #expect(try await library.verifySearchIndex() == .sound)
        #expect(try file.contents() == whole)
    }

    /// Another program can truncate a file in use.
    ///
    /// Without a check, a search would read mapped pages that no longer exist.
    @Test func anIndexThatWasCutShortWhileItIsOpenIsMadeAnew() async throws {
        _ = try await scene.store((1...3).map { TestPhoto.jpeg($0) }, in: library)
        #expect(try await isFound(2, in: library))
        let whole = try file.contents().count
        for length in [whole - 1, 4200, 100, 0] {
            #expect(truncate(file.string, length) == 0)
            #expect(try await isFound(2, in: library))
            #expect(try await library.verifySearchIndex() == .sound)
        }
        #expect(truncate(file.string, 100) == 0)
        #expect(try await library.verifySearchIndex() == .damaged)
        #expect(try await isFound(2, in: library))
        #expect(try await library.verifySearchIndex() == .sound)
    }

    @Test func damageThatNoSearchNoticesIsFoundByVerifyingAndRemovedByARepair() async throws {
        // A library that is not open in another process.
        let scene = try Scene()
        let file = scene.libraryPath.appending("index").appending("hashes")
        func found() async throws -> Int {
            let library = try scene.open()
            var count = 0
            for seed: UInt64 in 1...3 where try await isFound(seed, in: library) { count += 1 }
            return count
        }
        _ = try await scene.store((1...3).map { TestPhoto.jpeg($0) }, in: scene.open())
        #expect(try await found() == 3)
        var bytes = try file.contents()
        // The hashes after the header page, except the last hash, which a search reads.
        for place in 4096..<4096 + 2 * 32 { bytes[place] ^= 0xff }
        try file.write(bytes)
        #expect(try await found() == 1)
        #expect(try await scene.open().verifySearchIndex() == .damaged)
        #expect(try file.contents() == bytes, "Verifying writes nothing.")
        #expect(try OwnedLibrary.repairAndWait(at: scene.libraryPath) { _ in }.isSearchIndexDiscarded)
        #expect(try await scene.open().verifySearchIndex() == .sound)
        #expect(try await found() == 3)
        #expect(try await scene.open().verifySearchIndex() == .sound)
        #expect(try file.contents().count == bytes.count, "It is this catalogue's again.")
    }

    /// An older copy of the catalogue assigns ids again that have other hashes in the index.
    @Test func anIndexOfALaterCatalogIsNotTrusted() async throws {
        _ = try await scene.store([TestPhoto.jpeg(1)], in: library)
        try library.catalog.close()
        let catalog = scene.libraryPath.appending("catalog.sqlite")
        let older = try catalog.contents()
        let second = try scene.open()
        try scene.add("later.jpg", TestPhoto.jpeg(2))
        try await scene.importAll(second)
        try second.catalog.close()
        try catalog.write(older)
        let third = try scene.open()
        try scene.add("other.jpg", TestPhoto.jpeg(3))
        try await scene.importAll(third, [scene.source.appending("other.jpg")])
        #expect(try await isFound(3, in: third))
        #expect(try await isFound(3, in: try scene.open()))
    }

    /// If the index cannot be written, hashes are compared from the catalogue.
    @Test func anIndexThatCannotBeWrittenChangesNoAnswer() async throws {
        _ = try await scene.store([TestPhoto.jpeg(1)], in: library)
        let folder = file.removingLastComponent()
        try FileManager.default.removeItem(atPath: folder.string)
        try folder.write([])
        let library = try scene.open()
        #expect(try await isFound(1, in: library))
        let hash = try #require(try library.catalog.signedAsset(1)).signature.hash
        #expect(throws: PhotoLibraryError.self) {
            try library.local.index.candidates(near: [hash], limit: 0, asker: library.catalog)
        }
    }
}
