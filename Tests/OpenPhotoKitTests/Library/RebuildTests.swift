import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// The rebuild of an intact catalogue, which has the digests of all files of the library.
@Suite struct RebuildTests {
    private let scene: Scene
    private let before: [AssetSnapshot]
    /// The bytes of the library's files, by path.
    private let contents: [FilePath: [UInt8]]
    private var originals: FilePath { scene.libraryPath.appending("originals") }

    init() async throws {
        scene = try await Scene.ofEverything()
        before = try AssetSnapshot.all(in: scene.libraryPath)
        let paths = try OwnedLibrary(at: scene.libraryPath).storedFiles().map(\.place)
        contents = try Dictionary(uniqueKeysWithValues: paths.map { ($0, try $0.contents()) })
    }

    private func rebuild() throws -> (files: [RepairedFile], summary: RepairSummary) {
        try scene.waitUntilClosed()
        let files = Gathered<RepairedFile>()
        let summary = try OwnedLibrary.repairAndWait(at: scene.libraryPath, rebuild: true) { files.append($0) }
        #expect(summary.isRebuilt && summary.damage == nil)
        return (files.all, summary)
    }

    /// The results of a verification, by path.
    private func findings() throws -> [FilePath: String] {
        let files = Gathered<VerifiedFile>()
        try OwnedLibrary(at: scene.libraryPath).verifyAndWait { files.append($0) }
        return Dictionary(
            uniqueKeysWithValues: files.all.map { ($0.path, "\($0.localIdentifier ?? "") \($0.status)") })
    }

    /// The file in the library with the bytes of a file of the source folder.
    private func stored(_ name: FilePath) throws -> FilePath {
        let bytes = try scene.source.pushing(name).contents()
        return try #require(contents.filter { $0.value == bytes }.keys.min { "\($0)" < "\($1)" })
    }

    // MARK: Damaged files

    private enum Harm: CaseIterable {
        case none, rotten, cutShort, empty, gone, folder

        func inflict(on path: FilePath, _ bytes: [UInt8]) throws {
            var rotten = bytes
            rotten[bytes.count / 2] ^= 0x10
            switch self {
            case .none: break
            case .rotten: try path.write(rotten)
            case .cutShort: try path.write(Array(bytes.dropLast()))
            case .empty: try path.write([])
            case .gone, .folder:
                try FileManager.default.removeItem(atPath: path.string)
                guard self == .folder else { return }
                try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: false)
            }
        }

        var status: RepairedFile.Status {
            switch self {
            case .none: .rebuilt
            case .rotten, .cutShort, .empty: .changed
            case .gone: .missing
            case .folder: .unreadable
            }
        }
    }

    /// Each file gets each kind of damage in turn, and at the same time the other files get other kinds.
    @Test func faultsAreNamedAndTheNewCatalogueKeepsTheOldRecords() throws {
        let paths = contents.keys.sorted { "\($0)" < "\($1)" }
        for turn in Harm.allCases.indices {
            var harms: [FilePath: Harm] = [:]
            for (index, path) in paths.enumerated() {
                let harm = Harm.allCases[(index + turn) % Harm.allCases.count]
                try harm.inflict(on: path, contents[path] ?? [])
                harms[path] = harm
            }
            let found = try findings()
            let (files, summary) = try rebuild()
            #expect(files.count == paths.count)
            for file in files {
                #expect(file.status == harms[file.path]?.status, "\(file.path)")
                #expect(file.localIdentifier != nil)
                guard file.status != .rebuilt else { continue }
                #expect(file.error?.path == file.path.string && file.error?.identifier == file.localIdentifier)
            }
            #expect(summary.faults == harms.values.count { $0 != .none })
            let after = try findings()
            for path in paths { #expect(after[path] == found[path], "\(path), \(turn)") }
            let snapshots = try AssetSnapshot.all(in: scene.libraryPath)
            #expect(snapshots.count == before.count)
            for (old, new) in zip(before, snapshots) { #expect(old == new, "\(turn)") }
            for path in paths {
                try? FileManager.default.removeItem(atPath: path.string)
                try path.write(contents[path] ?? [])
            }
            #expect(try findings().values.allSatisfy { $0.hasSuffix(" ok") })
        }
    }

    @Test func anImportHealsFilesThatARebuildNamed() async throws {
        let (rotten, gone) = (try stored("other/1.jpg"), try stored("damaged.jpg"))
        try Harm.rotten.inflict(on: rotten, contents[rotten] ?? [])
        try Harm.gone.inflict(on: gone, contents[gone] ?? [])
        #expect(try rebuild().summary.faults == 2)
        // The message of the error for a file with other bytes tells the user to remove the file first.
        try FileManager.default.removeItem(atPath: rotten.string)
        try await scene.importAll()
        #expect(try findings().values.allSatisfy { $0.hasSuffix(" ok") })
        #expect(try AssetSnapshot.all(in: scene.libraryPath) == before)
    }

    @Test func withoutTheFolderOfTheOriginalsNothingIsMadeAnew() throws {
        let away = scene.libraryPath.appending("away")
        try FileManager.default.moveItem(atPath: originals.string, toPath: away.string)
        #expect(code { _ = try rebuild() } == .missingResource)
        try FileManager.default.moveItem(atPath: away.string, toPath: originals.string)
        #expect(try AssetSnapshot.all(in: scene.libraryPath) == before)
        #expect(!scene.libraryPath.names.contains("rebuilding"))
    }

    // MARK: Moved files

    @Test func aGoodStrayCopyTakesItsPlaceFirst() throws {
        let (rotten, moved) = (try stored("other/1.jpg"), try stored("damaged.jpg"))
        try Harm.rotten.inflict(on: rotten, contents[rotten] ?? [])
        try FileManager.default.moveItem(
            atPath: moved.string, toPath: originals.appending("undated").appending("moved.jpg").string)
        try originals.appending("undated").appending("copy.jpg").write(contents[rotten] ?? [])
        let summary = try rebuild().summary
        #expect(summary.files == [.added: 2, .rebuilt: 16])
        #expect(try AssetSnapshot.all(in: scene.libraryPath) == before)
        #expect(try findings().values.allSatisfy { $0.hasSuffix(" ok") })
    }

    /// Their identifiers are numbered, and the numbers are only in the catalogue.
    @Test func aDoubleKeepsItsIdentifierWhenTheFirstIsPurged() async throws {
        var library: OwnedLibrary? = try scene.open()
        let sha256 = try #require(
            try library?.storedFiles().first { $0.place == (try? stored("1.jpg")) }?.resource.sha256)
        let doubles = try #require(try library?.storedFiles().filter { $0.resource.sha256 == sha256 })
        #expect(doubles.count == 2)
        let purged = doubles[0].asset.localIdentifier
        try library?.performChangesAndWait { try $0.deleteAssets([purged]) }
        _ = try await library?.purgeDeletedAssets([purged])
        library = nil
        _ = try rebuild()
        let kept = try scene.open().allLocalIdentifiers()
        #expect(kept.contains(doubles[1].asset.localIdentifier) && !kept.contains(purged))
    }

    // MARK: Data that only the catalogue has

    @Test func whatAPersonSetIsKeptAndOtherDataAreLost() async throws {
        var library: OwnedLibrary? = try scene.open()
        let photos = try #require(try library?.allLocalIdentifiers())
        let reference = try scene.add("outside.jpg", TestPhoto.jpeg(70))
        try await scene.importAll(library, [reference], mode: .reference)
        let token = try #require(try library?.currentChangeToken)
        try library?.performChangesAndWait { changes in
            let folder = try changes.createFolder(title: "Travels")
            let album = try changes.createAlbum(title: "Rome", inFolder: folder.localIdentifier)
            try changes.addAssets(photos, toAlbum: album.localIdentifier)
            try changes.set(.favorite(true), ofAssets: [photos[0]])
            try changes.set(.hidden(true), ofAssets: [photos[1]])
            try changes.set(.title("Mine"), ofAssets: [photos[2]])
            try changes.deleteAssets([photos[3]])
        }
        #expect(try library?.allLocalIdentifiers().count == photos.count)
        library = nil
        _ = try rebuild()
        let rebuilt = try scene.open()
        let kept = Set(photos).subtracting([photos[3]])
        #expect(try Set(rebuilt.allLocalIdentifiers()) == kept, "The reference is not back.")
        let assets = try rebuilt.assets(withLocalIdentifiers: photos)
        #expect(assets[photos[0]]?.isFavorite == true && assets[photos[2]]?.metadata.title == "Mine")
        #expect(try rebuilt.fetchFolders().map(\.title) == ["Travels"])
        #expect(try rebuilt.fetchAlbums().contains { $0.title == "Rome" })
        #expect(code { _ = try rebuilt.fetchPersistentChanges(since: token) } == .persistentChangeTokenExpired)
    }

    /// Creates a library with a photo and its imported edited picture, and rebuilds the catalogue.
    private func rebuiltEdit(_ revert: Bool) async throws -> (scene: Scene, photo: String) {
        let scene = try Scene()
        try scene.add("new/IMG_0001.JPG", TestPhoto.dated(TestPhoto.jpeg(30), "2024:06:01 10:30:00"))
        try scene.add("new/IMG_E0001.JPG", TestPhoto.dated(TestPhoto.jpeg(31), "2024:06:01 10:30:00"))
        var library: OwnedLibrary? = try scene.open()
        try await scene.importAll(library)
        let photo = try #require(try library?.allLocalIdentifiers().first)
        if revert { try library?.performChangesAndWait { try $0.revertAssets([photo]) } }
        library = nil
        try scene.waitUntilClosed()
        _ = try OwnedLibrary.repairAndWait(at: scene.libraryPath, rebuild: true) { _ in }
        return (scene, photo)
    }

    @Test func aRevertedEditStaysReverted() async throws {
        let library = try await rebuiltEdit(true).scene.open()
        #expect(try library.storedFiles().map(\.resource.kind) == [.original, .alternatePhoto])
    }

    @Test func anImportedEditIsKeptByARevert() async throws {
        let (scene, photo) = try await rebuiltEdit(false)
        let library = try scene.open()
        #expect(try library.storedFiles().map(\.resource.kind) == [.original, .fullSizePhoto])
        try library.performChangesAndWait { try $0.revertAssets([photo]) }
        #expect(try library.storedFiles().map(\.resource.kind) == [.original, .alternatePhoto])
    }

    /// A folder of originals may be a link to another disk, which the walk of the rebuild does not follow.
    @Test func filesInALinkedFolderAreAddedToo() async throws {
        let scene = try Scene()
        for (seed, name) in [(40, "IMG_0000.JPG"), (41, "IMG_0001.JPG"), (42, "IMG_0002.JPG")]
            as [(UInt64, FilePath.Component)]
        {
            try scene.add(FilePath("new").appending(name), TestPhoto.dated(TestPhoto.jpeg(seed), "2024:06:01 10:30:00"))
        }
        var library: OwnedLibrary? = try scene.open()
        try await scene.importAll(library)
        let photos = try #require(try library?.allLocalIdentifiers())
        let deleted = try #require(try library?.storedFiles().first { $0.asset.localIdentifier == photos[2] }).resource
        let deletedPath = try #require(library?.localPath(of: deleted))
        try library?.performChangesAndWait { try $0.deleteAssets([photos[2]]) }
        library = nil
        try scene.waitUntilClosed()
        let (folder, elsewhere) = (scene.libraryPath.appending("originals/2024"), scene.libraryPath.appending("moved"))
        try FileManager.default.moveItem(atPath: folder.string, toPath: elsewhere.string)
        try FileManager.default.createSymbolicLink(atPath: folder.string, withDestinationPath: elsewhere.string)
        try FileManager.default.removeItem(atPath: deletedPath.string)
        let summary = try OwnedLibrary.repairAndWait(at: scene.libraryPath, rebuild: true) { _ in }
        #expect(summary.assets == 2 && summary.files[.rebuilt] == 2)
        #expect(summary.files[.missing] == nil && summary.files[.changed] == nil)
        #expect(
            try Set(scene.open().allLocalIdentifiers()) == Set(photos.prefix(2)),
            "What was deleted and is gone stays so.")
    }
}
