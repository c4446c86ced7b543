import Foundation
import MessageSupport
import PhotoCatalog
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKit
@testable import OpenPhotoKitOwner

/// Blocks of changes are atomic, and change requests are refused outside a block.
@Suite(.withAndWithoutMessages) struct PerformChangesTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private let photos: [String]

    init() async throws {
        scene = try Scene()
        for number in 0..<3 {
            try scene.add(
                FilePath("\(number).jpg"),
                TestPhoto.dated(TestPhoto.jpeg(UInt64(number), width: 64, height: 64), "2024:05:17 10:30:0\(number)"))
        }
        library = try scene.open()
        try await scene.importAll(library)
        photos = try library.allLocalIdentifiers()
    }

    private func asset(_ identifier: String) throws -> Asset {
        try #require(try library.assets(withLocalIdentifiers: [identifier])[identifier])
    }

    /// The state that a change can affect: files, and the contents of the catalogue.
    private func state() throws -> [String] {
        // Folders that are empty again belong to no photo.
        let files = tree(scene.libraryPath).filter { !$0.key.hasPrefix("catalog") && $0.value.hasPrefix("3") }
            .keys.sorted()
        var assets: [String] = []
        try library.catalog.forEachAsset(after: 0) {
            assets.append("\($0)")
            return true
        }
        let albums = Array(try library.fetchAlbums()).map { "\($0)" }
        return files + assets + albums + ["\(try library.currentChangeToken)"]
    }

    @Test func allChangesOfABlockAreCommittedTogether() async throws {
        let new = try scene.add("new/new.jpg", TestPhoto.jpeg(10, width: 64, height: 64))
        let photos = photos
        let before = try asset(photos[0])
        let (album, made) = try await library.performChanges { changes in
            let folder = try changes.createFolder(title: "Travels")
            let album = try changes.createAlbum(title: "Rome", inFolder: folder.localIdentifier)
            let made = try changes.createAsset(AssetCreationRequest(original: .file(new)))
            try changes.addAssets(
                [photos[0], made.localIdentifier, photos[1]], toAlbum: album.localIdentifier)
            try changes.moveAssets(at: [0], to: 2, inAlbum: album.localIdentifier)
            try changes.set(.favorite(true), ofAssets: [photos[0], made.localIdentifier])
            try changes.set(.title("The forum"), ofAssets: [made.localIdentifier])
            try changes.deleteAssets([photos[2]])
            return (album.localIdentifier, made.localIdentifier)
        }
        #expect(Array(try library.fetchAlbums()).map(\.localIdentifier) == [album])
        var query = AssetQuery()
        query.album = album
        #expect(try library.localIdentifiers(of: query) == [made, photos[1], photos[0]])
        #expect(try asset(made).metadata.title == "The forum")
        #expect(try asset(made).original.map { try library.place(of: $0).contents() } == new.contents())
        #expect(try asset(photos[2]).deletedDate != nil)
        let after = try asset(photos[0])
        #expect(after.isFavorite && after.modificationDate > before.modificationDate)
        #expect(scene.leftovers.isEmpty)
        // The catalogue recorded the source, so a later import does not read it again. The path of another process
        // means nothing to the library.
        let again = try await scene.importAll(library, [new])
        #expect(again.items.first?.localIdentifier == made && again.summary.resumed == (Messages.areUsed ? 0 : 1))
    }

    @Test(arguments: 0..<4) func aFailedRequestUndoesTheWholeBlock(kind: Int) async throws {
        let new = try scene.add("new/new.jpg", TestPhoto.jpeg(10, width: 64, height: 64))
        let bad = try scene.add("new/bad.jpg", Array("no photo".utf8))
        let before = try state()
        let photos = photos
        let codes: [PhotoLibraryError.Code] = [
            .identifierNotFound, .invalidResource, .changeNotSupported, .operationInterrupted,
        ]
        await #expect(throws: PhotoLibraryError(codes[kind], "")) {
            try await library.performChanges { changes in
                let made = try changes.createAsset(AssetCreationRequest(original: .file(new)))
                let album = try changes.createAlbum(title: "Album")
                try changes.set(.favorite(true), ofAssets: photos)
                try changes.editAsset(
                    photos[0], rendered: .data(Data(TestPhoto.jpeg(11)), filename: "edit.jpg"),
                    adjustmentData: AdjustmentData(formatIdentifier: "f", formatVersion: "1", data: Data([1])))
                try changes.addAssets([made.localIdentifier], toAlbum: album.localIdentifier)
                switch kind {
                case 0: try changes.deleteAssets(["missing"])
                case 1: _ = try changes.createAsset(AssetCreationRequest(original: .file(bad)))
                case 2: try changes.moveAssets(at: [5], to: 0, inAlbum: album.localIdentifier)
                default: throw PhotoLibraryError(.operationInterrupted, "The block's own.")
                }
            }
        }
        #expect(try state() == before)
    }

    @Test func changesAreRequestedInsideTheBlockOnly() async throws {
        let kept = try await library.performChanges { $0 }
        #expect(code { _ = try kept.createAlbum(title: "Late") } == .changeNotSupported)
        #expect(code { _ = try kept.createAsset(AssetCreationRequest()) } == .changeNotSupported)
        #expect(Array(try library.fetchAlbums()).isEmpty)
    }

    @Test func aBlockInsideABlockThrows() async throws {
        let library = library
        #expect(
            code {
                try library.performChangesAndWait { _ in try library.performChangesAndWait { _ in } }
            } == .changeNotSupported)
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await library.performChanges { _ in try library.performChangesAndWait { _ in } }
        }
        // As in PhotoKit, whose nested call does not return the error.
        let swallowing = code {
            try library.performChangesAndWait { changes in
                _ = try changes.createAlbum(title: "Outer")
                try? library.performChangesAndWait { _ = try $0.createAlbum(title: "Inner") }
            }
        }
        #expect(swallowing == .changeNotSupported)
        // A task that the block starts is outside the block after the block has ended.
        let later = try await library.performChanges { changes in
            Task {
                while changes.isOpen { try await Task.sleep(for: .milliseconds(1)) }
                try await library.performChanges { _ = try $0.createAlbum(title: "Later") }
            }
        }
        try await later.value
        #expect(Array(try library.fetchAlbums()).count == 1)
    }

    @Test func aCancelledTaskChangesNothing() async throws {
        let library = library
        let before = try state()
        let task = Task {
            try await library.performChanges { changes in
                _ = try changes.createAlbum(title: "Album")
                while !Task.isCancelled, changes.isOpen {
                    // After the cancellation, the requests of the block throw the error.
                    try changes.set(.hidden(true), ofAssets: [])
                    usleep(1000)
                }
            }
        }
        task.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await task.value }
        #expect(try state() == before)
    }

    @Test func settingTheSameValueIsNoChange() throws {
        try library.performChangesAndWait { changes in
            try changes.set(.favorite(true), ofAssets: photos)
            try changes.set(.hidden(true), ofAssets: photos)
            try changes.set(.keywords(["a", "b", "a"]), ofAssets: photos)
        }
        #expect(try asset(photos[0]).metadata.keywords == ["a", "b"])
        let before = try state()
        try library.performChangesAndWait { changes in
            try changes.set(.favorite(true), ofAssets: photos)
            try changes.set(.hidden(true), ofAssets: photos)
            try changes.set(.keywords(["a", "b"]), ofAssets: photos)
            try changes.set(.captureTime(.original), ofAssets: photos)
            try changes.set(.location(.original), ofAssets: photos)
            try changes.revertAssets(photos)
        }
        #expect(try state() == before)
    }

    @Test func theOwnersDateAndPlaceAreStoredBesideThoseOfTheFile() throws {
        let original = try asset(photos[0])
        let cloud = library.cloudIdentifierMappings(forLocalIdentifiers: [photos[0]])
        let date = try #require(CaptureTime("1999-01-02T03:04:05+01:00"))
        let place = try #require(ImageMetadata.Location(latitude: 41.9, longitude: 12.5))
        try library.performChangesAndWait { changes in
            try changes.set(.captureTime(.set(date)), ofAssets: [photos[0]])
            try changes.set(.location(.set(place)), ofAssets: [photos[0]])
        }
        var changed = try asset(photos[0])
        #expect(changed.captureTime == date && changed.location == place)
        #expect(changed.metadata == original.metadata)
        let after = library.cloudIdentifierMappings(forLocalIdentifiers: [photos[0]])
        #expect(try after[photos[0]]?.get() == cloud[photos[0]]?.get(), "Edits do not change who a photo is.")
        let early = AssetQuery(.captured(from: nil, before: "2000"))
        #expect(try library.localIdentifiers(of: early) == [photos[0]])
        try library.performChangesAndWait { changes in
            try changes.set(.captureTime(.original), ofAssets: [photos[0]])
            try changes.set(.location(.set(nil)), ofAssets: [photos[0]])
        }
        changed = try asset(photos[0])
        #expect(changed.captureTime == original.captureTime && changed.location == nil)
    }

    /// SQLite would truncate the text at NUL.
    @Test func aTextWithNULIsRefused() throws {
        let album = try library.performChangesAndWait { try $0.createAlbum(title: "A").localIdentifier }
        let folder = try library.performChangesAndWait { try $0.createFolder(title: "F").localIdentifier }
        let before = try state()
        let photo = photos[0]
        let rendered = AssetCreationRequest.Content.data(
            Data(TestPhoto.jpeg(11, width: 64, height: 64)), filename: "a.jpg")
        func data(_ format: String, _ version: String) -> AdjustmentData {
            AdjustmentData(formatIdentifier: format, formatVersion: version, data: Data([1]))
        }
        let requests: [(ChangeRequests) throws -> Void] = [
            { try $0.set(.title("nul\0x"), ofAssets: [photo]) }, { try $0.set(.caption("\0"), ofAssets: [photo]) },
            { try $0.set(.keywords(["a", "b\0"]), ofAssets: [photo]) },
            { _ = try $0.createAlbum(title: "nul\0x") }, { try $0.renameAlbum(album, to: "nul\0x") },
            { _ = try $0.createFolder(title: "nul\0x") }, { try $0.renameFolder(folder, to: "nul\0x") },
            { try $0.editAsset(photo, rendered: rendered, adjustmentData: data("f\0", "1")) },
            { try $0.editAsset(photo, rendered: rendered, adjustmentData: data("f", "1\0")) },
        ]
        for (number, request) in requests.enumerated() {
            let code = code {
                try library.performChangesAndWait { changes in
                    try changes.set(.favorite(true), ofAssets: [photo])
                    try request(changes)
                }
            }
            #expect(code == (number < 7 ? .changeNotSupported : .invalidResource), "\(number)")
        }
        #expect(try state() == before)
    }

    @Test func emptyTextsAreNil() throws {
        func set(_ properties: AssetProperty...) throws -> ImageMetadata {
            try library.performChangesAndWait { changes in
                for property in properties { try changes.set(property, ofAssets: [photos[0]]) }
            }
            return try asset(photos[0]).metadata
        }
        let full = try set(.title("T"), .caption("C"), .keywords(["", "k", "", "k"]))
        #expect(full.title == "T" && full.caption == "C" && full.keywords == ["k"])
        let empty = try set(.title(""), .caption(""), .keywords([""]))
        #expect(empty.title == nil && empty.caption == nil && empty.keywords.isEmpty)
    }

    /// Changes affect neither the library at its new path nor a library at the old path.
    @Test func aLibraryThatWasRenamedIsNotChanged() async throws {
        let album = try library.performChangesAndWait { try $0.createAlbum(title: "A").localIdentifier }
        let moved = scene.libraryPath.removingLastComponent().appending("Moved.library")
        let photo = photos[0]
        let new = try scene.add("new/new.jpg", TestPhoto.jpeg(12, width: 64, height: 64))
        let token = try library.currentChangeToken
        #expect(rename(scene.libraryPath.string, moved.string) == 0)
        let changes: [() throws -> Void] = [
            { try library.performChangesAndWait { try $0.renameAlbum(album, to: "B") } },
            {
                try library.performChangesAndWait {
                    _ = try $0.createAsset(AssetCreationRequest(original: .file(new)))
                }
            },
            { try library.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [photo]) } },
            { try library.performChangesAndWait { try $0.revertAssets([photo]) } },
            { _ = try library.deleteAssets([photo]) },
            { try library.setHistoryRetention(3) },
        ]
        for (number, change) in changes.enumerated() {
            #expect(code { try change() } == .libraryUnavailable, "\(number)")
        }
        await #expect(throws: PhotoLibraryError(.libraryUnavailable, "")) { try await scene.importAll(library) }
        await #expect(throws: PhotoLibraryError(.libraryUnavailable, "")) {
            try await library.purgeDeletedAssets([photo])
        }
        // Another library in its place is not changed either.
        _ = try scene.open()
        for (number, change) in changes.enumerated() {
            #expect(code { try change() } == .libraryUnavailable, "\(number)")
        }
        #expect(try scene.open().allLocalIdentifiers().isEmpty)
        let found = try OwnedLibrary(at: moved)
        #expect(try found.currentChangeToken == token)
        #expect(try found.historyRetention == 400)
        try found.performChangesAndWait { try $0.renameAlbum(album, to: "B") }
    }

    @Test func aLibraryThatIsRenamedMeanwhileIsNotChanged() throws {
        let moved = scene.libraryPath.removingLastComponent().appending("Moved.library")
        let code = code {
            try library.performChangesAndWait { changes in
                _ = try changes.createAlbum(title: "A")
                #expect(rename(scene.libraryPath.string, moved.string) == 0)
            }
        }
        #expect(code == .libraryUnavailable)
        #expect(try Array(OwnedLibrary(at: moved).fetchAlbums()).isEmpty)
    }

    @Test func deletedAssetsMustBeRestoredBeforeAChange() throws {
        try library.performChangesAndWait { try $0.deleteAssets([photos[0]]) }
        let code = code {
            try library.performChangesAndWait { try $0.set(.favorite(true), ofAssets: [photos[0]]) }
        }
        #expect(code == .requestNotSupportedForAsset)
        try library.performChangesAndWait { changes in
            try changes.restoreAssets([photos[0]])
            try changes.set(.favorite(true), ofAssets: [photos[0]])
        }
        #expect(try asset(photos[0]).isFavorite)
    }

    // MARK: Several at once

    /// Eight tasks, each with its own library, and two other processes make changes.
    ///
    /// Afterwards all changes are stored.
    @Test(.long, .timeLimit(.minutes(3))) func noneOfManyChangesIsLost() async throws {
        let (scene, photos) = (scene, photos)
        let album = try library.performChangesAndWait { try $0.createAlbum(title: "All").localIdentifier }
        async let processes = Task.detached {
            try (0..<6).map { number in
                try PhotosProcess.run(arguments: [
                    "albums", "create", "Process \(number)", photos[number % 3], "--library", scene.libraryPath.string,
                ]).exitCode
            }
        }.value
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let library = try scene.open()
                    for number in 0..<4 {
                        try await library.performChanges { changes in
                            let picture = TestPhoto.jpeg(UInt64(100 + 10 * task + number), width: 64, height: 64)
                            let made = try changes.createAsset(
                                AssetCreationRequest(original: .data(Data(picture), filename: "IMG_1.jpg")))
                            try changes.addAssets([made.localIdentifier], toAlbum: album)
                            _ = try changes.createAlbum(title: "\(task) \(number)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await processes.allSatisfy { $0 == 0 })
        let albums = Array(try library.fetchAlbums())
        let (before, made, others) = (1, 32, 6)
        #expect(albums.count == before + made + others)
        #expect(albums.first { $0.localIdentifier == album }?.assetCount == 32)
        #expect(try library.assetCount() == 3 + 32)
        let found = Gathered<VerifiedFile>()
        try library.verifyAndWait { found.append($0) }
        #expect(found.all.count == 35 && found.all.allSatisfy { $0.status == .ok })
        #expect(scene.leftovers.isEmpty)
    }
}
