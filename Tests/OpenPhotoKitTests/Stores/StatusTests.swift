import Foundation
import LibraryStores
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// What ``LibraryStatus`` says of photos that could leave the device, of stores on the library's disk, and of clocks.
@Suite(disks) struct StatusTests {
    @Test func filesThatCouldLeaveAreThoseThatARehearsalWouldRemove() async throws {
        let scene = try await StoreScene()
        #expect(try await scene.library.status().offloadable.count == 0)
        try await scene.library.mirror()
        let all = try await scene.library.status()
        #expect(all.offloadable == all.here && all.here.count == 3)

        try scene.library.setPinned(true, [scene.photo("1.jpg")])
        #expect(try await scene.library.status().offloadable.count == 2)
        #expect(try await scene.offload { $0.isRehearsal = true }.values.filter(\.isOffloaded).count == 2)

        try await scene.offload(["2.jpg"])
        let rest = try await scene.library.status()
        #expect(rest.offloadable.count == 1 && rest.elsewhere.count == 1)

        try StoreScene.damage(try scene.library.place(of: scene.original("3.jpg")))
        _ = try await scene.library.verify { _ in }
        #expect(try await scene.library.status().offloadable.count == 0)
    }

    @Test func aStoreOnTheLibrarysDiskDoesNotCount() async throws {
        let scene = try await StoreScene(stores: ["one"])
        let folder = FilePath(scene.scene.folder.path("store"))
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        try await scene.library.addStore(NewStore(name: "beside", address: .folder(folder)))
        try await scene.library.mirror()
        let status = try await scene.library.status()
        #expect(status.stores.map(\.isOnDiskOfLibrary) == [false, true])
        #expect(status.filesByCopySites[2]?.count == 3 && status.offloadable.count == 0)
        #expect(try await scene.offload()["1.jpg"]?.obstacle == .sameDisk(store: "beside"))
    }

    @Test func aDateInTheFutureIsReported() async throws {
        let scene = try await StoreScene(stores: ["one"])
        #expect(try #require(await scene.library.status().latestRecordedDate) < Date(timeIntervalSinceNow: 60))
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                database.execute("UPDATE store SET successDate = successDate + 86400")
                database.commit()
                """, [scene.scene.libraryPath.appending("catalog.sqlite").string])
        try #require(outcome.exit == 0, "\(outcome.output)")
        #expect(try #require(await scene.library.status().latestRecordedDate) > Date(timeIntervalSinceNow: 80_000))
    }
}
