import DeviceRegistry
import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Exchanges of copied, restored and repaired libraries, and of several processes at once.
@Suite struct SyncFaultTests {
    @Test func severalExchangesAtOnceLoseNothing() async throws {
        let scene = try await SyncScene()
        let libraries = try (1...2).map { _ in try scene.laptop.open() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, library) in libraries.enumerated() {
                for round in 1...4 {
                    group.addTask {
                        try library.set(.title("\(number) \(round)"), of: "\(round).jpg")
                        try await library.syncNow()
                    }
                }
            }
            try await group.waitForAll()
        }
        try await scene.expectAgreement()
    }

    /// The folder of a library is copied to another computer, and both copies go on.
    @Test func aCopiedLibraryIsADeviceOfItsOwn() async throws {
        let scene = try await SyncScene()
        try scene.laptop.open().set(.title("Before"), of: "1.jpg")
        try await scene.exchange()
        try scene.laptop.waitUntilClosed()
        let copy = FilePath(scene.laptop.folder.path("Copy.library"))
        try FileManager.default.copyItem(atPath: scene.laptop.libraryPath.string, toPath: copy.string)
        let copied = try OwnedLibrary(at: copy)
        try copied.set(.title("Of the copy"), of: "2.jpg")
        try scene.laptop.open().set(.title("Of the laptop"), of: "3.jpg")
        try await copied.syncNow()
        try await scene.exchange()
        try await copied.syncNow()
        try await scene.expectAgreement()
        let desktop = try scene.desktop.open()
        #expect(try ["1.jpg", "2.jpg", "3.jpg"].map(desktop.title) == ["Before", "Of the copy", "Of the laptop"])
        #expect(try copied.title(of: "3.jpg") == "Of the laptop")
    }

    /// An old backup of the whole folder is put back: what the registry has comes again.
    @Test func anOldBackupGetsWhatTheRegistryHas() async throws {
        let scene = try await SyncScene()
        let path = scene.laptop.libraryPath.string
        try scene.laptop.open().set(.title("Old"), of: "1.jpg")
        try await scene.exchange()
        try scene.laptop.waitUntilClosed()
        try FileManager.default.copyItem(atPath: path, toPath: path + ".backup")
        try scene.laptop.open().set(.title("New"), of: "1.jpg")
        try scene.laptop.open().set(.rating(5), of: "2.jpg")
        try await scene.exchange()
        try scene.laptop.waitUntilClosed()
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".backup", toPath: path)
        try scene.laptop.open().set(.caption("After the restore"), of: "1.jpg")
        try await scene.expectAgreement()
        #expect(try scene.laptop.open().title(of: "1.jpg") == "New")
    }

    /// The catalogue and its copies are lost: the log gives back what was set here, and the registry the rest.
    @Test func aRebuiltCatalogueJoinsAgain() async throws {
        let scene = try await SyncScene()
        try scene.laptop.open().set(.title("Of the laptop"), of: "1.jpg")
        try scene.desktop.open().set(.title("Of the desktop"), of: "2.jpg")
        try await scene.exchange()
        let before = try scene.values().laptop
        try scene.laptop.waitUntilClosed()
        for name in ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm", "catalog-copy"] {
            try? FileManager.default.removeItem(atPath: scene.laptop.libraryPath.appending(name).string)
        }
        _ = try OwnedLibrary.repairAndWait(at: scene.laptop.libraryPath) { _ in }
        try await scene.expectAgreement()
        #expect(try scene.values().laptop.rows == before.rows)
        #expect(try await scene.laptop.open().syncStatus().devices.count { $0.isThisDevice } == 1)
    }

    /// Several photos have the same bytes: after a rebuild, the purge of one takes no other one.
    @Test func aRebuildOfDoublesLosesNoPhoto() async throws {
        let scene = try await SyncScene()
        for name in ["second", "third"] { try scene.laptop.add(FilePath("\(name).jpg"), TestPhoto.jpeg(1)) }
        do {
            let laptop = try scene.laptop.open()
            try await scene.laptop.importAll(laptop) { $0.duplicates = .importAll }
            let second = try laptop.allLocalIdentifiers()[6]
            try laptop.performChangesAndWait { try $0.deleteAssets([second]) }
            #expect(try await laptop.purgeDeletedAssets([second]) == [second])
            try await laptop.syncNow()
        }
        try scene.laptop.waitUntilClosed()
        for name in ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm", "catalog-copy"] {
            try? FileManager.default.removeItem(atPath: scene.laptop.libraryPath.appending(name).string)
        }
        _ = try OwnedLibrary.repairAndWait(at: scene.laptop.libraryPath) { _ in }
        let laptop = try scene.laptop.open()
        #expect(try laptop.assetCount() == 7)
        try await laptop.syncNow()
        #expect(try laptop.assetCount() == 7)
    }

    /// The copy of the catalogue is restored: a later value of another device is not replaced by an own one of the log.
    @Test func aRestoredCopyKeepsLaterValuesOfOthers() async throws {
        let scene = try await SyncScene()
        try scene.laptop.open().set(.title("First"), of: "1.jpg")
        try await scene.exchange()
        try scene.desktop.open().set(.title("Second"), of: "1.jpg")
        try await scene.exchange()
        try await scene.laptop.open().copyCatalog()
        try scene.laptop.waitUntilClosed()
        for name in ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: scene.laptop.libraryPath.appending(name).string)
        }
        _ = try OwnedLibrary.repairAndWait(at: scene.laptop.libraryPath) { _ in }
        try scene.desktop.open().set(.favorite(true), of: "1.jpg")
        try await scene.expectAgreement()
        #expect(try scene.laptop.open().title(of: "1.jpg") == "Second")
    }

    /// The clock of the laptop is years ahead: what the desktop sets after it has seen that counts all the same.
    @Test func aWrongClockWinsNoMore() async throws {
        let scene = try await SyncScene()
        let laptop = try scene.laptop.open()
        let photo = try laptop.photo("1.jpg")
        let future = Date(timeIntervalSinceNow: 30 * 365 * 24 * 3600)
        try laptop.catalog.perform([.set(.title("Of the future"), asset: photo)], now: future)
        try await scene.exchange()
        #expect(try await scene.desktop.open().syncStatus().devices.first { $0.name == "Laptop" }?.isClockAhead == true)
        try scene.desktop.open().set(.title("Of today"), of: "1.jpg")
        try await scene.expectAgreement()
        #expect(try laptop.title(of: "1.jpg") == "Of today")
    }
}
