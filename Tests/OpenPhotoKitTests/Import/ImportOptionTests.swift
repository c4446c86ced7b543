import Foundation
import Glibc
import MessageSupport
import OpenPhotoKitOwner
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// The options of an import: moving, albums, duplicates, a limit for failures, deleted photos.
@Suite struct ImportOptionTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    private func exists(_ path: FilePath) -> Bool { access(path.string, F_OK) == 0 }

    private func names(_ library: OwnedLibrary, _ query: AssetQuery = AssetQuery()) throws -> [String] {
        var names: [String] = []
        try library.fetchAssets(query).enumerateObjects { names.append($0.original?.originalFilename?.string ?? "") }
        return names.sorted()
    }

    // MARK: Moving

    @Test func movingRemovesOnlyWhatIsStored() async throws {
        let photo = try scene.add("a.jpg", TestPhoto.jpeg(1))
        let double = try scene.add("b/double.jpg", TestPhoto.jpeg(1))
        let alternate = try scene.add("c.jpg", TestPhoto.commented(TestPhoto.jpeg(1), "edited"))
        let text = try scene.add("notes.txt", Array("not a photo".utf8))
        let library = try scene.open()
        let (items, summary) = try await scene.importAll(library, mode: .move)
        #expect(summary.moved == 3)
        for path in [photo, double, alternate] { #expect(!exists(path), "\(path)") }
        #expect(exists(text))
        #expect(items.filter(\.isMoved).count == 3)
        let stored = try names(library)
        #expect(stored == ["a.jpg"])
        #expect(try await scene.importAll(library, mode: .move).summary.moved == 0)
    }

    /// The link comes first in the walk.
    @Test(arguments: [ImportRequest.Mode.copy, .move]) func aFileKeepsItsNameBesideALinkToIt(
        mode: ImportRequest.Mode
    ) async throws {
        let target = try scene.add("z.jpg", TestPhoto.jpeg(1))
        let link = scene.source.appending("a.jpg")
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: target.string)
        let (items, summary) = try await scene.importAll(mode: mode)
        #expect(items.map(\.path.lastComponent) == ["z.jpg", "a.jpg"])
        let asset = try #require(try scene.open().fetchAssets().first)
        #expect(asset.original?.originalFilename == "z.jpg")
        #expect(items.last?.status == (mode == .move ? .skipped : .duplicate))
        #expect(summary.moved == (mode == .move ? 1 : 0))
        #expect(items.last?.error?.code == (mode == .move ? .notARegularFile : nil))
    }

    /// Links are read last, and the photo of this sound must be in the catalogue by then.
    @Test func aLinkedSoundIsStoredWithItsPhoto() async throws {
        for number in 1...40 { try scene.add(FilePath("\(number)/IMG_1.jpg"), TestPhoto.jpeg(UInt64(number))) }
        let sound = FilePath(scene.folder.path("sound.wav"))
        try sound.write(
            Array("RIFF".utf8) + Boxes.number(100, 4) + Array("WAVEfmt ".utf8) + [UInt8](repeating: 7, count: 100))
        #expect(symlink(sound.string, scene.source.appending("1/IMG_1.wav").string) == 0)
        let (items, summary) = try await scene.importAll()
        #expect(summary.skipped == 0)
        #expect(items.last?.path.lastComponent == "IMG_1.wav")
        #expect(items.last?.status == .imported)
    }

    /// As in a folder of git-annex, whose photos are links and whose sidecars are files.
    @Test func theSidecarOfALinkedPhotoIsReadAfterIt() async throws {
        let target = FilePath(scene.folder.path("object.jpg"))
        try target.write(TestPhoto.jpeg(1))
        #expect(symlink(target.string, scene.source.appending("IMG_1.jpg").string) == 0)
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="Linked"/></rdf:RDF></x:xmpmeta>
            """
        try scene.add("IMG_1.xmp", Array(xmp.utf8))
        try scene.add("IMG_2.jpg", TestPhoto.jpeg(2))
        let items = try await scene.importAll().items
        #expect(items.map(\.status) == [.imported, .imported, .imported])
        #expect(items.map(\.path.lastComponent) == ["IMG_2.jpg", "IMG_1.jpg", "IMG_1.xmp"])
    }

    @Test func neitherALinkNorItsTargetIsRemoved() async throws {
        let elsewhere = FilePath(scene.folder.path("elsewhere.jpg"))
        try elsewhere.write(TestPhoto.jpeg(1))
        let link = scene.source.appending("link.jpg")
        #expect(symlink(elsewhere.string, link.string) == 0)
        let (items, summary) = try await scene.importAll(mode: .move)
        #expect(summary.imported == 1)
        #expect(summary.moved == 0)
        #expect(exists(link) && exists(elsewhere))
        #expect(items[0].warnings.contains { $0.code == "sourceKept" })
    }

    /// The library's copy was damaged after an earlier import, so the source is the only intact copy.
    @Test func aSourceWhoseStoredCopyIsNotEqualStays() async throws {
        let photo = try scene.add("a.jpg", TestPhoto.jpeg(1))
        let library = try scene.open()
        try await scene.importAll(library)
        let asset = try #require(try library.allLocalIdentifiers().first)
        let original = try #require(try library.assets(withLocalIdentifiers: [asset])[asset]?.original)
        let stored = URL(fileURLWithPath: try library.place(of: original).string)
        var bytes = try Data(contentsOf: stored)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: stored)
        let (items, summary) = try await scene.importAll(library, mode: .move)
        #expect(summary.moved == 0)
        #expect(exists(photo))
        #expect(items[0].warnings.contains { $0.code == "sourceKept" })
    }

    @Test func anInterruptedMoveIsFinishedByTheNext() async throws {
        let photo = try scene.add("a.jpg", TestPhoto.jpeg(1))
        let library = try scene.open()
        try await scene.importAll(library)
        #expect(try await scene.importAll(library, mode: .move).summary.moved == 1)
        #expect(!exists(photo))
    }

    @Test func aDryRunOfAMoveRemovesNothing() async throws {
        let photo = try scene.add("a.jpg", TestPhoto.jpeg(1))
        let library = try scene.open()
        try await scene.importAll(library)
        let items = try await scene.importAll(library, mode: .move, dryRun: true).items
        #expect(exists(photo))
        #expect(items.allSatisfy { !$0.isMoved })
    }

    @Test func theLibrarysOwnFilesAreNotMoved() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let library = try scene.open()
        try await scene.importAll(library)
        let originals = scene.libraryPath.appending("originals")
        let items = try await scene.importAll(library, [originals], mode: .move).items
        #expect(items.map(\.isMoved) == [false])
        #expect(try library.storedFiles().allSatisfy { exists($0.place) })
        // A hard link to the library's file is the same file on the disk.
        let stored = try #require(try library.storedFiles().first?.place)
        let linked = scene.source.appending("linked.jpg")
        #expect(link(stored.string, linked.string) == 0)
        try await scene.importAll(library, [linked], mode: .move)
        #expect(exists(linked))
    }

    @Test func aMoveKeepsSkippedFiles() async throws {
        let xmp = Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="Same"/></rdf:RDF></x:xmpmeta>
            """.utf8)
        try scene.add("a/IMG_1.JPG", TestPhoto.jpeg(1))
        try scene.add("a/IMG_1.xmp", xmp)
        let lone = try scene.add("b/IMG_2.xmp", xmp)
        let (items, summary) = try await scene.importAll(mode: .move)
        #expect(summary.moved == 2)
        #expect(exists(lone), "Its bytes are stored, but beside another photo.")
        #expect(items.first { $0.path == lone }?.status == .skipped)
    }

    // MARK: Albums

    @Test func foldersBecomeAlbums() async throws {
        try scene.add("Rome/a.jpg", TestPhoto.jpeg(1))
        try scene.add("Rome/b.jpg", TestPhoto.jpeg(2))
        try scene.add("Best of/copy of a.jpg", TestPhoto.jpeg(1))
        try scene.add("empty/notes.txt", [1])
        let library = try scene.open()
        try await scene.importAll(library)
        #expect(try library.fetchAlbums().isEmpty)
        // Also albums of photos that are already in the library.
        try await scene.importAll(library) { $0.makesAlbums = true }
        #expect(try library.fetchAlbums().map { "\($0.title) \($0.assetCount)" } == ["Best of 1", "Rome 2"])
        let again = try await scene.importAll(library) { $0.makesAlbums = true }.summary
        #expect(again.resumed == 3)
        let bestOf = try #require(try library.fetchAlbums().firstObject)
        let inAlbum = try names(library, AssetQuery(.album(bestOf.localIdentifier)))
        #expect(inAlbum == ["copy of a.jpg"] || inAlbum == ["a.jpg"])
    }

    @Test func foldersInFoldersBecomeFoldersOfAlbums() async throws {
        for (number, name) in ["2024/Rome/a.jpg", "2024/Alps/b.jpg", "2024/c.jpg", "d.jpg", "2023/Rome/e.jpg"]
            .enumerated()
        {
            try scene.add(FilePath(name), TestPhoto.jpeg(UInt64(number)))
        }
        let library = try scene.open()
        for _ in 1...2 { try await scene.importAll(library) { $0.makesAlbums = true } }
        var places: [String] = []
        for album in try library.fetchAlbums() {
            let folder = try library.fetchFolders().first { $0.localIdentifier == album.folderIdentifier }
            places.append("\(folder.map { "\($0.title)/" } ?? "")\(album.title)")
        }
        #expect(places.sorted() == ["2023/Rome", "2024", "2024/Alps", "2024/Rome", "source"])
        #expect(try library.fetchFolders().map(\.title).sorted() == ["2023", "2024"])
        // The album of a folder stays where the owner put it.
        let rome = try #require(try library.fetchAlbums().first { $0.title == "Rome" })
        try await library.performChanges { try $0.renameAlbum(rome.localIdentifier, to: "Roma") }
        try scene.add("2024/Rome/f.jpg", TestPhoto.jpeg(9))
        try await scene.importAll(library) { $0.makesAlbums = true }
        #expect(try library.fetchAlbums().count == 5)
    }

    // MARK: Duplicates

    @Test func duplicatesAreImportedOnRequest() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        try scene.add("b.jpg", TestPhoto.jpeg(1))
        try scene.add("c.jpg", TestPhoto.commented(TestPhoto.jpeg(1), "edited"))
        let library = try scene.open()
        let first = try await scene.importAll(library) { $0.duplicates = .importAll }.summary
        #expect(first.imported == 3)
        #expect(first.assets == 3)
        #expect(Set(try library.allLocalIdentifiers()).count == 3)
        let again = try await scene.importAll(library) { $0.duplicates = .importAll }.summary
        #expect(again.resumed == 3, "An import goes on where it stopped: it does not double what it read.")
        #expect(try library.assetCount() == 3)
        try scene.add("d.jpg", TestPhoto.jpeg(1))
        #expect(try await scene.importAll(library) { $0.duplicates = .importAll }.summary.imported == 1)
        let paths = try library.allLocalIdentifiers()
            .compactMap { try library.assets(withLocalIdentifiers: [$0])[$0]?.original.map(library.place) }
        #expect(Set(paths).count == 4)
    }

    @Test func duplicatesOfAPurgedPhotoAreImported() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        try scene.add("b.jpg", TestPhoto.jpeg(1))
        let library = try scene.open()
        try await scene.importAll(library) { $0.duplicates = .importAll }
        let first = try #require(try library.allLocalIdentifiers().first)
        _ = try library.deleteAssets([first])
        _ = try await library.purgeDeletedAssets([first])
        try scene.add("c.jpg", TestPhoto.jpeg(1))
        let summary = try await scene.importAll(library) {
            $0.duplicates = .importAll
            $0.restoresDeleted = true
        }.summary
        #expect(summary.assets == 2, "The purged one is there again, and the new one.")
        #expect(Set(try library.allLocalIdentifiers()).count == 3)
    }

    // MARK: Failures

    @Test
    func theImportEndsAfterTheGivenNumberOfFailures() async throws {
        for name in ["a.jpg", "b.jpg", "c.jpg"] {
            #expect(symlink("/nowhere/at/all", scene.source.appending(name).string) == 0)
        }
        try scene.add("z.jpg", TestPhoto.jpeg(1))
        let summary = try await scene.importAll().summary
        #expect(summary.failed == 3)
        #expect(summary.imported == 1)
        await #expect(throws: PhotoLibraryError(.tooManyFailures, "")) {
            try await scene.importAll { $0.failureLimit = 2 }
        }
    }

    // MARK: Deleted photos

    @Test func deletedPhotosAreNotImportedAgain() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        try scene.add("b.jpg", TestPhoto.jpeg(2))
        let library = try scene.open()
        let items = try await scene.importAll(library).items
        let asset = try #require(items[0].localIdentifier)
        #expect(try library.deleteAssets([asset]) == [asset])
        let (again, summary) = try await scene.importAll(library)
        #expect(summary.deleted == 1)
        #expect(again.first { $0.status == .skipped }?.error?.code == .deletedByOwner)
        #expect(try library.assetCount() == 1)

        let path = try #require(try library.assets(withLocalIdentifiers: [asset])[asset]?.original.map(library.place))
        #expect(try await library.purgeDeletedAssets([asset]) == [asset])
        #expect(!exists(path))
        #expect(try await scene.importAll(library).summary.deleted == 1)
        #expect(try await scene.importAll(library) { $0.restoresDeleted = true }.summary.assets == 1)
        let restored = try library.assets(withLocalIdentifiers: [asset])[asset]
        #expect(restored != nil, "It has its identifier again.")
        #expect(scene.leftovers.isEmpty)
    }

    @Test func deletedPhotosAreRestoredOnRequest() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        let library = try scene.open()
        try await scene.importAll(library)
        let asset = try #require(try library.allLocalIdentifiers().first)
        _ = try library.deleteAssets([asset])
        let (items, summary) = try await scene.importAll(library) { $0.restoresDeleted = true }
        #expect(summary.duplicates == 1)
        #expect(items[0].warnings.contains { $0.code == "undeleted" })
        #expect(try library.allLocalIdentifiers() == [asset])
    }
}
