import Foundation
import LibraryStores
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// A store of a library that is at another address now.
@Suite struct NewAddressTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private let folder: TemporaryFolder
    private var old: FilePath { folder.filePath.appending("old") }
    private var new: FilePath { folder.filePath.appending("new") }

    init() async throws {
        scene = try Scene()
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        library = try scene.open()
        try await scene.importAll(library)
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: old.string, withIntermediateDirectories: false)
        var store = NewStore(name: "nas", address: .folder(old))
        store.isEncrypted = true
        store.site = "home"
        try await library.addStore(store)
        try await library.mirror()
    }

    @Test func itIsUsedThereWithItsSiteAndItsKey() async throws {
        try FileManager.default.moveItem(atPath: old.string, toPath: new.string)
        let before = try library.exportedKey(ofStore: "nas")
        #expect(try await library.addStore(NewStore(name: "nas", address: .folder(new))) == false)
        let store = try #require(try library.stores.first)
        #expect(store.address == .folder(new) && store.site == "home" && store.isEncrypted && store.copies == 1)
        #expect(try library.exportedKey(ofStore: "nas") == before)
        #expect(try library.stores.count == 1)
        let summary = try await library.mirror()
        #expect(summary.unavailableStores.isEmpty, "\(summary.unavailableStores)")
    }

    @Test func anAddressWithoutTheStoreIsRefusedAndStaysAsItIs() async throws {
        try FileManager.default.createDirectory(atPath: new.string, withIntermediateDirectories: false)
        let nas = NewStore(name: "nas", address: .folder(new))
        await #expect(throws: PhotoLibraryError(.networkError, "")) { try await library.addStore(nas) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: new.string) == [])
        // Another store.
        try await library.addStore(NewStore(name: "other", address: .folder(new)))
        await #expect(throws: PhotoLibraryError(.changeNotSupported, "")) { try await library.addStore(nas) }
        #expect(try library.stores.map(\.address) == [.folder(old), .folder(new)])
    }
}
