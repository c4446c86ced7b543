import DeviceRegistry
import Foundation
import LibrarySync
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// What is in the folder of a registry, and what happens to it.
@Suite struct RegistryFolderTests {
    private func files(_ registry: FilePath) -> [String] {
        (FileManager.default.enumerator(atPath: registry.string)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".opkl") }.sorted()
    }

    @Test func anEncryptedRegistryShowsNothing() async throws {
        let scene = try await SyncScene { laptop, _ in try laptop.set(.title("Secret harbour"), of: "1.jpg") }
        let paths = files(scene.registry)
        #expect(paths.count >= 2)
        for path in paths {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: scene.registry.pushing(FilePath(path)).string))
            #expect(bytes.starts(with: Data("age-encryption.org/v1\n".utf8)))
            #expect(bytes.range(of: Data("harbour".utf8)) == nil)
        }
    }

    @Test func aWrongOrMissingKeyIsRefused() async throws {
        let scene = try await SyncScene()
        let other = try Scene()
        let library = try other.open()
        for key in [nil, try RegistryKey.generate().text] {
            await #expect(throws: PhotoLibraryError(.accessUserDenied, "")) {
                try await library.joinRegistry(JoinRequest(scene.registry, deviceName: "Phone", key: key))
            }
        }
        #expect(!library.isSynced)
    }

    @Test func aRehearsalChangesNothing() async throws {
        let scene = try await SyncScene { laptop, _ in try laptop.set(.title("Harbour"), of: "1.jpg") }
        let third = try Scene()
        try third.add("1.jpg", TestPhoto.jpeg(1))
        let library = try third.open()
        try await third.importAll(library)
        try library.set(.favorite(true), of: "1.jpg")
        var request = JoinRequest(scene.registry, deviceName: "Phone", key: scene.key)
        request.isRehearsal = true
        let before = files(scene.registry)
        let summary = try await library.joinRegistry(request)
        #expect(summary.devices == ["Desktop", "Laptop"] && summary.changedPhotos == 1)
        #expect(summary.photosElsewhere == 5)
        #expect(try !library.isSynced && library.title(of: "1.jpg") == nil && files(scene.registry) == before)
        request.isRehearsal = false
        try await library.joinRegistry(request)
        #expect(try library.isSynced && library.title(of: "1.jpg") == "Harbour")
    }

    @Test func aFolderThatWasLostIsMadeAgain() async throws {
        let scene = try await SyncScene()
        try scene.laptop.open().set(.title("Harbour"), of: "1.jpg")
        try await scene.laptop.open().syncNow()
        try FileManager.default.removeItem(atPath: scene.registry.string)
        let laptop = try scene.laptop.open()
        await #expect(throws: PhotoLibraryError(.ioFailure, "")) { try await laptop.syncNow() }
        let key = try await laptop.makeRegistry(NewRegistry(in: scene.registry, deviceName: "Laptop"))
        #expect(key == scene.key)
        try await scene.expectAgreement()
        #expect(try scene.desktop.open().title(of: "1.jpg") == "Harbour")
    }

    @Test func aFolderThatWasMovedIsJoinedAtItsNewPlace() async throws {
        let scene = try await SyncScene()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let photo = try desktop.photo("1.jpg")
        try desktop.performChangesAndWait { try $0.deleteAssets([photo]) }
        try await scene.exchange()
        let own = try laptop.recentlyDeleted()
        try laptop.performChangesAndWait { try $0.restoreAssets(own) }
        try await scene.exchange()
        let moved = FilePath(scene.laptop.folder.path("Moved.registry"))
        try FileManager.default.moveItem(atPath: scene.registry.string, toPath: moved.string)
        try await laptop.joinRegistry(JoinRequest(moved, deviceName: "Notebook"))
        let summary = try await desktop.joinRegistry(JoinRequest(moved, deviceName: "Desktop"))
        #expect(summary.deletedPhotos == 0 && summary.devices == ["Notebook"])
        #expect(try desktop.photo("1.jpg") == photo)
        try await scene.expectAgreement()
    }

    /// A program has brought only a part of a registry: a new one there would replace it on all devices.
    @Test func noRegistryIsMadeWhereLogsAre() async throws {
        let scene = try await SyncScene()
        try FileManager.default.removeItem(atPath: scene.registry.appending("registry.json").string)
        let other = try Scene()
        let library = try other.open()
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await library.makeRegistry(NewRegistry(in: scene.registry, deviceName: "Phone"))
        }
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
            try await library.makeRegistry(NewRegistry(in: FilePath(other.folder.path("new")), deviceName: " "))
        }
    }

    @Test func aFileThatIsTornIsReadLater() async throws {
        let scene = try await SyncScene()
        let (laptop, desktop) = (try scene.laptop.open(), try scene.desktop.open())
        let before = Set(files(scene.registry))
        try laptop.set(.title("Harbour"), of: "1.jpg")
        try await laptop.syncNow()
        let new = try #require(files(scene.registry).first { !before.contains($0) })
        let path = scene.registry.pushing(FilePath(new))
        let whole = try Data(contentsOf: URL(fileURLWithPath: path.string))
        try path.write(Array(whole.prefix(whole.count / 2)))
        let summary = try await desktop.syncNow()
        #expect(summary.unusableFiles.map(\.device) == ["Laptop"])
        #expect(try desktop.title(of: "1.jpg") == nil)
        try path.write(Array(whole))
        try path.removingLastComponent().appending("x.sync-conflict-20261128.opkl").write(Array(whole))
        #expect(try await desktop.syncNow().unusableFiles.isEmpty)
        #expect(try desktop.title(of: "1.jpg") == "Harbour")
    }

    @Test func aFileOfAStrangerDoesNotCount() async throws {
        let scene = try await SyncScene(isEncrypted: false)
        let desktop = try scene.desktop.open()
        let own = try #require(files(scene.registry).first)
        let folder = scene.registry.appending("logs").appending(String(repeating: "ab", count: 16))
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: scene.registry.pushing(FilePath(own)).string))
        try folder.appending(FilePath(own).lastComponent?.string ?? "").write(Array(bytes))
        let summary = try await desktop.syncNow()
        #expect(summary.unusableFiles.count == 1)
    }

    @Test func aRegistryIsNeitherInALibraryNorAmongOtherFiles() async throws {
        let scene = try Scene()
        let library = try scene.open()
        try scene.add("note.txt", [1])
        for folder in [scene.libraryPath.appending("sync"), scene.source] {
            await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) {
                try await library.makeRegistry(NewRegistry(in: folder, deviceName: "Laptop"))
            }
        }
        #expect(!library.isSynced)
    }

    @Test func aNewerRegistryIsRefused() async throws {
        let scene = try await SyncScene()
        try scene.registry.appending("registry.json").write(Array(#"{"formatVersion": 2}"#.utf8))
        let library = try scene.laptop.open()
        await #expect(throws: PhotoLibraryError(.libraryFormatTooNew, "")) { try await library.syncNow() }
        #expect(try await library.syncStatus().failure != nil)
        try scene.registry.appending("registry.json").write(Array("{".utf8))
        await #expect(throws: PhotoLibraryError(.libraryDamaged, "")) { try await library.syncNow() }
    }
}
