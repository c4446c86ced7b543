import Foundation
import PhotoInspection
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// A folder store among the folders of an import or a check: its files are copies, and no photos of their own.
@Suite(disks) struct StoreFolderTests {
    private let scene: StoreScene
    /// A folder with a photo and with the store.
    private let disk: FilePath
    private var store: FilePath { disk.appending("backup/store") }

    init() async throws {
        scene = try await StoreScene(stores: ["one"])
        try await scene.library.mirror()
        try scene.scene.add("../disk/DCIM/new.jpg", TestPhoto.jpeg(9))
        disk = scene.scene.source.removingLastComponent().appending("disk")
        try FileManager.default.createDirectory(
            atPath: store.removingLastComponent().string, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: scene.disks[0].folder.filePath.string, toPath: store.string)
    }

    @Test func aMoveTakesThePhotosBesideAStoreAndLeavesTheStore() async throws {
        let before = tree(store)
        #expect(before.keys.contains { $0.hasPrefix("previews/") && $0.hasSuffix(".jpg") })
        let (items, summary) = try await scene.scene.importAll(scene.library, [disk], mode: .move)
        #expect(summary.imported == 1 && summary.moved == 1 && summary.duplicates == 0)
        #expect(summary.skips == [.store: 1])
        let skipped = try #require(items.first { $0.skipReason == .store })
        #expect(skipped.path == store && skipped.error?.path == store.string)
        #expect(tree(store) == before)
        #expect(try scene.library.assetCount() == 4)
    }

    @Test func aStoreOrAPartOfItIsRefused() async throws {
        let before = tree(store)
        let copy = try scene.path(of: "1.jpg", inStore: 0).components.suffix(3)
            .reduce(store) { $0.appending($1) }
        let link = disk.appending("link")
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: store.string)
        for path in [store, store.appending("previews"), copy.removingLastComponent(), copy, link] {
            await #expect(throws: PhotoLibraryError(.changeNotSupported, ""), "\(path)") {
                try await scene.scene.importAll(scene.library, [disk.appending("DCIM"), path], mode: .move)
            }
        }
        #expect(tree(store) == before)
        #expect(try scene.library.assetCount() == 3)
    }

    /// A store has the root of a disk, and the same disk has photos.
    @Test func aFolderBesideTheStoresFilesIsImported() async throws {
        try store.appending("camera.jpg").write(TestPhoto.jpeg(8))
        #expect(
            try await scene.scene.importAll(scene.library, [store.appending("camera.jpg")], mode: .move).summary
                .moved == 1)
    }

    private static let otherDescriptions = ["{}", "[1]", #"{"version": 1, "layout": 1}"#, "store", ""]

    @Test func anotherProgramsFileOfTheSameNameIsNoStore() async throws {
        let folder = disk.appending("other")
        try FileManager.default.createDirectory(
            atPath: folder.appending("originals").string, withIntermediateDirectories: true)
        for text in Self.otherDescriptions {
            try folder.appending("store.json").write(Array(text.utf8))
            #expect(!folder.isStore && !folder.isInStore, "\(text)")
        }
    }

    @Test func aStoreWithADamagedDescriptionIsAStore() async throws {
        for text in Self.otherDescriptions {
            try store.appending("store.json").write(Array(text.utf8))
            #expect(store.isStore && store.appending("originals").isInStore, "\(text)")
        }
    }

    @Test func aStoreIsNeverSafeToWipe() throws {
        for path in [disk, store, store.appending("originals")] {
            let files = Gathered<SafeFile>()
            try scene.library.checkSafetyAndWait(of: [path]) { files.append($0) }
            let inStore = files.all.filter { $0.path.starts(with: store) }
            #expect(inStore.map(\.reason) == [.insideStore] && inStore.map(\.status) == [.notSafe], "\(path)")
        }
    }

    /// The bytes in a store that is not encrypted repair a library's file.
    @Test func filesAreHealedFromAStore() async throws {
        let original = try scene.library.place(of: scene.original("1.jpg"))
        try StoreScene.damage(original)
        _ = try await scene.library.verify { _ in }
        let files = Gathered<HealedFile>()
        try await scene.library.healDamagedFiles(from: [store]) { files.append($0) }
        #expect(files.all.count == 1 && files.all.allSatisfy { $0.error == nil })
        #expect(try original.contents() == scene.bytes("1.jpg"))
    }
}
